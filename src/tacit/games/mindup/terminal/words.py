"""The Bonus Objectives of Mind Up! in words."""

from __future__ import annotations

from tacit.games.mindup import OBJECTIVES

WORDS: dict[int, str] = {
    1: "1 or 3 orange cards",
    2: "orange in the column worth 1 or 2",
    3: "2 or 4 blue cards",
    4: "no colour has more cards than blue",
    5: "no player has fewer pink cards",
    6: "no player has more pink cards",
    7: "green in the rightmost column in use",
    8: "green in the column worth 4 or 5",
    9: "at least as many purple as orange cards",
    10: "no player has more purple cards",
    11: "all five colours",
    12: "exactly three colours",
    13: "a colour with exactly 3 cards",
    14: "a colour with exactly 4 cards",
}


def signed(points: int) -> str:
    """Return points with their sign.

    >>> signed(2), signed(-2), signed(0)
    ('+2', '−2', '0')
    """
    return f"{points:+}".replace("-", "−") if points else "0"


def objective(number: int) -> str:
    """Return an objective in words.

    >>> objective(13)
    '−2: a colour with exactly 3 cards'
    """
    return f"{signed(OBJECTIVES[number].value)}: {WORDS[number]}"
