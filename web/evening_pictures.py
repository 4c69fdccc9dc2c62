"""Screenshots of an evening: its pages and its screen, and the screen of the deal of the day."""

from __future__ import annotations

import asyncio

import aiohttp
from devices import OUT, Desk, loaded
from playwright.async_api import Browser

TV = {"width": 1920, "height": 1080}
NAMES = ("Bob", "Cleo", "Dario", "Eve", "Fay", "Gus", "Hal", "Ines", "Jon", "Kim", "Lou")
PATIENCE_S = 120.0


async def evening(desk: Desk, browser: Browser, url: str) -> None:
    """Host an evening for twelve, and let bots play its first round out."""
    await desk.open("/evening")
    await desk.shoot("evening-new")
    wanted = {"title": "Club night", "game": "mindup", "size": 4, "minutes": 20, "name": "Ada"}
    opened = await (await desk.phone.request.post("/api/evenings", data=wanted)).json()
    page, path = f"/evening/{opened['evening']}", f"/api/evenings/{opened['evening']}"
    for name in NAMES:
        async with aiohttp.ClientSession() as one:
            await (await one.post(f"{url}{path}/join", json={"name": name})).read()
    await desk.open(page)
    await desk.shoot("evening-before", whole=True)
    await _on_tv(browser, url, f"{page}/tv", "evening-before")
    for what in ("rounds", "close"):
        await desk.phone.request.post(f"{path}/{what}")
    async with asyncio.timeout(PATIENCE_S):
        while not (await (await desk.phone.request.get(path)).json())["round"]["over"]:
            await asyncio.sleep(0.5)
    await desk.open(page)
    await desk.see("main table")
    await desk.shoot("evening", whole=True)
    await _on_tv(browser, url, f"{page}/tv", "evening")
    await desk.open(f"{page}/1")
    await desk.see("main article")
    await desk.shoot("evening-round", whole=True)
    await desk.press("Games side by side")
    await desk.see(".mindup-table")
    await desk.shoot("evening-side-by-side")
    await _on_tv(browser, url, "/daily/mindup/tv", "daily")


async def _on_tv(browser: Browser, url: str, path: str, name: str) -> None:
    context = await browser.new_context(viewport=TV, locale="en-GB", base_url=url)
    page = await context.new_page()
    await page.goto(path)
    await page.locator("figure img").wait_for()
    await loaded(page)
    for scheme in ("light", "dark"):
        await page.emulate_media(color_scheme=scheme)  # type: ignore[arg-type]
        await page.screenshot(path=OUT / f"{name}-tv-{scheme}.png", animations="disabled")
    await context.close()
