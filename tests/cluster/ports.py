"""Loopback ports that are free."""

from __future__ import annotations

import os
import socket
from contextlib import ExitStack, suppress


def free_ports(count: int) -> list[int]:
    """Return ports that are free now, all of them different."""
    with ExitStack() as held:
        sockets = [held.enter_context(socket.socket()) for _ in range(count)]
        for one in sockets:
            one.bind(("127.0.0.1", 0))
        return [one.getsockname()[1] for one in sockets]


def adjacent_ports() -> tuple[int, int]:
    """Return two free ports in a row, which no outgoing connection is given meanwhile.

    Systems choose ports for outgoing connections from 32,768 (Linux) or 49,152 up.
    """
    for first in range(20_000 + os.getpid() % 10_000, 32_000, 2):
        with suppress(OSError), socket.socket() as one, socket.socket() as other:
            one.bind(("127.0.0.1", first))
            other.bind(("127.0.0.1", first + 1))
            return first, first + 1
    raise OSError("no two free ports in a row")
