"""A guest pauses and goes on, over and over, so that bots are asked more than they can answer."""

from __future__ import annotations

import asyncio
import contextlib
import time
from unittest.mock import patch

from tacit.games.mindup.bots.search import Search
from tacit.server.config import Config, Limits
from tests.attacks.attack import Effort, Outcome, attack
from tests.server.client import HungUp, Line, people
from tests.server.sites import QUICK, Inside, inside

BOTS = ["search"] * 5
THINKS = 0.25
"""Seconds that a bot that thinks hard takes over a card."""
HAMMER = 3.0
"""Seconds for which the game is paused and resumed, as often as a line may send."""
TIMEOUT_S = 2.0
"""Seconds after which a player wonders where a light bot is."""


def _think(_: Search, view: object, budget: float) -> int:
    """Take as long as it takes, without needing the machine."""
    time.sleep(THINKS)
    return view.hand[0]  # type: ignore[attr-defined]


@attack("one guest's questions do not keep others' light bots waiting", small=3, full=15)
async def keep_all_bots_busy(effort: Effort) -> Outcome:
    config = Config(db=str(effort.folder / "bots.db"), bot_pace_ms=QUICK, limits=Limits())
    with patch.object(Search, "choose", _think):
        async with inside(config) as site, people(site.url, "Eve") as (eve,):
            line = await eve.line(await eve.open("mindup", bots=BOTS, start=True))
            asked = await _hammer(line)
            waits = [await _light_bots(site) for _ in range(effort.tries)]
    late = sum(wait > TIMEOUT_S for wait in waits)
    told = f"{asked} times paused or resumed; light bots elsewhere took {max(waits):.2f} s at most"
    return Outcome(effort.tries, late, told)


async def _hammer(line: Line) -> int:
    count, end = 0, time.monotonic() + HAMMER
    with contextlib.suppress(HungUp):
        while time.monotonic() < end:
            for do in ("pause", "resume"):
                count += (await line.ask({"do": do}))["type"] == "ack"
                await asyncio.sleep(0.05)
    return count


async def _light_bots(site: Inside) -> float:
    """Return how long it takes until two light bots have picked a card."""
    async with people(site.url, "Ann") as (ann,):
        start = time.monotonic()
        table = await ann.open("mindup", bots=["greedy", "random"], start=True)
        line = await ann.line(table)
        with contextlib.suppress(TimeoutError):
            await line.until(lambda: sum(line.copy.view["picked"]) == 2, 2 * TIMEOUT_S)
        return time.monotonic() - start
