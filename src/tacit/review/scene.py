"""What a result picture is painted with: its colours, and what lies around what it says."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, NamedTuple


class Scene(NamedTuple):
    """The scene of a game's pictures; all colours as `#rrggbb`."""

    paper: str
    panel: str
    """Behind the row of who won."""
    ink: str
    soft: str
    """Of what is not the first thing to read."""
    crown: str
    cards: tuple[str, ...] = ()
    """Blank cards in the corner, each in a colour."""
    mat: str = "#3d4450"
    """Under columns of cards."""
    edge: str = "#23272e"
    """Around a card on the mat."""
    worth: str = "#f3e3a6"
    """Of the numbers on the mat."""
    behind: Callable[[Any, tuple[int, int]], None] | None = None
    """Draws on the empty paper with Pillow's `ImageDraw`, given the size of the picture."""


LIGHT = Scene("#f3f0e9", "#ffffff", "#1d2433", "#4a5364", "#c98a12")
DARK = Scene("#1b1e24", "#282c35", "#f3f0e9", "#b8b4ab", "#e9b949")
"""Of games that paint none."""
