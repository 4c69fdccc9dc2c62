"""Backpressure on what comes in: bytes that came before their address could pay for reading them.

Meanwhile the connection is not read, so TCP makes the sender wait. What was read already is held
here and goes on piece by piece. All connections of an address wait in one queue with one timer: if
each had its own, hundreds would wake up whenever the debt is paid, and all but one in vain.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from contextlib import suppress

from tacit.server.limits.budget import Account


class Intake:
    """Holds the bytes of one connection until its address is out of debt."""

    __slots__ = ("_account", "_feed", "_held", "_transport", "is_holding")

    def __init__(
        self, transport: asyncio.Transport, account: Account, feed: Callable[[bytes], None]
    ) -> None:
        self._transport = transport
        self._account = account
        self._feed = feed
        self._held = b""
        self.is_holding = False
        """Whether bytes wait here: later ones have to wait behind them."""

    def hold(self, data: bytes) -> None:
        """Hold bytes until the address is out of debt, at least until the loop's next turn."""
        if not self._account.hold(len(data)):
            self._transport.abort()
            return
        self._held += data
        if not self.is_holding:
            self.is_holding = True
            self._account.queue[self] = self._resume
            _serve_later(self._account)
        # Also when it was paused before: the HTTP library may have resumed reading.
        with suppress(RuntimeError):  # it is closing
            self._transport.pause_reading()

    def _resume(self) -> None:
        """Pass on what is held, and read the connection again unless some of it has to wait."""
        self.is_holding = False
        data, self._held = self._held, b""
        self._account.release(len(data))
        self._feed(data)
        if not self.is_holding:
            with suppress(RuntimeError):  # it is closing
                self._transport.resume_reading()

    def close(self) -> None:
        """Drop what is held."""
        self._account.release(len(self._held))
        self._held = b""
        self.is_holding = False
        self._account.queue.pop(self, None)


def _serve_later(account: Account) -> None:
    """Serve the queue of an address when its debt is paid."""
    if not account.is_timed:
        account.is_timed = True
        asyncio.get_running_loop().call_later(account.wait_s(), _serve, account)


def _serve(account: Account) -> None:
    """Let the connections of an address go on, each by one piece, until it is in debt again."""
    account.is_timed = False
    queue = account.queue
    try:
        for _ in range(len(queue)):
            if not queue or account.wait_s() > 0.0:
                return
            queue.pop(next(iter(queue)))()
    finally:
        if queue:
            _serve_later(account)
