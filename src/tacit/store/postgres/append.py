"""Appending to the logs in PostgreSQL: one statement for all that is queued.

One statement is one transaction that the database ends by itself: a node that is stopped in the
middle of it holds no lock, and no other node waits for it. For each table it compares where the
log ends, and who plays there, with what the writer thinks, and writes only if both are right.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from tacit.store.store import Conflict, StoreError, conflict
from tacit.store.turns import Turn
from tacit.store.writer import Append

if TYPE_CHECKING:
    from asyncpg import Connection

APPEND = """
WITH news AS (
    SELECT * FROM unnest($1::text[], $2::int[], $3::int[], $4::bool[], $5::bigint[], $6::text[],
            $13::bool[], $14::bigint[])
        AS n (id, was, length, closed, written, holder, over, due)
), moved AS (
    UPDATE tables t
    SET length = n.length, closed = n.closed, written = greatest(n.written, t.written + 1),
        finished = CASE WHEN n.over THEN greatest(n.written, t.written + 1) ELSE t.finished END,
        due = coalesce(n.due, t.due)
    FROM news n
    WHERE t.id = n.id AND t.length = n.was AND (n.holder IS NULL OR t.holder = n.holder)
    RETURNING t.key, t.id
), made AS (
    INSERT INTO tables (id, length, closed, written, holder, finished, due)
    SELECT id, length, closed, written, holder, CASE WHEN over THEN written ELSE 0 END,
        coalesce(due, 0)
    FROM news WHERE was = 0
    ON CONFLICT (id) DO NOTHING
    RETURNING key, id
), heads AS (
    SELECT * FROM moved UNION ALL SELECT * FROM made
), logged AS (
    INSERT INTO entries (table_key, number, entry)
    SELECT h.key, e.number, e.entry
    FROM unnest($7::text[], $8::int[], $9::bytea[]) AS e (id, number, entry) JOIN heads h USING (id)
), whose AS (
    SELECT * FROM unnest($15::text[], $16::text[], $17::bool[]) AS w (id, person, awaited)
), called AS (
    UPDATE people SET awaited = w.awaited FROM whose w JOIN heads h USING (id)
    WHERE people.person = w.person AND people.table_key = h.key AND people.awaited <> w.awaited
), came AS (
    INSERT INTO people (person, table_key, awaited)
    SELECT p.person, h.key, coalesce(w.awaited, false)
    FROM unnest($10::text[], $11::text[], $12::bool[]) AS p (id, person, here)
    JOIN heads h USING (id) LEFT JOIN whose w USING (id, person)
    WHERE p.here
    ON CONFLICT DO NOTHING
), went AS (
    DELETE FROM people
    USING unnest($10::text[], $11::text[], $12::bool[]) AS p (id, person, here), heads h
    WHERE h.id = p.id AND NOT p.here AND people.person = p.person AND people.table_key = h.key
)
SELECT id FROM heads
"""
_HEADS = "SELECT id, length, holder FROM tables WHERE id = ANY($1::text[])"
_LOGGED = (
    "SELECT entry FROM entries JOIN tables ON table_key = key"
    " WHERE id = $1 AND number > $2 AND number <= $3 ORDER BY number"
)
ROUNDS = 4
"""Times that the ends of logs are looked up again while others move them."""


@dataclass(slots=True)
class Change:
    """What a batch does to one table, if its log ends where it is thought to."""

    table: str
    was: int
    length: int
    claim: str | None = None
    closed: bool = False
    over: bool = False
    """Whether the table was closed by any of it, even if it goes on."""
    entries: list[bytes] = field(default_factory=list)
    people: dict[str, bool] = field(default_factory=dict)
    turn: Turn | None = None
    outcomes: list[tuple[int, StoreError | None]] = field(default_factory=list)
    """The number of an item in the batch, and what became of it."""
    last: int = -1
    """The place of the last append that is taken; none if there is nothing to be written."""

    def add(self, place: int, append: Append) -> None:
        """Let an append follow, or refuse it."""
        if append.claim and self.claim and append.claim != self.claim:
            self.outcomes.append((place, _taken(self.table)))
            return
        if append.after != self.length:
            self.outcomes.append((place, conflict(self.table, self.length, append.after)))
            return
        self.outcomes.append((place, None))
        self.claim = self.claim or append.claim
        self.length += len(append.entries)
        self.entries += append.entries
        self.closed = append.closed
        self.over = self.over or append.closed
        self.people |= append.people
        if append.turn is not None:
            earlier = {} if self.turn is None else self.turn.awaited
            self.turn = Turn(append.turn.due, {**earlier, **append.turn.awaited})
        self.last = place


class Batch:
    """Appends of one batch, until the outcome of each is known."""

    def __init__(self, appends: list[Append]) -> None:
        self._appends: dict[str, list[tuple[int, Append]]] = {}
        for place, append in enumerate(appends):
            self._appends.setdefault(append.table, []).append((place, append))
        self._ends = {table: one[0][1].after for table, one in self._appends.items()}
        """Where logs end: what the first to append to them thinks, until it is looked up."""
        self._tried: dict[str, Change] = {}
        """What was sent to the database without an answer."""
        self._outcomes: list[StoreError | None] = [None] * len(appends)

    async def write(self, connection: Connection, now: int) -> list[StoreError | None]:
        """Write all that can be; may be called again, on another connection, if it fails."""
        if self._tried:
            await self._look_up(connection)
        for _ in range(ROUNDS):
            changes = [self._change(table) for table in self._appends]
            self._tried = {one.table: one for one in changes}
            done = await _send(connection, changes, now)
            self._tried = {}
            for one in changes:
                if one.table in done:
                    self._settle(one)
            if not self._appends:
                break
            await self._look_up(connection)
        for table in tuple(self._appends):
            for place, append in self._appends.pop(table):
                self._outcomes[place] = conflict(table, self._ends[table], append.after)
        return self._outcomes

    def _change(self, table: str) -> Change:
        end = self._ends[table]
        change = Change(table, end, end)
        for place, append in self._appends[table]:
            change.add(place, append)
        return change

    def _settle(self, change: Change) -> None:
        for place, outcome in change.outcomes:
            self._outcomes[place] = outcome
        del self._appends[change.table]

    async def _look_up(self, connection: Connection) -> None:
        """Find out where the logs end, what was written after all, and what never can be."""
        rows = await connection.fetch(_HEADS, list(self._appends))
        heads = {row["id"]: (row["length"], row["holder"]) for row in rows}
        for table in tuple(self._appends):
            self._ends[table], holder = heads.get(table, (0, None))
            tried = self._tried.get(table)
            if tried is not None and await _is_written(connection, tried, self._ends[table]):
                self._settle(tried)
                continue
            self._refuse_others(table, holder)
            change = self._change(table)
            if change.last < 0 or change.length == 0:  # nothing that could be written
                self._settle(change)
        self._tried = {}

    def _refuse_others(self, table: str, holder: str | None) -> None:
        """Refuse appends of outdated claims."""
        left = []
        for place, append in self._appends[table]:
            if append.claim is None or append.claim == holder:
                left.append((place, append))
            else:
                self._outcomes[place] = _taken(table)
        self._appends[table] = left


def _taken(table: str) -> Conflict:
    return Conflict(f"Another node plays table {table} now.")


async def _is_written(connection: Connection, tried: Change, end: int) -> bool:
    """Tell whether what was sent without an answer is in the log."""
    if not tried.entries or end < tried.length:
        return False
    rows = await connection.fetch(_LOGGED, tried.table, tried.was, tried.length)
    return [row["entry"] for row in rows] == tried.entries


async def _send(connection: Connection, changes: Iterable[Change], now: int) -> set[str]:
    """Write changes; return the tables whose log ended where it was thought to."""
    # Two nodes that write to the same tables take them in the same order.
    real = sorted((one for one in changes if one.length), key=lambda one: one.table)
    entries = [
        (one.table, number, entry)
        for one in real
        for number, entry in enumerate(one.entries, one.was + 1)
    ]
    people = [(one.table, who, here) for one in real for who, here in one.people.items()]
    awaited = [
        (one.table, who, is_theirs)
        for one in real
        if one.turn is not None
        for who, is_theirs in one.turn.awaited.items()
        if one.people.get(who, True)  # else their row goes, and one statement changes it once
    ]
    rows = await connection.fetch(
        APPEND,
        [one.table for one in real],
        [one.was for one in real],
        [one.length for one in real],
        [one.closed for one in real],
        [now + one.last for one in real],
        [one.claim for one in real],
        [table for table, _, _ in entries],
        [number for _, number, _ in entries],
        [entry for _, _, entry in entries],
        [table for table, _, _ in people],
        [who for _, who, _ in people],
        [here for _, _, here in people],
        [one.over for one in real],
        [None if one.turn is None else one.turn.due for one in real],
        [table for table, _, _ in awaited],
        [who for _, who, _ in awaited],
        [is_theirs for _, _, is_theirs in awaited],
    )
    return {row["id"] for row in rows}
