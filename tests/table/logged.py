"""Logs of tables at which whole games were played, without a table: quickly, and from a seed."""

from __future__ import annotations

import random
from collections import deque
from collections.abc import Iterator, Sequence
from typing import Any

from msgspec.structs import replace

from tacit.core.rulebook import Millis, decide
from tacit.table.decide.context import Context
from tacit.table.decide.decide import decide as decide_at_table
from tacit.table.decide.first_entries import first_entries
from tacit.table.decide.requests import AddBot, Join, Start
from tacit.table.log.fold import fold, opened
from tacit.table.log.reader import walk
from tacit.table.log.records import (
    Entry,
    Guest,
    Joined,
    Opened,
    PersonId,
    Rematched,
    Sat,
    Settings,
    encode,
)
from tacit.table.log.state import Stage, TableState

SECOND = 1000


def log_of(
    game: str,
    people: Sequence[tuple[str, str]],
    bots: Sequence[str] = (),
    *,
    seed: int = 1,
    games: int = 1,
    settings: Settings | None = None,
    at: int = 1_700_000_000_000,
    label: str = "",
) -> list[bytes]:
    """Return a log in which people, by id and name, and bots play games to their end."""
    chance = random.Random(seed)
    seed_of_table, wanted = chance.randbytes(32).hex(), settings or Settings()
    setup = Opened(game=game, seed=seed_of_table, settings=wanted, at=at, label=label)
    (host, name), *others = people
    entries: list[Entry[Any]] = first_entries(  # type: ignore[assignment]
        setup, [(PersonId(host), Join(name=name))], lambda: chance.randbytes(32)
    )
    for number, (person, called) in enumerate(others, start=1):
        came = Joined(person=PersonId(person), name=called)
        sat = Sat(guest=Guest(number), seat=number)
        entries.append(Entry(by=PersonId(person), id="come", house=(came, sat)))
    state = opened(entries[0])
    for entry in entries:
        state = fold(state, entry)
    now = 0
    host_asks = [AddBot(seat=len(people) + number, bot=bot) for number, bot in enumerate(bots)]
    for number in range(games):
        if number:
            entries.append(Entry(house=(Rematched(seed=chance.randbytes(32).hex()),)))
            state = fold(state, entries[-1])
        for request in (*(host_asks if not number else ()), Start()):
            asked = Context(request, PersonId(host), Millis(now), lambda _: True, bytes)
            entries.append(decide_at_table(state, asked))  # type: ignore[arg-type]
            state = fold(state, entries[-1])
        moves = list(_moves(state, chance, now))
        entries += [entry for entry, _ in moves]
        state, now = moves[-1][1], int(entries[-1].id)
    return [encode(entry) for entry in entries]


def _moves(
    state: TableState, chance: random.Random, now: int
) -> Iterator[tuple[Entry[Any], TableState]]:
    """Yield random moves to the end of a game; each entry's id is its time."""
    while state.stage is Stage.PLAYING:
        now += chance.randrange(SECOND)
        seat = chance.choice(state.rules.waiting(state.play))
        action = chance.choice(state.rules.legal(state.play, seat))
        decided = decide(state.rules, state.play, replace(action, at=now))
        guest = state.seats[seat].guest  # type: ignore[union-attr]
        person = PersonId("") if guest is None else state.people[guest].id
        entry = Entry(by=person, id=str(now), game=decided.events)
        state = fold(state, entry, decided.state)
        yield entry, state


def played_out(entries: Sequence[Entry[Any]], *, seed: int) -> list[Entry[Any]]:
    """Return the log of a game that has begun, played to its end at random."""
    state = deque(walk(entries), maxlen=1).pop().state
    return [*entries, *(entry for entry, _ in _moves(state, random.Random(seed), 0))]
