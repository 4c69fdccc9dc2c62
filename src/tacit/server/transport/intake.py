"""Backpressure on what comes in: bytes that came before their address could pay for reading them.

Meanwhile the connection is not read, so TCP makes the sender wait. What was read already is held
here and goes on piece by piece.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from contextlib import suppress

from tacit.server.limits.budget import Account


class Intake:
    """Holds the bytes of one connection until its address is out of debt."""

    __slots__ = ("_account", "_feed", "_held", "_timer", "_transport")

    def __init__(
        self, transport: asyncio.Transport, account: Account, feed: Callable[[bytes], None]
    ) -> None:
        self._transport = transport
        self._account = account
        self._feed = feed
        self._held = b""
        self._timer: asyncio.TimerHandle | None = None

    @property
    def is_holding(self) -> bool:
        """Whether bytes wait here: later ones have to wait behind them."""
        return self._timer is not None

    def hold(self, data: bytes) -> None:
        """Hold bytes until the address is out of debt, at least until the loop's next turn."""
        if not self._account.hold(len(data)):
            self._transport.abort()
            return
        self._held += data
        if self._timer is None:
            self._wait()
        # Also when it was paused before: the HTTP library may have resumed reading.
        with suppress(RuntimeError):  # it is closing
            self._transport.pause_reading()

    def _wait(self) -> None:
        loop = asyncio.get_running_loop()
        self._timer = loop.call_later(self._account.wait_s(), self._resume)

    def _resume(self) -> None:
        if self._account.wait_s() > 0.0:
            self._wait()
            return
        self._timer = None
        data, self._held = self._held, b""
        self._account.release(len(data))
        self._feed(data)
        if self._timer is None:
            with suppress(RuntimeError):  # it is closing
                self._transport.resume_reading()

    def close(self) -> None:
        """Drop what is held."""
        self._account.release(len(self._held))
        self._held = b""
        if self._timer is not None:
            self._timer.cancel()
