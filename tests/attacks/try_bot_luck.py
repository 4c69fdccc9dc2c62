"""Foretelling what a bot picks face down, from all that is public about its table."""

from __future__ import annotations

import math

from tacit.bots.registry import bot_seed, find_bot
from tacit.core.rulebook import Seat
from tests.attacks.attack import Effort, Outcome, attack
from tests.server.client import Line, people
from tests.server.sites import inside, quick


def _by_luck(tries: int) -> float:
    """How often one of two guesses is right by luck, and four standard deviations more."""
    return tries * 0.5 + 4 * math.sqrt(tries * 0.25)


@attack("Bots' picks follow from nothing public", small=40, full=200, most=_by_luck)
async def a_bot_is_foretold_from_what_is_public(effort: Effort) -> Outcome:
    """Run the same bot with seeds made of public things, knowing even the cards it holds."""
    right = tries = 0
    config = quick(effort.folder / "site.db")
    async with inside(config) as site, people(site.url, "Ann") as (ann,):
        while tries < effort.tries:
            table = await ann.open("mindup", bots=["random", "random"], start=True)
            line = await ann.line(table)
            commitment = line.copy.house["commitment"]
            twins = [
                (seat, find_bot("random", "mindup")(seat, 3, bot_seed(text)))
                for seat in (1, 2)
                for text in (f"{table} game 1 seat {seat}", f"{commitment} game 1 seat {seat}")
            ]
            while line.copy.stage != "over":
                guesses = _guesses(site.site.tables._tables[table].table.state, twins)
                played = await _a_turn(line)
                tries += 2
                right += sum(
                    any(played[seat] == card for owner, card in guesses if owner == seat)
                    for seat in (1, 2)
                )
            await line.close()
    return Outcome(tries, right, "picks of a bot foretold, with two guesses each")


def _guesses(state, twins) -> list[tuple[int, int]]:
    views = {seat: state.rules.view(state.play, Seat(seat)) for seat, _ in twins}
    return [(seat, twin.choose(views[seat], 0.1)) for seat, twin in twins]


async def _a_turn(line: Line) -> list[int]:
    """Pick, and return what everybody played."""
    seen = len(line.messages)
    await line.do("act", action={"kind": "pick", "card": line.copy.view["hand"][0]})
    return await line.until(
        lambda: next(
            (
                event["plays"] if event["kind"] == "revealed" else event["last"]
                for message in line.messages[seen:]
                for event in message.get("events", ())
                if event["kind"] in ("revealed", "round-ended")
            ),
            None,
        )
    )
