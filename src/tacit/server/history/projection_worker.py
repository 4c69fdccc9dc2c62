"""The worker process of the projection: `python -m tacit.server.history.projection_worker`.

It reads logs and works out ratings at a low priority, on a database connection that only reads; the
site writes the results. So the tables never wait for the GIL because games end, and no process of
low priority ever holds a lock on the database.

It is asked by lines of JSON. The first line is the database's address.
"""

from __future__ import annotations

import asyncio
import sys

import msgspec

from tacit.bots.worker_process import WorkerError, WorkerProcess
from tacit.core.priority import lower_priority
from tacit.server.history.projection import Projection, Weighed
from tacit.server.ops.logs import warn
from tacit.store import StoreError, open_games
from tacit.store.games import KeptGame, Log, NewGame

NICENESS = 5
"""A low priority, but enough for all games that end on a busy machine."""
ANSWER_TIMEOUT_S = 60.0
IDLE_S = 120.0
"""A worker that was asked nothing for so long ends: a quiet site needs none."""
MAX_BYTES = 256 * 2**20


class Look(msgspec.Struct, tag="look", frozen=True):
    """Read the logs of some tables; or of some that were not read yet, if none are named."""

    tables: list[str]
    limit: int


class Weigh(msgspec.Struct, tag="weigh", frozen=True):
    """Work out the ratings after some games."""

    limit: int


class Unheard(msgspec.Struct, tag="unheard", frozen=True):
    """Find games whose timing is still to be worked out."""

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
_ASKED = msgspec.json.Decoder(Asked)
_ANSWER = msgspec.json.Decoder(Answer | Failed)


class Projector:
    """Asks the worker process, which runs only while it is needed."""

    def __init__(self, url: str) -> None:
        self._url = url
        self._worker: WorkerProcess | None = None
        self._asking = asyncio.Lock()
        self._idle: asyncio.TimerHandle | None = None
        self._ending: set[asyncio.Future[None]] = set()

    async def look(self, tables: list[str], limit: int) -> list[tuple[Log, list[NewGame]]]:
        """Return the finished games of some tables' logs, as `Look` says."""
        answer = await self._ask(Look(tables, limit))
        assert isinstance(answer, Looked)
        return answer.found

    async def weigh(self, limit: int) -> Weighed | None:
        """Return the ratings after some games."""
        answer = await self._ask(Weigh(limit))
        assert isinstance(answer, Ratings)
        return answer.weighed

    async def replays(self, limit: int) -> list[tuple[KeptGame, bytes | None]]:
        """Return games whose timing is still to be worked out, with their replays."""
        answer = await self._ask(Unheard(limit))
        assert isinstance(answer, Replays)
        return answer.games

    async def _ask(self, asked: Asked) -> Answer:
        if self._idle is not None:
            self._idle.cancel()
        try:
            async with self._asking, asyncio.timeout(ANSWER_TIMEOUT_S):
                worker = self._worker = self._worker or self._start()
                said = await worker.ask_soon(msgspec.json.encode(asked))
            answer: Answer | Failed = _ANSWER.decode(said)
        except BaseException as error:
            self._end()
            if isinstance(error, OSError | WorkerError | msgspec.DecodeError):
                why = str(error) or type(error).__name__
                warn("projector_ended", why=why[:160])
                raise StoreError(f"The projection's worker process ended: {why}.") from error
            raise
        if self._idle is not None:  # of a question that was answered meanwhile
            self._idle.cancel()
        self._idle = asyncio.get_running_loop().call_later(IDLE_S, self._end)
        if isinstance(answer, Failed):
            raise StoreError(answer.error)
        return answer

    def _start(self) -> WorkerProcess:
        worker = WorkerProcess.of_module(
            "tacit.server.history.projection_worker", max_bytes=MAX_BYTES
        )
        worker.send(msgspec.json.encode(self._url))  # not an argument, which others could see
        return worker

    def _end(self) -> None:
        worker, self._worker = self._worker, None
        if worker is None:
            return
        ending = asyncio.get_running_loop().run_in_executor(None, worker.end)
        self._ending.add(ending)
        ending.add_done_callback(self._ending.discard)

    async def close(self) -> None:
        """End the worker."""
        if self._idle is not None:
            self._idle.cancel()
        self._end()
        await asyncio.gather(*self._ending)


def main() -> None:
    """Answer until the site ends, or hangs up."""
    lower_priority(NICENESS)
    url = sys.stdin.buffer.readline()
    if not url:
        return
    with open_games(msgspec.json.decode(url, type=str)) as games:
        projection = Projection(games)
        for asked in sys.stdin.buffer:
            answer = _answer(projection, _ASKED.decode(asked))
            sys.stdout.buffer.write(msgspec.json.encode(answer) + b"\n")
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


if __name__ == "__main__":
    main()
