"""Screenshots of what comes after games: My games, replays, reviews, passkeys."""

from __future__ import annotations

import asyncio
import sys
from pathlib import Path

from devices import Desk

sys.path.insert(0, str(Path(__file__).parents[1]))

from tests.browser.played_games import has_played

MIND_UP, EXTREME = 1, 3
"""The numbers of the stored games that are shown."""


async def after_games(desk: Desk, db: Path, language: str = "") -> None:
    """Store finished games and take pictures of them."""
    person, end = await desk.person(), f"-{language}" if language else ""
    await asyncio.to_thread(has_played, db, person, "Ada")
    await desk.open("/games")
    await desk.see("main li")
    await desk.shoot(f"games{end}", whole=True)
    for name, number, place in (
        ("mind-up", MIND_UP, "#step=22"),
        ("the-mind-extreme", EXTREME, "#step=9"),
    ):
        await desk.open(f"/replay/past-{person}-{number}/1{place}")
        await desk.see("main h1")
        await desk.shoot(f"replay-{name}{end}")
    await desk.open(f"/replay/past-{person}-{MIND_UP}/1#again=0")
    await desk.see("section [aria-live] strong")
    await desk.see("footer [data-card]")
    await desk.shoot(f"pick-again{end}")


async def looked_into(desk: Desk) -> None:
    """Take pictures of the sheets of a replay, and of the passkey settings."""
    person = await desk.person()
    for name, number in (("mind-up", MIND_UP), ("the-mind-extreme", EXTREME)):
        await desk.open(f"/replay/past-{person}-{number}/1")
        await desk.see("main h1")
        await desk.press("Review")
        await desk.see("#review-title ~ * svg, section:has(#review-title) svg")
        await desk.shoot(f"review-{name}")
    await desk.open(f"/replay/past-{person}-{MIND_UP}/1#step=22")
    await desk.see("main h1")
    await desk.press("Play on from here")
    await desk.see("dialog[open]")
    await desk.shoot("what-if")
    await desk.open("/")
    await desk.press("Settings")
    await desk.see("dialog[open]")
    await desk.shoot("keep")
    await desk.open("/")
    await desk.press("Find my games from another device")
    await desk.see("dialog[open]")
    await desk.shoot("find-me")
