"""How a store runs SQL: SQLite and PostgreSQL keep nearly everything with the same statements.

Parameters are written `$1`, `$2`, …; SQLite reads them as `?1`, `?2`, ….
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from typing import Any


class Statements(ABC):
    """A database that runs statements; each call is a transaction of its own."""

    @abstractmethod
    def _read(self, query: str, *values: object) -> list[Any]:
        """Return the rows that a query finds."""

    @abstractmethod
    def _change(self, statement: str, *values: object) -> int:
        """Change something durably; return how many rows were changed."""
