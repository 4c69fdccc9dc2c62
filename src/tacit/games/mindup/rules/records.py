"""What players do, what happens, and the state of a table between two events."""

from __future__ import annotations

from typing import TypeAlias

import msgspec

from tacit.core.rulebook import Millis, Record, Seat
from tacit.games.mindup.rules.cards import Card
from tacit.games.mindup.rules.scoring import Points, Score
from tacit.games.mindup.rules.setup import Setup
from tacit.games.mindup.rules.tableau import Order, Tableau


class Pick(Record, frozen=True):
    """Lay a hand card face down, or change the one that lies there (MU-13)."""

    seat: Seat
    card: Card
    at: Millis = Millis(0)


class TakeBack(Record, frozen=True):
    """Take the face-down card back into the hand (MU-13)."""

    seat: Seat
    at: Millis = Millis(0)


class RoundBegun(Record, frozen=True):
    """The round's Score order and objectives, the row, and the cards each seat drew."""

    round: int
    order: Order
    objectives: tuple[int, ...]
    row: tuple[Card, ...]
    drawn: tuple[tuple[Card, ...], ...]


class Revealed(Record, frozen=True):
    """All picks are turned over; by seat: the card played and the card taken (MU-14, MU-15)."""

    plays: tuple[Card, ...]
    taken: tuple[Card, ...]


class RoundEnded(Record, frozen=True):
    """Every last card goes into its owner's tableau, and the round is scored (MU-20…MU-24)."""

    last: tuple[Card, ...]
    scores: tuple[Score, ...]


class GameEnded(Record, frozen=True):
    """The sums of the three rounds and the places (MU-28…MU-30)."""

    totals: tuple[int, ...]
    places: tuple[int, ...]


Action: TypeAlias = Pick | TakeBack
Event: TypeAlias = Pick | TakeBack | RoundBegun | Revealed | RoundEnded | GameEnded


class Past(msgspec.Struct, frozen=True, gc=False):
    """A finished round as it lay on the table when it was scored."""

    order: Order
    objectives: tuple[int, ...]
    tableaux: tuple[Tableau, ...]
    points: tuple[Points, ...] = ()
    """By seat, objectives counted."""


class Turn(msgspec.Struct, frozen=True, gc=False):
    """A turn that is over, as all saw it; by seat: the card played and the card taken."""

    round: int
    turn: int
    row: tuple[Card, ...]
    plays: tuple[Card, ...]
    taken: tuple[Card, ...]


class State(msgspec.Struct, frozen=True, gc=False):
    """A table of Mind Up! between two events. By seat: hands, known, tableaux, picks."""

    setup: Setup
    deck: tuple[Card, ...]
    hands: tuple[tuple[Card, ...], ...]
    known: tuple[tuple[Card, ...], ...]
    tableaux: tuple[Tableau, ...]
    picks: tuple[Card | None, ...]
    order: Order = ()
    objectives: tuple[int, ...] = ()
    row: tuple[Card, ...] = ()
    round: int = 0
    turn: int = 0
    scores: tuple[tuple[Score, ...], ...] = ()
    past: tuple[Past, ...] = ()
    turns: tuple[Turn, ...] = ()
    """All turns of the game that are over."""
    ended: GameEnded | None = None
    preview: bool = False
    """Whether seats are shown where their cards would probably land."""

    @property
    def players(self) -> int:
        """How many sit at the table."""
        return self.setup.players

    @property
    def before(self) -> tuple[int, ...]:
        """By seat, the points of the rounds before this one."""
        if self.round <= 1:
            return (0,) * self.players
        return tuple([points.so_far for points in self.past[self.round - 2].points])
