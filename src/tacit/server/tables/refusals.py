"""Why a request over HTTP cannot be done at a table."""

from __future__ import annotations

from tacit.core.rulebook import Refused
from tacit.server.tables.expiry import EndedTable
from tacit.table.decide.context import ENDED


class TablesError(RuntimeError):
    """A request was refused; the refusal says why."""

    def __init__(self, refused: Refused) -> None:
        super().__init__(str(refused))
        self.refused = refused


class TableEnded(TablesError):
    """The table has ended."""

    def __init__(self, ended: EndedTable) -> None:
        super().__init__(Refused(ENDED.key, ENDED.text, ended._asdict()))
