"""Who somebody is: a guest with a signed cookie, on one device or several. No sign-up."""

from __future__ import annotations

import secrets
from collections import OrderedDict
from collections.abc import Iterable
from typing import NamedTuple

from tacit.server.people.signer import Signer
from tacit.store.erasure import mark_of
from tacit.table.log.records import PersonId

COOKIE = "tacit"
COOKIE_AGE = 400 * 24 * 3600
"""Seconds; browsers keep no cookie longer."""
LINK_SECONDS = 600
MOST_LINKS = 10_000


FIRST = "first"
"""The device somebody came with; its cookie names none."""


class Caller(NamedTuple):
    """Whose cookie came along, and from which of their devices."""

    person: PersonId
    device: str


class Identity:
    """Draws and checks guests, and lends them to another device by a link that works once."""

    def __init__(
        self,
        secret: bytes,
        ended: Iterable[tuple[str, str]] = (),
        forgotten: Iterable[bytes] = (),
    ) -> None:
        self._signer = Signer(secret, "guest ", 32)
        self.forgotten = set(forgotten)
        """The marks of people who had themselves deleted: their cookies are nobody's."""
        self.ended = set(ended)
        """Devices, by person and id, whose cookies are refused."""
        self._links: OrderedDict[str, tuple[PersonId, float]] = OrderedDict()
        self._link_of: dict[PersonId, str] = {}

    def new(self) -> PersonId:
        """Return somebody nobody has met."""
        return PersonId(secrets.token_urlsafe(16))

    def new_device(self) -> str:
        """Return the id of a device nobody has."""
        return secrets.token_urlsafe(9)

    def sign(self, person: PersonId, device: str = FIRST) -> str:
        """Return the cookie of a person on a device."""
        who = person if device == FIRST else f"{person}.{device}"
        return self._signer.token(who)

    def read(self, cookie: str | None) -> PersonId | None:
        """Return whose cookie this is, or None if it was not signed here or its device is ended."""
        caller = self.caller(cookie)
        return None if caller is None else caller.person

    def caller(self, cookie: str | None) -> Caller | None:
        """Return whose cookie this is and of which device."""
        who = self._signer.read(cookie or "")
        if who is None:
            return None
        person, _, device = who.partition(".")
        caller = Caller(PersonId(person), device or FIRST)
        if caller in self.ended or self.is_forgotten(caller.person):
            return None
        return caller

    def is_forgotten(self, person: str) -> bool:
        """Tell whether somebody had themselves deleted."""
        return bool(self.forgotten) and mark_of(person) in self.forgotten

    def forget(self, marks: Iterable[bytes]) -> None:
        """Refuse people from now on, and keep nothing of them."""
        self.forgotten.update(marks)
        self.ended = {one for one in self.ended if not self.is_forgotten(one[0])}
        for person in [one for one in self._link_of if self.is_forgotten(one)]:
            self._links.pop(self._link_of.pop(person), None)

    def link(self, person: PersonId, now: float) -> str:
        """Return a token that makes another device this person's, once and soon.

        The one they had before is good for nothing any more.
        """
        self._links.pop(self._link_of.pop(person, ""), None)
        token = secrets.token_urlsafe(18)
        self._links[token] = (person, now + LINK_SECONDS)
        self._link_of[person] = token
        while len(self._links) > MOST_LINKS:
            _, (owner, _) = self._links.popitem(last=False)
            del self._link_of[owner]
        return token

    def look(self, token: str, now: float) -> PersonId | None:
        """Return whose token this is, without using it."""
        person, until = self._links.get(token, (None, 0.0))
        return person if person is not None and now <= until else None

    def redeem(self, token: str, now: float) -> PersonId | None:
        """Return whose token this is and forget it; None if it is used, old or made up."""
        person, until = self._links.pop(token, (None, 0.0))
        if person is not None:
            del self._link_of[person]
        return person if person is not None and now <= until else None
