"""A site for invited people only: guests who have its link may open tables, others come by a
table's link. Sitting at a table is an invitation too; watching one is not.
"""

from __future__ import annotations

import hashlib
import hmac

from tacit.table.log.records import PersonId

COOKIE = "tacit-invited"


class Invitations:
    """The site's invitation, and what shows that a guest has used it.

    The host's word is part of both: with another word the old link and all cookies are void.
    """

    def __init__(self, secret: bytes, word: str = "") -> None:
        self._secret = secret
        self._word = word
        self.code = self._mark(f"link {word}" if word else "link")

    def _mark(self, what: str) -> str:
        return hmac.new(self._secret, f"invite {what}".encode(), hashlib.sha256).hexdigest()[:24]

    def is_code(self, code: str) -> bool:
        """Tell whether this is the code of the site's link."""
        return hmac.compare_digest(code.encode(errors="replace"), self.code.encode())

    def cookie_of(self, person: PersonId) -> str:
        """Return the cookie of a guest who came by the link: it is worth nothing to another."""
        return self._mark(f"guest {person} {self._word}")

    def is_cookie(self, cookie: str | None, person: PersonId) -> bool:
        """Tell whether a guest came by the site's link."""
        given = (cookie or "").encode(errors="replace")
        return hmac.compare_digest(given, self.cookie_of(person).encode())
