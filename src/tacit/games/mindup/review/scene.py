"""The café table of Mind Up! in result pictures, in the colours of the app."""

from __future__ import annotations

from typing import Any

from tacit.games.mindup.rules.cards import COLOUR, Card, Colour
from tacit.review.page import CardFace
from tacit.review.scene import Scene

FILLS = dict(zip(Colour, ("#f5cf63", "#f29bb4", "#5aa5d8", "#27583c", "#3a1e5e"), strict=True))
DARK_INK, LIGHT_INK = "#1d2433", "#fdfbf6"
LIGHT_ON = tuple(Colour)[3:]
"""Colours on which numbers are light."""
BOARD_PX, GRAIN_PX = 126, 18


def card_face(card: Card) -> CardFace:
    """Return how a card looks."""
    colour = COLOUR[card]
    return CardFace(str(card), FILLS[colour], LIGHT_INK if colour in LIGHT_ON else DARK_INK)


def boards(draw: Any, size: tuple[int, int]) -> None:
    """Draw the boards of the table."""
    width, height = size
    for y in range(0, height, BOARD_PX):
        draw.line((0, y, width, y), fill="#cbb28c", width=2)
        for grain in range(14, BOARD_PX, GRAIN_PX):
            draw.line((0, y + grain, width, y + grain + 7), fill="#dfcaa8", width=1)


CAFE = Scene(
    paper="#e6d3b3",
    panel="#f9f5ec",
    ink="#1d2433",
    soft="#4a5364",
    crown="#c98a12",
    cards=tuple(FILLS.values()),
    mat="#1f4b4c",
    edge="#12302f",
    worth="#f3e3a6",
    behind=boards,
)
