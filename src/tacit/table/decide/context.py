"""A request with what is needed to decide it, and refusals that several deciders give."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, TypeAlias

import msgspec

from tacit.core.rulebook import Millis, Refused
from tacit.table.decide.requests import AnyRequest
from tacit.table.log.records import Entry, Guest, HouseEvent, PersonId

OPENER = Guest(0)
"""The guest who opened the table: the first to come."""

ENDED = Refused("ended", "This table has ended: nobody had been here for long. Open a new one.")
NOT_HERE = Refused("not-here", "Come to the table first.")
SILENCE = Refused("silence", "No talk and no signs at this moment of the game.")
MUTED = Refused("muted", "The host of this site has muted you at this table.")
HOST_ONLY = Refused("host-only", "Only the host may do that.")
NOT_IN_GAME = Refused("in-game", "That is only possible before a game.")
NO_GAME = Refused("no-game", "There is no game in progress.")
NOT_SITTING = Refused("not-sitting", "You are not sitting.")
PAUSED = Refused("paused", "The game is paused.")
GIVEN_DEAL = Refused("given-deal", "Everyone plays these cards once, as they are.")
TIME_UP = Refused("time-up", "The time is up: bots play this game out.")
NO_SUCH_GUEST = Refused("no-such-guest", "That person is not at the table.")
NO_SEAT = Refused("no-such-seat", "There is no such seat.")

Decision: TypeAlias = Entry[Any] | Refused


class Context(msgspec.Struct, frozen=True):
    """A request and what is needed to decide it besides the table's state."""

    request: AnyRequest
    person: PersonId
    now: Millis
    is_here: Callable[[Guest], bool]
    """Whether a guest is connected."""
    new_seed: Callable[[], bytes]
    away_since: Callable[[Guest], Millis] = lambda _: Millis(0)
    """The moment from which a guest who is not connected is away."""
    is_heard: Callable[[Guest], bool] = lambda _: False
    """Whether the chat still shows something that a guest said."""


def bad_settings(text: str) -> Refused:
    """Return the refusal of settings, in the words of the game."""
    return Refused("bad-settings", text.replace("{", "{{").replace("}", "}}"))


def done(*events: HouseEvent) -> Entry[Any]:
    """Return the entry in which these things happen."""
    return Entry(house=events)
