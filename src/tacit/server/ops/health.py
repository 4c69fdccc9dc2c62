"""The site's health: can the log be written? Checked at most once a second, however many ask.

A change is a warning in the log.
"""

from __future__ import annotations

import asyncio
import shutil
from pathlib import Path

from tacit.server.ops.logs import warn
from tacit.store.disk_space import MIN_FREE_BYTES
from tacit.store.store import Store, StoreError

KEPT_S = 1.0
"""How long an answer stands."""
CHECK_TIMEOUT_S = 5.0
"""After which a disk that does not answer counts as stuck."""
_WORDS = {
    "unable to open": "gone",
    "no such table": "gone",
    "full": "full",
    "readonly": "read-only",
    "read-only": "read-only",
    "locked": "busy",
}


class Health:
    """Checks whether the log can be written, and warns the host when that changes."""

    def __init__(self, store: Store, file: str | None) -> None:
        self._store = store
        self._folder = None if file is None else Path(file).absolute().parent
        self._looking: asyncio.Task[str | None] | None = None
        self._looked = 0.0
        self.found: str | None = None
        """What was wrong at the last check, in a word."""

    async def trouble(self) -> str | None:
        """Return what is wrong in a word, or None."""
        found, was = await self._state(), self.found
        if found != was:
            self.found = found
            if found is None:
                warn("games_saved_again", was=was)
            else:
                warn("games_not_saved", reason=found)
        return found

    async def _state(self) -> str | None:
        now = asyncio.get_running_loop().time()
        done = self._looking is not None and self._looking.done()
        if self._looking is None or (done and now - self._looked > KEPT_S):
            self._looked = now
            self._looking = asyncio.create_task(asyncio.to_thread(self._look))
        try:
            return await asyncio.wait_for(asyncio.shield(self._looking), CHECK_TIMEOUT_S)
        except TimeoutError:
            return "stuck"

    def _look(self) -> str | None:
        """Check; in a thread, because a disk may take its time."""
        try:
            self._store.check()
            if self._folder is not None and shutil.disk_usage(self._folder).free < MIN_FREE_BYTES:
                return "full"
        except (StoreError, OSError) as error:
            text = str(error).lower()
            return next((word for piece, word in _WORDS.items() if piece in text), "broken")
        return None
