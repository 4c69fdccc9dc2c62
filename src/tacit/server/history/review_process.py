"""The process that reviews a game or draws its picture, and one that is ready before it is asked.

Most of the time until the first answer is loading; whoever looks at a replay will perhaps want
its review, so one process is loaded then, and waits a while.
"""

from __future__ import annotations

import asyncio
import contextlib
import sys
from asyncio.subprocess import DEVNULL, PIPE, Process

READY_SECONDS = 90.0
"""How long a process waits for a game."""
LONGEST_LINE = 4 * 2**20


async def start(what: str) -> Process:
    """Start a process that makes something of the replay it is given."""
    return await asyncio.create_subprocess_exec(
        *(sys.executable, "-m", "tacit.review.worker", what),
        stdin=PIPE,
        stdout=PIPE,
        stderr=DEVNULL,
        limit=LONGEST_LINE,
        start_new_session=True,  # a Ctrl-C is for the site
    )


async def end(process: Process) -> None:
    """End a process that has done its work, or whose work is not wanted any more."""
    if process.returncode is None:
        with contextlib.suppress(ProcessLookupError):
            process.kill()
    await process.wait()


class Reviewer:
    """See the module's text."""

    def __init__(self) -> None:
        self._ready: asyncio.Task[Process] | None = None
        self._until: asyncio.TimerHandle | None = None
        self._ending: set[asyncio.Task[None]] = set()

    def prepare(self) -> None:
        """Have a process ready for a review."""
        if self._ready is None:
            self._ready = asyncio.create_task(start("review"))
            loop = asyncio.get_running_loop()
            self._until = loop.call_later(READY_SECONDS, self._send_home)

    async def take(self, what: str) -> Process:
        """Return a process that nobody else has, ready if there is one; it has to be ended."""
        ready = self._take() if what == "review" else None
        if ready is not None:
            with contextlib.suppress(OSError):
                process = await ready
                if process.returncode is None:
                    return process
        return await start(what)

    def _take(self) -> asyncio.Task[Process] | None:
        ready, self._ready = self._ready, None
        if self._until is not None:
            self._until.cancel()
            self._until = None
        return ready

    def _send_home(self) -> None:
        ready = self._take()
        if ready is not None:
            ending = asyncio.create_task(_end_soon(ready))
            self._ending.add(ending)
            ending.add_done_callback(self._ending.discard)

    async def close(self) -> None:
        """End the one that waits."""
        self._send_home()
        await asyncio.gather(*self._ending)


async def _end_soon(starting: asyncio.Task[Process]) -> None:
    with contextlib.suppress(OSError):
        await end(await starting)
