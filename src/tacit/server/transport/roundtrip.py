"""How long the way to a visitor is, as the kernel knows it.

Acknowledgements of TCP come from the other side's kernel, not from its page: a page that answers
late cannot make them late. Behind a proxy it is the way to the proxy, which says nothing.
"""

from __future__ import annotations

import asyncio
import socket
import struct

_INFO = getattr(socket, "TCP_INFO", None)
_SIZE = 192
_LEAST = struct.Struct("=148xI")
"""`tcpi_min_rtt` of Linux: the shortest round trip lately, in microseconds."""
_UNKNOWN = 2**32 - 1


def shortest(transport: asyncio.Transport) -> int | None:
    """Return a connection's shortest recent round trip in milliseconds, rounded up, if known."""
    if _INFO is None:
        return None
    connection = transport.get_extra_info("socket")
    if connection is None:
        return None
    try:
        info = connection.getsockopt(socket.IPPROTO_TCP, _INFO, _SIZE)
    except OSError:  # no TCP, or closed meanwhile
        return None
    if len(info) < _LEAST.size:
        return None
    (micros,) = _LEAST.unpack_from(info)
    return None if micros in (0, _UNKNOWN) else -(-micros // 1000)
