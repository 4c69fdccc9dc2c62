"""The one thread that writes: it takes all that is queued, writes it in one batch, and reports.

What comes after a pause is written at once. What arrives during a write is the next batch, which
begins `SPACING_S` after the last at the earliest: a batch costs the same processor time however
small it is, and on a busy site the games need that time more.
"""

from __future__ import annotations

import logging
import threading
import time
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any

from tacit.store.store import Done, People, StoreError, closed_store
from tacit.store.turns import Turn

_log = logging.getLogger(__name__)

SPACING_S = 0.0015
"""The least time from the start of one write to the start of the next."""


@dataclass(slots=True)
class Append:
    """Entries on their way into a table's log."""

    table: str
    after: int
    entries: tuple[bytes, ...]
    closed: bool
    done: Done
    refused: StoreError | None = None
    """Why it was refused before it was queued; that is reported in its turn."""
    people: People = field(default_factory=dict)
    claim: str | None = None
    """The fencing token it is made with, in a store that several nodes share."""
    turn: Turn | None = None


class Writer:
    """Calls `write` with all that is queued, in a thread of its own, then each append's `done`.

    `write` returns why each append was refused, None for durable, or raises to
    refuse them all. `stop` is called in the same thread after the last batch.
    """

    def __init__(
        self, write: Callable[[list[Append]], list[StoreError | None]], stop: Callable[[], None]
    ) -> None:
        self._write = write
        self._stop = stop
        self._changed = threading.Condition()
        self._queue: list[Append] = []
        self._writing = 0
        self._closing = False
        self._stopped = False
        # A daemon, so that a program that forgot to close its store can still end.
        self._thread = threading.Thread(target=self._run, name="tacit-store", daemon=True)
        self._thread.start()

    def put(self, append: Append) -> None:
        """Queue an append. After `close` it is refused, behind those that were queued in time."""
        with self._changed:
            if self._closing:
                append.refused = closed_store()
            if not self._stopped:
                self._queue.append(append)
                self._changed.notify()
                return
        tell(append.done, append.refused)

    def backlog(self) -> int:
        """How many appends are not written yet."""
        with self._changed:
            return len(self._queue) + self._writing

    def close(self) -> None:
        """Write what is queued and end the thread; a `done` may call it too."""
        with self._changed:
            self._closing = True
            self._changed.notify()
        if threading.current_thread() is not self._thread:
            self._thread.join()

    def _run(self) -> None:
        while batch := self._drain():
            begun = time.monotonic()
            outcomes = self._outcomes(batch)
            with self._changed:
                self._writing = 0
            for append, outcome in zip(batch, outcomes, strict=True):
                tell(append.done, outcome)
            time.sleep(max(0.0, begun + SPACING_S - time.monotonic()))
        self._stop()

    def _drain(self) -> list[Append]:
        """Wait for an append and return all that are queued; empty once closed."""
        with self._changed:
            self._changed.wait_for(lambda: self._queue or self._closing)
            batch, self._queue = self._queue, []
            self._writing = len(batch)
            self._stopped = not batch
            return batch

    def _outcomes(self, batch: list[Append]) -> list[StoreError | None]:
        sound = [append for append in batch if append.refused is None]
        written: list[StoreError | None] = []
        try:
            if sound:
                written = self._write(sound)
        except StoreError as error:
            written = [error] * len(sound)
        except Exception as error:
            # The games that come next still need a writer.
            _log.exception("The game log could not be saved")
            written = [StoreError(f"The game log could not be saved: {error!r}.")] * len(sound)
        answers = iter(written)
        return [append.refused or next(answers) for append in batch]


def tell(hook: Callable[..., None], *news: Any) -> None:
    """Call a listener: its errors are logged and stop no game."""
    try:
        hook(*news)
    except Exception:
        _log.exception("A listener of the game log failed")
