"""A site for invited people only: whoever has its link may open tables, others come by a table's.

Being at somebody's table is an invitation too.
"""

from __future__ import annotations

import hashlib
import hmac

COOKIE = "tacit-invited"


class Invitations:
    """The site's invitation, and who has used it."""

    def __init__(self, secret: bytes) -> None:
        self._secret = secret
        self.code = self._mark("link")

    def _mark(self, what: str) -> str:
        return hmac.new(self._secret, f"invite {what}".encode(), hashlib.sha256).hexdigest()[:24]

    def is_code(self, code: str) -> bool:
        """Tell whether somebody has the site's link."""
        return hmac.compare_digest(code.encode(errors="replace"), self.code.encode())

    @property
    def cookie(self) -> str:
        """What those have who came by it."""
        return self._mark("cookie")

    def is_cookie(self, cookie: str | None) -> bool:
        """Tell whether somebody has come by the site's link."""
        given = (cookie or "").encode(errors="replace")
        return hmac.compare_digest(given, self.cookie.encode())
