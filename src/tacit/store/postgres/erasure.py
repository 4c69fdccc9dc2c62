"""Erasure in PostgreSQL."""

from __future__ import annotations

from collections.abc import Mapping

from tacit.store.erasure import Erasure, person_hash
from tacit.store.sql import SqlStore

_SMALL = ("passkeys", "kept", "consents", "devices", "links", "belongings")
_AT_ONCE = 500
"""Tables whose logs are looked through by one statement: each has only so long."""


class PostgresErasures(SqlStore):
    """The erasures of a PostgreSQL store, which lends this part its connections."""

    def _delete_person(self, person: str, *tables: str) -> None:
        first, *others = (f"DELETE FROM {table} WHERE person = $1" for table in tables)  # noqa: S608
        parts = ", ".join(f"part{number} AS ({one})" for number, one in enumerate(others))
        self._change(f"WITH {parts} {first}", person)

    def begin_erasure(self, erasure: Erasure, at: int) -> None:
        """Note an erasure; see `Erasures`."""
        self._change(
            "WITH marked AS (INSERT INTO forgotten (mark) VALUES ($4)"
            " ON CONFLICT (mark) DO UPDATE SET at = now())"
            " INSERT INTO forgetting VALUES ($1, $2, $3) ON CONFLICT DO NOTHING",
            *(*erasure, at, person_hash(erasure.person)),
        )
        self._delete_person(erasure.person, *_SMALL)

    def newly_erased(self, seconds: float) -> set[bytes]:
        """Return the marks of people whose erasure began in the last seconds."""
        rows = self._read(
            "SELECT mark FROM forgotten WHERE at > now() - make_interval(secs => $1)", seconds
        )
        return {bytes(mark) for (mark,) in rows}

    def naming(self, person: str) -> list[str]:
        """Return the tables whose logs have a person's id in them."""
        found: list[str] = []
        ((last,),) = self._read("SELECT coalesce(max(key), 0) FROM tables")
        for first in range(0, last + 1, _AT_ONCE):
            rows = self._read(
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

    def end_erasure(self, person: str) -> None:
        """Note that an erasure is done; see `Erasures`."""
        self._delete_person(person, *_SMALL, "people", "forgetting")
