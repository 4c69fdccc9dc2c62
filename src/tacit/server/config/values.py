"""The values of settings that are not plain numbers: what they may be, and how they are read."""

from __future__ import annotations

import re
from ipaddress import ip_address, ip_network
from typing import Annotated, TypeAlias

from msgspec import Meta

from tacit.store import file_of

_LABELS = r"[A-Za-z0-9_-]{1,63}(\.[A-Za-z0-9_-]{1,63})*\.?"
_ADDRESS = re.compile(r"[^@\s:/]+@[^@\s:/]+")
_URI = re.compile(r"(?:https://|mailto:|tel:)[!-~]+")
_PART = re.compile(r"[A-Za-z0-9_-][A-Za-z0-9._-]*")
Origin: TypeAlias = Annotated[str, Meta(pattern=r"^https?://[^/?#@,\s]+$")]
HostName: TypeAlias = Annotated[str, Meta(pattern=rf"^{_LABELS}$", max_length=253)]


def base_path(text: str) -> str:
    """Return a base path with a slash in front and none at its end.

    >>> base_path("/tacit/"), base_path("games/tacit"), base_path("/"), base_path("")
    ('/tacit', '/games/tacit', '', '')
    >>> base_path("a?")
    Traceback (most recent call last):
    ValueError: letters, digits, '-', '_', '.' and '/' make a path
    """
    parts = [part for part in text.split("/") if part]
    if not all(_PART.fullmatch(part) for part in parts):
        raise ValueError("letters, digits, '-', '_', '.' and '/' make a path")
    return "".join(f"/{part}" for part in parts)


def contact_uri(text: str) -> str:
    """Return a contact as a URI, as security.txt requires (RFC 9116).

    >>> contact_uri("ann@club.example"), contact_uri("https://club.example/report")
    ('mailto:ann@club.example', 'https://club.example/report')
    >>> contact_uri("the host")
    Traceback (most recent call last):
    ValueError: an e-mail address, or a URI that begins with https:, mailto: or tel:
    """
    if _ADDRESS.fullmatch(text) and text.isascii():
        return f"mailto:{text}"
    if text and not _URI.fullmatch(text):
        raise ValueError("an e-mail address, or a URI that begins with https:, mailto: or tel:")
    return text


def listen_address(text: str) -> str:
    """Return an address, or a name, that a site can try to listen on.

    >>> listen_address("::"), listen_address("club.lan"), listen_address("")
    ('::', 'club.lan', '')
    >>> listen_address("..")
    Traceback (most recent call last):
    ValueError: '..' does not appear to be an IPv4 or IPv6 address
    """
    if text and not re.fullmatch(_LABELS, text):
        ip_address(text.partition("%")[0])
    return text


_SENT_BY_BROWSERS = {"host", "cookie", "authorization", "origin", "referer", "user-agent", "accept"}
_SENT_BY_BROWSERS |= {"connection", "upgrade", "forwarded", "via", "date", "from", "te", "dnt"}


def user_header(name: str) -> str:
    """Return the name of a header that only a proxy sets.

    >>> user_header("X-Remote-User"), user_header("")
    ('X-Remote-User', '')
    >>> user_header("User-Agent")
    Traceback (most recent call last):
    ValueError: visitors send 'User-Agent' themselves
    """
    lower = name.lower()
    theirs = ("accept-", "content-", "sec-", "if-", "x-forwarded-")
    if lower in _SENT_BY_BROWSERS or lower.startswith(theirs):
        raise ValueError(f"visitors send {name!r} themselves")
    return name


def proxy_networks(texts: tuple[str, ...]) -> tuple[str, ...]:
    """Return addresses and networks of proxies, each as a network.

    >>> proxy_networks(("10.0.0.5", "fd00::/8"))
    ('10.0.0.5/32', 'fd00::/8')
    """
    return tuple(str(ip_network(text)) for text in texts)


def store_address(url: str) -> str:
    """Return the address of a store; StoreError if it is none."""
    file_of(url)
    return url
