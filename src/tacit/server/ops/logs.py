"""Structured logs: one JSON object a line, without secrets.

Each line has a time, a level, the node that wrote it and, where a request caused it, the request's
id, which its answer has as `X-Request-Id`. A table's id is its invitation, so logs carry only a
fingerprint of it. People are not named.
"""

from __future__ import annotations

import hashlib
import logging
import secrets
import socket
import time
import traceback
from contextvars import ContextVar
from typing import Any

import msgspec

from tacit.server.limits.rate_limit import Bucket

_LOGGER = logging.getLogger("tacit.server")
MAX_TRACE_CHARS = 6000
"""Characters of a traceback in the log: its end, where the error is."""
TROUBLES_AT_ONCE, TROUBLES_PER_S = 50, 1.0
"""Tracebacks that are logged at once, and after that. A guest who finds a fault may cause it as
often as requests are allowed; they must not fill the host's disk with it."""
_node = socket.gethostname()
request_id: ContextVar[str | None] = ContextVar("request_id", default=None)
"""The request being answered; a connection that it opened keeps it."""


def name_node(name: str) -> None:
    """Name this node in the log; without a name it has the machine's."""
    global _node  # noqa: PLW0603  # a process is one node
    _node = name or socket.gethostname()


def node_name() -> str:
    """Return this node's name in the log."""
    return _node


def new_request_id() -> str:
    """Return a random id for a request."""
    return secrets.token_hex(8)


def note(event: str, **details: Any) -> None:
    """Log an event."""
    _write(logging.INFO, event, details)


def warn(event: str, **details: Any) -> None:
    """Log what a host has to know, also without --log."""
    _write(logging.WARNING, event, details)


def _write(level: int, event: str, details: dict[str, Any]) -> None:
    if not _LOGGER.isEnabledFor(level):
        return
    line = {"at": round(time.time(), 3), "level": logging.getLevelName(level).lower()}
    line |= {"node": _node, "event": event}
    asked = request_id.get()
    if asked is not None:
        line["request"] = asked
    _LOGGER.log(level, msgspec.json.encode(line | details).decode())


class Troubles:
    """Decides which tracebacks are logged, and counts the others."""

    def __init__(self, now: float) -> None:
        self._bucket = Bucket(TROUBLES_PER_S, TROUBLES_AT_ONCE, now)
        self._left_out = 0

    def take(self, now: float) -> int | None:
        """Return how many were left out before this one; None if it is left out itself."""
        if not self._bucket.take(now):
            self._left_out += 1
            return None
        left_out, self._left_out = self._left_out, 0
        return left_out


_troubles = Troubles(time.monotonic())


def trouble(event: str, error: BaseException, table: str | None = None, **details: Any) -> None:
    """Log an error with its traceback, without the table's name; rarely, when there are many."""
    left_out = _troubles.take(time.monotonic())
    if left_out is None:
        return
    if left_out:
        details["left_out"] = left_out
    trace = "".join(traceback.format_exception(error))
    if table is not None:
        details["table"] = fingerprint(table)
        trace = trace.replace(table, fingerprint(table))
    _write(logging.ERROR, event, details | {"trace": trace[-MAX_TRACE_CHARS:]})


def reason(error: BaseException, table: str | None) -> str:
    """Return what an error says, without the name of the table."""
    return str(error).replace(table, fingerprint(table)) if table else str(error)


class HttpLogger(logging.Logger):
    """Takes aiohttp's messages about broken requests, which contain addresses and tables' names.

    Only the kind of error is logged.
    """

    def exception(self, *_: object, exc_info: Any = None, **__: Any) -> None:
        """Log that a request was no HTTP, or that its connection broke."""
        note("bad_http", error=type(exc_info).__name__)


def fingerprint(table: str) -> str:
    """Return a table's name in logs."""
    return hashlib.sha256(table.encode(errors="surrogatepass")).hexdigest()[:10]
