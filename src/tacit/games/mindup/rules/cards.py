"""The sixty cards (MU-01, MU-02): a number, one of five colours, a bonus of −1 to +2."""

from __future__ import annotations

from enum import StrEnum
from typing import NewType

Card = NewType("Card", int)


class Colour(StrEnum):
    """The five colours."""

    ORANGE = "orange"
    PINK = "pink"
    BLUE = "blue"
    GREEN = "green"
    PURPLE = "purple"


# number: bonus, as printed.
PRINTED: dict[Colour, dict[int, int]] = {
    Colour.ORANGE: {
        1: -1, 8: 0, 15: +1, 16: +2, 23: +1, 30: 0, 31: 0, 38: +1, 45: +2, 46: +1, 53: 0, 60: -1,
    },
    Colour.PINK: {
        2: 0, 6: 0, 10: +2, 19: -1, 27: +1, 29: +1, 32: +1, 34: +1, 42: -1, 51: +2, 55: 0, 59: 0,
    },
    Colour.BLUE: {
        3: +1, 13: -1, 18: 0, 21: +1, 24: 0, 28: +2, 33: +2, 37: 0, 40: +1, 43: 0, 48: -1, 58: +1,
    },
    Colour.GREEN: {
        4: +2, 5: +1, 12: 0, 14: 0, 17: +1, 25: -1, 36: -1, 44: +1, 47: 0, 49: 0, 56: +1, 57: +2,
    },
    Colour.PURPLE: {
        7: -1, 9: +1, 11: +1, 20: 0, 22: +2, 26: 0, 35: 0, 39: +2, 41: 0, 50: +1, 52: +1, 54: -1,
    },
}  # fmt: skip

COLOUR: dict[Card, Colour] = {
    Card(number): colour for colour, column in PRINTED.items() for number in column
}
BONUS: dict[Card, int] = {
    Card(number): bonus for column in PRINTED.values() for number, bonus in column.items()
}
DECK: tuple[Card, ...] = tuple(sorted(COLOUR))
