"""Challenges for passkeys: signed, good for minutes and for one answer, on any node.

Nothing is kept of a challenge until it is answered, so that ten thousand of them cost nothing. It
lives in a cookie of the browser that asked: nobody can have another browser answer for theirs.
"""

from __future__ import annotations

import hashlib
import secrets
from typing import NamedTuple

from tacit.server.people.signer import Signer

COOKIE = "tacit-challenge"
SECONDS = 300


class Purpose(NamedTuple):
    """What an answer may be used for, and nothing else: to do what, on which site, for whom."""

    doing: str
    host: str
    person: str = ""


class Challenges:
    """Makes challenges and knows its own."""

    def __init__(self, secret: bytes) -> None:
        self._signer = Signer(secret, "challenge\0")

    def make(self, purpose: Purpose, now: int) -> str:
        """Return a ticket for a challenge; `now` is in milliseconds."""
        ticket = f"{now + SECONDS * 1000}.{secrets.token_urlsafe(16)}"
        return f"{ticket}.{self._signer.sign(_signed(ticket, purpose))}"

    def until(self, ticket: str, purpose: Purpose, now: int) -> int | None:
        """Return until when a ticket is good; None if it is too old, or was not made for this."""
        said, dot, signature = ticket.rpartition(".")
        if not dot or not self._signer.is_signed(_signed(said, purpose), signature):
            return None
        until = int(said.partition(".")[0])
        return until if now <= until else None


def _signed(ticket: str, purpose: Purpose) -> str:
    return "\0".join((ticket, *purpose))  # no part has a NUL in it


def challenge_of(ticket: str) -> bytes:
    """Return the challenge that a ticket stands for: whoever has only that has no ticket."""
    return hashlib.sha256(ticket.encode(errors="surrogatepass")).digest()
