"""A position of a game as the message of a live table, for pages that show one without a table."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from tacit.core.rulebook import Millis, Seat
from tacit.table.log.records import Guest, PersonId, Settings
from tacit.table.log.state import Person, Sitter, Stage, TableState
from tacit.table.tell.messages import Sync
from tacit.table.tell.view import house_view


def position(game: str, view: Any, names: Sequence[str], seat: int) -> Sync:
    """Return what the player in a seat would be sent there; nothing can be done at it."""
    people = tuple(Person(id=PersonId(f"seat {at}"), name=name) for at, name in enumerate(names))
    state = TableState(
        game=game,
        seed=b"",
        settings=Settings(),
        seats=tuple(Sitter(guest=Guest(at)) for at in range(len(names))),
        people=people,
        stage=Stage.PLAYING,
        games=1,
        names=tuple(names),
    )
    return Sync(
        version=1,
        house=house_view(state, people[seat].id),
        view=view,
        legal={},
        waiting=(Seat(seat),),
        events=(),
        now=Millis(0),
    )
