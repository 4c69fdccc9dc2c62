"""A site for invited people only: guests who have its link may open tables, others come by a
table's link. Sitting at a table is an invitation too; watching one is not.
"""

from __future__ import annotations

from tacit.server.people.signer import Signer, same
from tacit.table.log.records import PersonId

COOKIE = "tacit-invited"


class Invitations:
    """The site's invitation, and what shows that a guest has used it.

    The host's word is part of both: with another word the old link and all cookies are void.
    """

    def __init__(self, secret: bytes, word: str = "") -> None:
        self._signer = Signer(secret, "invite ", 24)
        self._word = word
        self.code = self._signer.sign(f"link {word}" if word else "link")

    def is_code(self, code: str) -> bool:
        """Tell whether this is the code of the site's link."""
        return same(code, self.code)

    def cookie_of(self, person: PersonId) -> str:
        """Return the cookie of a guest who came by the link: it is worth nothing to another."""
        return self._signer.sign(f"guest {person} {self._word}")

    def is_cookie(self, cookie: str | None, person: PersonId) -> bool:
        """Tell whether a guest came by the site's link."""
        return same(cookie or "", self.cookie_of(person))
