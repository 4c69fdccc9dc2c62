"""Rate limits of requests that bother other players: talk, pauses, changes of the table.

Of moves, only those that interrupt play count, such as stops and proposals of a star: the messages
of a connection are limited anyway.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple

from tacit.core.rulebook import Refused
from tacit.server.config import Limits
from tacit.server.limits.rate_limit import RateLimit
from tacit.table.decide.requests import Act, AnyRequest, Pause, Resume, Say, Show
from tacit.table.log.records import PersonId

AT_ONCE, LEAST = 8, 10
"""The burst: seconds' worth of the rate, and the least of it."""
TABLE, ADDRESS = 5, 10
"""How many times a person's rate all at a table, or from an address, have together."""


CROWD = Refused("crowd", "Too many new people at once from your address. Please wait a moment.")


class RateLimits(NamedTuple):
    """The rate limits of one kind of request: by person, by table, by address."""

    person: RateLimit
    table: RateLimit
    address: RateLimit
    refused: Refused

    def take(self, person: str, table: str, address: str, now: float) -> bool:
        """Count a request, and tell whether it is within all three."""
        return (
            self.person.take(person, now)
            and self.address.take(address, now)  # before the table: the sender pays first
            and self.table.take(table, now)
        )


def _limits(rate: float, text: str) -> RateLimits:
    sizes = [times * rate for times in (1, TABLE, ADDRESS)]
    person, table, address = (RateLimit(size, max(LEAST, AT_ONCE * size)) for size in sizes)
    return RateLimits(person, table, address, Refused("too-fast", text))


class TableLimits:
    """The rate limits of all tables of a site."""

    def __init__(self, limits: Limits) -> None:
        self._joins = RateLimit(1 / 30, limits.joins)
        self._talk = _limits(limits.talk, "Too much talk at once. Please wait a moment.")
        self._pauses = _limits(limits.pauses, "Too many pauses. Please wait a while.")
        self._stops = _limits(2 * limits.pauses, "Too many stops. Please wait a moment.")
        self._changes = _limits(limits.changes, "Too much at once. Please wait a moment.")

    def forget(self, is_gone: Callable[[str], bool]) -> None:
        """Keep nothing of people whose data was erased."""
        for limit in (self._talk, self._pauses, self._stops, self._changes):
            limit.person.forget(is_gone)

    def is_crowd(self, table: str, address: str, now: float) -> bool:
        """Tell whether an address has just brought too many new people to a table."""
        return not self._joins.take(f"{address} {table}", now)

    def refused(
        self, request: AnyRequest, person: PersonId, table: str, address: str, now: float
    ) -> Refused | None:
        """Count a request; return a refusal if its sender has to wait."""
        if isinstance(request, Say | Show):
            limit = self._talk
        elif isinstance(request, Pause | Resume):
            limit = self._pauses
        elif isinstance(request, Act):
            limit = self._stops
        else:
            limit = self._changes
        return None if limit.take(person, table, address, now) else limit.refused
