"""Dibs: a number lies open, and the first player to call it with a close card scores.

2 to 5 players hold three hidden cards of 1 to 30. Each round a number is turned over; one player
may call dibs on it with a card, or all pass. A card scores 10 less its distance, at least
nothing. When all are ready the next number is turned; after the last one the most points win.
"""

from __future__ import annotations

from typing import Annotated, Any, TypeAlias

import msgspec
from msgspec.structs import replace

from tacit.core.chance import Chance
from tacit.core.rulebook import Millis, Record, Refused, Seat, SettingsError, seats

NAME = "dibs"
TITLE = "Dibs"
PLAYERS = range(2, 6)
HAND = 3
RESULT: tuple[str, ...] = ("totals", "places")
BOX: dict[str, Any] = {}
PAD = None
DECIDES = frozenset({"open", "passed", "ready", "places"})
PERSONAL: dict[type[Any], Any] = {}


class Settings(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """How many play, and how many numbers are turned over."""

    players: int
    rounds: Annotated[int, msgspec.Meta(description="numbers of Dibs, 1 to 9")] = 3


class Setup(msgspec.Struct, frozen=True):
    """All that luck decides."""

    hands: tuple[tuple[int, ...], ...]
    numbers: tuple[int, ...]


def draw(settings: Settings, chance: Chance) -> Setup:
    """Shuffle the cards once for the hands and the numbers."""
    if settings.players not in PLAYERS or not 1 <= settings.rounds <= 9:
        raise SettingsError("Dibs is for 2 to 5 players and 1 to 9 rounds.")
    cards = chance.shuffle("dibs", tuple(range(1, 31)))
    dealt = HAND * settings.players
    hands = tuple(tuple(sorted(cards[at : at + HAND])) for at in range(0, dealt, HAND))
    return Setup(hands, cards[dealt : dealt + settings.rounds])


class Dibs(Record, frozen=True):
    """Call dibs on the open number with a card."""

    seat: Seat
    using: int
    at: Millis = Millis(0)


class Pass(Record, frozen=True):
    """Leave this number to the others."""

    seat: Seat
    at: Millis = Millis(0)


class Ready(Record, frozen=True):
    """Be ready for the next number."""

    seat: Seat
    at: Millis = Millis(0)


class Dealt(Record, frozen=True):
    """The hands are dealt; a seat sees its own only."""

    hands: tuple[tuple[int, ...], ...]


class Turned(Record, frozen=True):
    """A number is turned over."""

    number: int


class GameEnded(Record, frozen=True):
    """All points, and all places."""

    totals: tuple[int, ...]
    places: tuple[int, ...]


Action: TypeAlias = Dibs | Pass | Ready
Event: TypeAlias = Dibs | Pass | Ready | Dealt | Turned | GameEnded


class State(msgspec.Struct, frozen=True):
    """A table between two events."""

    setup: Setup
    hands: tuple[tuple[int, ...], ...]
    passed: tuple[bool, ...]
    ready: tuple[bool, ...]
    totals: tuple[int, ...]
    round: int = 0
    open: int | None = None
    """The number that can be called dibs on."""
    called: Dibs | None = None
    """The last call."""
    now: Millis = Millis(0)
    ended: GameEnded | None = None


def initial(setup: Setup) -> State:
    """Return the table before anything was dealt."""
    no, zero = (False,) * len(setup.hands), (0,) * len(setup.hands)
    return State(setup, ((),) * len(no), no, (True,) * len(no), zero)


def refusal(state: State, action: Action) -> Refused | None:
    """Say why an action is not allowed now, or None if it is."""
    seat = action.seat
    if state.ended is not None:
        return Refused("game-over", "The game is over.")
    if seat not in seats(len(state.hands)):
        return Refused("no-such-seat", "There is no seat {seat}.", {"seat": seat})
    if action.at < state.now:
        return Refused("too-late", "That time has passed.")
    if isinstance(action, Ready):
        again = state.open is not None or state.ready[seat]
        return Refused("not-between", "There is nothing to be ready for.") if again else None
    if state.open is None:
        return Refused("taken", "Another player was faster.")
    if state.passed[seat]:
        return Refused("passed", "You have passed.")
    if isinstance(action, Dibs) and action.using not in state.hands[seat]:
        return Refused("not-in-hand", "You do not hold the {card}.", {"card": action.using})
    return None


def follows(state: State) -> Event | None:
    """Return what happens now without anyone acting."""
    if state.ended is not None or state.open is not None or not all(state.ready):
        return None
    if not state.round and state.hands != state.setup.hands:
        return Dealt(state.setup.hands)
    if state.round < len(state.setup.numbers):
        return Turned(state.setup.numbers[state.round])
    places = tuple(1 + sum(more > mine for more in state.totals) for mine in state.totals)
    return GameEnded(state.totals, places)


def evolve(state: State, event: Event) -> State:
    """Return the state after an event."""
    match event:
        case Dealt():
            return replace(state, hands=event.hands)
        case Turned():
            no = (False,) * len(state.hands)
            return replace(state, open=event.number, round=state.round + 1, passed=no, ready=no)
        case GameEnded():
            return replace(state, ended=event)
        case Ready():
            return replace(state, ready=_put(state.ready, event.seat, True), now=event.at)
        case Pass():
            passed = _put(state.passed, event.seat, True)
            number = None if all(passed) else state.open
            return replace(state, passed=passed, open=number, now=event.at)
        case Dibs():
            assert state.open is not None
            hand = tuple(card for card in state.hands[event.seat] if card != event.using)
            scored = points(event.using, state.open)
            return replace(
                state,
                hands=_put(state.hands, event.seat, hand),
                totals=_put(state.totals, event.seat, state.totals[event.seat] + scored),
                open=None,
                called=event,
                now=event.at,
            )


def points(card: int, number: int) -> int:
    """Return what a call scores."""
    return max(0, 10 - abs(card - number))


def _put(all_seats: tuple[Any, ...], seat: int, value: Any) -> tuple[Any, ...]:
    return (*all_seats[:seat], value, *all_seats[seat + 1 :])


def legal(state: State, seat: Seat) -> tuple[Action, ...]:
    """Return every action that would be accepted from this seat."""
    calls = [Dibs(seat, card, state.now) for card in state.hands[seat]]
    tried = (*calls, Pass(seat, state.now), Ready(seat, state.now))
    return tuple(action for action in tried if refusal(state, action) is None)


def waiting(state: State) -> tuple[Seat, ...]:
    """Return the seats the game cannot go on without."""
    if state.ended is not None:
        return ()
    done = state.ready if state.open is None else state.passed
    return tuple(seat for seat in seats(len(done)) if not done[seat])


def over(state: State) -> bool:
    """Tell whether the game has ended."""
    return state.ended is not None


def result(state: State) -> dict[str, Any]:
    """Return how the game ended."""
    shown = shared(state)
    return {name: shown[name] for name in RESULT}


class View(msgspec.Struct, frozen=True, tag_field="game", tag="dibs"):
    """The table as seen from a seat; a spectator has no hand."""

    seat: Seat | None
    hand: tuple[int, ...]
    cards_left: tuple[int, ...]
    open: int | None
    round: int
    passed: tuple[bool, ...]
    ready: tuple[bool, ...]
    totals: tuple[int, ...]
    places: tuple[int, ...] | None
    now: Millis


def shared(state: State) -> dict[str, Any]:
    """Return the fields of a view that all may know."""
    return {
        "cards_left": tuple(map(len, state.hands)),
        "open": state.open,
        "round": state.round,
        "passed": state.passed,
        "ready": state.ready,
        "totals": state.totals,
        "places": None if state.ended is None else state.ended.places,
        "now": state.now,
    }


def own(state: State, seat: Seat | None) -> dict[str, Any]:
    """Return the other fields of a view, as one seat may know them."""
    return {"seat": seat, "hand": () if seat is None else state.hands[seat]}


def view(state: State, seat: Seat | None) -> View:
    """Return what a seat, or a spectator, may know."""
    return View(**shared(state), **own(state, seat))


def witness(_state: State, event: Event, seat: Seat | None) -> Any:
    """Return what a seat, or a spectator, sees of an event."""
    if isinstance(event, Dealt):
        mine = [hand if place == seat else () for place, hand in enumerate(event.hands)]
        return Dealt(tuple(mine))
    return event


def odds(_state: State, _seat: Seat | None) -> None:
    """Dibs tells no odds."""


def history(_state: State) -> tuple[Any, ...]:
    """Dibs shows no history."""
    return ()


def scoresheet(setup: Setup, names: tuple[str, ...], events: tuple[Any, ...]) -> dict[str, Any]:
    """Return a game as a flat record."""
    state = initial(setup)
    for event in events:
        state = evolve(state, event)
    calls = [(event.seat, event.using) for event in events if isinstance(event, Dibs)]
    sheet = {"game": NAME, "seats": names, "numbers": setup.numbers, "calls": calls}
    return sheet | {"result": result(state)}
