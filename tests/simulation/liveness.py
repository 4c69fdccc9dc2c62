"""The table keeps going: nobody is waited for who will never act."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from tacit.games.extreme import Phase
from tacit.table.fairtime.connections import PING_GAPS_MS, SILENT_AFTER_MS
from tacit.table.log.state import Stage, TableState
from tests.simulation.disk import Disk
from tests.simulation.person import Person
from tests.simulation.server import Server
from tests.simulation.world import World, check

LOOK_EVERY = 3000
AT_ONCE = 8000
"""Long enough for what a table does by itself, even if it could not be saved at first."""
TIMEOUT_MS = 60_000
"""Longer than any bot thinks, counts or waits."""
HUNG_UP_WITHIN = SILENT_AFTER_MS + PING_GAPS_MS.stop + 100
"""Milliseconds after which a line that says nothing has been hung up; wakes are a little late."""


class Watch:
    """Looks at the table now and then, and remembers since when things have been as they are."""

    def __init__(self, world: World, server: Server, disk: Disk, people: list[Person]) -> None:
        self._world = world
        self._people = people
        self._server = server
        self._disk = disk
        self._since: dict[tuple[Any, ...], int] = {}
        world.after(LOOK_EVERY, self._look)

    def _look(self) -> None:
        self._world.after(LOOK_EVERY, self._look)
        table = self._server.table
        now = self._world.now
        if table is None or self._disk.full or now - self._server.up_since < LOOK_EVERY:
            self._since.clear()
            return
        if self._disk.idle and self._server.is_quiet and not self._server.asking:
            self._check_deadlines(table.state)
            check("stuck", table.next_wake is not None or _waits_for_people(table.state), "asleep")
        for number in self._server.lines:
            heard = self._server.heard[number]
            check("silent", now - heard <= HUNG_UP_WITHIN, "line", number, "is kept since", heard)
        wrong = set(self._suspicious(table.state))
        self._since = {what: self._since.get(what, now) for what in wrong}
        for (timeout_ms, *what), since in self._since.items():
            check("stuck", now - since <= timeout_ms, *what, "since", since, "ms")

    def _check_deadlines(self, state: TableState) -> None:
        """While nothing is under way, everybody knows whether the turn has a deadline."""
        limited = state.stage is Stage.PLAYING and not state.paused and state.game == "mindup"
        limited = limited and state.settings.turn_seconds is not None
        for person in self._people:
            for device in person.devices:
                if device.up_to_date and device.copy is not None and not device.tangled:
                    told = device.deadline is not None
                    check("wrong deadline", told == limited, person.id, "was told", device.deadline)

    def _suspicious(self, state: TableState) -> Iterator[tuple[Any, ...]]:
        """Yield what is fine for a while but not for longer: how long, and what it is."""
        if state.stage is not Stage.PLAYING:
            return
        for seat, sitter in enumerate(state.seats):
            if sitter is None or sitter.guest is None:
                continue
            person = state.people[sitter.guest]
            here = person.here and self._server.is_connected(person.id)
            if here and sitter.stand_in:
                yield (AT_ONCE, "a bot stands in for a player who is here:", seat)
            if not here and not sitter.stand_in and _is_in_play(state):
                yield (AT_ONCE, "play goes on without", seat)
        if not state.paused:
            yield from self._awaited(state)

    def _awaited(self, state: TableState) -> Iterator[tuple[Any, ...]]:
        moment: Any = id(state.play)
        if state.game == "mindup":
            moment = (state.games, state.play.round, state.play.turn)
            if state.settings.turn_seconds is not None and state.settings.turn_seconds <= 15:
                yield (TIMEOUT_MS, "a turn with a time limit does not end:", moment)
        for seat in state.rules.waiting(state.play):
            sitter = state.seats[seat]
            if sitter is not None and (sitter.bot or sitter.stand_in):
                yield (TIMEOUT_MS, "a bot is waited for:", seat, moment)


def _waits_for_people(state: TableState) -> bool:
    """Tell whether nothing has to happen before a player acts."""
    if state.stage is not Stage.PLAYING or state.paused:
        return True
    awaited = [state.seats[seat] for seat in state.rules.waiting(state.play)]
    return any(sitter and sitter.guest is not None and not sitter.stand_in for sitter in awaited)


def _is_in_play(state: TableState) -> bool:
    return state.game == "extreme" and not state.paused and state.play.phase is Phase.PLAYING
