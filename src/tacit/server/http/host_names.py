"""Under which names the site may be reached: others' names that point here are refused.

A page of a stranger's site can have its own name resolved to an address on your network (DNS
rebinding) and would then speak with this site as if it were its own. Names that nobody outside can
own are always fine, so that a club needs to set nothing.

>>> is_known("localhost:8000", ()), is_known("192.168.1.5:8000", ()), is_known("club.local", ())
(True, True, True)
>>> is_known("evil.example", ()), is_known("play.example", ("play.example",))
(False, True)
"""

from __future__ import annotations

import socket
from collections.abc import Iterable
from functools import lru_cache
from ipaddress import ip_address
from urllib.parse import urlsplit

from aiohttp import web

from tacit.server.config import Config

HOST_NAMES: web.AppKey[tuple[str, ...] | None] = web.AppKey("host_names", tuple)
"""What `named` returns for a site."""

# Reserved for homes and single machines: no stranger can own a name below them.
_OURS = (".localhost", ".local", ".lan", ".internal", ".home.arpa", ".test")


def named(config: Config) -> tuple[str, ...] | None:
    """Return the names that the host has given the site; None if any may be right."""
    origins = (urlsplit(origin).hostname or "" for origin in config.origins)
    names = tuple(name.lower().rstrip(".") for name in (*config.host_names, *origins) if name)
    if not config.host_names and config.behind_proxy:
        return None  # the proxy passes on what it was told to, and strangers do not get past it
    return (*names, config.host.lower(), *_own_names())


def is_known(host: str, names: Iterable[str]) -> bool:
    """Tell whether a Host header names this site, and not somebody else's."""
    name = _without_port(host).lower().rstrip(".")
    if not name or name in names or ("." not in name and ":" not in name):
        return True  # a name without a dot is found on one's own network only
    return name.endswith(_OURS) or _is_address(name)


def _without_port(host: str) -> str:
    if host.startswith("["):
        return host[1:].partition("]")[0]
    return host.partition(":")[0] if host.count(":") == 1 else host


def _is_address(name: str) -> bool:
    try:
        ip_address(name.partition("%")[0])
    except ValueError:
        return False
    return True


@lru_cache(maxsize=1)
def _own_names() -> tuple[str, ...]:
    name = socket.gethostname().lower()
    return (name, f"{name}.local")
