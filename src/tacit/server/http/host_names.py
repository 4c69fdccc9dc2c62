"""The host names under which the site answers, against DNS rebinding.

A foreign page can let its own name resolve to an address in your network; to a browser, this site
would then belong to that page. So requests for unknown names are refused. Names that no outsider
can own are always allowed: a club needs to set nothing.

>>> is_known("localhost:8000", ()), is_known("192.168.1.5:8000", ()), is_known("club.local", ())
(True, True, True)
>>> is_known("evil.example", ()), is_known("play.example", ("play.example",))
(False, True)
>>> is_name("[::1]:8000"), is_name('evil"><script>'), is_name("café")
(True, False, False)
"""

from __future__ import annotations

import re
import socket
from collections.abc import Iterable
from functools import lru_cache
from ipaddress import ip_address
from urllib.parse import urlsplit

from aiohttp import web

from tacit.server.config import Config

HOST_NAMES: web.AppKey[tuple[str, ...] | None] = web.AppKey("host_names", tuple)
"""What `named` returns for a site."""

_NAME = re.compile(r"[A-Za-z0-9._%:\[\]-]{0,300}")
# Reserved for homes and single machines: no outsider can own a name below them.
_OURS = (".localhost", ".local", ".lan", ".internal", ".home.arpa", ".test")


def named(config: Config) -> tuple[str, ...] | None:
    """Return the names of a site; None if every name is allowed."""
    origins = (urlsplit(origin).hostname or "" for origin in config.origins)
    names = tuple(name.lower().rstrip(".") for name in (*config.host_names, *origins) if name)
    if not config.host_names and config.behind_proxy:
        return None  # the proxy checks names, and no client passes by it
    return (*names, config.host.lower(), *_own_names())


def is_name(host: str) -> bool:
    """Tell whether a Host header can be the name of any site: browsers send no other letters."""
    return _NAME.fullmatch(host) is not None


def is_known(host: str, names: Iterable[str]) -> bool:
    """Tell whether a Host header names this site."""
    name = without_port(host).lower().rstrip(".")
    if not name or name in names or ("." not in name and ":" not in name):
        return True  # a name without a dot resolves in the own network only
    return name.endswith(_OURS) or _is_address(name)


def without_port(host: str) -> str:
    """Return the name in a Host header."""
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
