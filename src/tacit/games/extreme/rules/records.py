"""What players do, what happens, and the state of a table between two events.

Time is the number `at` in every action: milliseconds of the table's clock.
"""

from __future__ import annotations

from enum import StrEnum
from typing import Literal, TypeAlias

import msgspec

from tacit.core.rulebook import Millis, Record, Seat
from tacit.games.extreme.rules.cards import COLOUR, Card, Colour
from tacit.games.extreme.rules.levels import LEVELS, Reward
from tacit.games.extreme.rules.setup import Setup

Outcome: TypeAlias = Literal["won", "lost"]


class LayHand(Record, frozen=True):
    """Lay a hand on the table: ready (ME-07)."""

    seat: Seat
    at: Millis = Millis(0)


class LiftHand(Record, frozen=True):
    """Take the hand off: to begin once all lie there, or because one is not ready after all."""

    seat: Seat
    at: Millis = Millis(0)


class Play(Record, frozen=True):
    """Lay a card onto its pile (ME-10…ME-12).

    A live table dates a play back by the time it was under way and says by how much.
    """

    seat: Seat
    card: Card
    at: Millis = Millis(0)
    compensated: Millis = Millis(0)


class Stop(Record, frozen=True):
    """Interrupt play to synchronise again (ME-08)."""

    seat: Seat
    at: Millis = Millis(0)


class ProposeStar(Record, frozen=True):
    """Raise a hand for a star (ME-26)."""

    seat: Seat
    at: Millis = Millis(0)


class Vote(Record, frozen=True):
    """Agree to the star or not (ME-26)."""

    seat: Seat
    agree: bool
    at: Millis = Millis(0)


class Discard(Record, frozen=True):
    """Choose secretly the card to give to the star (ME-27)."""

    seat: Seat
    card: Card
    at: Millis = Millis(0)


class Ready(Record, frozen=True):
    """Ask for the next deal after a passed level."""

    seat: Seat
    at: Millis = Millis(0)


class LevelBegun(Record, frozen=True):
    """All cards were shuffled and each seat got as many as the level's number (ME-05, ME-15)."""

    level: int
    hands: tuple[tuple[Card, ...], ...]


class Started(Record, frozen=True):
    """All hands were down and are lifted: play goes on (ME-07)."""

    at: Millis


class Mistake(Record, frozen=True):
    """The card just laid overtook others: one life, and those are set aside (ME-16…ME-18)."""

    seat: Seat
    card: Card
    aside: tuple[tuple[Seat, Card], ...]


class StarRefused(Record, frozen=True):
    """A player did not agree: play resumes, nothing is lost (ME-26)."""

    seat: Seat


class StarAgreed(Record, frozen=True):
    """All agreed: everyone chooses a card (ME-27)."""


class StarUsed(Record, frozen=True):
    """By seat, the cards shown and set aside; None for an empty hand (ME-27…ME-29)."""

    discards: tuple[Card | None, ...]


class Turned(Record, frozen=True):
    """One card of a blind pile is turned over; overtaking others costs a life (ME-23)."""

    seat: Seat
    card: Card
    overtook: tuple[tuple[Seat, Card], ...]


class LevelPassed(Record, frozen=True):
    """The level is passed; `gained` says whether the supply still had the reward (ME-31)."""

    level: int
    reward: Reward | None
    gained: bool
    one_pile_first: bool
    """ME-13: all cards of one colour came before all of the other, at least two of each."""


class GameEnded(Record, frozen=True):
    """The last level is passed, or the last life is gone (ME-03, ME-32)."""

    outcome: Outcome
    level: int


Action: TypeAlias = LayHand | LiftHand | Play | Stop | ProposeStar | Vote | Discard | Ready
Event: TypeAlias = (
    Action
    | LevelBegun
    | Started
    | Mistake
    | StarRefused
    | StarAgreed
    | StarUsed
    | Turned
    | LevelPassed
    | GameEnded
)


class Phase(StrEnum):
    """What the table is doing."""

    DEALING = "dealing"
    GATHERING = "gathering"
    """Hands are being laid on the table."""
    LIFTING = "lifting"
    """All hands were down and are being lifted."""
    PLAYING = "playing"
    VOTING = "voting"
    CHOOSING = "choosing"
    """A star was agreed to; everyone chooses a card."""
    TURNING = "turning"
    """All cards are out; blind piles are turned over."""
    PASSED = "passed"
    """The level is passed; everyone gets ready for the next."""
    OVER = "over"


class Laid(msgspec.Struct, frozen=True, gc=False):
    """A card on a pile: who laid it, and when."""

    seat: Seat
    card: Card
    at: Millis

    @property
    def colour(self) -> Colour:
        """The pile it lies on."""
        return COLOUR[self.card]


class Pause(msgspec.Struct, frozen=True, gc=False):
    """Play stopped or went on: after lifting hands, a stop, a mistake, a star or its proposal.

    Stops with no card between them are kept as one, after as much play as before the last of them.
    """

    at: Millis
    playing: bool


class State(msgspec.Struct, frozen=True, gc=False):
    """A table of The Mind Extreme between two events."""

    setup: Setup
    lives: int
    stars: int
    level: int
    phase: Phase
    hands: tuple[tuple[Card, ...], ...]
    down: tuple[bool, ...]
    """By seat: the hand lies on the table."""
    votes: tuple[bool | None, ...]
    chosen: tuple[Card | None, ...]
    ready: tuple[bool, ...]
    laid: tuple[Laid, ...] = ()
    """Both piles, in the order laid."""
    aside: tuple[tuple[Seat, Card], ...] = ()
    """Face up beside the piles: overtaken, or given to a star."""
    turned: tuple[Turned, ...] = ()
    pauses: tuple[Pause, ...] = ()
    resume: Phase = Phase.PLAYING
    """Where a refused star returns to."""
    now: Millis = Millis(0)
    outcome: Outcome | None = None

    @property
    def players(self) -> int:
        """How many sit at the table."""
        return self.setup.players

    @property
    def blind(self) -> tuple[Colour, ...]:
        """The colours laid face down in this level (ME-21)."""
        if self.setup.practice is not None:
            return self.setup.practice.blind
        return LEVELS[self.level].blind if self.level else ()

    @property
    def reward(self) -> Reward | None:
        """What passing this level brings (ME-30)."""
        return LEVELS[self.level].reward if self.level and not self.setup.practice else None

    @property
    def price(self) -> int:
        """How many lives a mistake costs (ME-17): none in practice."""
        return 0 if self.setup.practice else 1

    def pile(self, colour: Colour) -> tuple[Laid, ...]:
        """Return one pile from the bottom up."""
        return tuple(laid for laid in self.laid if laid.colour is colour)
