"""Connections to PostgreSQL: when one breaks, another is made, for as long as patience lasts."""

from __future__ import annotations

import asyncio
import threading
from collections.abc import Awaitable, Callable, Coroutine
from concurrent.futures import CancelledError, Future
from typing import TYPE_CHECKING, Any, TypeVar

import asyncpg

from tacit.store.store import StoreError, Unreachable

if TYPE_CHECKING:
    from asyncpg import Connection

T = TypeVar("T")
Work = Callable[["Connection"], Awaitable[T]]

PATIENCE = 6.0
"""Seconds for which a database that does not answer is asked again: it may be restarting."""
CONNECT_SECONDS = 2.0
STATEMENT_SECONDS = 4.0
"""The database gives up a statement after so long, whether anybody still waits for it or not."""
ANSWER_SECONDS = 5.0
"""And this side after so long."""
AGAIN_AFTER = 0.1
READERS = 4
PLACE_SECONDS = 5.0
"""Seconds a question waits for one of the connections at least."""
AWAY_PATIENCE = 0.5
"""Seconds of patience while the database is known to be away: clients hear so at once."""

PASSING = (
    OSError,
    TimeoutError,
    asyncpg.InterfaceError,  # the connection was closed
    asyncpg.InternalClientError,  # or said so while nobody listened
    asyncpg.PostgresConnectionError,
    asyncpg.OperatorInterventionError,  # stopping, starting, cancelled
    asyncpg.InsufficientResourcesError,
    asyncpg.DeadlockDetectedError,
    asyncpg.SerializationError,
    asyncpg.ReadOnlySQLTransactionError,  # another server has become the first one
    asyncpg.LockNotAvailableError,
)
"""What may be better on another connection, a moment later."""
LASTING = (asyncpg.DiskFullError, asyncpg.InvalidPasswordError)
"""But not these."""


async def connect(url: str) -> Connection:
    """Return a connection whose statements end by themselves."""
    return await asyncpg.connect(
        url,
        timeout=CONNECT_SECONDS,
        command_timeout=ANSWER_SECONDS,
        server_settings={
            "application_name": "tacit",
            "statement_timeout": str(int(STATEMENT_SECONDS * 1000)),
            "synchronous_commit": "on",
        },
    )


class Line:
    """One connection, made when it is needed and again when it is broken; for one loop."""

    def __init__(self, url: str) -> None:
        self._url = url
        self._connection: Connection | None = None

    async def do(self, work: Work[T], purpose: str, patience: float = PATIENCE) -> T:
        """Have something done, again if that may help; StoreError if it cannot be."""
        loop = asyncio.get_running_loop()
        until = loop.time() + patience
        while True:
            try:
                if self._connection is None or self._connection.is_closed():
                    self._connection = await connect(self._url)
                return await asyncio.wait_for(work(self._connection), ANSWER_SECONDS)
            except LASTING as error:
                raise _refusal(StoreError, purpose, error) from error
            except PASSING as error:
                self.drop()
                if loop.time() + AGAIN_AFTER > until:
                    raise _refusal(Unreachable, purpose, error) from error
            except asyncpg.PostgresError as error:
                raise _refusal(StoreError, purpose, error) from error
            await asyncio.sleep(AGAIN_AFTER)

    def drop(self) -> None:
        """Let the connection go, without a word to the other side."""
        if self._connection is not None:
            self._connection.terminate()
            self._connection = None


def _refusal(kind: type[StoreError], purpose: str, error: BaseException) -> StoreError:
    said = " ".join(str(error).split()).rstrip(".") or type(error).__name__
    return kind(f"The game log could not be {purpose}: {said}.")


def changed_rows(readers: Readers, statement: str, *values: object) -> int:
    """Run a statement durably; return how many rows it changed."""
    work: Work[str] = lambda connection: connection.execute(statement, *values)  # noqa: E731
    return int(readers.do(work, "saved").rpartition(" ")[2])


class Readers:
    """A thread with a few connections, for questions from any other thread."""

    def __init__(self, url: str) -> None:
        self._url = url
        self._closed = False
        self._closing = threading.Lock()
        self._free = [Line(url) for _ in range(READERS)]
        self._loop = asyncio.new_event_loop()
        self._places = asyncio.Semaphore(READERS)
        self._away = False
        """Whether the last question found no database."""
        self._thread = threading.Thread(target=self._run, name="tacit-readers", daemon=True)
        self._thread.start()

    def _run(self) -> None:
        asyncio.set_event_loop(self._loop)
        self._loop.run_forever()
        self._loop.run_until_complete(self._end())
        self._loop.close()

    async def _end(self) -> None:
        """Leave no question unanswered: whoever asked hears that the store is closed."""
        asked = asyncio.all_tasks() - {asyncio.current_task()}
        for task in asked:
            task.cancel()
        await asyncio.gather(*asked, return_exceptions=True)
        for line in self._free:
            line.drop()
        await asyncio.sleep(0)  # lets the connections close

    def do(self, work: Work[T], purpose: str = "read", patience: float = PATIENCE) -> T:
        """Have something done, and wait for it; after `close` it costs a connection."""
        future = self.begin(work, purpose, patience)
        if future is None:
            return asyncio.run(self._once(work, purpose, patience))
        try:
            return future.result()
        except CancelledError:
            raise StoreError(f"The game log could not be {purpose}: the store is closed.") from None

    def begin(
        self, work: Work[T], purpose: str = "read", patience: float = PATIENCE
    ) -> Future[T] | None:
        """Have something done, without waiting; None after `close`."""
        with self._closing:
            if self._closed:
                return None
            return asyncio.run_coroutine_threadsafe(self._do(work, purpose, patience), self._loop)

    def call(self, what: Coroutine[Any, Any, T]) -> T:
        """Have something done that needs no connection of these, and wait for it."""
        return asyncio.run_coroutine_threadsafe(what, self._loop).result()

    async def _once(self, work: Work[T], purpose: str, patience: float) -> T:
        line = Line(self._url)
        try:
            return await line.do(work, purpose, patience)
        finally:
            line.drop()
            await asyncio.sleep(0)

    async def _do(self, work: Work[T], purpose: str, patience: float) -> T:
        """Have something done, waiting for a free connection no longer than for the database."""
        patience = min(patience, AWAY_PATIENCE) if self._away else patience
        try:
            async with asyncio.timeout(patience if self._away else max(patience, PLACE_SECONDS)):
                await self._places.acquire()
        except TimeoutError as error:
            raise _refusal(Unreachable, purpose, error) from error
        line = self._free.pop()
        try:
            found = await line.do(work, purpose, patience)
        except Unreachable:
            self._away = True
            raise
        else:
            self._away = False
            return found
        finally:
            self._free.append(line)
            self._places.release()

    def close(self) -> None:
        """Let the connections go and end the thread. Idempotent."""
        with self._closing:
            first, self._closed = not self._closed, True
        if first:
            self._loop.call_soon_threadsafe(self._loop.stop)
        self._thread.join()
