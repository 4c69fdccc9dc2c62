"""What may have been pressed before something else: held until it is certain who was first.

`fair` keeps the order. Here is what is pressed at a table, by how much it is dated back, and who
hears of it.
"""

from __future__ import annotations

from collections import deque
from typing import Any

import msgspec
from msgspec.structs import replace

from tacit.core.rulebook import Millis, Seat
from tacit.table.decide.requests import AnyRequest, Leave, Pause
from tacit.table.fairtime.fair import FairQueue, Press
from tacit.table.log.journal import Reply
from tacit.table.log.records import CloseCall, HouseEvent, PersonId
from tacit.table.log.state import Stage, TableState
from tacit.table.tell.connections import Lines

TOLD = 32
"""Versions of which it is remembered when they were told."""


class Pressed(msgspec.Struct, frozen=True, gc=False):
    """On its way to the table: an action of the game, or a request that interrupts it."""

    by: PersonId
    seat: Seat
    action: Any
    reply: Reply | None
    house: tuple[HouseEvent, ...] = ()
    """What else happens by it."""
    for_absence: bool = False
    """Play is to be stopped because somebody is away; not if they are back before it comes."""


class Race:
    """The presses that are held at one table."""

    def __init__(self, lines: Lines) -> None:
        self._lines = lines
        self._queue: FairQueue[Pressed] = FairQueue()
        self._replies: dict[tuple[PersonId, str], Reply] = {}
        self._told: deque[tuple[int, Millis]] = deque(maxlen=TOLD)
        """When versions were told, the last at the end."""

    def told(self, version: int, now: Millis) -> None:
        """Remember when everybody was told of a version."""
        self._told.append((version, now))

    def credit(self, person: PersonId, seen: int, now: Millis) -> int:
        """Return by how much a press is dated back.

        What somebody had seen when they pressed was under way to them for as long as the press was
        under way to us: so no more than half the time since it was told.
        """
        credit = self._lines.credit(person)
        for version, told in reversed(self._told):
            if version <= seen:
                return min(credit, max(0, now - told) // 2)
        return credit

    def holds(self, person: PersonId, reply: Reply) -> bool:
        """Tell whether a request is held; the line that asked last is the one to be answered."""
        held = (person, reply.id) in self._replies
        if held:
            self._replies[person, reply.id] = reply
        return held

    def enter(self, state: TableState, pressed: Pressed, credit: int, now: Millis) -> None:
        """Take a press, which the others may still be before."""
        others = {
            state.people[sitter.guest].id
            for seat, sitter in enumerate(state.seats)
            if seat != pressed.seat and sitter is not None and sitter.guest is not None
        }
        if pressed.reply is not None:
            self._replies[pressed.by, pressed.reply.id] = pressed.reply
        self._queue.add(pressed, now, credit, self._lines.reach(others))

    def due(self, now: Millis) -> list[Press[Pressed]]:
        """Let go what is certain by now, in the order pressed."""
        return [self._let_go(press) for press in self._queue.due(now)]

    def all(self) -> list[Press[Pressed]]:
        """Let go everything, certain or not, in the order pressed."""
        return [self._let_go(press) for press in self._queue.all()]

    def _let_go(self, press: Press[Pressed]) -> Press[Pressed]:
        what = press.what
        if what.reply is None:
            return press
        asked_last = self._replies.pop((what.by, what.reply.id))
        return press._replace(what=replace(what, reply=asked_last))

    @property
    def holds_a_stop(self) -> bool:
        """Whether play is about to be stopped for somebody who is away."""
        return any(press.what.for_absence for press in self._queue)

    @property
    def next_release(self) -> Millis | None:
        """When something will be let go."""
        return self._queue.next_release


def is_a_race(state: TableState, action: Any) -> bool:
    """Tell whether it matters who was first with an action."""
    return state.play is not None and state.conduct.is_race(state.play, action)


def interrupts(state: TableState, person: PersonId, request: AnyRequest) -> bool:
    """Tell whether a request stops a race: then it stands in one order with the presses."""
    return (
        isinstance(request, Pause | Leave)
        and state.stage is Stage.PLAYING
        and not state.paused
        and state.conduct.race_is_on(state.play)
        and state.seat_of(state.guest_of(person)) is not None
    )


def close_call(state: TableState, press: Press[Pressed]) -> CloseCall | None:
    """Tell how close it was, if this press came just too late to matter; a mistake has one."""
    if state.play is None or state.close is not None:
        return None
    return state.conduct.close_call(state.play, press.what.action, press.pressed, press.compensated)
