"""A packed game of Mind Up! played again by the readable rules, for bots, pictures and records."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from tacit.core.rulebook import Decided, Seat, decide, seats, settle
from tacit.games import mindup
from tacit.games.mindup import DECK, Card, Pick, Setup, State, View
from tacit.games.mindup.kernel.packed import (
    DRAWN,
    HAND,
    OBJECTIVES,
    ORDER,
    PLAYERS,
    ROW,
    Words,
    unpack,
)
from tacit.games.mindup.rules.setup import ROUNDS


def setup_of(dealt: Words) -> Setup:
    """Return the luck of a packed game that has just been dealt."""
    players = int(dealt[PLAYERS])
    deck = [
        *(card for seat in range(players) for card in unpack(dealt[HAND + seat])),
        *unpack(dealt[ROW]),
        *(card for number in range(ROUNDS - 1) for card in unpack(dealt[DRAWN + number])),
    ]
    rest = [card for card in DECK if card not in deck]
    return Setup(
        players=players,
        deck=tuple(Card(card) for card in (*deck, *rest)),
        orders=tuple(unpack(dealt[ORDER + number]) for number in range(ROUNDS)),
        objectives=tuple(unpack(dealt[OBJECTIVES + number]) for number in range(ROUNDS)),
    )


class Mirror:
    """The same game in the reference rules, as far as it has been played."""

    def __init__(self, dealt: Words) -> None:
        self.setup = setup_of(dealt)
        self.turns = 0
        self.events: list[Any] = []
        self.state: State = settle(
            mindup.initial(self.setup), self.events, mindup.follows, mindup.evolve
        )

    def turn(self, cards: Sequence[int]) -> None:
        """Play a turn: a card for each seat."""
        self.turns += 1
        for seat, card in zip(seats(self.setup.players), cards, strict=True):
            outcome = decide(mindup, self.state, Pick(seat=seat, card=Card(card)))
            assert isinstance(outcome, Decided), outcome
            self.state = outcome.state
            self.events += outcome.events

    def view(self, seat: int | None) -> View:
        """Return what a seat, or a spectator, may know."""
        return mindup.view(self.state, None if seat is None else Seat(seat))

    def scoresheet(self, names: Sequence[str]) -> dict[str, Any]:
        """Return the game so far as a flat record anyone can judge again."""
        return mindup.scoresheet(self.setup, tuple(names), tuple(self.events))
