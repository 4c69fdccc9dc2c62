"""Who somebody is: a guest with a signed cookie. No sign-up."""

from __future__ import annotations

import hashlib
import hmac
import secrets
from collections import OrderedDict

from tacit.table.records import PersonId

COOKIE = "tacit"
COOKIE_AGE = 400 * 24 * 3600
"""Seconds; browsers keep no cookie longer."""
LINK_SECONDS = 600
MOST_LINKS = 10_000


class Identity:
    """Draws and checks guests, and lends them to another device by a link that works once."""

    def __init__(self, secret: bytes) -> None:
        self._secret = secret
        self._links: OrderedDict[str, tuple[PersonId, float]] = OrderedDict()

    def new(self) -> PersonId:
        """Return somebody nobody has met."""
        return PersonId(secrets.token_urlsafe(16))

    def sign(self, person: PersonId) -> str:
        """Return the cookie of a person."""
        return f"{person}.{self._signature(person)}"

    def read(self, cookie: str | None) -> PersonId | None:
        """Return whose cookie this is, or None if it was not signed here."""
        person, dot, signature = (cookie or "").rpartition(".")
        expected = self._signature(person)
        # Header bytes that are no text arrive as surrogates.
        given = signature.encode(errors="surrogatepass")
        if not dot or not hmac.compare_digest(given, expected.encode()):
            return None
        return PersonId(person)

    def _signature(self, person: str) -> str:
        signed = b"guest " + person.encode(errors="surrogatepass")
        return hmac.new(self._secret, signed, hashlib.sha256).hexdigest()[:32]

    def link(self, person: PersonId, now: float) -> str:
        """Return a token that makes another device this person's, once and soon."""
        token = secrets.token_urlsafe(18)
        self._links[token] = (person, now + LINK_SECONDS)
        while len(self._links) > MOST_LINKS:
            self._links.popitem(last=False)
        return token

    def redeem(self, token: str, now: float) -> PersonId | None:
        """Return whose token this is and forget it; None if it is used, old or made up."""
        person, until = self._links.pop(token, (None, 0.0))
        return person if person is not None and now <= until else None
