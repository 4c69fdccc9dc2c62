"""How deep a review looks, and how far it is."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, NamedTuple

Part = Callable[[], dict[str, Any] | None]
"""Gives what there is of a review already, in its shape, if there is something to show."""
Progress = Callable[[int, int, Part], None]
"""Called with how much is done, of how much, and what can be asked for the part that is."""


class Depth(NamedTuple):
    """What a review depends on besides the game, and what it does not: on how many cores."""

    seed: int = 1
    deals: int = 400
    jobs: int = 1


def unseen(_done: int, _of: int, _part: Part) -> None:
    """Nobody looks."""


def nothing() -> None:
    """There is nothing to show before the end."""
