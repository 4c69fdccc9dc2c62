"""Waiting for news of an evening: that a round has begun or is over, or that the host is another.

Hundreds of clients wait for the same evening. One task reads it again every second on behalf of all
that wait on this node, because another node may have changed it; a change made here wakes it at
once. Clients are woken a few at a time. What they wait for is told to all alike, and depends on no
table before all of them have ended.
"""

from __future__ import annotations

import asyncio
from collections import Counter
from collections.abc import Awaitable, Callable, Iterator
from contextlib import contextmanager, suppress
from typing import NamedTuple, TypeAlias

from tacit.server.club.evening_results import Known
from tacit.server.limits.metering import PAYER
from tacit.server.ops.logs import fingerprint, note, reason
from tacit.store.store import StoreError

LONGEST_S = 25
"""How long a client may wait; proxies and browsers allow more."""
LOOK_S = 1.0
"""Between two looks at an evening for which clients wait."""
MOST_WAITING = 5000
"""Clients of a node; one more is answered at once."""
MOST_OF_ADDRESS = 600
WOKEN_AT_ONCE = 20
"""Clients that are answered together: more would be noticed by those who play."""
WAKE_GAP_S = 0.05

Moment: TypeAlias = tuple[int, int, bool, bool, str]


def moment_of(known: Known) -> Moment:
    """Return the part of an evening whose change wakes all waiting clients."""
    rounds = known.evening.rounds
    until = rounds[-1].until if rounds else 0
    return (len(rounds), until, known.is_over, known.evening.ended, known.evening.hosted_by)


class _Waiting(NamedTuple):
    """A client that waits."""

    woken: asyncio.Future[None]
    was: Moment
    is_gone: Callable[[], bool]


class _Watched(NamedTuple):
    """An evening for which clients wait."""

    clients: set[_Waiting]
    changed: asyncio.Event
    task: asyncio.Task[None]


class EveningWatch:
    """The clients of a node that wait for news of an evening."""

    def __init__(self, read: Callable[[str], Awaitable[Known | None]]) -> None:
        self._read = read
        self._watched: dict[str, _Watched] = {}
        self._of_address: Counter[str] = Counter()
        self._held: Counter[str] = Counter()
        self._is_closed = False

    def __len__(self) -> int:
        return self._of_address.total()

    async def wait(
        self, name: str, known: Known, address: str, seconds: float, is_gone: Callable[[], bool]
    ) -> None:
        """Return when an evening is not as it was known, or after this many seconds.

        A client that `is_gone` waits no more. At once where too many wait, and when the site stops.
        """
        if self._is_closed or len(self) >= MOST_WAITING:
            return
        if self._of_address[address] >= MOST_OF_ADDRESS:
            return
        waiting = _Waiting(asyncio.get_running_loop().create_future(), moment_of(known), is_gone)
        clients = self._watch(name).clients
        clients.add(waiting)
        self._of_address[address] += 1
        try:
            with suppress(TimeoutError):
                await asyncio.wait_for(waiting.woken, min(seconds, LONGEST_S))
        finally:
            clients.discard(waiting)
            self._of_address[address] -= 1
            if not self._of_address[address]:
                del self._of_address[address]

    def changed(self, name: str) -> None:
        """Look at an evening now: it was changed here."""
        if (watched := self._watched.get(name)) is not None:
            watched.changed.set()

    @contextmanager
    def holding(self, name: str) -> Iterator[None]:
        """Wake no client of an evening until a change is complete."""
        self._held[name] += 1
        try:
            yield
        finally:
            self._held -= Counter([name])
            self.changed(name)

    def close(self) -> None:
        """Answer all that wait, for the site stops."""
        self._is_closed = True
        for watched in self._watched.values():
            watched.task.cancel()
            for one in watched.clients:
                _wake(one)
        self._watched.clear()

    def _watch(self, name: str) -> _Watched:
        watched = self._watched.get(name)
        if watched is None:
            clients: set[_Waiting] = set()
            changed = asyncio.Event()
            task = asyncio.create_task(self._look_again(name, clients, changed))
            watched = self._watched[name] = _Watched(clients, changed, task)
        return watched

    async def _look_again(self, name: str, clients: set[_Waiting], changed: asyncio.Event) -> None:
        """Look at an evening as long as clients wait for it, and wake those it is news to."""
        PAYER.set(None)  # not the client that came first
        while True:
            with suppress(TimeoutError):
                await asyncio.wait_for(changed.wait(), LOOK_S)
            changed.clear()
            if name in self._held:
                continue
            if not clients:
                del self._watched[name]
                return
            try:
                known = await self._read(name)
            except StoreError as error:  # they wait on; the next look may succeed
                note("evening_not_read", evening=fingerprint(name), error=reason(error, name))
                continue
            now = None if known is None else moment_of(known)
            await _wake_slowly([one for one in clients if one.was != now or one.is_gone()])


async def _wake_slowly(clients: list[_Waiting]) -> None:
    for begin in range(0, len(clients), WOKEN_AT_ONCE):
        if begin:
            await asyncio.sleep(WAKE_GAP_S)
        for one in clients[begin : begin + WOKEN_AT_ONCE]:
            _wake(one)


def _wake(one: _Waiting) -> None:
    if not one.woken.done():
        one.woken.set_result(None)
