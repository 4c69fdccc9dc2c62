"""Who a guest is: a signed cookie, on one device or several. No sign-up."""

from __future__ import annotations

import secrets
from collections import OrderedDict
from collections.abc import Iterable

from tacit.server.people.signer import Signer
from tacit.server.transport.connections import Caller
from tacit.store.erasure import person_hash
from tacit.table.log.records import PersonId

COOKIE = "tacit"
COOKIE_AGE_S = 400 * 24 * 3600
"""Browsers keep no cookie longer."""
LINK_VALID_S = 600
MOST_LINKS = 10_000
FIRST = "first"
"""A guest's first device; its cookie names no device."""


class Identity:
    """Makes guests, checks their cookies, and keeps the links that move them to another device."""

    def __init__(
        self,
        secret: bytes,
        ended: Iterable[tuple[str, str]] = (),
        erased: Iterable[bytes] = (),
    ) -> None:
        self._signer = Signer(secret, "guest ", 32)
        self.erased = set(erased)
        """The hashes of erased guests' ids: their cookies are refused."""
        self.ended = set(ended)
        """Devices that were signed out, by guest and id: their cookies are refused."""
        self._links: OrderedDict[str, tuple[PersonId, float]] = OrderedDict()
        self._link_of: dict[PersonId, str] = {}

    def new(self) -> PersonId:
        """Return the id of a new guest."""
        return PersonId(secrets.token_urlsafe(16))

    def new_device(self) -> str:
        """Return the id of a new device."""
        return secrets.token_urlsafe(9)

    def sign(self, person: PersonId, device: str = FIRST) -> str:
        """Return the cookie of a guest on a device."""
        who = person if device == FIRST else f"{person}.{device}"
        return self._signer.token(who)

    def read(self, cookie: str | None) -> PersonId | None:
        """Return the guest of a cookie; None if it is forged or no longer valid."""
        caller = self.caller(cookie)
        return None if caller is None else caller.person

    def caller(self, cookie: str | None) -> Caller | None:
        """Return the guest and the device of a cookie."""
        who = self._signer.read(cookie or "")
        if who is None:
            return None
        person, _, device = who.partition(".")
        caller = Caller(PersonId(person), device or FIRST)
        if caller in self.ended or self.is_erased(caller.person):
            return None
        return caller

    def is_erased(self, person: str) -> bool:
        """Tell whether a guest was erased."""
        return bool(self.erased) and person_hash(person) in self.erased

    def erase(self, hashes: Iterable[bytes]) -> None:
        """Refuse erased guests from now on, and drop what is in memory of them."""
        self.erased.update(hashes)
        self.ended = {one for one in self.ended if not self.is_erased(one[0])}
        for person in [one for one in self._link_of if self.is_erased(one)]:
            self._links.pop(self._link_of.pop(person), None)

    def link(self, person: PersonId, now: float) -> str:
        """Return a token that moves a guest to another device; it voids the one before."""
        self._links.pop(self._link_of.pop(person, ""), None)
        token = secrets.token_urlsafe(18)
        self._links[token] = (person, now + LINK_VALID_S)
        self._link_of[person] = token
        while len(self._links) > MOST_LINKS:
            _, (owner, _) = self._links.popitem(last=False)
            del self._link_of[owner]
        return token

    def look(self, token: str, now: float) -> PersonId | None:
        """Return the guest of a token, without using it up."""
        person, until = self._links.get(token, (None, 0.0))
        return person if person is not None and now <= until else None

    def redeem(self, token: str, now: float) -> PersonId | None:
        """Use up a token and return its guest; None if it is used, expired or made up."""
        person, until = self._links.pop(token, (None, 0.0))
        if person is not None:
            del self._link_of[person]
        return person if person is not None and now <= until else None
