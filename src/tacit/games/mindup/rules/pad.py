"""The score pad of Mind Up!: the tableaux of one round."""

from __future__ import annotations

from typing import Any

import msgspec

from tacit.core.pad import Pad, PadError, check_numbers
from tacit.games.mindup.rules.cards import Card
from tacit.games.mindup.rules.scoresheet import score_line
from tacit.games.mindup.rules.scoring import score_table
from tacit.games.mindup.rules.tableau import EMPTY, place

MOST_CARDS = 9
"""A tableau holds no more in round 3."""
MOST_PLAYERS = 6


class Tableaux(msgspec.Struct, forbid_unknown_fields=True):
    """The cards of each player in the order taken."""

    order: tuple[int, ...]
    tableaux: tuple[tuple[int, ...], ...]
    objectives: tuple[int, ...] = ()


def score(given: Tableaux) -> dict[str, Any]:
    """Score the tableaux of one round.

    Any objectives may be given, also two of one letter, to check cards of the box one by one.
    """
    if sorted(given.order) != [1, 2, 3, 4, 5]:
        raise PadError(f"the order has to be the values 1 to 5, not {list(given.order)}")
    if not 1 <= len(given.tableaux) <= MOST_PLAYERS:
        raise PadError(f"there are 1 to 6 tableaux, not {len(given.tableaux)}")
    check_numbers("card", [card for cards in given.tableaux for card in cards], 60)
    check_numbers("objective", given.objectives, 14)
    if any(len(cards) > MOST_CARDS for cards in given.tableaux):
        raise PadError(f"a tableau holds at most {MOST_CARDS} cards")
    tableaux = []
    for cards in given.tableaux:
        tableau = EMPTY
        for card in cards:
            tableau = place(tableau, Card(card))
        tableaux.append(tableau)
    scores = score_table(tuple(tableaux), given.order, given.objectives)
    return {"players": [score_line(score) for score in scores]}


PAD: Pad | None = Pad(Tableaux, score)
