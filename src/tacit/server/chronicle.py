"""Finished games are written down beside the tables: in a thread, in small steps, and later.

Nobody who plays waits for it. It hears of games that end here, and looks now and then for others:
those of a site that stopped before they were written down, of other nodes, of older databases.
"""

from __future__ import annotations

import asyncio
import contextlib
import sys
import time
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from itertools import islice
from typing import TypeVar

import msgspec

from tacit.log.replay import dump
from tacit.server.logs import note
from tacit.server.projection import LOGS, Projection
from tacit.store.games import KeptGame
from tacit.store.store import Store, StoreError

T = TypeVar("T")

LINGER = 0.1
"""Seconds after a game has ended: most that is written at its end is written by then."""
SWEEP = 30.0
"""Seconds between two looks for games that nobody told of."""
REST = 9
"""Rests for each step, as long as it was: in a thread it takes Python's lock from the tables."""
LONGEST_REST = 1.0
"""Seconds: a step that had to wait for the store was not work."""
IN_TURN = 3
"""Logs of games that ended here, for each that has to be found: all get their turn."""
RATED = 4
"""Games rated in one step. It and the reading of one log take a millisecond or two."""
HEARD = 16
"""Games whose timing is heard in one go, in a process of its own."""
HEARING_SECONDS = 120.0
MOST_NEW = 10_000
"""Tables that are remembered; what is above that the sweep finds."""


class _Found(msgspec.Struct):
    found: msgspec.Raw


class Chronicle:
    """See the module's text."""

    def __init__(self, store: Store, *, sweep: float = SWEEP) -> None:
        self._projection = Projection(store.games)
        self._sweep = sweep
        self._thread = ThreadPoolExecutor(1, "chronicle")
        self._new: dict[str, None] = {}
        """Tables, in the order in which their games ended, which is the one they are rated in."""
        self._wake = asyncio.Event()
        self._settled = asyncio.Event()

    def ended(self, table: str) -> None:
        """Take note that a game has ended at a table, or that something happened after one."""
        if len(self._new) < MOST_NEW:
            self._new.setdefault(table)
        self._settled.clear()
        self._wake.set()

    async def settled(self, seconds: float) -> None:
        """Wait until all that was told of is written down, but no longer than this."""
        with contextlib.suppress(TimeoutError):
            await asyncio.wait_for(self._settled.wait(), seconds)

    async def run(self) -> None:
        """Go on until cancelled."""
        await asyncio.gather(self._write(), self._hear())

    async def _write(self) -> None:
        while True:
            try:
                await self._catch_up()
            except StoreError as error:  # whoever wants to play hears of it; the next sweep tries
                note("not_chronicled", error=str(error))
            self._wake.clear()
            if not self._new:
                self._settled.set()
            with contextlib.suppress(TimeoutError):
                await asyncio.wait_for(self._wake.wait(), self._sweep)
            await asyncio.sleep(LINGER)

    async def _catch_up(self) -> None:
        """Read and rate all there is, a little at a time, and leave most of the time to play."""
        more = True
        while more or self._new:
            for table in list(islice(self._new, IN_TURN)):
                del self._new[table]
                await self._step(partial(self._projection.read, [table]))
            # One may be left alone for now, and must not hide those behind it for ever.
            most = 1 if self._new else LOGS
            found = await self._step(partial(self._projection.read_new, most))
            rated = await self._step(partial(self._projection.rate_new, RATED))
            more = found > 0 or rated == RATED

    async def _step(self, work: Callable[[], T]) -> T:
        """Do a little, in the thread, and then rest."""
        begun = time.monotonic()
        done = await self._do(work)
        await asyncio.sleep(min(LONGEST_REST, REST * (time.monotonic() - begun)))
        return done

    async def _do(self, work: Callable[[], T]) -> T:
        return await asyncio.get_running_loop().run_in_executor(self._thread, work)

    async def _hear(self) -> None:
        while True:
            await self._settled.wait()
            try:
                while games := await self._do(self._waiting):
                    await self._hear_some(games)
            except (StoreError, OSError) as error:
                note("not_heard", error=str(error))
            await asyncio.sleep(self._sweep)

    def _waiting(self) -> list[tuple[KeptGame, bytes | None]]:
        return [
            (game, None if replay is None else dump(replay))
            for game, replay in self._projection.unheard(HEARD)
        ]

    async def _hear_some(self, games: Sequence[tuple[KeptGame, bytes | None]]) -> None:
        """Have some games heard; one that cannot be is not tried again."""
        lines = [line for _, line in games if line is not None]
        found = iter(await _ask(lines))
        for game, line in games:
            heard = b"{}" if line is None else next(found, b"{}")
            await self._do(partial(self._projection.hear, game, heard))

    async def close(self) -> None:
        """Stop, when the step that is being taken is done."""
        await asyncio.to_thread(self._thread.shutdown, wait=True, cancel_futures=True)


async def _ask(lines: Sequence[bytes]) -> list[bytes]:
    """Return what a process of its own hears in some replays, one answer for each."""
    if not lines:
        return []
    process = await asyncio.create_subprocess_exec(
        *(sys.executable, "-m", "tacit.review.worker", "heard"),
        stdin=asyncio.subprocess.PIPE,
        stdout=asyncio.subprocess.PIPE,
        stderr=asyncio.subprocess.DEVNULL,
        start_new_session=True,  # a Ctrl-C is for the site
    )
    try:
        async with asyncio.timeout(HEARING_SECONDS):
            out, _ = await process.communicate(b"\n".join(lines) + b"\n")
        return [bytes(msgspec.json.decode(line, type=_Found).found) for line in out.splitlines()]
    except (TimeoutError, msgspec.DecodeError) as error:
        note("not_heard", error=type(error).__name__)
        return []
    finally:
        if process.returncode is None:
            process.kill()
        await process.wait()
