"""Web push: a message to a person's own devices, encrypted so that only the device can read it.

A subscription is one of the person's belongings in the store, so *Delete my data* removes it. The
site's key pair (VAPID) follows from a secret of the store. Nothing is sent but to push services:
a guest could name any server.
"""

from __future__ import annotations

import base64
import hashlib
import re
from collections.abc import Callable, Iterable, Sequence
from functools import cached_property
from typing import TYPE_CHECKING, Any
from urllib.parse import urlsplit

import msgspec

from tacit.server.calls.public_address import url_fault
from tacit.server.calls.sender import Delivery, Sender
from tacit.server.ops.logs import note, trouble
from tacit.store.store import Store

if TYPE_CHECKING:
    from py_vapid import Vapid02

PREFIX = "push:"
MOST_DEVICES = 5
"""Subscriptions of one person; the oldest makes way."""
KEPT_S = 24 * 3600
"""How long a push service keeps a message for a device that is off."""
SIGNED_S = 12 * 3600
POINT_BYTES = 65
SECRET_BYTES = 16
GONE = frozenset({404, 410})
"""The device does not want messages any more."""
SERVICES = (
    "fcm.googleapis.com",
    "push.services.mozilla.com",
    "push.apple.com",
    "notify.windows.com",
)
"""The push services of browsers: these names, and all below them."""
CONTACT = "mailto:host@example.org"
"""For push services, where the site has no name of its own: they refuse messages without one."""
_NAME = re.compile(r"[a-z0-9-]+(\.[a-z0-9-]+)*\.[a-z][a-z0-9-]+")
_ORDER = 0xFFFFFFFF00000000FFFFFFFFFFFFFFFFBCE6FAADA7179E84F3B9CAC2FC632551
"""The order of the curve P-256."""


class Subscription(msgspec.Struct, frozen=True):
    """Where a device gets its messages, and the keys that they are encrypted with."""

    endpoint: str
    p256dh: str
    auth: str
    language: str = "en"
    site: str = ""
    """The site's own address, as the device knows it: a push service may want to write to it."""
    at: int = 0
    """When it was made, in milliseconds since 1970."""
    party: str = ""
    """Who pays for its messages: a fingerprint of the address that it came from."""
    device: str = ""
    """Which of the person's devices it is; earlier versions did not keep it."""


class Message(msgspec.Struct, frozen=True):
    """What the device shows."""

    title: str
    body: str
    path: str
    """The page that a tap opens, below the site's base path."""
    tag: str
    """A newer message of the same tag takes the place of this one."""


Told = Callable[[str], Message]
"""Returns a message in a language."""


def subscription_fault(
    one: Subscription, services: Sequence[str] = SERVICES, *, to_loopback: bool = False
) -> str | None:
    """Say what is wrong with a subscription that a client sent."""
    wrong = url_fault(one.endpoint, to_loopback=to_loopback)
    if wrong is not None:
        return f"endpoint: {wrong}"
    if not _is_of_service(one.endpoint, services) and not to_loopback:
        return "endpoint: it belongs to no push service that this site knows"
    if len(_bytes(one.auth)) != SECRET_BYTES:
        return "auth: it has 16 bytes in base64url"
    point = _bytes(one.p256dh)
    if len(point) != POINT_BYTES or not _is_on_curve(point):
        return "p256dh: it is a point of P-256 in base64url"
    return None


def _is_of_service(endpoint: str, services: Sequence[str]) -> bool:
    at = urlsplit(endpoint)
    host = at.hostname or ""
    known = any(host == one or host.endswith(f".{one}") for one in services)
    return known and at.netloc.lower() in (host, f"{host}:443")


def _bytes(text: str) -> bytes:
    """Return what a text in base64url says; nothing if there is more in it than that."""
    plain = text.removesuffix("=").removesuffix("=")
    try:
        found = base64.urlsafe_b64decode(plain + "=" * (-len(plain) % 4))
    except ValueError:
        return b""
    return found if base64.urlsafe_b64encode(found).decode().rstrip("=") == plain else b""


def _is_on_curve(point: bytes) -> bool:
    from cryptography.hazmat.primitives.asymmetric import ec  # noqa: PLC0415

    try:
        ec.EllipticCurvePublicKey.from_encoded_point(ec.SECP256R1(), point)
    except ValueError:
        return False
    return True


class Pushes:
    """The subscriptions of all people, and the way to their devices."""

    def __init__(
        self,
        store: Store,
        secret: bytes,
        sender: Sender,
        more_services: Sequence[str] = (),
        *,
        to_loopback: bool = False,
    ) -> None:
        self._store = store
        self._secret = secret
        self._sender = sender
        self._services = SERVICES + tuple(one.lower().rstrip(".") for one in more_services)
        self._to_loopback = to_loopback

    @cached_property
    def _vapid(self) -> Vapid02 | None:
        """The site's key pair; None where the extra `push` is not installed."""
        try:
            from cryptography.hazmat.primitives.asymmetric import ec  # noqa: PLC0415
            from py_vapid import Vapid02  # noqa: PLC0415
        except ImportError:
            return None
        drawn = int.from_bytes(hashlib.sha512(b"vapid " + self._secret).digest(), "big")
        return Vapid02(ec.derive_private_key(drawn % (_ORDER - 1) + 1, ec.SECP256R1()))

    @property
    def key(self) -> str:
        """The site's public key, for browsers; empty if the site cannot send."""
        from cryptography.hazmat.primitives import serialization as kept  # noqa: PLC0415

        if self._vapid is None:
            return ""
        point = self._vapid.public_key.public_bytes(
            kept.Encoding.X962, kept.PublicFormat.UncompressedPoint
        )
        return base64.urlsafe_b64encode(point).decode().rstrip("=")

    def fault(self, one: Subscription) -> str | None:
        """Say what is wrong with a subscription that a client sent; in a thread.

        A message is written for it, so that none fails later.
        """
        wrong = subscription_fault(one, self._services, to_loopback=self._to_loopback)
        if wrong is None and self._vapid is not None:
            try:
                self._delivery("", one, Message("", "", "", ""))
            except Exception as error:  # of three libraries
                trouble("no_subscription", error)
                return "nothing can be sent to it"
        return wrong

    def of(self, person: str) -> list[Subscription]:
        """Return a person's subscriptions to services the site sends to, the oldest first.

        In a thread. Devices that were signed out are left out.
        """
        kept = self._kept(person)
        if any(one.device for one in kept):
            ended = {device.id for device in self._store.devices(person) if device.ended}
            kept = [one for one in kept if one.device not in ended]
        if self._to_loopback:
            return kept
        return [one for one in kept if _is_of_service(one.endpoint, self._services)]

    def _kept(self, person: str) -> list[Subscription]:
        kept = self._store.belongings(person, PREFIX).values()
        found = [msgspec.json.decode(one, type=Subscription) for one in kept]
        return sorted(found, key=lambda one: one.at)

    def keep(self, person: str, one: Subscription, instead: str = "") -> None:
        """Keep a subscription, `instead` of that of an endpoint if it is theirs; in a thread."""
        others = [old for old in self._kept(person) if old.endpoint != one.endpoint]
        replaced = next((old for old in others if old.endpoint == instead), None)
        if replaced is not None:
            self.remove(person, instead)
            others.remove(replaced)
            one = msgspec.structs.replace(one, language=replaced.language)
        for old in others[: max(0, len(others) - MOST_DEVICES + 1)]:
            self.remove(person, old.endpoint)
        self._store.keep_belonging(person, _name(one.endpoint), msgspec.json.encode(one))

    def remove(self, person: str, endpoint: str) -> None:
        """Remove a subscription; in a thread."""
        self._store.keep_belonging(person, _name(endpoint), None)

    def remove_device(self, person: str, device: str) -> None:
        """Remove the subscriptions of one of a person's devices; in a thread."""
        for one in self._kept(person):
            if one.device == device:
                self.remove(person, one.endpoint)

    def tell(self, people: Iterable[str], told: Told) -> None:
        """Send a message to all devices of some people; does not wait.

        One of the same tag that has not been begun makes way.
        """
        wanted = tuple(people)
        if wanted:
            key = f"push {told('en').tag} {' '.join(wanted)}"
            self._sender.take(lambda: self._deliveries(wanted, told), key)

    def _deliveries(self, people: Iterable[str], told: Told) -> list[Delivery]:
        """Write to all who can be written to, whatever is wrong with the others."""
        deliveries = []
        for person in people if self._vapid is not None else ():
            for one in self.of(person):
                if not self._sender.admits(one.party or person):
                    continue
                try:
                    deliveries.append(self._delivery(person, one, told(one.language)))
                except Exception as error:  # of three libraries
                    trouble("not_called", error)
        return deliveries

    def _delivery(self, person: str, one: Subscription, message: Message) -> Delivery:
        from pywebpush import WebPusher  # noqa: PLC0415

        keys = {"p256dh": one.p256dh, "auth": one.auth}
        pusher = WebPusher({"endpoint": one.endpoint, "keys": keys})
        sealed: Any = pusher.encode(msgspec.json.encode(message), "aes128gcm")
        topic = base64.urlsafe_b64encode(hashlib.sha256(message.tag.encode()).digest())
        headers = {
            "Content-Encoding": "aes128gcm",
            "Content-Type": "application/octet-stream",
            "TTL": str(KEPT_S),
            "Topic": topic[:32].decode(),
            "Urgency": "normal",
        }
        headers |= self._signed(one)

        def answered(status: int | None) -> None:
            if status in GONE:
                self.remove(person, one.endpoint)
                note("push_gone")

        body = bytes(sealed["body"])
        return Delivery(one.endpoint, body, headers, answered, one.party or person)

    def _signed(self, one: Subscription) -> dict[str, str]:
        """Return the header by which a push service knows the site again."""
        from time import time  # noqa: PLC0415

        assert self._vapid is not None
        at = urlsplit(one.endpoint)
        claims = {"aud": f"{at.scheme}://{at.netloc}", "exp": int(time()) + SIGNED_S}
        signed: dict[str, str] = self._vapid.sign(claims | {"sub": contact_of(one.site)})
        return signed


def contact_of(site: str) -> str:
    """Return by what a push service may reach the host of a site: its public name, if it has one.

    >>> contact_of("https://play.example.org:8443"), contact_of("https://club")
    ('https://play.example.org', 'mailto:host@example.org')
    """
    at = urlsplit(site)
    name = at.hostname or ""
    return f"https://{name}" if at.scheme == "https" and _NAME.fullmatch(name) else CONTACT


def _name(endpoint: str) -> str:
    return PREFIX + hashlib.sha256(endpoint.encode()).hexdigest()[:32]
