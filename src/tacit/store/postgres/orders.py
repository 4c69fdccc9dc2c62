"""What nodes ask each other to do, passed on by PostgreSQL."""

from __future__ import annotations

from collections.abc import Collection
from typing import Any

FRESH_SECONDS = 10.0
"""An order that was not taken within this time is not carried out: nobody waits for it any more."""
KEPT_SECONDS = 60.0


class PostgresOrders:
    """Orders to nodes and their answers; a part of the store, which lends it connections."""

    node: str

    def _fetch(self, query: str, *values: object, purpose: str = "read") -> list[Any]:
        raise NotImplementedError

    def order(self, node: str, wanted: bytes) -> int:
        """Ask a node to do something; return the number its answer is found by."""
        rows = self._fetch(
            "WITH old AS (DELETE FROM orders WHERE made < now() - make_interval(secs => $3))"
            " INSERT INTO orders (node, wanted) VALUES ($1, $2) RETURNING id",
            node,
            wanted,
            KEPT_SECONDS,
            purpose="saved",
        )
        return int(rows[0][0])

    def orders(self) -> list[tuple[int, bytes]]:
        """Take what this node was asked to do and has not taken yet, in order."""
        rows = self._fetch(
            "UPDATE orders SET taken = true WHERE node = $1 AND NOT taken"
            " AND made > now() - make_interval(secs => $2) RETURNING id, wanted",
            self.node,
            FRESH_SECONDS,
            purpose="saved",
        )
        return sorted((int(number), bytes(wanted)) for number, wanted in rows)

    def fulfil(self, number: int, answer: bytes) -> None:
        """Answer what this node was asked to do."""
        self._fetch("UPDATE orders SET answer = $2 WHERE id = $1", number, answer, purpose="saved")

    def fulfilled(self, numbers: Collection[int]) -> dict[int, bytes]:
        """Return the answers that are there."""
        query = "SELECT id, answer FROM orders WHERE id = ANY($1::bigint[]) AND answer IS NOT NULL"
        return dict(map(tuple, self._fetch(query, list(numbers))))
