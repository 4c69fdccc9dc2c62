"""A finished game as the messages of a live table: what a replay page plays.

`Updates` makes the same messages as for a connection, so the app shows a replay with the code of a
live table. Each message has its time on the table's clock.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import msgspec

from tacit.bots.registry import sits_at_tables
from tacit.core.chance import Chance, mix
from tacit.core.rulebook import Millis, Seat
from tacit.log.replay import Replay
from tacit.table.conduct import conduct_of
from tacit.table.log.fold import fold
from tacit.table.log.journal import Pending
from tacit.table.log.records import Entry, Guest, PersonId, Settings
from tacit.table.log.state import Person, Sitter, Stage, TableState
from tacit.table.outputs import ConnectionId
from tacit.table.tell.messages import Sync
from tacit.table.tell.updates import Updates

MOST_BYTES = 4 * 2**20
"""The largest tape; the longest games between bots need 160 kB."""


class TooLong(ValueError):
    """More happened in a game than one tape tells."""


class Step(msgspec.Struct, frozen=True, gc=False):
    """Something that happened: when, and what was told of it."""

    at: Millis
    told: msgspec.Raw


class Tape(msgspec.Struct, frozen=True, gc=False):
    """A game from the first deal on, as one seat saw it, or a spectator."""

    game: str
    names: tuple[str, ...]
    commitment: str
    begin: Sync
    steps: tuple[Step, ...]


def tape(replay: Replay, seat: Seat | None, most: int = MOST_BYTES) -> Tape:
    """Return what the player in a seat was told of a game, or a spectator.

    Raise TooLong as soon as the tape exceeds `most` bytes.
    """
    entries = list(_entries(replay))
    state = fold(_dealt(replay), Entry(game=entries[0]))
    watcher = _person(seat)
    teller = Updates(state, 1)
    begin = teller.sync(watcher, 0, Millis(0))
    steps = []
    now = Millis(0)
    for version, events in enumerate(entries[1:], start=2):
        entry: Entry[Any] = Entry(game=events)
        after = fold(state, entry)
        pending = Pending(version, state, after, entry, reply=None)
        (tell,) = teller.update(pending, [(ConnectionId(1), watcher)])
        most -= len(tell.data)
        if most < 0:
            raise TooLong("More happened in this game than one tape tells.")
        state = after
        now = max(now, *(Millis(getattr(event, "at", 0)) for event in events))
        steps.append(Step(now, msgspec.Raw(tell.data)))
    return Tape(replay.rules.NAME, replay.names, state.commitment, begin, tuple(steps))


def _entries(replay: Replay) -> Iterator[tuple[Any, ...]]:
    """Yield the events, each action together with what followed from it."""
    together: list[Any] = []
    for event in replay.events:
        if isinstance(event, replay.rules.Action) and together:
            yield tuple(together)
            together = []
        together.append(event)
    yield tuple(together)


def _person(seat: int | None) -> PersonId:
    return PersonId("watcher" if seat is None else f"seat {seat}")


def _dealt(replay: Replay) -> TableState:
    """Return the table before anything was dealt; a player named like a bot counts as one."""
    rules = replay.rules
    chance = Chance(mix(replay.seed, replay.contributions))
    marks = replay.marks or (None,) * len(replay.names)
    people = [
        Person(id=_person(seat), name=name, mark=mark)
        for seat, (name, mark) in enumerate(zip(replay.names, marks, strict=True))
    ]
    return TableState(
        game=rules.NAME,
        seed=replay.seed,
        settings=Settings(
            **conduct_of(rules.NAME).table_settings(msgspec.to_builtins(replay.settings))
        ),
        seats=tuple(
            Sitter(guest=Guest(seat), bot=name if sits_at_tables(name, rules.NAME) else None)
            for seat, name in enumerate(replay.names)
        ),
        people=(*people, Person(id=_person(None), name="")),
        stage=Stage.PLAYING,
        games=1,
        play=rules.initial(rules.draw(replay.settings, chance)),
    )
