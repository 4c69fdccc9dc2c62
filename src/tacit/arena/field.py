"""A frozen field: the bots that a bot is measured with, so that figures can be compared.

A game names its fields: the bots with their playouts, the simulated people and the seed. A field
never changes, so the same bot always gets the same figure. When a bot of a field plays differently,
the old one stays under another name, or the game adds a new field; `tests/arena/test_field.py` pins
what each of them plays.
"""

from __future__ import annotations

import math
import time
from collections.abc import Callable, Mapping, Sequence
from typing import Any, NamedTuple

from msgspec.structs import replace

from tacit.arena import ArenaError
from tacit.arena.interval import wilson
from tacit.arena.runner.crew import Players
from tacit.arena.runner.entrant import Entrant, entrant
from tacit.arena.tournament.league import schedule
from tacit.arena.tournament.play import Played, Terms
from tacit.arena.tournament.tournament import play_tournament
from tacit.core.plug import part


class Field(NamedTuple):
    """The other bots, the number of deals and the seed of one measurement."""

    seed: int
    others: tuple[str, ...]
    """Opponents, or partners where all players win or lose together."""
    deals: int
    """With each of them. A league plays every deal once from every seat."""
    players: int
    then: Mapping[str, str] = {}
    """Bots that play differently today: by name, the name of the one that was meant."""

    def entrant(self, other: str) -> Entrant:
        """Return one of the other bots as it was when the field was named."""
        found = entrant(other)
        return replace(found, name=self.then.get(found.name, found.name))


def field(game: str, number: int) -> Field:
    """Return a field of a game by its number."""
    fields: dict[int, Field] = part(game, "fields") or {}
    if number not in fields:
        known = ", ".join(map(str, fields)) or "none"
        raise ArenaError(f"{game} has no field {number}: there are {known}.")
    return fields[number]


def measure_league(
    game: str,
    number: int,
    bot: str,
    crew: Callable[[Terms], Players],
    tell: Callable[[int], None] = lambda _: None,
) -> dict[str, Any]:
    """Measure a bot: its share of wins in the games it did not forfeit, and its forfeits."""
    pool = field(game, number)
    began = time.monotonic()
    rows = []
    for other in pool.others:
        one, many = entrant(bot), pool.entrant(other)
        if one.label == many.label:  # a bot of the field can be measured, too
            many = replace(many, label=f"{many.label} of the field")
        plan = schedule((one, many), pool.players, pool.seed, league=False)
        terms = Terms(
            game=game,
            entrants=plan.entrants,
            players=pool.players,
            seed=pool.seed,
            millis=50,
        )
        players = crew(terms)
        try:
            tournament = play_tournament(
                plan, players, pool.deals, fixed=True, tell=lambda _: tell(1)
            )
        finally:
            players.close()
        rows.append(_row(other, tournament.games))
    return found_by(game, number, bot, rows, began)


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
