"""What all games have in common, so that tables, replays and arenas treat them alike.

A game is played by three pure functions. `refusal` says whether an action is allowed, `evolve`
applies an event, and `follows` says what happens next without anyone acting: cards are revealed,
a mistake is found, a round ends. An accepted action is itself the first event it causes, and
`decide` returns it together with everything that follows from it.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import lru_cache
from typing import Any, NamedTuple, NewType, Protocol, TypeVar

import msgspec

from tacit.core.chance import Chance
from tacit.core.pad import Pad

Seat = NewType("Seat", int)
Millis = NewType("Millis", int)

MAX_COMPENSATED_MS = 150
"""Fair time, in milliseconds: a press is dated back by at most this, and held at most as long."""

State = TypeVar("State")
Event = TypeVar("Event")


def dashed(name: str) -> str:
    """Return how a record is called in JSON: RoundBegun is "round-begun"."""
    return "".join(f"-{letter.lower()}" if letter.isupper() else letter for letter in name)[1:]


class Record(
    msgspec.Struct, frozen=True, tag_field="kind", tag=dashed, omit_defaults=True, gc=False
):
    """One line of a log: an accepted action, or what followed from it.

    Records and states never refer back to what holds them, so the garbage collector need not look
    for cycles among them (`gc=False`): with thousands of tables that is half its work.
    """


class SettingsError(ValueError):
    """The game cannot be set up like this; the text says what is possible."""


class Refused(msgspec.Struct, frozen=True):
    """An action that is not allowed now, and why. Nothing has changed.

    `key` and `details` let an app say it in the reader's language; `str()` says it in English.
    """

    key: str
    text: str
    details: dict[str, Any] = {}

    def __str__(self) -> str:
        return self.text.format(**self.details)


@lru_cache
def seats(players: int) -> tuple[Seat, ...]:
    """Return the seats of a table, in order."""
    return tuple(Seat(number) for number in range(players))


def settle(
    state: State,
    events: list[Event],
    follows: Callable[[State], Event | None],
    evolve: Callable[[State, Event], State],
) -> State:
    """Apply every event that needs no action: append it to `events`, return the last state."""
    while (event := follows(state)) is not None:
        events.append(event)
        state = evolve(state, event)
    return state


class Decided(NamedTuple):
    """What an action causes, itself first, and the state after it."""

    events: tuple[Any, ...]
    state: Any
    states: tuple[Any, ...]
    """The state in which each event happened."""


def decide(rules: Rulebook, state: Any, action: Any) -> Decided | Refused:
    """Return what an action causes, or the reason it is refused."""
    refused = rules.refusal(state, action)
    if refused is not None:
        return refused
    events, states = [action], [state]
    after = rules.evolve(state, action)
    while (event := rules.follows(after)) is not None:
        events.append(event)
        states.append(after)
        after = rules.evolve(after, event)
    return Decided(tuple(events), after, tuple(states))


class Rulebook(Protocol):
    """One game's rules, as a module offers them."""

    NAME: str
    TITLE: str
    PLAYERS: range
    Settings: Any
    Action: Any
    Event: Any
    View: Any
    RESULT: tuple[str, ...]
    """The fields of a result; a view has them as well."""
    BOX: dict[str, Any]
    """Constants of the printed game that an app needs; no two games share a name."""
    PAD: Pad | None
    """The score pad for a game on a real table."""
    DECIDES: frozenset[str]
    """Shared fields of a view on which it depends what a seat may do, besides its own."""
    PERSONAL: Mapping[type[Any], Callable[[Any], dict[str, Any]]]
    """Events of one seat that change only some shared fields of the others' views, not who may talk
    nor what another seat may do or sees of its own. By event: a function that returns those fields
    of the state after it; none of them is in `DECIDES`. When in doubt, leave an event out: this
    only saves work."""

    def draw(self, settings: Any, chance: Chance, /) -> Any:
        """Draw all that luck decides in one game; SettingsError if there is no such game."""

    def initial(self, setup: Any, /) -> Any:
        """Return the table before anything was dealt."""

    def refusal(self, state: Any, action: Any, /) -> Refused | None:
        """Say why an action is not allowed now, or None if it is."""

    def follows(self, state: Any, /) -> Any | None:
        """Return the event that happens now without anyone acting, or None if players must act."""

    def evolve(self, state: Any, event: Any, /) -> Any:
        """Return the state after an event."""

    def legal(self, state: Any, seat: Seat, /) -> tuple[Any, ...]:
        """Return every action `decide` would accept from this seat."""

    def waiting(self, state: Any, /) -> tuple[Seat, ...]:
        """Return the seats the game cannot go on without."""

    def view(self, state: Any, seat: Seat | None, /) -> Any:
        """Return what a seat, or a spectator, may know."""

    def shared(self, state: Any, /) -> dict[str, Any]:
        """Return the fields of a view that all may know."""

    def own(self, state: Any, seat: Seat | None, /) -> dict[str, Any]:
        """Return the other fields of a view, as one seat may know them."""

    def witness(self, state: Any, event: Any, seat: Seat | None, /) -> Any:
        """Return what a seat, or a spectator, sees of an event that happens in this state."""

    def odds(self, state: Any, seat: Seat | None, /) -> Any:
        """Return how a seat's chances stand, from what it may know; None where there are none."""

    def history(self, state: Any, /) -> tuple[Any, ...]:
        """Return what all have seen happen, turn by turn, if players may look at it again."""

    def over(self, state: Any, /) -> bool:
        """Tell whether the game has ended."""

    def result(self, state: Any, /) -> Any:
        """Return how the game ended."""

    def scoresheet(self, setup: Any, names: tuple[str, ...], events: tuple[Any, ...], /) -> Any:
        """Return a finished game as a flat record anyone can judge again."""
