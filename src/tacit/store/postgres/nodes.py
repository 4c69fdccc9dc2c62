"""What nodes tell each other through PostgreSQL: heartbeats, orders, ended devices, and links."""

from __future__ import annotations

import hashlib
from collections.abc import Collection
from typing import Any

from tacit.store.statements import Statements

ORDER_VALID_S = 10.0
"""An order that was not taken within this time is not carried out: its node has given up."""
ORDER_KEPT_S = 60.0


class PostgresNodes(Statements):
    """The nodes that share a PostgreSQL store, which lends this part its connections."""

    node: str

    def _read(self, query: str, *values: object, purpose: str = "read") -> list[Any]:
        raise NotImplementedError

    def clock_s(self) -> float:
        """The database's clock, in seconds since 1970."""
        return float(self._read("SELECT extract(epoch FROM clock_timestamp())::float8")[0][0])

    def post(self, note: bytes) -> None:
        """Replace this node's note to its peers."""
        self._change(
            "INSERT INTO nodes VALUES ($1, now(), $2)"
            " ON CONFLICT (id) DO UPDATE SET seen = now(), note = $2",
            self.node,
            note,
        )

    def notes(self, seconds: float) -> dict[str, bytes]:
        """What every node told last, this one too, if it was told in the last seconds."""
        rows = self._read(
            "SELECT id, note FROM nodes WHERE seen > now() - make_interval(secs => $1)", seconds
        )
        return dict(map(tuple, rows))

    def leave(self) -> None:
        """Remove this node's heartbeat, and those of nodes long gone."""
        self._change(
            "DELETE FROM nodes WHERE id = $1 OR seen < now() - interval '1 day'", self.node
        )

    def order(self, node: str, wanted: bytes) -> int:
        """Ask a node to do something; return the number its answer is found by."""
        rows = self._read(
            "WITH old AS (DELETE FROM orders WHERE made < now() - make_interval(secs => $3))"
            " INSERT INTO orders (node, wanted) VALUES ($1, $2) RETURNING id",
            node,
            wanted,
            ORDER_KEPT_S,
            purpose="saved",
        )
        return int(rows[0][0])

    def orders(self) -> list[tuple[int, bytes]]:
        """Take what this node was asked to do and has not taken yet, in order."""
        rows = self._read(
            "UPDATE orders SET taken = true WHERE node = $1 AND NOT taken"
            " AND made > now() - make_interval(secs => $2) RETURNING id, wanted",
            self.node,
            ORDER_VALID_S,
            purpose="saved",
        )
        return sorted((int(number), bytes(wanted)) for number, wanted in rows)

    def fulfil(self, number: int, answer: bytes) -> None:
        """Answer what this node was asked to do."""
        self._change("UPDATE orders SET answer = $2 WHERE id = $1", number, answer)

    def fulfilled(self, numbers: Collection[int]) -> dict[int, bytes]:
        """Return the answers that are there."""
        query = "SELECT id, answer FROM orders WHERE id = ANY($1::bigint[]) AND answer IS NOT NULL"
        return dict(map(tuple, self._read(query, list(numbers))))

    def newly_ended(self, seconds: float) -> set[tuple[str, str]]:
        """Person and id of the devices that were ended in the last seconds."""
        rows = self._read(
            "SELECT person, id FROM devices"
            " WHERE ended AND changed > now() - make_interval(secs => $1)",
            seconds,
        )
        return {tuple(row) for row in rows}

    def lend(self, token: str, person: str, seconds: float) -> None:
        """Keep a link that works once and for some time, instead of the person's last one."""
        self._change(
            "INSERT INTO links VALUES ($1, $2, now() + make_interval(secs => $3))"
            " ON CONFLICT (person) DO UPDATE SET token = excluded.token, until = excluded.until",
            _hash(token),
            person,
            seconds,
        )

    def lent(self, token: str) -> str | None:
        """Return the person of a link; None if it expired or was used."""
        rows = self._read(
            "SELECT person FROM links WHERE token = $1 AND until > now()", _hash(token)
        )
        return rows[0][0] if rows else None

    def redeem(self, token: str) -> str | None:
        """Use a link up and return its person; None if it expired or was used."""
        rows = self._read(
            "WITH used AS"
            " (DELETE FROM links WHERE token = $1 OR until < now() RETURNING token, person, until)"
            " SELECT person FROM used WHERE token = $1 AND until > now()",
            _hash(token),
            purpose="saved",
        )
        return rows[0][0] if rows else None


def _hash(token: str) -> bytes:
    return hashlib.sha256(token.encode(errors="surrogatepass")).digest()
