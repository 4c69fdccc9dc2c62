"""Screenshots of what a site has beside its tables: groups, deals of the day, evenings, TVs."""

from __future__ import annotations

import asyncio
import sys
from pathlib import Path
from typing import Any

from devices import OUT, Desk, loaded, table, tap
from playwright.async_api import Browser, Route

sys.path.insert(0, str(Path(__file__).parents[1]))

from tests.browser.test_shuffle import PLAY_ON

TV = {"width": 1920, "height": 1080}
ON_VIDEO = "document.body.parentElement.style.setProperty('background', 'teal', 'important')"
"""What a stream puts under an overlay."""
FIELD_WITHIN_MS = 300_000
"""A thousand simulated games."""
SOLVED = "JSON.parse(localStorage.getItem('tacit')).puzzles?.mindup > 1"


async def clubs(browser: Browser, url: str, host: Desk, guest: Desk, language: str = "") -> None:
    """Show a group, the deal of the day, puzzles, an evening, and what a TV shows."""
    end = f"-{language}" if language else ""
    await host.open("/evening")
    await host.shoot(f"evenings{end}")
    await host.open("/puzzles/mindup")
    await host.shoot(f"puzzles{end}")
    await _solve(host)
    await host.shoot(f"puzzle-solved{end}")
    await host.open("/daily/mindup")
    await host.shoot(f"daily-before{end}")
    days = await (await host.phone.request.get("/api/daily")).json()
    day = next(one["day"] for one in days if one["game"] == "mindup")
    await _play((await _post(host, f"/api/daily/mindup/{day}/play", name="Ada"))["url"], host)
    await host.open("/daily/mindup")  # begins the simulated field, which takes a while
    group = await _group(host, guest)
    await host.open(group)
    await host.shoot(f"group{end}", whole=True)
    evening = await _evening(host, guest)
    await host.open(f"/evening/{evening}")
    await host.shoot(f"evening-board{end}", whole=True)
    await host.open(f"/evening/{evening}/1")
    await host.see("main article")
    await host.shoot(f"evening-tables{end}", whole=True)
    await _daily(host, f"daily-after{end}")
    lobby = await table(host, "mindup", "Ada", bots=["linnet"])
    day_game = await table(host, "mindup", "Ada", bots=["linnet", "heron", "pebble"], start=True)
    night = await table(host, "extreme", "Ada", bots=["metronome"] * 3, start=True)
    locale = await host.phone.evaluate("navigator.language")
    for name, path in (
        ("tv-lobby", f"{lobby}/tv"),
        ("tv-mind-up", f"{day_game}/tv"),
        ("tv-the-mind-extreme", f"{night}/tv"),
        ("tv-group", f"{group}/tv"),
        ("tv-evening", f"/evening/{evening}/tv"),
        ("tv-daily", "/daily/mindup/tv"),
        ("overlay-mind-up", f"{day_game}/tv?overlay"),
        ("overlay-the-mind-extreme", f"{night}/tv?overlay"),
        ("overlay-group", f"{group}/tv?overlay"),
        ("overlay-evening", f"/evening/{evening}/tv?overlay"),
        ("overlay-daily", "/daily/mindup/tv?overlay"),
    ):
        await _screen(browser, url, f"{name}{end}", path, locale)


async def _daily(host: Desk, name: str) -> None:
    """Show today's result once the simulated field is there."""
    await host.phone.goto("/daily/mindup")
    await host.phone.locator("main svg[role=img]").wait_for(timeout=FIELD_WITHIN_MS)
    await host.open("/daily/mindup")
    await host.see("main svg[role=img]")
    await host.shoot(name, whole=True)


async def _play(address: str, desk: Desk) -> None:
    """Play a game of Mind Up! to its end."""
    await desk.phone.goto(address)
    await desk.phone.evaluate(PLAY_ON)


async def _solve(desk: Desk) -> None:
    """Lay the same card on every device, and wait for the explanation."""
    for page in desk.pages:
        async with asyncio.timeout(30):
            while not await page.evaluate(SOLVED):
                await tap(page.locator("[role=toolbar] [data-card]").first)
                await asyncio.sleep(0.4)
        await asyncio.sleep(0.4)


async def _group(host: Desk, guest: Desk) -> str:
    """Play a game, make a group of its table, and let a friend open the next one."""
    address = await table(host, "mindup", "Ada", bots=["greedy", "linnet"], start=True)
    await _play(address, host)
    api = address.replace("/t/", "/api/tables/")
    group = await _post(host, f"{api}/group", title="Friday club", name="Ada")
    path = f"/api/groups/{group['group']}"
    await _post(guest, f"{path}/join", name="Bob")
    await _post(guest, f"{path}/play", game="mindup", name="Bob")
    return f"/g/{group['group']}"


async def _evening(host: Desk, guest: Desk) -> str:
    """Play a round of an evening: its host ends the time, and bots play what is left."""
    wanted = {"title": "Club night", "game": "mindup", "size": 4, "minutes": 15}
    name = str((await _post(host, "/api/evenings", name="Ada", **wanted))["evening"])
    await _post(guest, f"/api/evenings/{name}/join", name="Bob")
    await _post(host, f"/api/evenings/{name}/rounds")
    await _post(host, f"/api/evenings/{name}/close")
    async with asyncio.timeout(60):
        while True:
            answer = await host.phone.request.get(f"/api/evenings/{name}")
            if (await answer.json())["finished"]:
                return name
            await asyncio.sleep(0.3)


async def _post(desk: Desk, path: str, **body: Any) -> Any:
    answer = await desk.phone.request.post(path, data=body)
    assert answer.ok, (path, await answer.text())
    return await answer.json()


async def _screen(browser: Browser, url: str, name: str, path: str, locale: str) -> None:
    context = await browser.new_context(viewport=TV, base_url=url, locale=locale)  # type: ignore[arg-type]
    page = await context.new_page()
    if path.startswith("/g/"):
        await page.route("**/api/groups/*", _between_tables)
    await page.goto(path)
    await loaded(page)
    await asyncio.sleep(1.0)
    if "overlay" in name:
        await page.evaluate(ON_VIDEO)
    await page.screenshot(path=OUT / f"{name}.png")
    print(name)
    await context.close()


async def _between_tables(route: Route) -> None:
    """Tell of a group that plays nowhere now."""
    told = await route.fetch()
    await route.fulfill(response=told, json=await told.json() | {"table": None})
