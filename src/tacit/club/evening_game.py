"""What a game says about evenings: how many sit at a table, who fills seats, what is compared."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from tacit.core.plug import every_game, part
from tacit.table.conduct import conduct_of
from tacit.table.log.records import Settings


class EveningGame:
    """A plug names one of these."""

    game: str
    sizes: Sequence[int]
    """How many seats a table may have; the first is what a host is offered."""
    bot: str
    """Who fills a seat: a function of seat, seed and view, so that all tables meet the same one. A
    bot that thinks in a worker process has a stand-in while that is not ready: not here."""
    settings: Settings = Settings(spectators=False)

    def score(self, result: Any, seat: int) -> int:
        """Return the number by which tables with the same deal are compared: more is better."""
        return conduct_of(self.game).mark(result, seat).points or 0


def evening_game(game: str) -> EveningGame | None:
    """Return what a game says about evenings; None if there is no such game, or it has none."""
    found: EveningGame | None = part(game, "evening") if game in every_game() else None
    return found


def games_with_evenings() -> list[str]:
    """Return the games that can be played at many tables at once."""
    return [game for game in every_game() if evening_game(game) is not None]
