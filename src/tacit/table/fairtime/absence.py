"""What a table does about players who are away or take too long."""

from __future__ import annotations

from collections.abc import Callable, Iterable

from tacit.core.rulebook import Millis, Seat
from tacit.table.log.records import Guest, Stopped
from tacit.table.log.state import Stage, TableState

ABSENT_MS = 30_000
"""How long players at a table of an evening wait for one who is away."""


def first_away(state: TableState, is_here: Callable[[Guest], bool]) -> Seat | None:
    """Return a seat whose absent player makes a race stop, or None."""
    if state.stage is not Stage.PLAYING or state.paused or state.time_up:
        return None
    if not state.conduct.race_is_on(state.play):
        return None
    return next(iter(left_behind(state, range(len(state.seats)), is_here)), None)


def why_stopped(state: TableState, gone: Seat) -> Stopped:
    """Return why play stops for a seat: its player left, or lost the connection."""
    sitter = state.seats[gone]
    left = sitter is not None and sitter.guest is not None and not state.people[sitter.guest].here
    return Stopped(seat=gone, left=left)


def left_behind(
    state: TableState, seats: Iterable[int], is_here: Callable[[Guest], bool]
) -> list[Seat]:
    """Return those seats whose players are away and have no stand-in."""
    return [
        Seat(seat)
        for seat in seats
        if (sitter := state.seats[seat]) is not None
        and sitter.guest is not None
        and not sitter.stand_in
        and not is_here(sitter.guest)
    ]


class AbsenceClock:
    """Runs for players who are away from a race of an evening while others wait for them.

    A round has an end, so a bot stands in for them soon; in games with turns the turn's time does
    the same. A table at which no player is here waits.
    """

    def __init__(self) -> None:
        self._since: dict[Seat, Millis] = {}

    def look(self, state: TableState, is_here: Callable[[Guest], bool], now: Millis) -> None:
        """Take note of who is away now."""
        gone = _waited_for(state, is_here)
        if gone or self._since:
            self._since = {seat: self._since.get(seat, now) for seat in gone}

    @property
    def next_up(self) -> Millis | None:
        """When a bot is to stand in next."""
        return Millis(min(self._since.values()) + ABSENT_MS) if self._since else None

    def up(self, now: Millis) -> list[Seat]:
        """Return the seats in which a bot is to stand in by now."""
        return [seat for seat, since in self._since.items() if now - since >= ABSENT_MS]

    def forgive(self, now: Millis) -> None:
        """Count nothing before now: no player could come."""
        self._since = dict.fromkeys(self._since, now)


def _waited_for(state: TableState, is_here: Callable[[Guest], bool]) -> list[Seat]:
    is_on = state.stage is Stage.PLAYING and not (state.paused or state.time_up)
    if not state.until or not is_on or not state.conduct.timed:
        return []
    gone = left_behind(state, range(len(state.seats)), is_here)
    people = [one for one in state.seats if one is not None and one.guest is not None]
    is_alone = not any(one.guest is not None and is_here(one.guest) for one in people)
    return [] if is_alone else gone


def returned(state: TableState, is_here: Callable[[Guest], bool]) -> list[Seat]:
    """Return the seats with a stand-in whose players are back."""
    return [
        Seat(seat)
        for seat, sitter in enumerate(state.seats)
        if sitter is not None
        and sitter.stand_in
        and sitter.guest is not None
        and is_here(sitter.guest)
    ]
