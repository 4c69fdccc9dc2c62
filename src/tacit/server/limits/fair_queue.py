"""A fair queue: however much work one party has waiting, another waits for one piece of it at most.

A party is a table, or the address that a request came from. Parties are served in turn. What waits
may be bounded for each party and for all, and the seconds a piece of work took are charged to its
party: parties in debt come after all others.
"""

from __future__ import annotations

import asyncio
import time
from collections import OrderedDict
from collections.abc import Callable, Hashable
from typing import NamedTuple, Protocol


class Ledger(Protocol):
    """What parties have used of the workers."""

    def charge_worker(self, party: str, seconds: float, /) -> None:
        """Note the seconds that a worker spent on a party's work."""

    def is_in_worker_debt(self, party: str, /) -> bool:
        """Tell whether a party has used more than its share: others go first."""


class NoLedger:
    """Charges nothing."""

    def charge_worker(self, _party: str, _seconds: float, /) -> None:
        """Charge nothing."""

    def is_in_worker_debt(self, _party: str, /) -> bool:
        """Tell that no party is in debt."""
        return False


class QueueFull(Exception):
    """More work is waiting than will be done soon."""


class ShareFull(Exception):
    """One party has as much work waiting as a party may have."""


class _Running(NamedTuple):
    party: str
    since: float


class FairQueue:
    """Begins as many pieces of work as there are workers, party by party.

    `most` bounds the pieces that wait or run, `share` those of one party.
    """

    def __init__(
        self,
        workers: int,
        *,
        most: int | None = None,
        share: int | None = None,
        ledger: Ledger | None = None,
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        self._workers = workers
        self._most = most
        self._share = share
        self._ledger = ledger or NoLedger()
        self._clock = clock
        self._waiting: OrderedDict[str, OrderedDict[Hashable, Callable[[], None]]] = OrderedDict()
        """The works of each party by key; the party served longest ago comes first."""
        self._running: dict[Hashable, _Running] = {}

    def __len__(self) -> int:
        return sum(map(len, self._waiting.values()))

    def waits(self, party: str, key: Hashable) -> bool:
        """Tell whether a piece of work has not begun yet."""
        return key in self._waiting.get(party, ())

    def put(self, party: str, key: Hashable, begin: Callable[[], None]) -> None:
        """Have `begin` called when it is the party's turn; `leave` says that the work is done.

        It takes the place of what waits under the same key. Nothing begins while something runs
        under the same key. QueueFull or ShareFull if too much waits.
        """
        if not self.waits(party, key):
            self._check(party)
        self._waiting.setdefault(party, OrderedDict())[key] = begin
        self._go()

    def turn(self, party: str) -> Turn:
        """Return a slot in the queue; QueueFull or ShareFull if there is none."""
        return Turn(self, party)

    def _check(self, party: str) -> None:
        if self._share is not None:
            mine = sum(one.party == party for one in self._running.values())
            if mine + len(self._waiting.get(party, ())) >= self._share:
                raise ShareFull
        if self._most is not None and len(self) + len(self._running) >= self._most:
            raise QueueFull

    def leave(self, party: str, key: Hashable) -> None:
        """End a piece of work that runs, or give up one that waits."""
        ran = self._running.pop(key, None)
        if ran is None:
            works = self._waiting.get(party, OrderedDict())
            works.pop(key, None)
            if not works:
                self._waiting.pop(party, None)
            return
        self._ledger.charge_worker(ran.party, self._clock() - ran.since)
        self._go()

    def _go(self) -> None:
        while len(self._running) < self._workers and (found := self._next()) is not None:
            party, key, begin = found
            self._running[key] = _Running(party, self._clock())
            begin()

    def _next(self) -> tuple[str, Hashable, Callable[[], None]] | None:
        in_debt = self._ledger.is_in_worker_debt
        for party, works in sorted(self._waiting.items(), key=lambda one: in_debt(one[0])):
            key = next((one for one in works if one not in self._running), None)
            if key is None:
                continue
            begin = works.pop(key)
            self._waiting.move_to_end(party)
            if not works:
                del self._waiting[party]
            return party, key, begin
        return None

    def clear(self) -> None:
        """Give up all that waits."""
        self._waiting.clear()


class Turn:
    """A slot in a fair queue, for a coroutine: it awaits `come`, and `leave` ends it."""

    def __init__(self, queue: FairQueue, party: str) -> None:
        self._queue = queue
        self._party = party
        self._here: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        queue.put(party, self, self._begin)

    def _begin(self) -> None:
        if not self._here.done():
            self._here.set_result(None)

    @property
    def waits(self) -> bool:
        """Whether it has not come yet."""
        return not self._here.done()

    async def come(self) -> None:
        """Return when it is this party's turn."""
        await self._here

    def leave(self) -> None:
        """Let others in, whether it came or not."""
        self._queue.leave(self._party, self)
