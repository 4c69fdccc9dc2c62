"""The address that limits go by: one household, one address.

>>> limit_key("203.0.113.5"), limit_key("::ffff:203.0.113.5")
('203.0.113.5', '203.0.113.5')
>>> limit_key("2001:db8:1:2::17") == limit_key("2001:db8:1:2:ffff::1")
True
>>> limit_key("somewhere") is None
True
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from ipaddress import IPv6Address, ip_address

PREFIX = 64
"""Bits of an IPv6 address that one household shares: it may use all addresses below them."""


@lru_cache(maxsize=4096)
def limit_key(text: str) -> str | None:
    """Return an IPv4 address, or the /64 of an IPv6 one; None if the text is neither."""
    try:
        address = ip_address(text)
    except ValueError:
        return None
    if not isinstance(address, IPv6Address):
        return str(address)
    if address.ipv4_mapped is not None:
        return str(address.ipv4_mapped)
    beginning = int(address) >> (128 - PREFIX) << (128 - PREFIX)
    return f"{IPv6Address(beginning)}/{PREFIX}"


def last_hop(forwarded: Sequence[str]) -> str | None:
    """Return the address that the nearest proxy saw, from a request's X-Forwarded-For headers.

    Each proxy appends; what stands before cannot be trusted.
    """
    if not forwarded:
        return None
    hop = forwarded[-1].rsplit(",", 1)[-1].strip()
    if hop.startswith("["):  # [2001:db8::1]:443
        hop = hop[1:].partition("]")[0]
    elif hop.count(":") == 1:  # 203.0.113.5:443
        hop = hop.partition(":")[0]
    return hop
