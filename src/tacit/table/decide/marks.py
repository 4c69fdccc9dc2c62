"""Which mark a guest gets: the one they chose, told apart from those of the others."""

from __future__ import annotations

from collections.abc import Iterable

from tacit.core.mark import COLOURS, SHAPES, Mark
from tacit.table.decide.context import NOT_IN_GAME, Context, Decision, done
from tacit.table.decide.requests import ChooseMark
from tacit.table.log.records import Guest, Joined
from tacit.table.log.state import Stage, TableState


def told_apart(mark: Mark, others: Iterable[Mark]) -> Mark:
    """Return a mark, in the next free colour or shape if another guest has both already."""
    taken = {(other.shape, other.colour) for other in others}
    for step in range(SHAPES * COLOURS):
        shape = (mark.shape + step // COLOURS) % SHAPES
        colour = (mark.colour + step) % COLOURS
        if (shape, colour) not in taken:
            return Mark(shape, colour, mark.face)
    return mark


def mark_at(state: TableState, guest: Guest | None, wanted: Mark | None) -> Mark | None:
    """Return the mark of a guest who joins; during a game a guest keeps the one they have."""
    mine = None if guest is None else state.people[guest].mark
    if wanted is None or (mine is not None and state.stage is Stage.PLAYING):
        return mine
    return told_apart(wanted, _others(state, guest))


def choose_mark(state: TableState, guest: Guest, asked: Context) -> Decision:
    """Give a guest another mark, between games: players are known by it."""
    assert isinstance(asked.request, ChooseMark)
    if state.stage is Stage.PLAYING:
        return NOT_IN_GAME
    mark = told_apart(asked.request.mark, _others(state, guest))
    return done(Joined(person=asked.person, name=state.people[guest].name, mark=mark))


def _others(state: TableState, guest: Guest | None) -> list[Mark]:
    return [
        one.mark
        for number, one in enumerate(state.people)
        if one.mark is not None and number != guest and _shown(state, Guest(number))
    ]


def _shown(state: TableState, guest: Guest) -> bool:
    return state.people[guest].here or state.seat_of(guest) is not None
