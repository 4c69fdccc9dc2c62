"""What one seat may know, built up piece by piece from what lies open and what it holds.

Values of blind cards reach nobody but the one who laid them before the pile is turned (ME-21).
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, TypeAlias

import msgspec

from tacit.core.rulebook import Millis, Record, Seat
from tacit.games.extreme.rules.cards import COLOUR, Card, Colour
from tacit.games.extreme.rules.evolve import evolve
from tacit.games.extreme.rules.levels import TEAMS, Reward
from tacit.games.extreme.rules.records import (
    Discard,
    Event,
    GameEnded,
    Laid,
    LayHand,
    LevelBegun,
    LevelPassed,
    LiftHand,
    Mistake,
    Outcome,
    Pause,
    Phase,
    Play,
    ProposeStar,
    Ready,
    StarAgreed,
    StarRefused,
    Started,
    StarUsed,
    State,
    Stop,
    Turned,
    Vote,
)


class Pile(msgspec.Struct, frozen=True, gc=False):
    """A pile from outside: how many cards, and the top one if it is open."""

    count: int
    top: Card | None


class LaidSeen(msgspec.Struct, frozen=True, gc=False):
    """A card that was laid: by whom, when, on which pile; `card` is None while it is hidden."""

    seat: Seat
    at: Millis
    colour: Colour
    card: Card | None


class View(msgspec.Struct, frozen=True, tag_field="game", tag="extreme"):
    """The table as seen from a seat; `seat` is None and the hand empty for a spectator."""

    seat: Seat | None
    players: int
    level: int
    last_level: int
    blind: tuple[Colour, ...]
    reward: Reward | None
    lives: int
    stars: int
    phase: Phase
    hand: tuple[Card, ...]
    cards_left: tuple[int, ...]
    piles: dict[Colour, Pile]
    events: tuple[LaidSeen, ...]
    """Every card laid in this level."""
    pauses: tuple[Pause, ...]
    """When play stopped and went on in this level; stops with no card between them are one."""
    aside: tuple[tuple[Seat, Card], ...]
    turned: tuple[Turned, ...]
    down: tuple[bool, ...]
    votes: tuple[bool | None, ...]
    chosen: tuple[bool, ...]
    choice: Card | None
    """The card this seat gives to the star."""
    ready: tuple[bool, ...]
    now: Millis
    outcome: Outcome | None


DECIDES = frozenset({"phase", "stars", "down", "votes", "chosen", "ready"})
"""The shared fields on which it depends what a seat may do, besides its own."""
PERSONAL: Mapping[type[Any], Callable[[State], dict[str, Any]]] = {}
"""Events that leave what all other seats see of their own as it was. None is worth it: a card laid
changes the list in which every player sees their own, and the rest changes what all may do."""


def view(state: State, seat: Seat | None) -> View:
    """Return what a seat, or a spectator, may know."""
    return View(**shared(state), **own(state, seat))


def shared(state: State) -> dict[str, Any]:
    """Return the fields of a view that every player may know."""
    return {
        "players": state.players,
        "level": state.level,
        "last_level": TEAMS[state.players].last_level,
        "blind": state.blind,
        "reward": state.reward,
        "lives": state.lives,
        "stars": state.stars,
        "phase": state.phase,
        "cards_left": tuple(map(len, state.hands)),
        "piles": {colour: _pile(state, colour) for colour in Colour},
        "pauses": state.pauses,
        "aside": state.aside,
        "turned": state.turned,
        "down": state.down,
        "votes": state.votes,
        "chosen": tuple([card is not None for card in state.chosen]),
        "ready": state.ready,
        "now": state.now,
        "outcome": state.outcome,
    }


def own(state: State, seat: Seat | None) -> dict[str, Any]:
    """Return the fields of a view that differ from seat to seat."""
    turned = {one.card for one in state.turned}
    return {
        "seat": seat,
        "hand": () if seat is None else state.hands[seat],
        "events": tuple([_laid_seen(state, laid, seat, turned) for laid in state.laid]),
        "choice": None if seat is None else state.chosen[seat],
    }


def odds(_state: State, _seat: Seat | None) -> None:
    """There are no odds to show: a player has only a sense of time."""


def history(_state: State) -> tuple[()]:
    """Nothing is kept but what a view holds; to look back is for after the game."""
    return ()


def _pile(state: State, colour: Colour) -> Pile:
    pile = state.pile(colour)
    open_top = pile and colour not in state.blind
    return Pile(count=len(pile), top=pile[-1].card if open_top else None)


def _laid_seen(state: State, laid: Laid, seat: Seat | None, turned: set[Card]) -> LaidSeen:
    known = laid.colour not in state.blind or laid.seat == seat or laid.card in turned
    card = laid.card if known else None
    return LaidSeen(seat=laid.seat, at=laid.at, colour=laid.colour, card=card)


class Dealt(Record, frozen=True):
    """A level begins, as seen from a seat: its own hand."""

    level: int
    hand: tuple[Card, ...]


class PlayedBlind(Record, frozen=True):
    """Another player laid a card face down."""

    seat: Seat
    colour: Colour
    at: Millis = Millis(0)
    compensated: Millis = Millis(0)


class Chosen(Record, frozen=True):
    """Another player has chosen a card for the star."""

    seat: Seat
    at: Millis = Millis(0)


class MistakeSeen(Record, frozen=True, tag="mistake"):
    """The card just laid overtook others, and how many lives are left."""

    seat: Seat
    card: Card
    aside: tuple[tuple[Seat, Card], ...]
    lives: int


class TurnedSeen(Record, frozen=True, tag="turned"):
    """One card of a blind pile is turned over, and how many lives are left."""

    seat: Seat
    card: Card
    overtook: tuple[tuple[Seat, Card], ...]
    lives: int


class StarSeen(Record, frozen=True, tag="star-used"):
    """By seat, the cards shown and set aside, and how many stars are left."""

    discards: tuple[Card | None, ...]
    stars: int


Sight: TypeAlias = (
    Dealt
    | PlayedBlind
    | Chosen
    | LayHand
    | LiftHand
    | Play
    | Stop
    | ProposeStar
    | Vote
    | Discard
    | Ready
    | Started
    | MistakeSeen
    | StarRefused
    | StarAgreed
    | StarSeen
    | TurnedSeen
    | LevelPassed
    | GameEnded
)


def witness(state: State, event: Event, seat: Seat | None) -> Sight:
    """Return what a seat, or a spectator, sees of an event that happens in this state."""
    match event:
        case LevelBegun():
            return Dealt(level=event.level, hand=() if seat is None else event.hands[seat])
        case Play() if event.seat != seat and COLOUR[event.card] in state.blind:
            return PlayedBlind(
                seat=event.seat,
                colour=COLOUR[event.card],
                at=event.at,
                compensated=event.compensated,
            )
        case Discard() if event.seat != seat:
            return Chosen(seat=event.seat, at=event.at)
        case Mistake(seat=whose, card=card, aside=aside):
            return MistakeSeen(whose, card, aside, lives=evolve(state, event).lives)
        case Turned(seat=whose, card=card, overtook=overtook):
            return TurnedSeen(whose, card, overtook, lives=evolve(state, event).lives)
        case StarUsed():
            return StarSeen(event.discards, stars=evolve(state, event).stars)
        case _:
            return event
