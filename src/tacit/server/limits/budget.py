"""One account for each address. Everything that the address makes the site do is charged to it.

The currency is seconds of the event loop, because that is what players wait for. An address has
three meters:

- its *pace*: it never gets more of the loop at once than a player would notice;
- its *share*: what it may use every second, whatever others do;
- the *overdraft*: what all addresses together may use beyond their shares.

An address in debt is not refused: its connections are not read until the debt is paid, so TCP makes
the sender wait (backpressure). Memory is charged apart, in bytes, and is refused.
"""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Callable
from time import perf_counter
from typing import NamedTuple

from tacit.server.config import Limits
from tacit.server.limits.rate_limit import Bucket

BYTE_S = 2e-8
"""The price of a byte that is read, besides the time it takes to understand it."""
REQUEST_S = 2e-4
"""The price of a request, besides the time of its handler: what the HTTP library does around it."""
CONNECTION_S = 3e-4
"""The price of a connection that is accepted."""
MOST_ACCOUNTS = 10_000
"""Accounts that are kept; those unused longest are dropped first."""
CONNECT_BURST_S = 10
"""New connections that an address may open at once, as seconds of its rate."""


class Meter:
    """Seconds that may be spent: some at once, and some more every second. It may be in debt.

    >>> meter = Meter(rate=0.5, size_s=1.0, now=0.0)
    >>> meter.spend(2.0, now=0.0)
    >>> meter.wait_s(now=0.0), meter.wait_s(now=1.0), meter.wait_s(now=2.0)
    (2.0, 1.0, 0.0)
    """

    __slots__ = ("_at", "_level", "_rate", "_size")

    def __init__(self, rate: float, size_s: float, now: float) -> None:
        self._rate = rate
        self._size = size_s
        self._level = size_s
        self._at = now

    def spend(self, seconds: float, now: float) -> None:
        """Take so much, whether it is there or not."""
        level = self._level + (now - self._at) * self._rate
        if level > self._size:  # noqa: PLR1730  # a call of min takes longer than all of this
            level = self._size
        self._level = level - seconds
        self._at = now

    def wait_s(self, now: float) -> float:
        """Return how long it takes until the debt is paid; 0 if there is none."""
        level = self._level + (now - self._at) * self._rate
        return 0.0 if level >= 0.0 else -level / self._rate


class Account:
    """What one address has used."""

    __slots__ = (
        "_arrivals",
        "_most_held",
        "_overdraft",
        "_pace",
        "_share",
        "address",
        "connections",
        "held_bytes",
        "is_timed",
        "queue",
        "spent_s",
        "waiting",
        "worker",
    )

    def __init__(self, address: str, limits: Limits, overdraft: Meter, now: float) -> None:
        self.address = address
        self._pace = Meter(limits.loop_pace, limits.loop_pace_ms / 1000, now)
        self._share = Meter(limits.loop_share, limits.loop_share_ms / 1000, now)
        self._overdraft = overdraft
        rate = limits.connections_per_second
        self._arrivals = Bucket(rate, CONNECT_BURST_S * rate, now)
        self._most_held = limits.held_bytes_per_address
        self.worker = Meter(limits.worker_share, limits.worker_s, now)
        """Seconds of the worker processes and threads that all share."""
        self.connections = 0
        """Open TCP connections, WebSockets among them."""
        self.queue: dict[object, Callable[[], None]] = {}
        """Connections that wait until the debt is paid, and what lets each of them go on."""
        self.is_timed = False
        """Whether a timer waits for the debt to be paid."""
        self.waiting = 0
        """Requests whose refusal is held back for a moment."""
        self.spent_s = 0.0
        """Seconds of the event loop charged so far."""
        self.held_bytes = 0
        """What it makes the site hold in memory: requests not read yet and unsent answers."""

    def spend(self, seconds: float) -> None:
        """Charge time of the event loop."""
        now = perf_counter()
        self.spent_s += seconds
        self._pace.spend(seconds, now)
        self._share.spend(seconds, now)
        if self._share._level < 0.0:  # noqa: SLF001  # a call for every message costs too much
            self._overdraft.spend(seconds, now)

    def wait_s(self) -> float:
        """Return for how long nothing of this address is read; 0 if it is not in debt."""
        pace = self._pace
        if pace._level >= 0.0 and self._share._level >= 0.0:  # noqa: SLF001  # as nearly always
            return 0.0
        now = perf_counter()
        if not self._share.wait_s(now):
            return pace.wait_s(now)
        return max(pace.wait_s(now), self._overdraft.wait_s(now))

    def connect(self) -> bool:
        """Charge a new connection; tell whether the address may have one more so soon."""
        self.spend(CONNECTION_S)
        return self._arrivals.take(perf_counter())

    def hold(self, size: int) -> bool:
        """Hold `size` bytes for the address, unless it has too many held already."""
        if size > 0 and self.held_bytes + size > self._most_held:
            return False
        self.held_bytes += size
        return True

    def release(self, size: int) -> None:
        """Release bytes that were held."""
        self.held_bytes -= size

    @property
    def is_idle(self) -> bool:
        """Whether nothing of the address is there now."""
        return not (self.connections or self.waiting or self.held_bytes)


class Usage(NamedTuple):
    """What all addresses together use, for the host: none of them is named."""

    accounts: int = 0
    in_debt: int = 0
    """Addresses of which nothing is read just now."""
    connections: int = 0
    held_bytes: int = 0
    loop_s: float = 0.0
    """Seconds of the event loop charged since the start."""
    worker_s: float = 0.0
    """Seconds of shared workers charged since the start."""


class Budgets:
    """The accounts of all addresses, and what they share."""

    def __init__(self, limits: Limits, most: int = MOST_ACCOUNTS) -> None:
        self._limits = limits
        self._most = most
        now = perf_counter()
        self._overdraft = Meter(limits.loop_overdraft, limits.loop_overdraft_ms / 1000, now)
        self._accounts: OrderedDict[str, Account] = OrderedDict()
        self._forgotten_s = 0.0
        """Seconds charged to accounts that are no longer kept."""
        self._worker_s = 0.0

    def of(self, address: str) -> Account:
        """Return the account of an address."""
        account = self._accounts.get(address)
        if account is not None:
            self._accounts.move_to_end(address)
            return account
        account = Account(address, self._limits, self._overdraft, perf_counter())
        self._accounts[address] = account
        if len(self._accounts) > self._most:
            self._forget_one()
        return account

    def charge_worker(self, address: str, seconds: float) -> None:
        """Charge time of a worker process or thread that all share."""
        self._worker_s += seconds
        self.of(address).worker.spend(seconds, perf_counter())

    def is_in_worker_debt(self, address: str) -> bool:
        """Tell whether an address has used more of the shared workers than its share."""
        return self.of(address).worker.wait_s(perf_counter()) > 0.0

    def _forget_one(self) -> None:
        """Drop the idle account unused longest."""
        idle = next((one for one, account in self._accounts.items() if account.is_idle), None)
        if idle is not None:
            self._forgotten_s += self._accounts.pop(idle).spent_s

    def usage(self) -> Usage:
        """Return what all of them use."""
        accounts = self._accounts.values()
        return Usage(
            accounts=len(accounts),
            in_debt=sum(account.wait_s() > 0.0 for account in accounts),
            connections=sum(account.connections for account in accounts),
            held_bytes=sum(account.held_bytes for account in accounts),
            loop_s=self._forgotten_s + sum(account.spent_s for account in accounts),
            worker_s=self._worker_s,
        )
