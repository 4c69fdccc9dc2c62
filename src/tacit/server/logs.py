"""Structured logs: one JSON object a line, without secrets.

A table's id is its invitation, so logs carry only a fingerprint of it. People are not named.
"""

from __future__ import annotations

import hashlib
import logging
import time
import traceback
from typing import Any

import msgspec

_LOGGER = logging.getLogger("tacit.server")


def note(event: str, **details: Any) -> None:
    """Write down that something happened."""
    line = {"at": round(time.time(), 3), "event": event, **details}
    _LOGGER.info(msgspec.json.encode(line).decode())


def trouble(event: str, error: BaseException, table: str | None = None, **details: Any) -> None:
    """Write down that something went wrong, with the place in the code where it did."""
    trace = "".join(traceback.format_exception(error))
    if table is not None:
        details["table"] = fingerprint(table)
        trace = trace.replace(table, fingerprint(table))
    line = {"at": round(time.time(), 3), "event": event, **details, "trace": trace}
    _LOGGER.error(msgspec.json.encode(line).decode())


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
