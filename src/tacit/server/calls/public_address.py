"""Which addresses the site sends anything to: public ones alone (no server-side request forgery).

A guest names the host that is called, so it may be any name: one that leads into the host's own
network, or one that leads there the second time it is looked up. So a name is looked up once, all
its addresses are checked, and the connection goes to these addresses and no others.
"""

from __future__ import annotations

import asyncio
import ipaddress
import re
import socket
from collections.abc import Awaitable, Callable
from typing import TypeAlias
from urllib.parse import urlsplit

MOST_URL_CHARS = 1000
_INSIDE_V6 = tuple(
    map(ipaddress.IPv6Network, ("64:ff9b::/96", "64:ff9b:1::/48", "2002::/16", "2001::/32"))
)
"""NAT64, 6to4 and Teredo: they lead to an IPv4 address, whichever that is."""

_GLOBAL_V6 = ipaddress.IPv6Network("2000::/3")
"""All that is given out to be reached from everywhere."""

_NUMBER = re.compile(r"(.*\.)?(0x[0-9a-f]*|[0-9]+)\.?$", re.IGNORECASE)
"""A host whose last part is a number: other programs take it for an IPv4 address."""

Lookup: TypeAlias = Callable[[str, int], Awaitable[list[str]]]
"""Returns all addresses of a host name."""


class NotPublic(OSError):
    """An address that nothing is sent to."""


def is_public(address: str) -> bool:
    """Tell whether an address belongs to the public internet.

    >>> [is_public(one) for one in ("1.1.1.1", "10.0.0.1", "::ffff:127.0.0.1", "fe80::1%eth0")]
    [True, False, False, False]
    """
    try:
        ip = ipaddress.ip_address(address)
    except ValueError:
        return False
    if isinstance(ip, ipaddress.IPv6Address):
        if ip.ipv4_mapped is not None:
            return is_public(str(ip.ipv4_mapped))
        if ip not in _GLOBAL_V6 or any(ip in network for network in _INSIDE_V6):
            return False
    return ip.is_global and not ip.is_multicast


def url_fault(url: str, *, to_loopback: bool = False) -> str | None:
    """Say what is wrong with the address of a message, as far as it shows without looking it up."""
    try:
        parts = urlsplit(url)
        host, port = parts.hostname or "", parts.port
    except ValueError:
        return "it is not an address"
    if len(url) > MOST_URL_CHARS:
        return f"it has more than {MOST_URL_CHARS} characters"
    if not url.isascii() or not url.isprintable() or " " in url:
        return (
            "it holds more than ASCII letters, digits and signs without spaces; a name with other"
            " letters is written as xn--…"
        )
    if parts.username is not None or parts.password is not None:
        return "it has a user name in it"
    if to_loopback and parts.scheme == "http" and host == "127.0.0.1":
        return None
    if parts.scheme != "https" or not host:
        return "it does not begin with https://"
    if port is not None and not 1 <= port <= 65_535:
        return "it has no such port"
    if _is_literal(host) and not is_public(host):
        return "it is not public"
    if not _is_literal(host) and _NUMBER.match(host):  # 127.1, 2130706433, 0x7f.1, 0177.0.0.1
        return "its address is not written as usual"
    return None


def _is_literal(host: str) -> bool:
    try:
        ipaddress.ip_address(host)
    except ValueError:
        return False
    return True


async def look_up(host: str, port: int) -> list[str]:
    """Return all addresses of a host name."""
    loop = asyncio.get_running_loop()
    found = await loop.getaddrinfo(host, port, type=socket.SOCK_STREAM)
    return list(dict.fromkeys(str(one[4][0]) for one in found))


async def public_addresses(host: str, port: int, lookup: Lookup = look_up) -> list[str]:
    """Return the addresses of a host, if all of them are public; a literal one is checked before.

    NotPublic if one is not.
    """
    if _is_literal(host):
        return [host]
    found = await lookup(host, port)
    if not found or not all(is_public(one) for one in found):
        raise NotPublic(f"{host} is not public")
    return found
