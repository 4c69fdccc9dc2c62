"""Challenges for passkeys: signed, good for minutes and for one answer, on any node.

The site stores nothing until a challenge is answered, so ten thousand of them cost nothing. The
ticket lives in a cookie: only the browser that asked can answer.
"""

from __future__ import annotations

import hashlib
import secrets
from typing import NamedTuple

from tacit.server.people.signer import Signer

COOKIE = "tacit-challenge"
VALID_S = 300


class Purpose(NamedTuple):
    """The one thing a ticket is good for: to do what, on which host, for which guest."""

    doing: str
    host: str
    person: str = ""


class Challenges:
    """Makes tickets and checks them."""

    def __init__(self, secret: bytes) -> None:
        self._signer = Signer(secret, "challenge\0")

    def make(self, purpose: Purpose, now: int) -> str:
        """Return a new ticket; `now` is in milliseconds."""
        ticket = f"{now + VALID_S * 1000}.{secrets.token_urlsafe(16)}"
        return f"{ticket}.{self._signer.sign(_signed(ticket, purpose))}"

    def until(self, ticket: str, purpose: Purpose, now: int) -> int | None:
        """Return when a ticket expires; None if it has, or was made for another purpose."""
        said, dot, signature = ticket.rpartition(".")
        if not dot or not self._signer.is_signed(_signed(said, purpose), signature):
            return None
        until = int(said.partition(".")[0])
        return until if now <= until else None


def _signed(ticket: str, purpose: Purpose) -> str:
    return "\0".join((ticket, *purpose))  # no part has a NUL in it


def challenge_of(ticket: str) -> bytes:
    """Return the challenge of a ticket. The challenge does not reveal the ticket."""
    return hashlib.sha256(ticket.encode(errors="surrogatepass")).digest()
