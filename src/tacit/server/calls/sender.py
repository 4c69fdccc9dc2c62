"""Sends messages to other servers: push services and webhooks.

It runs in a thread with an event loop of its own, so that no game waits for another server. Each
delivery is charged to its party: the address from which its device or webhook was set. A party has
few deliveries under way at once, however many servers they go to, so servers that do not answer
hold up the deliveries of the party that named them and no others. What waits is bounded by party,
by server and altogether; what is too much is dropped. No redirect is followed, and no answer is
read but its first line. A delivery is sent once more only if the server said that it takes none for
now: one that may have arrived would otherwise call a player twice.
"""

from __future__ import annotations

import asyncio
import contextlib
import math
import threading
import time
from collections import Counter
from collections.abc import Callable, Mapping
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from typing import Any, NamedTuple
from urllib.parse import urlsplit

from tacit.server.calls.post import port_of, post
from tacit.server.calls.public_address import (
    Lookup,
    NotPublic,
    look_up,
    public_addresses,
    url_fault,
)
from tacit.server.limits.rate_limit import RateLimit
from tacit.server.ops.logs import note, trouble

TIMEOUT_S = 5.0
"""The time limit of one delivery, from DNS lookup to status."""
AT_ONCE = 16
AT_ONCE_BY_HOST = 4
AT_ONCE_BY_PARTY = 2
MOST_WAITING = 5000
"""Deliveries, and jobs of which the deliveries are not written yet."""
MOST_BY_HOST = 2000
MOST_BY_PARTY = 300
"""A group has sixty members, with five devices each."""
PARTY_RATE = (1.0, 300.0)
"""The rate limit of one party: deliveries per second, and burst. Each takes a millisecond."""
BUSY = frozenset({429, 503})
"""What a server answers that takes nothing for now."""
RETRY_AFTER_S = 30.0
LOOKUP_THREADS = 32
"""A lookup cannot be cancelled: its thread waits as long as the system does."""
DRAIN_S = 1.0
"""How long a node that stops goes on sending what waits."""
TOLD_EVERY_S = 10.0
"""Between two lines of the log about what is dropped."""
MOST_BYTES = 4096
"""The largest message that push services accept."""


class Delivery(NamedTuple):
    """A message to another server."""

    url: str
    body: bytes
    headers: Mapping[str, str]
    answered: Callable[[int | None], None] = lambda _: None
    """Called in the sender's thread with the status, None if there was no answer."""
    party: str = ""
    """Who set where it goes."""


class Sender:
    """Sends one node's deliveries in its own thread."""

    def __init__(
        self,
        *,
        to_loopback: bool = False,
        lookup: Lookup = look_up,
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        self._to_loopback = to_loopback
        self._lookup = lookup
        self._loop: asyncio.AbstractEventLoop | None = None
        self._thread: threading.Thread | None = None
        self._slots: asyncio.Semaphore | None = None
        self._lock = threading.Lock()
        self._waiting = 0
        self._deliveries = RateLimit(*PARTY_RATE)
        self._clock = clock
        self._by_host: Counter[str] = Counter()
        self._by_party: Counter[str] = Counter()
        """Deliveries that wait or are under way."""
        self._slots_by_host: dict[str, asyncio.Semaphore] = {}
        self._shares: dict[str, asyncio.Semaphore] = {}
        """What bounds the deliveries under way: by host, and by party."""
        self._looking: Counter[tuple[str, str]] = Counter()
        """Lookups of a host, or of a party, that keep a thread busy, also after the delivery's time
        is up."""
        self._unwritten: dict[str, Callable[[], list[Delivery]]] = {}
        """Jobs that wait for a writer, by key."""
        self._dropped: Counter[str] = Counter()
        self._told_s: dict[str, float] = {}
        """When the log was last told of what is dropped, by reason."""
        self._writers = ThreadPoolExecutor(2, "tacit-deliveries")
        self._tasks: set[asyncio.Future[Any]] = set()
        self._closed = False

    def take(self, write: Callable[[], list[Delivery]], key: str = "") -> bool:
        """Have deliveries written in another thread, and sent; False if too much waits already.

        A newer job takes the place of one with the same key that has not been begun: however fast
        the turns of a table are, few of its jobs wait.
        """
        with self._lock:
            if self._closed:
                return False
            if key in self._unwritten:
                self._unwritten[key] = write
                return True
            takes = self._waiting < MOST_WAITING
            if takes:
                self._waiting += 1
                if key:
                    self._unwritten[key] = write
                loop = self._started()
        if not takes:
            self._drop("waiting")
            return False
        loop.call_soon_threadsafe(self._begin, partial(self._write, key, write))
        return True

    def _write(self, key: str, write: Callable[[], list[Delivery]]) -> list[Delivery]:
        """Write the deliveries of a job, or of the newer one that took its place."""
        with self._lock:
            write = self._unwritten.pop(key, write)
        return write()

    def _drop(self, why: str) -> None:
        """Tell the log now and then how much is dropped."""
        now = self._clock()
        with self._lock:
            self._dropped[why] += 1
            if now - self._told_s.get(why, -math.inf) < TOLD_EVERY_S:
                return
            self._told_s[why] = now
            count = self._dropped.pop(why)
        note("calls_dropped", why=why, count=count)

    def admits(self, party: str) -> bool:
        """Count a delivery before it is written; tell whether its party has not had too many."""
        with self._lock:
            admitted = self._deliveries.take(party, self._clock())
        if not admitted:
            self._drop("party")
        return admitted

    def _started(self) -> asyncio.AbstractEventLoop:
        """Return the loop; the thread starts with the first delivery."""
        if self._loop is None:
            self._loop = asyncio.new_event_loop()
            self._thread = threading.Thread(
                target=self._run, args=(self._loop,), name="tacit-sender", daemon=True
            )
            self._thread.start()
        return self._loop

    def _run(self, loop: asyncio.AbstractEventLoop) -> None:
        asyncio.set_event_loop(loop)
        loop.set_default_executor(ThreadPoolExecutor(LOOKUP_THREADS, "tacit-lookup"))
        self._slots = asyncio.Semaphore(AT_ONCE)
        loop.run_forever()
        for task in tuple(self._tasks):
            task.cancel()
        with contextlib.suppress(Exception):
            loop.run_until_complete(asyncio.gather(*self._tasks, return_exceptions=True))
            loop.run_until_complete(loop.shutdown_default_executor())
        loop.close()

    def _begin(self, write: Callable[[], list[Delivery]]) -> None:
        task = asyncio.get_running_loop().create_task(self._write_and_send(write))
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    async def _write_and_send(self, write: Callable[[], list[Delivery]]) -> None:
        try:
            loop = asyncio.get_running_loop()
            deliveries = await loop.run_in_executor(self._writers, write)
            await asyncio.gather(*(self._deliver(one) for one in deliveries))
        except Exception as error:  # the others are still to be sent
            trouble("not_called", error)
        finally:
            with self._lock:
                self._waiting -= 1

    async def _deliver(self, delivery: Delivery) -> None:
        if (
            url_fault(delivery.url, to_loopback=self._to_loopback)
            or len(delivery.body) > MOST_BYTES
        ):
            delivery.answered(None)
            return
        host, party = urlsplit(delivery.url).hostname or "", delivery.party
        if self._is_full(host, party):
            self._drop("waiting")
            return
        self._count(host, party, 1)
        try:
            status = await self._sent(delivery, host)
            if status in BUSY:
                await asyncio.sleep(RETRY_AFTER_S)
                status = await self._sent(delivery, host)
        finally:
            self._count(host, party, -1)
        loop = asyncio.get_running_loop()
        await loop.run_in_executor(self._writers, delivery.answered, status)

    def _is_full(self, host: str, party: str) -> bool:
        return (
            self._by_party[party] >= MOST_BY_PARTY
            or self._by_host[host] >= MOST_BY_HOST
            or self._waiting >= MOST_WAITING
        )

    def _count(self, host: str, party: str, change: int) -> None:
        with self._lock:
            self._waiting += change
        for counts, bounds, key in (
            (self._by_host, self._slots_by_host, host),
            (self._by_party, self._shares, party),
        ):
            counts[key] += change
            if not counts[key]:
                del counts[key]
                bounds.pop(key, None)

    async def _sent(self, delivery: Delivery, host: str) -> int | None:
        """Send a delivery when its turn has come; return the status of the answer.

        Its party's turn first: so no party has more deliveries than its share in line for a host.
        """
        assert self._slots is not None
        share = self._shares.setdefault(delivery.party, asyncio.Semaphore(AT_ONCE_BY_PARTY))
        host_slots = self._slots_by_host.setdefault(host, asyncio.Semaphore(AT_ONCE_BY_HOST))
        async with share, host_slots, self._slots:
            return await self._post(delivery)

    async def _look_up(self, party: str, host: str, port: int) -> list[str]:
        """Look a name up, unless lookups of it, or of its party, hang already."""
        keys = (("host", host), ("party", party))
        if any(
            self._looking[key] >= most
            for key, most in zip(keys, (AT_ONCE_BY_HOST, AT_ONCE_BY_PARTY), strict=True)
        ):
            raise NotPublic(f"{host} is not found")
        self._looking.update(keys)
        lookup = asyncio.ensure_future(self._lookup(host, port))
        self._tasks.add(lookup)
        lookup.add_done_callback(lambda done: self._looked_up(keys, done))
        return await asyncio.shield(lookup)

    def _looked_up(
        self, keys: tuple[tuple[str, str], ...], lookup: asyncio.Future[list[str]]
    ) -> None:
        self._tasks.discard(lookup)
        self._looking -= Counter(keys)  # keeps no zeros
        if not lookup.cancelled():
            lookup.exception()  # the delivery may be gone, and with it who would ask

    async def _post(self, delivery: Delivery) -> int | None:
        """Send a delivery over a connection of its own; return the status of the answer."""
        at = urlsplit(delivery.url)
        lookup = partial(self._look_up, delivery.party)
        try:
            async with asyncio.timeout(TIMEOUT_S):
                addresses = await public_addresses(at.hostname or "", port_of(at), lookup)
                return await post(delivery.url, addresses, delivery.headers, delivery.body)
        except (OSError, ValueError):  # TimeoutError is one
            return None

    async def _drained(self) -> None:
        if self._tasks:
            await asyncio.wait(set(self._tasks), timeout=DRAIN_S)

    def close(self) -> None:
        """Send what can be sent in a moment, drop the rest, and stop."""
        with self._lock:
            self._closed = True
            loop, thread = self._loop, self._thread
        if loop is not None and thread is not None:
            with contextlib.suppress(Exception):
                asyncio.run_coroutine_threadsafe(self._drained(), loop).result(TIMEOUT_S)
            loop.call_soon_threadsafe(loop.stop)
            thread.join(TIMEOUT_S)
        self._writers.shutdown(wait=False, cancel_futures=True)
