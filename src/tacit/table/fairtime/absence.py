"""What a table does about players who are away or take too long."""

from __future__ import annotations

from collections.abc import Callable, Iterable

from tacit.core.rulebook import Seat
from tacit.table.log.records import Guest, Stopped
from tacit.table.log.state import Stage, TableState


def first_away(state: TableState, is_here: Callable[[Guest], bool]) -> Seat | None:
    """Return a seat whose absent player makes a race stop, or None."""
    if state.stage is not Stage.PLAYING or state.paused:
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
