"""People whom a proxy signs in: one person on every device, known by what the proxy calls them.

>>> users = Users(bytes(32), Identity(bytes(32)))
>>> users.person("ann@club.example") == users.person("ann@club.example")
True
>>> proposed_name("ann@club.example")
'ann'
"""

from __future__ import annotations

import base64

from tacit.server.people.identity import Identity
from tacit.server.people.signer import Signer
from tacit.table.decide.names import LONGEST_NAME_CHARS, clean_text
from tacit.table.log.records import PersonId

MAX_USER_CHARS = 256
"""A proxy's longest name for a person. If longer ones were cut off, two people could be one."""
MAX_ERASURES = 100
"""Erasures of one person. Each costs two hashes for every later request."""


class Users:
    """Gives each user of the proxy an id that only this site can derive."""

    def __init__(self, secret: bytes, identity: Identity) -> None:
        self._signer = Signer(secret, "user ")
        self._identity = identity

    def person(self, user: str) -> PersonId | None:
        """Return a user's id: after an erasure a new one. None if there were too many of them."""
        ids = (self._id(user, erasures) for erasures in range(MAX_ERASURES))
        return next((one for one in ids if not self._identity.is_erased(one)), None)

    def _id(self, user: str, erasures: int) -> PersonId:
        digest = self._signer.digest(f"{erasures} {user}")[:16]
        return PersonId(base64.urlsafe_b64encode(digest).decode().rstrip("="))


def proposed_name(user: str) -> str:
    """Return the name to propose to a user: what stands before the @ of an e-mail address."""
    return clean_text(user.partition("@")[0], LONGEST_NAME_CHARS)
