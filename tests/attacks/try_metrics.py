"""Reading the site's figures to know of a press before it is told."""

from __future__ import annotations

import asyncio

import aiohttp
from prometheus_client.parser import text_string_to_metric_families

from tests.attacks.attack import Effort, Outcome, attack
from tests.server.client import Line, people
from tests.server.sites import inside, quick


@attack("No figure changes before what it counts was told", small=4, full=30)
async def a_press_is_known_from_the_figures_before_it_is_told(effort: Effort) -> Outcome:
    """Press beside a line that may be slow, and look at the figures while the press is held."""
    known = 0
    config = quick(effort.folder / "site.db")
    async with inside(config) as site, people(site.url, "Ann", "Bob") as (ann, bob):
        table = await ann.open("extreme")
        await bob.join(table)
        bobs = await bob.line(table)
        bobs.pongs = False  # not measured: as if far away
        line = await ann.line(table)
        await line.do("start")
        for _ in range(effort.tries):
            await _hands(line, bobs)
            before = await _counted(site.url)
            await line.send(
                {
                    "type": "do",
                    "id": f"stop {_}",
                    "request": {"do": "act", "action": {"kind": "stop"}},
                }
            )
            early = False
            while f"stop {_}" not in line.answers:
                seen = await _counted(site.url)
                early = early or (f"stop {_}" not in line.answers and seen != before)
            known += early
    return Outcome(effort.tries, known, "held presses that the figures showed")


async def _hands(*lines: Line) -> None:
    for kind in ("lay-hand", "lift-hand"):
        for line in lines:
            await line.do("act", action={"kind": kind})
    await asyncio.gather(*(line.until(lambda line=line: _playing(line)) for line in lines))


def _playing(line: Line) -> bool:
    return line.copy.view["phase"] == "playing"


async def _counted(url: str) -> dict[tuple[str, ...], float]:
    """Return what is counted of tables: not what this very question changes."""
    async with aiohttp.ClientSession() as http, http.get(url + "/metrics") as response:
        text = await response.text()
    return {
        (sample.name, *sample.labels.values()): sample.value
        for family in text_string_to_metric_families(text)
        for sample in family.samples
        if sample.name.startswith(("tacit_requests", "tacit_refusals", "tacit_store_entries"))
    }
