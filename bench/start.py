"""How soon after `tacit serve` does the site answer, and a strong bot play its first card?

The site starts several times, with an empty database. It is ready when it says so and answers
a health check. The card is Raven's first, in a game that begins at once: until the strong bots
are compiled or loaded a lighter bot picks for them, so it never takes much longer than a usual
one. The best of several starts counts; beside it is Python itself, which only starts and ends.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import subprocess
import sys
import tempfile
import time
from pathlib import Path
from typing import Any

import aiohttp

OUT = Path(__file__).parents[1] / "out" / "bench"


async def start(folder: str) -> tuple[float, float]:
    """Return the seconds until the site answers, and from then on until Raven has picked."""
    begin = time.perf_counter()
    command = [sys.executable, "-m", "tacit", "serve", "--json", "--port", "0"]
    process = await asyncio.create_subprocess_exec(
        *command, "--db", f"{folder}/tacit.db", stdout=subprocess.PIPE
    )
    try:
        assert process.stdout is not None
        url = json.loads(await process.stdout.readline())["url"]
        async with aiohttp.ClientSession(cookie_jar=aiohttp.CookieJar(unsafe=True)) as session:
            async with session.get(f"{url}/healthz") as answer:
                answer.raise_for_status()
            ready = time.perf_counter() - begin
            return ready, await first_card(session, url)
    finally:
        process.terminate()
        await process.wait()


async def first_card(session: aiohttp.ClientSession, url: str) -> float:
    """Return the seconds from the request that begins a game until Raven has picked."""
    begin = time.perf_counter()
    body = {"game": "mindup", "name": "Ann", "bots": ["raven", "raven"], "start": True}
    async with session.post(f"{url}/api/tables", json=body) as answer:
        answer.raise_for_status()
        table = (await answer.json())["table"]
    async with session.ws_connect(f"{url}/ws/{table}") as line:
        await line.send_json({"type": "hello", "protocol": 1})
        async for message in line:
            told = message.json()
            if (told.get("view") or {}).get("picked", [False, False])[1]:
                return time.perf_counter() - begin
    raise RuntimeError("The connection was closed.")


def bare() -> float:
    """Return the seconds Python takes to start and end."""
    begin = time.perf_counter()
    subprocess.run([sys.executable, "-c", ""], check=True)
    return time.perf_counter() - begin


def measure(times: int) -> dict[str, Any]:
    """Start the site this many times, and keep the best."""
    OUT.mkdir(parents=True, exist_ok=True)
    found = []
    for _ in range(times):
        with tempfile.TemporaryDirectory(dir=OUT) as folder:
            found.append(asyncio.run(start(folder)))
    return {
        "ready_s": round(min(ready for ready, _ in found), 3),
        "first_card_s": round(min(card for _, card in found), 3),
        "python_s": round(min(bare() for _ in range(times)), 3),
    }


def main() -> None:
    """Print the start times."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--json", action="store_true")
    parser.add_argument("--times", type=int, default=5)
    args = parser.parse_args()
    found = measure(args.times)
    if args.json:
        print(json.dumps(found))
        return
    print(
        f"ready after        {found['ready_s']:.3f} s (Python by itself {found['python_s']:.3f} s)"
    )
    print(f"Raven's first card {found['first_card_s']:.3f} s after a game was asked for")


if __name__ == "__main__":
    main()
