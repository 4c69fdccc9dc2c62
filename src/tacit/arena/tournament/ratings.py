"""Ratings over a league: see `tacit.arena.rating`."""

from __future__ import annotations

from collections.abc import Iterable

from tacit.arena.rating import Rating, after_game, beginner
from tacit.arena.tournament.play import Played

__all__ = ["Rating", "ratings"]


def ratings(games: Iterable[Played], bots: int) -> tuple[Rating, ...]:
    """Rate bots by the places they made, game by game in the order given."""
    rated = dict.fromkeys(range(bots), beginner())
    for game in games:
        rated |= after_game(rated, game.lineup, game.places)
    return tuple(rated.values())
