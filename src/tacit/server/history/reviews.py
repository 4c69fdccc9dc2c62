"""Reviews and pictures of finished games, and fields of deals: made in worker processes.

There is one of each at a time. Addresses are served in turn, and a picture never waits for a
review. Results never change, so they are kept as files. No kept review has a name in it. While a
review is being made, the answer is its progress, with the part that is ready.
"""

from __future__ import annotations

import asyncio
import base64
import contextlib
import hashlib
import tempfile
from collections.abc import Sequence
from pathlib import Path
from typing import Any, NamedTuple

import msgspec

from tacit.bots.worker_process import WorkerError
from tacit.core.whole_file import whole_file
from tacit.review.reviewing import asked_first
from tacit.server.history.review_process import ReviewWorkers
from tacit.server.limits.fair_queue import FairQueue, Ledger, Turn
from tacit.server.ops.logs import note

MOST_KEPT = 20_000
"""Files; beyond that the oldest are deleted."""
ENDINGS = {"review": "review-2", "picture": "picture", "field": "field"}
"""How the kept files end. A review that says more than before ends differently and is made anew."""
MOST_FAILED = 1000
"""Failures that are remembered and not tried again until the site restarts."""
MOST_SEATS = 10
"""The most seats of any game."""


class Bounds(NamedTuple):
    """How many works of a kind may wait or be made, and how long one may take."""

    most: int
    share: int
    """Those of one address."""
    timeout_s: float


BOUNDS = {
    "review": Bounds(most=32, share=4, timeout_s=300.0),
    "picture": Bounds(most=64, share=8, timeout_s=20.0),
    "field": Bounds(most=8, share=2, timeout_s=1800.0),
}


class Far(msgspec.Struct, frozen=True):
    """How far a review is; `of` is 0 while it waits."""

    done: int = 0
    of: int = 0
    part: Any = None
    """What there is of it already, as it will be told."""


class _Said(msgspec.Struct):
    """A line of the worker."""

    done: int = 0
    of: int = 0
    part: msgspec.Raw = msgspec.Raw(b"null")
    found: msgspec.Raw = msgspec.Raw()


class Key(NamedTuple):
    """What was asked for, and of which game: by the hash of its replay, or of its seed."""

    what: str
    of: str


class Unmade(Exception):
    """It cannot be made here: a package is missing, or it failed."""


def key_of(what: str, body: bytes) -> Key:
    """Return under which key a work is kept."""
    return Key(what, hashlib.sha256(body).hexdigest())


class Reviews:
    """Has reviews and pictures made, and keeps them in a folder."""

    def __init__(self, folder: Path | None, *, ledger: Ledger | None = None) -> None:
        self._scratch = None if folder is not None else tempfile.TemporaryDirectory("tacit")
        self._folder = Path(self._scratch.name) if self._scratch else folder
        self._works: dict[Key, asyncio.Task[bytes]] = {}
        self._far: dict[Key, Far] = {}
        self._failed: dict[Key, None] = {}
        self._queues = {
            what: FairQueue(1, most=bounds.most, share=bounds.share, ledger=ledger)
            for what, bounds in BOUNDS.items()
        }
        self._workers = ReviewWorkers()

    def kept(self, key: Key) -> bytes | None:
        """Return what was made earlier."""
        try:
            return self._file(key).read_bytes()
        except OSError:
            return None

    async def prepare(self, body: bytes) -> None:
        """Have a worker ready: a guest looks at a game that has no review yet."""
        if not await asyncio.to_thread(self._file(key_of("review", body)).exists):
            self._workers.prepare()

    def far(self, key: Key) -> Far | None:
        """Return the progress of a work that is being made."""
        return self._far.get(key)

    def begin(
        self, address: str, key: Key, body: bytes, first: int | None = None
    ) -> asyncio.Task[bytes]:
        """Make something of a replay for an address, or return the work that is making it.

        `first` is the seat whose part of a review is wanted first; it does not change the whole.
        QueueFull or ShareFull if too many wait, Unmade if it failed before.
        """
        if key in self._failed:
            raise Unmade
        if key not in self._works:
            turn = self._queues[key.what].turn(address)
            self._far[key] = Far()
            sent = asked_first(body, first)
            self._works[key] = asyncio.create_task(self._make(key, sent, turn))
            self._works[key].add_done_callback(lambda task: self._done(key, task, turn))
        return self._works[key]

    def _done(self, key: Key, task: asyncio.Task[bytes], turn: Turn) -> None:
        turn.leave()
        self._works.pop(key, None)
        self._far.pop(key, None)
        if task.cancelled():
            return
        if task.exception() is not None:
            note("review_failed", what=key.what, why=str(task.exception())[:160])
            self._failed[key] = None
            if len(self._failed) > MOST_FAILED:
                del self._failed[next(iter(self._failed))]

    async def _make(self, key: Key, body: bytes, turn: Turn) -> bytes:
        await turn.come()
        try:
            async with asyncio.timeout(BOUNDS[key.what].timeout_s):
                found = await self._ask(key, body)
        except TimeoutError:
            raise Unmade("it took too long") from None
        made = bytes(found)
        if key.what == "picture":
            made = base64.b64decode(msgspec.json.decode(made, type=str))
        await asyncio.to_thread(self._keep, key, made)
        return made

    async def _ask(self, key: Key, body: bytes) -> msgspec.Raw:
        worker = self._workers.take(key.what)
        try:
            async for text in worker.lines_for(body):
                said = msgspec.json.decode(text, type=_Said)
                if said.found:
                    return said.found
                self._far[key] = Far(said.done, said.of, said.part.copy())
        except (WorkerError, ValueError) as error:
            raise Unmade(str(error)) from error
        finally:
            self._workers.end(worker)
        raise AssertionError("the worker's lines do not end by themselves")

    def _file(self, key: Key) -> Path:
        assert self._folder is not None
        return self._folder / f"{key.of}.{ENDINGS[key.what]}"

    def _keep(self, key: Key, made: bytes) -> None:
        """Write a file whole or not at all, and delete the oldest when there are too many."""
        file = self._file(key)
        file.parent.mkdir(parents=True, exist_ok=True)
        with whole_file(file) as beside:
            beside.write_bytes(made)
        kept = list(file.parent.iterdir())
        for old in sorted(kept, key=_made)[: max(0, len(kept) - MOST_KEPT)]:
            old.unlink(missing_ok=True)

    async def replace(self, games: Sequence[tuple[bytes, bytes]]) -> None:
        """Follow an erasure: each game is given as it was and as it is.

        Reviews have no names, so they stay true; pictures are made again.
        """
        for was, now in games:
            review = key_of("review", was)
            seats = (None, *range(MOST_SEATS))
            pictures = {key_of("picture", asked_first(was, seat)) for seat in seats}
            await self._give_up({review, *pictures})
            await asyncio.to_thread(self._move, review, key_of("review", now))
            for picture in pictures:
                await asyncio.to_thread(self._file(picture).unlink, missing_ok=True)

    async def drop_pictures(self) -> None:
        """Make all pictures again: a person was erased, and it is not known from which games."""
        await self._give_up({key for key in self._works if key.what == "picture"})
        assert self._folder is not None
        for file in await asyncio.to_thread(list, self._folder.glob("*.picture")):
            await asyncio.to_thread(file.unlink, missing_ok=True)

    async def _give_up(self, keys: set[Key]) -> None:
        works = [work for key, work in self._works.items() if key in keys]
        for work in works:
            work.cancel()
        await asyncio.gather(*works, return_exceptions=True)

    def _move(self, was: Key, now: Key) -> None:
        with contextlib.suppress(FileNotFoundError):
            self._file(was).replace(self._file(now))

    async def close(self) -> None:
        """Make no more."""
        works = list(self._works.values())
        for work in works:
            work.cancel()
        await asyncio.gather(*works, return_exceptions=True)
        await self._workers.close()
        if self._scratch is not None:
            self._scratch.cleanup()


def _made(file: Path) -> float:
    try:
        return file.stat().st_mtime
    except OSError:
        return 0.0
