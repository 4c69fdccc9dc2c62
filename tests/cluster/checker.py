"""Compares what clients were told with the log: nothing else is looked at, no node is asked.

Every client writes down what it asked for, what was acknowledged or refused, and what it saw at
each version. The log says what has really happened.
"""

from __future__ import annotations

import hashlib
import json
import random
from collections import Counter
from dataclasses import dataclass, field
from typing import Any, NamedTuple

import msgspec

from tacit.table.log.fold import fold, opened
from tacit.table.log.records import PersonId, decode
from tacit.table.log.state import TableState
from tacit.table.tell.view import house_view, play_view


class Problem(NamedTuple):
    """Something that must not be."""

    kind: str
    """`lost`, `doubled`, `refused`, `forked` (or leaked), `back`."""
    table: str
    what: str


@dataclass
class Record:
    """What one client at one table has written down."""

    table: str
    person: str
    acknowledged: dict[str, int] = field(default_factory=dict)
    """By message, the version."""
    twice: list[str] = field(default_factory=list)
    """Messages that were acknowledged with two versions."""
    refused: set[str] = field(default_factory=set)
    seen: list[tuple[int, str]] = field(default_factory=list)
    """Versions in the order they were told, each with what the client had then."""


def digest(house: Any, view: Any) -> str:
    """Return what a player has on their screen, in short."""
    text = json.dumps([house, view], sort_keys=True)
    return hashlib.blake2b(text.encode(), digest_size=12).hexdigest()


def check(
    logs: dict[str, list[bytes]], records: list[Record], rng: random.Random, looks: int = 40_000
) -> list[Problem]:
    """Return everything that is wrong; of what was seen, some versions are looked at."""
    problems: list[Problem] = []
    by_table: dict[str, list[Record]] = {}
    for record in records:
        by_table.setdefault(record.table, []).append(record)
    seen = sum(len(record.seen) for record in records)
    share = min(1.0, looks / max(1, seen))
    for table, mine in by_table.items():
        problems += _check_table(table, logs.get(table, []), mine, share, rng)
    return problems


def _check_table(
    table: str, log: list[bytes], records: list[Record], share: float, rng: random.Random
) -> list[Problem]:
    entries = decode(log)
    times = Counter((entry.by, entry.id) for entry in entries if entry.id)
    found = [
        Problem("doubled", table, f"{who} {message}")
        for (who, message), count in times.items()
        if count > 1
    ]
    states: list[TableState] = []
    for entry in entries:
        states.append(fold(states[-1] if states else opened(entry), entry))
    for one in records:
        person = PersonId(one.person)
        for message, version in one.acknowledged.items():
            entry = entries[version - 1] if version <= len(entries) else None
            if entry is None or (entry.by, entry.id) != (person, message):
                found.append(Problem("lost", table, f"{person} {message} at {version}"))
        found += [Problem("lost", table, f"{person} {message} twice") for message in one.twice]
        found += [
            Problem("refused", table, f"{person} {message} was done")
            for message in one.refused
            if (person, message) in times
        ]
        found += _check_seen(table, states, one, share, rng)
    return found


def _check_seen(
    table: str, states: list[TableState], one: Record, share: float, rng: random.Random
) -> list[Problem]:
    found, last = [], 0
    for place, (version, what) in enumerate(one.seen):
        if version < last:
            found.append(Problem("back", table, f"{one.person} saw {version} after {last}"))
        last = version
        if place < len(one.seen) - 1 and rng.random() > share:
            continue
        if version > len(states):
            found.append(Problem("forked", table, f"{one.person} saw {version}, not in the log"))
        elif what != expected(states[version - 1], PersonId(one.person)):
            found.append(Problem("forked", table, f"{one.person} saw another {version}"))
    return found


def expected(state: TableState, person: PersonId) -> str:
    """Return what a player may have on their screen, neither more nor less."""
    guest = state.guest_of(person)
    view = play_view(state, None if guest is None else state.seat_of(guest))
    return digest(_plain(house_view(state, person)), view and _plain(view.view))


def _plain(value: Any) -> Any:
    return json.loads(msgspec.json.encode(value))
