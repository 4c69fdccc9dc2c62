"""How deep a review looks, and how far it is."""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple

Progress = Callable[[int, int], None]
"""Called with how much is done, and of how much."""


class Depth(NamedTuple):
    """What a review depends on besides the game, and what it does not: on how many cores."""

    seed: int = 1
    deals: int = 400
    jobs: int = 1


def unseen(_done: int, _of: int) -> None:
    """Nobody looks."""
