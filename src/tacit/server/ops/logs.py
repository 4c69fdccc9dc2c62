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
"""The request that is answered; a connection that it opened keeps it."""


def name_node(name: str) -> None:
    """Call this node so in its lines; without a name it is called like the machine."""
    global _node  # noqa: PLW0603  # a process is one node
    _node = name or socket.gethostname()


def node_name() -> str:
    """Return what this node is called."""
    return _node


def new_request_id() -> str:
    """Return what tells one request from all others, and nothing else."""
    return secrets.token_hex(8)


def note(event: str, **details: Any) -> None:
    """Write down that something happened."""
    _write(logging.INFO, event, details)


def warn(event: str, **details: Any) -> None:
    """Write down what a host has to know, also without --log."""
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
    """Write down that something went wrong, with the place in the code where it did."""
    trace = "".join(traceback.format_exception(error))
    if table is not None:
        details["table"] = fingerprint(table)
        trace = trace.replace(table, fingerprint(table))
    _write(logging.ERROR, event, details | {"trace": trace})


def reason(error: BaseException, table: str | None) -> str:
    """Return what an error says, without the name of the table."""
    return str(error).replace(table, fingerprint(table)) if table else str(error)


class HttpLogger(logging.Logger):
    """Takes what aiohttp says about broken requests, which has addresses and names of tables in it.

    Only what kind of thing happened is written down.
    """

    def exception(self, *_: object, exc_info: Any = None, **__: Any) -> None:
        """Write down that a request was no HTTP, or that its connection broke."""
        note("bad_http", error=type(exc_info).__name__)


def fingerprint(table: str) -> str:
    """Return what a table is called in logs."""
    return hashlib.sha256(table.encode(errors="surrogatepass")).hexdigest()[:10]
