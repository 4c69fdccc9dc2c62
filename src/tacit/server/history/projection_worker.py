"""The worker process of the projection: `python -m tacit.server.history.projection_worker`.

It reads logs and works out ratings, at a low priority, on a connection of its own that only reads;
the site writes what it finds. So the tables' process never waits for the GIL because games end, and
no process of a low priority ever holds a lock on the database.

Frames go both ways: four bytes of length, then msgpack. The first one in is the database's address.
"""

from __future__ import annotations

import asyncio
import contextlib
import os
import sys
from typing import TYPE_CHECKING, BinaryIO

import msgspec

from tacit.server.history.projection import Projection, Weighed
from tacit.server.ops.logs import warn
from tacit.store import StoreError, open_games
from tacit.store.games import KeptGame, Log, NewGame

if TYPE_CHECKING:
    from asyncio.subprocess import Process

NICENESS = 5
"""A low priority, but a share that is enough for what games end on a machine that is busy."""
ANSWER_S = 60.0
IDLE_S = 120.0
"""A process that nobody asked anything for so long is ended: a quiet site needs none."""
MAX_BYTES = 256 * 2**20


class Look(msgspec.Struct, tag="look", frozen=True):
    """Read the logs of some tables, or with none named some of those that are to be read."""

    tables: list[str]
    limit: int


class Weigh(msgspec.Struct, tag="weigh", frozen=True):
    """Work out the ratings after some games."""

    limit: int


class Unheard(msgspec.Struct, tag="unheard", frozen=True):
    """Find games whose timing is still to be heard."""

    limit: int


class Looked(msgspec.Struct, tag="looked", frozen=True):
    """What was found in the logs."""

    found: list[tuple[Log, list[NewGame]]]


class Ratings(msgspec.Struct, tag="ratings", frozen=True):
    """Ratings, if there was anything to rate."""

    weighed: Weighed | None


class Replays(msgspec.Struct, tag="replays", frozen=True):
    """Games, and their replays as one line each; None if a log cannot be read."""

    games: list[tuple[KeptGame, bytes | None]]


class Failed(msgspec.Struct, tag="failed", frozen=True):
    """The store did not answer; the text says why."""

    error: str


Asked = Look | Weigh | Unheard
Answer = Looked | Ratings | Replays
_ASKED = msgspec.msgpack.Decoder(Asked)
_ANSWER = msgspec.msgpack.Decoder(Answer | Failed)


def _frame(message: object) -> bytes:
    body = msgspec.msgpack.encode(message)
    return len(body).to_bytes(4, "big") + body


class Projector:
    """Asks the worker process, which is started when it is needed and ended when it is not."""

    def __init__(self, url: str) -> None:
        self._url = url
        self._process: Process | None = None
        self._asking = asyncio.Lock()
        self._idle: asyncio.TimerHandle | None = None
        self._ending: set[asyncio.Task[None]] = set()

    async def look(self, tables: list[str], limit: int) -> list[tuple[Log, list[NewGame]]]:
        """Return what is found in logs; see `Look`."""
        answer = await self._ask(Look(tables, limit))
        assert isinstance(answer, Looked)
        return answer.found

    async def weigh(self, limit: int) -> Weighed | None:
        """Return the ratings after some games."""
        answer = await self._ask(Weigh(limit))
        assert isinstance(answer, Ratings)
        return answer.weighed

    async def replays(self, limit: int) -> list[tuple[KeptGame, bytes | None]]:
        """Return games whose timing is still to be heard, with their replays."""
        answer = await self._ask(Unheard(limit))
        assert isinstance(answer, Replays)
        return answer.games

    async def _ask(self, asked: Asked) -> Answer:
        if self._idle is not None:
            self._idle.cancel()
        try:
            async with self._asking, asyncio.timeout(ANSWER_S):
                process = self._process = self._process or await self._start()
                answer = await _exchange(process, asked)
        except BaseException as error:
            self._end()
            if isinstance(error, OSError | EOFError | TimeoutError | msgspec.DecodeError):
                why = str(error) or type(error).__name__
                warn("projector_ended", why=why[:160])
                raise StoreError(f"The projection's worker process ended: {why}.") from error
            raise
        self._idle = asyncio.get_running_loop().call_later(IDLE_S, self._end)
        if isinstance(answer, Failed):
            raise StoreError(answer.error)
        return answer

    async def _start(self) -> Process:
        process = await asyncio.create_subprocess_exec(
            *(sys.executable, "-m", "tacit.server.history.projection_worker"),
            stdin=asyncio.subprocess.PIPE,
            stdout=asyncio.subprocess.PIPE,
            stderr=asyncio.subprocess.DEVNULL,
            start_new_session=True,  # a Ctrl-C is for the site
        )
        assert process.stdin is not None
        process.stdin.write(_frame(self._url))  # not among its arguments, which others can see
        return process

    def _end(self) -> None:
        process, self._process = self._process, None
        if process is None:
            return
        with contextlib.suppress(ProcessLookupError):
            process.kill()
        ending = asyncio.create_task(_reap(process))
        self._ending.add(ending)
        ending.add_done_callback(self._ending.discard)

    async def close(self) -> None:
        """End the worker process."""
        if self._idle is not None:
            self._idle.cancel()
        self._end()
        await asyncio.gather(*self._ending)


async def _reap(process: Process) -> None:
    await process.wait()


async def _exchange(process: Process, asked: Asked) -> Answer | Failed:
    assert process.stdin is not None
    assert process.stdout is not None
    process.stdin.write(_frame(asked))
    await process.stdin.drain()
    length = int.from_bytes(await process.stdout.readexactly(4), "big")
    if length > MAX_BYTES:
        raise EOFError(f"an answer of {length:,} bytes")
    answer: Answer | Failed = _ANSWER.decode(await process.stdout.readexactly(length))
    return answer


def main() -> None:
    """Answer until the site ends, or hangs up."""
    if hasattr(os, "nice"):
        os.nice(NICENESS)
    url = _read(sys.stdin.buffer)
    if url is None:
        return
    with open_games(msgspec.msgpack.decode(url, type=str)) as games:
        projection = Projection(games)
        while (asked := _read(sys.stdin.buffer)) is not None:
            sys.stdout.buffer.write(_frame(_answer(projection, _ASKED.decode(asked))))
            sys.stdout.buffer.flush()


def _answer(projection: Projection, asked: Asked) -> Answer | Failed:
    try:
        match asked:
            case Look(tables=[], limit=limit):
                return Looked([(log, list(new)) for log, new in projection.look_for_more(limit)])
            case Look(tables=tables):
                return Looked([(log, list(new)) for log, new in projection.look(tables)])
            case Weigh(limit=limit):
                return Ratings(projection.weigh(limit))
            case Unheard(limit=limit):
                return Replays(projection.replays(limit))
    except StoreError as error:
        return Failed(str(error))


def _read(pipe: BinaryIO) -> bytes | None:
    head = pipe.read(4)
    return pipe.read(int.from_bytes(head, "big")) if head else None


if __name__ == "__main__":
    main()
