"""Structured logs: one JSON object a line, without secrets.

A table's id is its invitation, so logs carry only a fingerprint of it. People are not named.
"""

from __future__ import annotations

import hashlib
import logging
import time
from typing import Any

import msgspec

_LOGGER = logging.getLogger("tacit.server")


def note(event: str, **details: Any) -> None:
    """Write down that something happened."""
    line = {"at": round(time.time(), 3), "event": event, **details}
    _LOGGER.info(msgspec.json.encode(line).decode())


def trouble(event: str, error: BaseException, **details: Any) -> None:
    """Write down that something went wrong, with the place in the code where it did."""
    line = {"at": round(time.time(), 3), "event": event, "error": repr(error), **details}
    _LOGGER.error(msgspec.json.encode(line).decode(), exc_info=error)


def fingerprint(table: str) -> str:
    """Return what a table is called in logs."""
    return hashlib.sha256(table.encode()).hexdigest()[:10]
