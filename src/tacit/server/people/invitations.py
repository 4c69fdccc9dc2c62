"""Sites by invitation: guests who used the site's link may open tables.

Others join by the link of a table. A seat at a table counts as an invitation; watching does not.
"""

from __future__ import annotations

from tacit.server.people.signer import Signer, same
from tacit.table.log.records import PersonId

COOKIE = "tacit-invited"


class Invitations:
    """The site's link, and the cookie of guests who used it.

    The host's word is part of both: a new word voids the old link and all cookies.
    """

    def __init__(self, secret: bytes, word: str = "") -> None:
        self._signer = Signer(secret, "invite ", 24)
        self._word = word
        self.code = self._signer.sign(f"link {word}" if word else "link")

    def is_code(self, code: str) -> bool:
        """Check the code of a link."""
        return same(code, self.code)

    def cookie_of(self, person: PersonId) -> str:
        """Return the cookie of an invited guest; it is worth nothing to another guest."""
        return self._signer.sign(f"guest {person} {self._word}")

    def is_cookie(self, cookie: str | None, person: PersonId) -> bool:
        """Check the cookie of an invited guest."""
        return same(cookie or "", self.cookie_of(person))
