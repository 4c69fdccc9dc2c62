"""Tables a test can start from: decks stacked card by card, and one game worked out by hand."""

from __future__ import annotations

from functools import reduce
from itertools import chain

from tacit.core.rulebook import Refused, settle
from tacit.games import mindup
from tacit.games.mindup import DECK, EMPTY, Pick, Setup, evolve, follows, initial, place
from tests.games.caused import caused

ORDERS = ((2, 4, 1, 5, 3), (1, 5, 2, 4, 3), (5, 3, 1, 4, 2))
NO_OBJECTIVES = ((), (), ())


def deal(*hands, row, draws=(), orders=ORDERS, objectives=NO_OBJECTIVES):
    """Stack a deck that deals these hands of seven, this row and then these draws."""
    top = (*chain.from_iterable(hands), *row, *draws)
    return Setup(
        players=len(hands),
        deck=(*top, *(card for card in DECK if card not in top)),
        orders=orders,
        objectives=objectives,
    )


def dealt(setup):
    """Return the table when round 1 waits for its first picks."""
    return settle(initial(setup), [], follows, evolve)


def after(state, *events):
    return reduce(evolve, events, state)


def do(state, *actions):
    """Act, one action after the other, and let everything follow that follows."""
    for action in actions:
        events = caused(mindup, state, action)
        assert not isinstance(events, Refused), str(events)
        state = after(state, *events)
    return state


def turn(state, *cards):
    """Let every seat pick its card, in the order of the seats."""
    return do(state, *(Pick(seat, card) for seat, card in enumerate(cards)))


def lowest(state, turns=1):
    """Let everyone play the lowest card of the hand for some turns."""
    for _ in range(turns):
        state = turn(state, *(hand[0] for hand in state.hands))
    return state


def history(setup):
    """Return every event of a game in which everyone always plays the lowest card."""
    events = []
    state = settle(initial(setup), events, follows, evolve)
    while state.ended is None:
        for seat, hand in enumerate(state.hands):
            happened = caused(mindup, state, Pick(seat, hand[0]))
            events += happened
            state = after(state, *happened)
    return tuple(events)


def laid(*cards):
    """Return the tableau of a player who took these cards in this order."""
    return reduce(place, cards, EMPTY)


PLAIN = deal(
    (1, 2, 3, 4, 5, 6, 7),
    (8, 9, 10, 11, 12, 13, 14),
    (15, 16, 17, 18, 19, 20, 21),
    row=(22, 23, 24),
    draws=(60, 59, 58, 57, 56, 55),
    objectives=((1, 13), (6, 9), (10, 7)),
)
"""Played lowest card first, nearly every card comes back to its owner, so it is easily followed."""
