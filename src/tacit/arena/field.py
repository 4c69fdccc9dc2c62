"""A frozen field: who a bot is measured against, so that anyone's figure can be compared.

A field names its bots with their playouts, its simulated people and its seeds, and is never
changed: the same bot always comes to the same figure. When a bot of a field would play differently,
there is a new field; `tests/arena/test_field.py` keeps what each of them plays.
"""

from __future__ import annotations

import math
import time
from collections.abc import Callable, Sequence
from typing import Any, NamedTuple

from msgspec.structs import replace

from tacit.arena import ArenaError
from tacit.arena.interval import wilson
from tacit.arena.runner.crew import Players
from tacit.arena.runner.entrant import entrant
from tacit.arena.tournament.league import schedule
from tacit.arena.tournament.play import Played, Terms
from tacit.arena.tournament.tournament import play_tournament


class Field(NamedTuple):
    """Whom one plays, on how many deals or games, from which seed."""

    seed: int
    against: tuple[str, ...]
    """Bots of Mind Up!: three copies of each against one."""
    deals: int
    """Against each of them; every deal is played from all four seats."""
    partners: tuple[str, ...]
    """Bots and people of The Mind Extreme: one each beside the bot."""
    games: int
    """With each of them."""


FIELDS: dict[int, Field] = {
    1: Field(
        seed=20261116,
        against=("random", "greedy", "linnet", "swift", "flat#100", "search#30"),
        deals=40,
        partners=(
            "metronome",
            "human-7",
            "human-14",
            "human-30",
            "casual-50",
            "casual-90",
            "impatient",
            "drifting",
            "lapsing",
        ),
        games=60,
    ),
}


def field(number: int) -> Field:
    """Return a field by its number."""
    if number not in FIELDS:
        known = ", ".join(str(one) for one in FIELDS)
        raise ArenaError(f"There is no field {number}: there are {known}.")
    return FIELDS[number]


def measure_league(
    number: int,
    bot: str,
    crew: Callable[[Terms], Players],
    tell: Callable[[int], None] = lambda _: None,
) -> dict[str, Any]:
    """Measure a bot of Mind Up!: its share of wins where it did not forfeit, and its forfeits."""
    pool = field(number)
    began = time.monotonic()
    rows = []
    for other in pool.against:
        one, many = entrant(bot), entrant(other)
        if one == many:  # a reference bot may be measured, too
            many = replace(many, label=f"{many.label} of the field")
        plan = schedule((one, many), 4, pool.seed, league=False)
        terms = Terms(entrants=plan.entrants, players=4, objectives=0, seed=pool.seed, millis=50)
        players = crew(terms)
        try:
            tournament = play_tournament(
                plan, players, pool.deals, fixed=True, tell=lambda _: tell(1)
            )
        finally:
            players.close()
        rows.append(_row(other, tournament.games))
    return found_by("mindup", number, bot, rows, began)


def _row(other: str, games: Sequence[Played]) -> dict[str, Any]:
    """Return how the bot in slot 0 did."""
    finished = [game.shares[0] for game in games if 0 not in game.forfeits]
    reasons = [game.forfeits[0] for game in games if 0 in game.forfeits]
    return {
        "other": other,
        "games": len(games),
        "won": math.fsum(finished),
        "finished": len(finished),
        "forfeits": len(reasons),
        "first_forfeit": next(iter(reasons), None),
    }


def found_by(
    game: str, number: int, bot: str, rows: list[dict[str, Any]], began: float
) -> dict[str, Any]:
    """Return the figure: the mean over the field, each reference bot counting the same."""
    for row in rows:
        row["win_rate"] = row["won"] / row["finished"] if row["finished"] else None
    rates = [row["win_rate"] for row in rows if row["win_rate"] is not None]
    finished = sum(row["finished"] for row in rows)
    strength = math.fsum(rates) / len(rates) if rates else None
    low, high = wilson(round((strength or 0) * finished), finished) if finished else (0.0, 1.0)
    found = {
        "game": game,
        "field": number,
        "bot": bot,
        "games": sum(row["games"] for row in rows),
        "strength": strength,
        "ci95": [low, high],
        "forfeits": sum(row["forfeits"] for row in rows),
        "against": rows,
        "wall": {"seconds": round(time.monotonic() - began, 2)},
    }
    return found | {"line": line(found)}


def line(found: dict[str, Any]) -> str:
    """Return the one line to quote."""
    if found["strength"] is None:
        return f"tacit field {found['field']}, {found['game']}: {found['bot']} forfeited every game"
    low, high = found["ci95"]
    each = ", ".join(
        f"{row['other']} {100 * row['win_rate']:.1f}"
        for row in found["against"]
        if row["win_rate"] is not None
    )
    forfeits = found["forfeits"]
    return (
        f"tacit field {found['field']}, {found['game']}: {found['bot']} "
        f"{100 * found['strength']:.1f} % won ({100 * low:.1f}–{100 * high:.1f}; {each}), "
        f"{found['games']} games, {forfeits} forfeited"
    )
