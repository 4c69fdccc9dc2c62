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

_LOGGER = logging.getLogger("tacit.server")
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


def trouble(event: str, error: BaseException, table: str | None = None, **details: Any) -> None:
    """Log an error with its traceback, without the table's name."""
    trace = "".join(traceback.format_exception(error))
    if table is not None:
        details["table"] = fingerprint(table)
        trace = trace.replace(table, fingerprint(table))
    _write(logging.ERROR, event, details | {"trace": trace})


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
