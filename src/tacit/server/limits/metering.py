"""What a coroutine costs the event loop: the time of its steps, without the time it waits."""

from __future__ import annotations

from collections.abc import Coroutine, Generator
from time import thread_time
from typing import Any, Generic, TypeVar

from tacit.server.limits.budget import Account

T = TypeVar("T")


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
