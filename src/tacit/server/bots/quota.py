"""How many bots that think hard may play at once: what they need is all that the machine can spare.

A bot counts from the opening of its table until somebody has been there and all have gone, and
again while anybody is connected, for the address it was invited from. Whoever comes to a table
whose bots do not count needs room for them, as if they were invited anew. One address has at most
half of what there is, so that somebody else can always have some.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from contextlib import contextmanager

from tacit.bots.registry import HARD, kind_of
from tacit.core.rulebook import Refused
from tacit.table.log.state import Sitter

SHARE = 0.5

BUSY = Refused("bots-busy", "All bots that think hard are playing. Take another, or try later.")


class HardBots:
    """See the module's text."""

    def __init__(self, most: int) -> None:
        self._most = most
        self._tables: dict[str, tuple[str, int]] = {}
        self._by_address: dict[str, int] = {}
        self.playing = 0

    @property
    def busy(self) -> tuple[str, ...]:
        """The bots that nobody can invite now."""
        return tuple(sorted(HARD)) if self.playing >= self._most else ()

    def refused(self, bots: Iterable[str], address: str) -> Refused | None:
        """Say no if an address cannot invite all of these."""
        more = sum(kind_of(bot) in HARD for bot in bots)
        if not more:
            return None
        own = self._by_address.get(address, 0) + more
        room = own <= max(1.0, SHARE * self._most) and self.playing + more <= self._most
        return None if room else BUSY

    @contextmanager
    def invited(self, bots: Iterable[str], address: str) -> Iterator[None]:
        """Count these while their table is being opened."""
        count = sum(kind_of(bot) in HARD for bot in bots)
        self._add(address, count)
        try:
            yield
        finally:
            self._add(address, -count)

    def play(self, table: str, address: str, seats: Iterable[Sitter | None]) -> None:
        """Take note of who plays at a table, invited from an address."""
        count = sum(sitter is not None and kind_of(sitter.bot or "") in HARD for sitter in seats)
        before = self._tables.pop(table, None)
        if before is not None:
            self._add(before[0], -before[1])
        if count:
            self._tables[table] = (address, count)
            self._add(address, count)

    def _add(self, address: str, count: int) -> None:
        self.playing += count
        left = self._by_address.get(address, 0) + count
        if left:
            self._by_address[address] = left
        else:
            self._by_address.pop(address, None)
