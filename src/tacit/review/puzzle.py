"""Puzzles: positions of simulated games in which one move is clearly best and not the obvious one.

A game ships its puzzles as a file, one JSON object per line, and makes them with `tacit puzzles`.
"""

from __future__ import annotations

from functools import cache
from pathlib import Path
from typing import Any

import msgspec

from tacit.core.plug import part

MOST_PUZZLES = 1000


class Puzzle(msgspec.Struct, frozen=True):
    """A position as a seat sees it, and what each of its moves is worth."""

    view: dict[str, Any]
    """As at a live table."""
    names: tuple[str, ...]
    """Of the players, by seat."""
    best: str
    """The move that is clearly best."""
    obvious: str
    """The one that most would make."""
    lost: dict[str, float]
    """By move: how many points it is worth less than the best."""
    reasons: dict[str, tuple[dict[str, Any], ...]]
    """By move: why the best is better, as in a review."""
    found_by: tuple[str, ...]
    """The bots that find the best move, the weakest first."""
    level: int
    """1 if a weak bot finds it, more if only stronger ones do."""


@cache
def puzzles(game: str) -> tuple[Puzzle, ...]:
    """Return the puzzles of a game, the easiest first; none if it has none."""
    file: Path | None = part(game, "puzzles")
    if file is None:
        return ()
    lines = file.read_bytes().splitlines()
    return tuple(msgspec.json.decode(line, type=Puzzle) for line in lines)
