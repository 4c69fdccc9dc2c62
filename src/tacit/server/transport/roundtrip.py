"""A connection's round trip as the kernel measures it.

The other side's kernel sends TCP's acknowledgements, not its page: a page that answers late cannot
delay them. Behind a proxy this is the way to the proxy, which says nothing about the player.
"""

from __future__ import annotations

import asyncio
import socket
import struct

_TCP_INFO = getattr(socket, "TCP_INFO", None)
_TCP_INFO_BYTES = 192
_MIN_RTT_US = struct.Struct("=148xI")
"""`tcpi_min_rtt` of Linux: the shortest recent round trip, in microseconds."""
_UNKNOWN = 2**32 - 1


def min_round_trip_ms(transport: asyncio.Transport) -> int | None:
    """Return a connection's shortest recent round trip, rounded up, if the kernel knows it."""
    if _TCP_INFO is None:
        return None
    connection = transport.get_extra_info("socket")
    if connection is None:
        return None
    try:
        info = connection.getsockopt(socket.IPPROTO_TCP, _TCP_INFO, _TCP_INFO_BYTES)
    except OSError:  # not TCP, or closed meanwhile
        return None
    if len(info) < _MIN_RTT_US.size:
        return None
    (micros,) = _MIN_RTT_US.unpack_from(info)
    return None if micros in (0, _UNKNOWN) else -(-micros // 1000)
