"""The hundred cards (ME-01): white 1–50 and red 1–50, written W8 and R33.

White is laid in ascending, red in descending order (ME-11). `POSITION` makes both alike: it counts
from 1, the first card that belongs into a pile, to 50, the last. So W1 and R50 have position 1.
"""

from __future__ import annotations

from collections.abc import Iterable
from enum import StrEnum
from typing import NewType

Card = NewType("Card", str)


class Colour(StrEnum):
    """The two colours, each with a pile of its own."""

    WHITE = "white"
    RED = "red"


HIGHEST = 50

POSITION: dict[Card, int] = {
    **{Card(f"W{value}"): value for value in range(1, HIGHEST + 1)},
    **{Card(f"R{value}"): HIGHEST + 1 - value for value in range(1, HIGHEST + 1)},
}
COLOUR: dict[Card, Colour] = {
    card: Colour.WHITE if card.startswith("W") else Colour.RED for card in POSITION
}
DECK: tuple[Card, ...] = tuple(POSITION)


def in_order(cards: Iterable[Card]) -> tuple[Card, ...]:
    """Sort as one holds them: white, then red, each as it will be laid."""
    return tuple(sorted(cards, key=lambda card: (COLOUR[card] is Colour.RED, POSITION[card])))


def first_of(colour: Colour, hand: Iterable[Card]) -> Card | None:
    """Return the only card of a colour that may be laid: lowest white, highest red (ME-12)."""
    own = [card for card in hand if COLOUR[card] is colour]
    return min(own, key=POSITION.__getitem__, default=None)
