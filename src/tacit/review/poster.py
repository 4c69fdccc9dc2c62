"""What a picture of a result says."""

from __future__ import annotations

from typing import NamedTuple


class Row(NamedTuple):
    """A player's line."""

    name: str
    letter: str
    """What they are called where their name cannot be drawn."""
    points: str
    share: float
    """How long their bar is."""
    first: bool


class Poster(NamedTuple):
    """What a result picture says; without rows it gives nothing away."""

    title: str
    night: bool
    said: str = ""
    rows: tuple[Row, ...] = ()
