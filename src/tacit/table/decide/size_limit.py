"""How long the log of one table may grow: a takeover has to read all of it."""

from __future__ import annotations

from tacit.core.rulebook import Refused
from tacit.table.decide.requests import (
    Act,
    AnyRequest,
    ClaimHost,
    Leave,
    Pause,
    Remove,
    Resume,
    Say,
    Show,
    StandIn,
)

MANY_ENTRIES = 20_000
"""Entries after which a game goes on to its end but nothing new begins: an evening has hundreds."""
MAX_ENTRIES = 30_000
"""Entries after which nothing more is written."""

PAST_SIZE_LIMIT = Refused("worn-out", "This table has seen too much. Please open a new one.")

_TO_THE_END = (Act, ClaimHost, Leave, Pause, Remove, Resume, StandIn)
_UNWRITTEN = (Say, Show)


def past_size_limit(entries: int, request: AnyRequest) -> Refused | None:
    """Refuse requests that a table with a very long log can do without."""
    if entries < MANY_ENTRIES or isinstance(request, _UNWRITTEN):
        return None
    if entries < MAX_ENTRIES and isinstance(request, _TO_THE_END):
        return None
    return PAST_SIZE_LIMIT
