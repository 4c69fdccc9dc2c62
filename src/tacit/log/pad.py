"""The score pad: what lies on a real table, judged by the rules."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Literal

import msgspec

from tacit.games import extreme, mindup


class PadError(ValueError):
    """This cannot lie on a table; the text says why."""


MOST_CARDS = 9
"""A tableau holds no more in round 3."""
MOST_PLAYERS = 6


class Tableaux(msgspec.Struct, forbid_unknown_fields=True):
    """The cards of each player in the order taken."""

    order: tuple[int, ...]
    tableaux: tuple[tuple[int, ...], ...]
    objectives: tuple[int, ...] = ()


class BlindPile(msgspec.Struct, forbid_unknown_fields=True):
    """A pile from the first card laid to the last."""

    colour: Literal["white", "red"]
    pile: tuple[int, ...]


def score_mindup(text: bytes) -> dict[str, Any]:
    """Score the tableaux of one round.

    Any objectives may be given, also two of one letter, to check cards of the box one by one.
    """
    given = msgspec.json.decode(text, type=Tableaux)
    if sorted(given.order) != [1, 2, 3, 4, 5]:
        raise PadError(f"the order has to be the values 1 to 5, not {list(given.order)}")
    if not 1 <= len(given.tableaux) <= MOST_PLAYERS:
        raise PadError(f"there are 1 to 6 tableaux, not {len(given.tableaux)}")
    _check_numbers("card", [card for cards in given.tableaux for card in cards], 60)
    _check_numbers("objective", given.objectives, 14)
    if any(len(cards) > MOST_CARDS for cards in given.tableaux):
        raise PadError(f"a tableau holds at most {MOST_CARDS} cards")
    tableaux = []
    for cards in given.tableaux:
        tableau = mindup.EMPTY
        for card in cards:
            tableau = mindup.place(tableau, mindup.Card(card))
        tableaux.append(tableau)
    scores = mindup.score_table(tuple(tableaux), given.order, given.objectives)
    return {"players": [mindup.score_line(score) for score in scores]}


def score_extreme(text: bytes) -> dict[str, Any]:
    """Count the errors of one blind pile."""
    given = msgspec.json.decode(text, type=BlindPile)
    _check_numbers("card", given.pile, 50)
    letter = given.colour[0].upper()
    pile = [extreme.Card(f"{letter}{value}") for value in given.pile]
    mistakes = [
        {"card": value, "overtook": [int(late[1:]) for late in overtook]}
        for value, overtook in zip(given.pile, extreme.overtaken_in(pile), strict=True)
        if overtook
    ]
    return {"errors": len(mistakes), "mistakes": mistakes}


def _check_numbers(what: str, numbers: Sequence[int], highest: int) -> None:
    seen = set()
    for number in numbers:
        if not 1 <= number <= highest:
            raise PadError(f"there is no {what} {number}: they run from 1 to {highest}")
        if number in seen:
            raise PadError(f"the {what} {number} is there twice")
        seen.add(number)


def score(game: str, text: bytes) -> dict[str, Any]:
    """Score what a JSON text describes; PadError if it cannot be read or cannot be."""
    judge = score_mindup if game == "mindup" else score_extreme
    try:
        return judge(text)
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError) as error:
        raise PadError(str(error)) from None
