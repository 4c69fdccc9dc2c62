"""How often anybody may ask for what costs others something: talk, pauses, changes of the table.

Of playing only what interrupts the others is counted, such as stops and proposals of a star: a
connection may send only so many messages anyway.
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
"""Seconds' worth that may come at once, and how much at least."""
TABLE, ADDRESS = 5, 10
"""How much more everybody at a table, or at an address, may do together than one person alone."""


CROWD = Refused("crowd", "Too many new people at once from your address. Please wait a moment.")


class RateLimits(NamedTuple):
    """What may be done of one kind, by a person, at a table, from an address."""

    person: RateLimit
    table: RateLimit
    address: RateLimit
    refused: Refused

    def take(self, person: str, table: str, address: str, now: float) -> bool:
        """Let one thing pass, if none of the three has done too much."""
        return (
            self.person.take(person, now)
            and self.address.take(address, now)  # before the table: it costs whoever asks
            and self.table.take(table, now)
        )


def _limits(rate: float, text: str) -> RateLimits:
    sizes = [times * rate for times in (1, TABLE, ADDRESS)]
    person, table, address = (RateLimit(size, max(LEAST, AT_ONCE * size)) for size in sizes)
    return RateLimits(person, table, address, Refused("too-fast", text))


class TableLimits:
    """See the module's text."""

    def __init__(self, limits: Limits) -> None:
        self._joins = RateLimit(1 / 30, limits.joins)
        self._talk = _limits(limits.talk, "Too much talk at once. Please wait a moment.")
        self._pauses = _limits(limits.pauses, "Too many pauses. Please wait a while.")
        self._stops = _limits(2 * limits.pauses, "Too many stops. Please wait a moment.")
        self._changes = _limits(limits.changes, "Too much at once. Please wait a moment.")

    def forget(self, is_gone: Callable[[str], bool]) -> None:
        """Keep nothing of people who are gone."""
        for limit in (self._talk, self._pauses, self._stops, self._changes):
            limit.person.forget(is_gone)

    def is_crowd(self, table: str, address: str, now: float) -> bool:
        """Tell whether an address has just brought too many new people to a table."""
        return not self._joins.take(f"{address} {table}", now)

    def refused(
        self, request: AnyRequest, person: PersonId, table: str, address: str, now: float
    ) -> Refused | None:
        """Return why somebody has to wait with a request; None if they need not."""
        if isinstance(request, Say | Show):
            limit = self._talk
        elif isinstance(request, Pause | Resume):
            limit = self._pauses
        elif isinstance(request, Act):
            limit = self._stops
        else:
            limit = self._changes
        return None if limit.take(person, table, address, now) else limit.refused
