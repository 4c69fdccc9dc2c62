"""The presses of one table, held until it is certain which came first.

`fair` keeps the order. This module says what was pressed, by how much it is dated back, and which
connection gets the answer.
"""

from __future__ import annotations

from collections import deque
from typing import Any

import msgspec
from msgspec.structs import replace

from tacit.core.rulebook import Millis, Seat
from tacit.table.decide.requests import AnyRequest, Leave, Pause
from tacit.table.fairtime.connections import Connections
from tacit.table.fairtime.fair import FairQueue, Press
from tacit.table.log.journal import Reply
from tacit.table.log.records import CloseCall, HouseEvent, PersonId
from tacit.table.log.state import Stage, TableState

MAX_TOLD = 32
"""Versions whose time of telling is kept."""


class Pressed(msgspec.Struct, frozen=True, gc=False):
    """An action of the game, or a request that interrupts it, on its way to the table."""

    by: PersonId
    seat: Seat
    action: Any
    reply: Reply | None
    house: tuple[HouseEvent, ...] = ()
    """What else happens with it."""
    for_absence: bool = False
    """A stop for a player who is away; it is dropped if they are back before its turn."""


class Race:
    """The presses that are held at one table."""

    def __init__(self, connections: Connections) -> None:
        self._connections = connections
        self._queue: FairQueue[Pressed] = FairQueue()
        self._replies: dict[tuple[PersonId, str], Reply] = {}
        self._told: deque[tuple[int, Millis]] = deque(maxlen=MAX_TOLD)
        """When each version was told, the latest last."""

    def told(self, version: int, now: Millis) -> None:
        """Note when a version was told."""
        self._told.append((version, now))

    def credit_ms(self, person: PersonId, seen: int, now: Millis) -> int:
        """Return by how much a press is dated back.

        The version they had seen took as long to reach them as the press took to reach us. So the
        credit is at most half the time since that version was told.
        """
        credit_ms = self._connections.credit_ms(person)
        for version, told in reversed(self._told):
            if version <= seen:
                return min(credit_ms, max(0, now - told) // 2)
        return credit_ms

    def holds(self, person: PersonId, reply: Reply) -> bool:
        """Tell whether a request is held; the connection that sent it last gets the answer."""
        held = (person, reply.id) in self._replies
        if held:
            self._replies[person, reply.id] = reply
        return held

    def enter(self, state: TableState, pressed: Pressed, credit_ms: int, now: Millis) -> None:
        """Hold a press: an earlier one of another player may still be under way."""
        others = {
            state.people[sitter.guest].id
            for seat, sitter in enumerate(state.seats)
            if seat != pressed.seat and sitter is not None and sitter.guest is not None
        }
        if pressed.reply is not None:
            self._replies[pressed.by, pressed.reply.id] = pressed.reply
        self._queue.add(pressed, now, credit_ms, self._connections.reach_ms(others))

    def due(self, now: Millis) -> list[Press[Pressed]]:
        """Release the presses that are certain by now, in the order pressed."""
        return [self._release(press) for press in self._queue.due(now)]

    def all(self) -> list[Press[Pressed]]:
        """Release all presses, certain or not, in the order pressed."""
        return [self._release(press) for press in self._queue.all()]

    def _release(self, press: Press[Pressed]) -> Press[Pressed]:
        what = press.what
        if what.reply is None:
            return press
        asked_last = self._replies.pop((what.by, what.reply.id))
        return press._replace(what=replace(what, reply=asked_last))

    @property
    def holds_a_stop(self) -> bool:
        """Whether a stop for a player who is away is held."""
        return any(press.what.for_absence for press in self._queue)

    @property
    def next_release(self) -> Millis | None:
        """When the next press is released."""
        return self._queue.next_release


def is_a_race(state: TableState, action: Any) -> bool:
    """Tell whether it matters which player was first with an action."""
    return state.play is not None and state.conduct.is_race(state.play, action)


def interrupts(state: TableState, person: PersonId, request: AnyRequest) -> bool:
    """Tell whether a request stops a race: then it is ordered among the presses."""
    return (
        isinstance(request, Pause | Leave)
        and state.stage is Stage.PLAYING
        and not state.paused
        and state.conduct.race_is_on(state.play)
        and state.seat_of(state.guest_of(person)) is not None
    )


def close_call(state: TableState, press: Press[Pressed]) -> CloseCall | None:
    """Tell how close it was, if this press came just too late; a mistake has one close call."""
    if state.play is None or state.close is not None:
        return None
    return state.conduct.close_call(state.play, press.what.action, press.pressed, press.compensated)
