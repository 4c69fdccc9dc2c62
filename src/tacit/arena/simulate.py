"""Whole games from one number: the same number, the same games, one replay each."""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Iterator, Sequence
from typing import Any

from tacit.arena.match import play_match
from tacit.log.game import Game, seed_from


def simulate(
    game: str,
    settings: dict[str, Any],
    bots: Sequence[tuple[str, Callable[[int, int, int], Any]]],
    games: int,
    seed: int,
) -> Iterator[Game]:
    """Play games between named bots, one name for each seat, and yield each when it is over."""
    for number in range(1, games + 1):
        label = f"simulate {seed} game {number}"
        one = Game(
            game,
            settings,
            seed=seed_from(label),
            contributions=[_contribution(label, seat) for seat in range(len(bots))],
            names=[name for name, _ in bots],
        )
        play_match(one, [make for _, make in bots], label)
        yield one


def _contribution(label: str, seat: int) -> bytes:
    """Return what a bot adds to the shuffle, as a person's device would."""
    return hashlib.sha256(f"tacit contribution {label} seat {seat}".encode()).digest()[:16]
