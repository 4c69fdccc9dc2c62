"""What an observation of Mind Up! holds, place by place, for every environment that gives arrays.

An observation is a row of whole numbers from -128 to 127, as one seat may know the table. Seats are
counted from the observer's own: 0 is the observer, 1 the next, and so on round the table.

| places | hold |
|---|---|
| 0…59 | where the card 1…60 is: one of the codes below |
| 60…63 | the round and the turn, both from 1; the cards in hand; how many play |
| 64…68 | the Score values of this round, left to right |
| 69…82 | 1 for each objective that is out, #1 first |
| 83…87 | always 0 |
| 88 + 8·seat + 0…4 | by colour, the Score value above it in that seat's tableau, 0 without it |
| 88 + 8·seat + 5…7 | the points of rounds 1…3, 0 before they are scored |

Colours are in the order of `tacit.games.mindup.Colour`. An action is a card less one: 0…59. When
the game is over the round is 4, the turn 1, and all hands are empty.
"""

from __future__ import annotations

import numpy as np
import numpy.typing as npt

from tacit.games.mindup import COLOUR, Card, Colour, View
from tacit.games.mindup.rules.setup import ROUNDS
from tacit.games.mindup.rules.start import FIRST_HAND

Numbers = npt.NDArray[np.int8]

DECK_SIZE = 60
UNSEEN, IN_ROW = 0, 1
"""Codes of cards that no player showed the observer, and of cards in the centre row."""
HELD = 2
"""HELD + seat: in that hand, as far as all know; in the observer's own, all of it."""
TAKEN = 8
"""TAKEN + seat: in that tableau."""
ROUND, TURN, IN_HAND, PLAYERS = range(DECK_SIZE, DECK_SIZE + 4)
ORDER = 64
OBJECTIVES = ORDER + 5
SEATS = 88
A_SEAT = 8
COLOURS = tuple(Colour)


def size(players: int) -> int:
    """Return how many numbers an observation has.

    >>> [size(players) for players in (3, 4, 5, 6)]
    [112, 120, 128, 136]
    """
    return SEATS + A_SEAT * players


def observed(view: View) -> Numbers:
    """Return the observation of a view: the reference the compiled environments are held to.

    A spectator's view counts seats from seat 0 and shows of hands only what all know.
    """
    found = np.zeros(size(view.players), np.int8)
    me = 0 if view.seat is None else int(view.seat)
    over = view.places is not None
    found[ROUND : PLAYERS + 1] = (
        ROUNDS + 1 if over else view.round,
        1 if over else view.turn,
        0 if over else FIRST_HAND + view.round - view.turn,
        view.players,
    )
    found[ORDER : ORDER + 5] = view.order
    for number in view.objectives:
        found[OBJECTIVES + number - 1] = 1
    for card in view.row:
        found[card - 1] = IN_ROW
    for away in range(view.players):
        seat = (me + away) % view.players
        held = view.hand if seat == view.seat else view.known[seat]
        found[[card - 1 for card in held]] = HELD + away
        _write_seat(found, view, seat, away)
    return found


def _write_seat(found: Numbers, view: View, seat: int, away: int) -> None:
    """Write a seat's tableau and points."""
    at = SEATS + A_SEAT * away
    for value, column in zip(view.order, view.tableaux[seat], strict=True):
        for card in column:
            found[card - 1] = TAKEN + away
            found[at + COLOURS.index(COLOUR[Card(card)])] = value
    for number, scores in enumerate(view.scores):
        found[at + 5 + number] = scores[seat].total
