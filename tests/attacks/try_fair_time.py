"""Pretending to be far away, so that cards count as laid earlier than they were pressed."""

from __future__ import annotations

import asyncio
import random
from itertools import count
from typing import Any

from tests.attacks.attack import Effort, Outcome, attack
from tests.server.client import Line, Person, people
from tests.server.sites import inside, quick

LATE = 0.31
"""Seconds by which a liar answers every ping: as slow as a line is ever believed to be."""
MEASURED = 3.5
"""Seconds until a line has been measured a few times."""
_IDS = count(1)


@attack("Answering late gains nothing on a direct connection", small=3, full=24)
async def a_liar_on_a_direct_line_is_laid_first(effort: Effort) -> Outcome:
    """Press up to 140 ms after another player, and be laid before them."""
    return await _race(effort, behind_proxy=False)


def _what_a_proxy_hides(tries: int) -> float:
    """Behind a proxy the way to the liar is unknown: within the bound of 150 ms it works."""
    return tries


@attack(
    "Behind a proxy answering late gains 150 ms at the most",
    small=2,
    full=24,
    most=_what_a_proxy_hides,
)
async def a_liar_behind_a_proxy_is_laid_first(effort: Effort) -> Outcome:
    """The same where the site sees only a proxy's connection: this is not promised away."""
    return await _race(effort, behind_proxy=True)


async def _race(effort: Effort, *, behind_proxy: bool) -> Outcome:
    rng = random.Random(effort.seed)
    config = quick(effort.folder / "site.db", behind_proxy=behind_proxy)
    won, credit = 0, 0
    async with inside(config) as site, people(site.url, "Ann", "Liar") as (ann, liar):
        for _ in range(effort.tries):
            honest, lying = await _in_play(ann, liar)
            gap = rng.uniform(0.01, 0.14)
            first = asyncio.create_task(honest.ask(_stop()))
            await asyncio.sleep(gap)
            second = asyncio.create_task(lying.ask(_stop()))
            answers = await asyncio.gather(first, second)
            won += answers[1]["type"] == "ack"
            who = honest.of("presence")[-1]["seats"]
            credit = max(credit, *(seat.get("credit", 0) for seat in who))
            await honest.close()
            await lying.close()
    told = (
        f"pressed 10 to 140 ms later and came first; credited {credit} ms at most, for all to see"
    )
    return Outcome(effort.tries, won, told)


def _stop() -> dict[str, Any]:
    return {"do": "act", "action": {"kind": "stop"}}


async def _in_play(ann: Person, liar: Person) -> tuple[Line, Line]:
    """Return two lines to a level in play; one answers every ping late."""
    table = await ann.open("extreme")
    await liar.join(table)
    honest, lying = await ann.line(table), await liar.line(table, version=None)
    lying.pongs = False
    await lying.hello()
    late = asyncio.create_task(_answer_late(lying))
    await honest.do("start")
    await asyncio.sleep(MEASURED)
    late.cancel()
    for kind in ("lay-hand", "lift-hand"):
        for line in (honest, lying):
            await line.do("act", action={"kind": kind})
    await asyncio.sleep(LATE)  # nobody presses before they could have seen that play goes on
    return honest, lying


async def _answer_late(line: Line) -> None:
    """Answer every ping, and every answer late."""
    answered: set[int] = set()
    pending: set[asyncio.Task[None]] = set()

    async def answer(number: int) -> None:
        await asyncio.sleep(LATE)
        await line.send({"type": "pong", "n": number})

    while not line.closed:
        for ping in line.of("ping"):
            if ping["n"] not in answered:
                answered.add(ping["n"])
                pending.add(asyncio.create_task(answer(ping["n"])))
        await asyncio.sleep(0.01)


@attack("Nobody undoes a press by going away after it", small=4, full=30)
async def a_press_is_undone_by_a_pause_or_a_lost_line(effort: Effort) -> Outcome:
    """While a player's press is held, pause, leave or hang up before it is released."""
    undone = 0
    ways = ("pause", "leave", "hang up")
    config = quick(effort.folder / "site.db", behind_proxy=True)
    async with inside(config) as site, people(site.url, "Ann", "Bob", "Cleo") as (ann, bob, cleo):
        for number in range(effort.tries):
            table = await ann.open("extreme")
            lines = [await ann.line(table)]
            for person in (bob, cleo):
                await person.join(table)
                lines.append(await person.line(table, version=None))
                lines[-1].pongs = person is bob
                await lines[-1].hello()
            late = asyncio.create_task(_answer_late(lines[2]))  # so that what Ann presses is held
            await asyncio.sleep(2 * LATE)
            await lines[0].do("start")
            for kind in ("lay-hand", "lift-hand"):
                for line in lines:
                    await line.do("act", action={"kind": kind})
            card = lines[0].copy.legal["play"][0]
            play = {"do": "act", "action": {"kind": "play", "card": card}}
            pressed = asyncio.create_task(lines[0].ask(play, f"play {next(_IDS)}"))
            await asyncio.sleep(0.04)
            await _go_away(lines[1], ways[number % len(ways)])
            undone += (await pressed)["type"] != "ack"
            late.cancel()
            for line in lines:
                await line.close()
    return Outcome(
        effort.tries, undone, "presses undone 40 ms later, by pause, leave or lost connection"
    )


async def _go_away(line: Line, way: str) -> None:
    if way == "hang up":
        await line.socket.close()
    else:
        await line.send({"type": "do", "id": f"away {next(_IDS)}", "request": {"do": way}})
