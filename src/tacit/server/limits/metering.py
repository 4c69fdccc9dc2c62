"""What a coroutine costs the event loop: the time of its steps, without the time it waits.

What it has done in a thread costs as much: while Python computes there, the event loop waits.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Coroutine, Generator
from contextvars import ContextVar
from time import thread_time
from typing import Any, Generic, TypeVar

from tacit.server.limits.budget import Account

T = TypeVar("T")
PAYER: ContextVar[Account | None] = ContextVar("payer", default=None)
"""Who pays for what a request has done in threads."""


async def in_thread(work: Callable[..., T], *args: Any) -> T:
    """Do work in a thread, and charge its processor time to the account of the request."""
    spent: list[float] = []

    def timed() -> T:
        begin = thread_time()
        try:
            return work(*args)
        finally:
            spent.append(thread_time() - begin)

    try:
        return await asyncio.to_thread(timed)
    finally:
        if (payer := PAYER.get()) is not None:
            payer.spend(sum(spent))


class Metered(Generic[T]):
    """Awaits a coroutine, and charges each of its steps to an account.

    It counts processor time, so an address does not pay for a machine that is busy elsewhere.
    """

    __slots__ = ("_account", "_coroutine")

    def __init__(self, coroutine: Coroutine[Any, Any, T], account: Account) -> None:
        self._coroutine = coroutine
        self._account = account

    def __await__(self) -> Generator[Any, Any, T]:
        coroutine, account = self._coroutine, self._account
        value: Any = None
        raised: BaseException | None = None
        while True:
            begin = thread_time()
            try:
                step = coroutine.send(value) if raised is None else coroutine.throw(raised)
            except StopIteration as done:
                return done.value  # type: ignore[no-any-return]
            finally:
                # An error refers to this frame: keep no reference back, which would be a cycle.
                value = raised = None
                account.spend(thread_time() - begin)
            try:
                value = yield step
            except BaseException as error:  # the coroutine decides what it means
                raised = error
            del step
