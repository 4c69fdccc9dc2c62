"""Claims: the fencing tokens by which one node at a time may append to a table's log.

A claim names its node and a number that no other claim has. The database stores the latest one
with the table, and an append made by another claim is refused (`append`). In a failover another
node claims the table, so the node that had it can append nothing more.
"""

from __future__ import annotations

import itertools
import secrets

from tacit.store.statements import Statements
from tacit.store.store import id_fault

HEARD_S = 5.0
"""A node without a heartbeat for this long counts as stopped."""


class PostgresClaims(Statements):
    """The claims of this node; a part of the store, which lends it connections."""

    def __init__(self) -> None:
        super().__init__()
        self.node = secrets.token_hex(8)
        self._claims: dict[str, str] = {}
        """The tables that were claimed here, each with its fencing token."""
        self._numbers = itertools.count(1)

    def _begin(self, statement: str, *values: object) -> None:
        raise NotImplementedError

    def claim(self, table: str) -> bool:
        """Claim a table, from another node if need be; False if there is none."""
        if id_fault(table):
            return False
        claim = f"{self.node}:{next(self._numbers)}"
        found = self._change("UPDATE tables SET holder = $2 WHERE id = $1", table, claim)
        if found:
            self._claims[table] = claim
        return bool(found)

    def release(self, table: str) -> None:
        """Release a table, if it is still claimed here; does not wait."""
        claim = self._claims.pop(table, None)
        if claim is None:
            return
        # If it fails, another node can still claim the table.
        free = "UPDATE tables SET holder = NULL WHERE id = $1 AND holder = $2"
        self._begin(free, table, claim)

    def is_played_elsewhere(self, table: str) -> bool:
        """Tell whether another node that is alive has claimed a table."""
        return bool(
            self._read(
                "SELECT 1 FROM tables JOIN nodes ON nodes.id = split_part(holder, ':', 1)"
                " WHERE tables.id = $1 AND nodes.id <> $2"
                " AND seen > now() - make_interval(secs => $3)",
                table,
                self.node,
                HEARD_S,
            )
        )

    def lost(self) -> list[str]:
        """Ids of the tables that were claimed here and taken by another node since."""
        mine = dict(self._claims)
        rows = self._read(
            "SELECT id, claim FROM tables JOIN unnest($1::text[], $2::text[]) AS mine (id, claim)"
            " USING (id) WHERE holder IS DISTINCT FROM claim",
            list(mine),
            list(mine.values()),
        )
        # What was released, or claimed again, meanwhile is not lost.
        return [table for table, claim in rows if self._claims.get(table) == claim]
