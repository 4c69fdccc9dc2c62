"""Forgetting people in PostgreSQL."""

from __future__ import annotations

from collections.abc import Mapping

from tacit.store.erasure import Leaving, mark_of
from tacit.store.postgres.accounts import PostgresKeeping

_AT_ONCE = 500
"""Tables whose logs are looked through by one statement: each has only so long."""


class PostgresForgetting(PostgresKeeping):
    """See `Forgetting`; a part of the store, which lends it connections."""

    def begin_forgetting(self, leaving: Leaving, at: int) -> None:
        """Note that somebody is to be forgotten; see `Forgetting`."""
        self._change(
            "WITH marked AS (INSERT INTO forgotten (mark) VALUES ($4)"
            " ON CONFLICT (mark) DO UPDATE SET at = now())"
            " INSERT INTO forgetting VALUES ($1, $2, $3) ON CONFLICT DO NOTHING",
            *(*leaving, at, mark_of(leaving.person)),
        )
        self._forget_small(leaving.person)

    def _forget_small(self, person: str) -> None:
        self.forget_kept(person)
        self._change(
            "WITH there AS (DELETE FROM links WHERE person = $1)"
            " DELETE FROM devices WHERE person = $1",
            person,
        )

    def to_forget(self, before: int) -> list[Leaving]:
        """Return who is to be forgotten since before a moment."""
        rows = self._fetch("SELECT person, alias FROM forgetting WHERE at < $1", before)
        return [Leaving(*row) for row in rows]

    def forgotten(self) -> set[bytes]:
        """Return the marks of all who were or are to be forgotten."""
        return {bytes(mark) for (mark,) in self._fetch("SELECT mark FROM forgotten")}

    def newly_forgotten(self, seconds: float) -> set[bytes]:
        """Return the marks of those who asked for it in the last seconds."""
        rows = self._fetch(
            "SELECT mark FROM forgotten WHERE at > now() - make_interval(secs => $1)", seconds
        )
        return {bytes(mark) for (mark,) in rows}

    def naming(self, person: str) -> list[str]:
        """Return the tables whose logs have somebody's id in them."""
        found: list[str] = []
        ((last,),) = self._fetch("SELECT coalesce(max(key), 0) FROM tables")
        for first in range(0, last + 1, _AT_ONCE):
            rows = self._fetch(
                "SELECT id FROM tables WHERE key > $1 AND key <= $2 AND EXISTS"
                " (SELECT FROM entries WHERE table_key = key AND position($3::bytea IN entry) > 0)",
                *(first, first + _AT_ONCE, person.encode()),
            )
            found += [table for (table,) in rows]
        return found

    def rewrite(self, table: str, lines: Mapping[int, bytes]) -> None:
        """Put other entries in the place of some, by their number."""
        self._change(
            "UPDATE entries SET entry = l.entry"
            " FROM unnest($2::int[], $3::bytea[]) AS l (number, entry), tables"
            " WHERE tables.id = $1 AND table_key = key AND entries.number = l.number",
            *(table, list(lines), list(lines.values())),
        )

    def end_forgetting(self, person: str) -> None:
        """Note that nothing is left of somebody; see `Forgetting`."""
        self._forget_small(person)
        self._change(
            "WITH there AS (DELETE FROM people WHERE person = $1)"
            " DELETE FROM forgetting WHERE person = $1",
            person,
        )
