"""Mistakes that the site reports of itself, while it runs in this process."""

from __future__ import annotations

import contextlib
import logging
from collections.abc import Iterator


class Troubles(logging.Handler):
    """Counts what the site itself reports as its own mistakes."""

    def __init__(self) -> None:
        super().__init__(logging.ERROR)
        self.records: list[str] = []

    def emit(self, record: logging.LogRecord) -> None:
        self.records.append(record.getMessage())


@contextlib.contextmanager
def no_troubles() -> Iterator[None]:
    """Raise if the site reports a mistake of its own meanwhile."""
    troubles = Troubles()
    loggers = [logging.getLogger(name) for name in ("tacit", "aiohttp", "asyncio")]
    for logger in loggers:
        logger.addHandler(troubles)
    try:
        yield
    finally:
        for logger in loggers:
            logger.removeHandler(troubles)
    assert not troubles.records, troubles.records
