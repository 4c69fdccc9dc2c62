"""What one seat may know, built up piece by piece from what lies open and what it holds."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, TypeAlias

import msgspec

from tacit.core.rulebook import Millis, Record, Seat
from tacit.games.mindup.rules.cards import Card
from tacit.games.mindup.rules.chances import Preview, preview
from tacit.games.mindup.rules.records import (
    Event,
    GameEnded,
    Past,
    Pick,
    Revealed,
    RoundBegun,
    RoundEnded,
    State,
    TakeBack,
    Turn,
)
from tacit.games.mindup.rules.scoring import Points, Score, standing
from tacit.games.mindup.rules.tableau import Order, Tableau


class View(msgspec.Struct, frozen=True, tag_field="game", tag="mindup"):
    """The table as seen from a seat; `seat` is None and the hand empty for a spectator."""

    seat: Seat | None
    players: int
    round: int
    turn: int
    order: Order
    objectives: tuple[int, ...]
    row: tuple[Card, ...]
    hand: tuple[Card, ...]
    pick: Card | None
    picked: tuple[bool, ...]
    tableaux: tuple[Tableau, ...]
    known: tuple[tuple[Card, ...], ...]
    """By seat, the cards that all know that player to hold (MU-18)."""
    scores: tuple[tuple[Score, ...], ...]
    """By finished round, then by seat."""
    past: tuple[Past, ...]
    """By finished round: what the columns were worth, the objectives, and all columns."""
    totals: tuple[int, ...] | None
    places: tuple[int, ...] | None
    met: tuple[tuple[bool, ...], ...]
    """By seat, then by objective: whether it is met as the columns lie now."""
    preview: Preview | None
    """Where the player's cards would probably land; only for a player who is to be shown it."""
    points: tuple[Points, ...] = ()
    """By seat: what the columns are worth as they lie now; once the game is over, as scored."""


DECIDES = frozenset({"places"})
"""The shared fields on which it depends what a seat may do, besides its own."""


def view(state: State, seat: Seat | None) -> View:
    """Return what a seat, or a spectator, may know."""
    return View(**shared(state), **own(state, seat))


def shared(state: State) -> dict[str, Any]:
    """Return the fields of a view that all may know."""
    ended = state.ended
    met, points = standing(state.tableaux, state.order, state.objectives, state.before)
    if 0 < state.round == len(state.past):  # the last cards lie there, so objectives count
        points = state.past[-1].points
    return {
        "players": state.players,
        "round": state.round,
        "turn": state.turn,
        "order": state.order,
        "objectives": state.objectives,
        "row": state.row,
        **picked(state),
        "tableaux": state.tableaux,
        "known": state.known,
        "scores": state.scores,
        "past": state.past,
        "totals": None if ended is None else ended.totals,
        "places": None if ended is None else ended.places,
        "met": met,
        "points": points,
    }


def picked(state: State) -> dict[str, Any]:
    """Return who has picked: all that the others see of a pick."""
    return {"picked": tuple([pick is not None for pick in state.picks])}


PERSONAL: Mapping[type[Any], Callable[[State], dict[str, Any]]] = {Pick: picked, TakeBack: picked}
"""Events that leave what other seats see of their own as it was, and what all see of them."""


def own(state: State, seat: Seat | None) -> dict[str, Any]:
    """Return the fields of a view that this seat alone may know; a spectator has nothing."""
    if seat is None:
        return {"seat": None, "hand": (), "pick": None, "preview": None}
    ahead = odds(state, seat) if state.preview else None
    return {
        "seat": seat,
        "hand": state.hands[seat],
        "pick": state.picks[seat],
        "preview": ahead,
    }


def odds(state: State, seat: Seat | None) -> Preview | None:
    """Return where a seat's cards would probably land, whenever it asks."""
    if seat is None or not state.hands[seat]:
        return None
    return preview(seat, state.hands[seat], state.row, state.known, state.tableaux)


def history(state: State) -> tuple[Turn, ...]:
    """Return all turns that are over, which all saw."""
    return state.turns


class Dealt(Record, frozen=True):
    """A round begins, as seen from a seat: the cards it drew itself."""

    round: int
    order: Order
    objectives: tuple[int, ...]
    row: tuple[Card, ...]
    drawn: tuple[Card, ...]


class Picked(Record, frozen=True):
    """Another player laid a card face down, or changed it."""

    seat: Seat
    at: Millis = Millis(0)


Sight: TypeAlias = Dealt | Picked | Pick | TakeBack | Revealed | RoundEnded | GameEnded


def witness(_state: State, event: Event, seat: Seat | None) -> Sight:
    """Return what a seat, or a spectator, sees of an event."""
    match event:
        case RoundBegun():
            return Dealt(
                round=event.round,
                order=event.order,
                objectives=event.objectives,
                row=event.row,
                drawn=() if seat is None else event.drawn[seat],
            )
        case Pick() if event.seat != seat:
            return Picked(seat=event.seat, at=event.at)
        case _:
            return event
