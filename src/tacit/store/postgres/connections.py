"""Connections to PostgreSQL that reconnect when they break."""

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

RETRY_FOR_S = 6.0
"""How long a database that does not answer is retried: it may be restarting."""
CONNECT_TIMEOUT_S = 2.0
STATEMENT_TIMEOUT_S = 4.0
"""The database cancels a statement after so long, whether its caller still waits or not."""
IDLE_TRANSACTION_S = 3.0
"""The database ends a transaction in which its caller says nothing for so long: a node that hangs
in the middle of one would keep its locks, and the projection of every other node would wait."""
ANSWER_TIMEOUT_S = 5.0
"""The client gives up a statement after so long."""
RETRY_DELAY_S = 0.1
READERS = 4
SLOT_WAIT_S = 5.0
"""How long a query waits for a free connection at least."""
AWAY_RETRY_FOR_S = 0.5
"""How long to retry while the database is known to be away: clients hear so at once."""

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
    asyncpg.IdleInTransactionSessionTimeoutError,  # this node hung in the middle of it
)
"""Errors that another connection may not have, a moment later."""
LASTING = (asyncpg.DiskFullError, asyncpg.InvalidPasswordError)
"""Errors that last."""


async def connect(url: str) -> Connection:
    """Return a connection whose statements end by themselves."""
    return await asyncpg.connect(
        url,
        timeout=CONNECT_TIMEOUT_S,
        command_timeout=ANSWER_TIMEOUT_S,
        server_settings={
            "application_name": "tacit",
            "statement_timeout": str(int(STATEMENT_TIMEOUT_S * 1000)),
            "idle_in_transaction_session_timeout": str(int(IDLE_TRANSACTION_S * 1000)),
            "synchronous_commit": "on",
        },
    )


class Reconnecting:
    """One connection, made when it is needed and again when it breaks; for one event loop."""

    def __init__(self, url: str) -> None:
        self._url = url
        self._connection: Connection | None = None

    async def do(self, work: Work[T], purpose: str, retry_for_s: float = RETRY_FOR_S) -> T:
        """Run some work, again if that may help; StoreError if it fails."""
        loop = asyncio.get_running_loop()
        until = loop.time() + retry_for_s
        while True:
            try:
                if self._connection is None or self._connection.is_closed():
                    self._connection = await connect(self._url)
                return await asyncio.wait_for(work(self._connection), ANSWER_TIMEOUT_S)
            except LASTING as error:
                raise _refusal(StoreError, purpose, error) from error
            except PASSING as error:
                self.drop()
                if loop.time() + RETRY_DELAY_S > until:
                    raise _refusal(Unreachable, purpose, error) from error
            except asyncpg.PostgresError as error:
                raise _refusal(StoreError, purpose, error) from error
            await asyncio.sleep(RETRY_DELAY_S)

    def drop(self) -> None:
        """Drop the connection without telling the database."""
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
    """A thread with a few connections, for queries from any other thread."""

    def __init__(self, url: str) -> None:
        self._url = url
        self._closed = False
        self._closing = threading.Lock()
        self._free = [Reconnecting(url) for _ in range(READERS)]
        self._loop = asyncio.new_event_loop()
        self._slots = asyncio.Semaphore(READERS)
        self._away = False
        """Whether the last query found no database."""
        self._thread = threading.Thread(target=self._run, name="tacit-readers", daemon=True)
        self._thread.start()

    def _run(self) -> None:
        asyncio.set_event_loop(self._loop)
        self._loop.run_forever()
        self._loop.run_until_complete(self._end())
        self._loop.close()

    async def _end(self) -> None:
        """Leave no query unanswered: its caller hears that the store is closed."""
        waiting = asyncio.all_tasks() - {asyncio.current_task()}
        for task in waiting:
            task.cancel()
        await asyncio.gather(*waiting, return_exceptions=True)
        for connection in self._free:
            connection.drop()
        await asyncio.sleep(0)  # lets the connections close

    def do(self, work: Work[T], purpose: str = "read", retry_for_s: float = RETRY_FOR_S) -> T:
        """Run some work and wait for it; after `close` on a connection of its own."""
        future = self.begin(work, purpose, retry_for_s)
        if future is None:
            return asyncio.run(self._once(work, purpose, retry_for_s))
        try:
            return future.result()
        except CancelledError:
            raise StoreError(f"The game log could not be {purpose}: the store is closed.") from None

    def begin(
        self, work: Work[T], purpose: str = "read", retry_for_s: float = RETRY_FOR_S
    ) -> Future[T] | None:
        """Run some work without waiting; None after `close`."""
        with self._closing:
            if self._closed:
                return None
            return asyncio.run_coroutine_threadsafe(
                self._do(work, purpose, retry_for_s), self._loop
            )

    def call(self, what: Coroutine[Any, Any, T]) -> T:
        """Run a coroutine that needs none of these connections, and wait for it."""
        return asyncio.run_coroutine_threadsafe(what, self._loop).result()

    async def _once(self, work: Work[T], purpose: str, retry_for_s: float) -> T:
        connection = Reconnecting(self._url)
        try:
            return await connection.do(work, purpose, retry_for_s)
        finally:
            connection.drop()
            await asyncio.sleep(0)

    async def _do(self, work: Work[T], purpose: str, retry_for_s: float) -> T:
        """Run some work; wait for a free connection no longer than for the database."""
        retry_for_s = min(retry_for_s, AWAY_RETRY_FOR_S) if self._away else retry_for_s
        try:
            async with asyncio.timeout(
                retry_for_s if self._away else max(retry_for_s, SLOT_WAIT_S)
            ):
                await self._slots.acquire()
        except TimeoutError as error:
            raise _refusal(Unreachable, purpose, error) from error
        connection = self._free.pop()
        try:
            found = await connection.do(work, purpose, retry_for_s)
        except Unreachable:
            self._away = True
            raise
        else:
            self._away = False
            return found
        finally:
            self._free.append(connection)
            self._slots.release()

    def close(self) -> None:
        """Drop the connections and end the thread. Idempotent."""
        with self._closing:
            first, self._closed = not self._closed, True
        if first:
            self._loop.call_soon_threadsafe(self._loop.stop)
        self._thread.join()
