"""A player's five columns, one under each Score card, left to right."""

from __future__ import annotations

from typing import TypeAlias

from tacit.games.mindup.rules.cards import COLOUR, Card, Colour

Column: TypeAlias = tuple[Card, ...]
Tableau: TypeAlias = tuple[Column, ...]
Order: TypeAlias = tuple[int, ...]
"""The Score values 1–5 from left to right, the same for the whole table (MU-10)."""

SCORE_VALUES = (1, 2, 3, 4, 5)
EMPTY: Tableau = ((), (), (), (), ())


def place(tableau: Tableau, card: Card) -> Tableau:
    """Lay a card: onto its colour's column, else onto the leftmost empty Score card (MU-16)."""
    column = column_for(tableau, card)
    return (*tableau[:column], (*tableau[column], card), *tableau[column + 1 :])


def column_for(tableau: Tableau, card: Card) -> int:
    """Return where a card has to go, counted from the left."""
    column = column_of(tableau, COLOUR[card])
    return tableau.index(()) if column is None else column


def column_of(tableau: Tableau, colour: Colour) -> int | None:
    """Return where a colour lies, counted from the left, or None if there is no such card."""
    for number, column in enumerate(tableau):
        if column and COLOUR[column[0]] is colour:
            return number
    return None


def count(tableau: Tableau, colour: Colour) -> int:
    """Return how many cards of a colour lie in a tableau."""
    column = column_of(tableau, colour)
    return 0 if column is None else len(tableau[column])


def cards_in(tableau: Tableau) -> tuple[Card, ...]:
    """Return all cards of a tableau in ascending order: the next round's hand (MU-26)."""
    return tuple(sorted(card for column in tableau for card in column))
