"""The quota of hard bots: those that use all the time they are given, and so what a machine spares.

A bot counts for the address that invited it: from the opening of its table until the first guests
have come and gone, and again while a guest is connected. A guest who comes to a table whose bots do
not count needs room for them, as if inviting them anew. One address gets at most half of the quota.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager

from tacit.bots.asking import asking_of
from tacit.core.plug import every_game
from tacit.core.rulebook import Refused, SettingsError
from tacit.table.log.state import Sitter

SHARE = 0.5

BUSY = Refused("bots-busy", "All strong bots are playing. Take another bot, or try later.")


class HardBotQuota:
    """How many hard bots play on this site, by table and by address."""

    def __init__(self, most: int) -> None:
        self._most = most
        self._tables: dict[str, tuple[str, int]] = {}
        self._by_address: dict[str, int] = {}
        self.playing = 0

    @property
    def busy(self) -> tuple[str, ...]:
        """The bots that nobody can invite now."""
        if self.playing < self._most:
            return ()
        return tuple(sorted({bot for game in every_game() for bot in asking_of(game).hard}))

    def refused(self, game: str, bots: Iterable[str], address: str) -> Refused | None:
        """Return a refusal if an address cannot invite all of these."""
        more = _hard(game, bots)
        if not more:
            return None
        own = self._by_address.get(address, 0) + more
        room = own <= max(1.0, SHARE * self._most) and self.playing + more <= self._most
        return None if room else BUSY

    @contextmanager
    def invited(self, game: str, bots: Iterable[str], address: str) -> Iterator[None]:
        """Count these while their table is being opened."""
        count = _hard(game, bots)
        self._add(address, count)
        try:
            yield
        finally:
            self._add(address, -count)

    def play(self, table: str, game: str, address: str, bots: Iterable[str]) -> None:
        """Count the bots that play at a table, invited from an address, instead of those before."""
        count = _hard(game, bots)
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


class TableQuota:
    """The hard bots of one table: for which address they count, and which wait for a seat."""

    def __init__(self, table: str, game: str, quota: HardBotQuota) -> None:
        self._table = table
        self._game = game
        self._quota = quota
        self._inviter = ""
        self._coming: list[str] = []
        """Bots that wait for a seat, in the order in which the table will answer."""
        self.counted: Sequence[Sitter | None] = ()
        """The seats as they were last counted."""

    def came_from(self, address: str) -> None:
        """Let the bots count for a guest's address, unless they count for another."""
        self._inviter = self._inviter or address

    def invite(self, bot: str, address: str, refused: Refused | None) -> Refused | None:
        """Note that a guest asks for a bot; return a refusal if there is no room for it."""
        if refused is None:
            self._inviter = address
            refused = self._quota.refused(self._game, (bot,), address)
        if refused is None:
            self._coming.append(bot)
        else:  # each is answered once; what is refused here before those that wait
            self._coming.insert(0, "")
        return refused

    def answered(self) -> None:
        """Note that the next bot has a seat, or gets none."""
        if self._coming:
            self._coming.pop(0)

    def all_gone(self) -> None:
        """Forget the bots that wait for a seat: nobody is there to have them answered."""
        self._coming.clear()

    def have_room(self, seats: Sequence[Sitter | None], address: str) -> bool:
        """Tell whether the bots in the seats may play for a guest from an address."""
        return self._quota.refused(self._game, _bots(seats), self._inviter or address) is None

    def count(self, seats: Sequence[Sitter | None]) -> None:
        """Count the bots in the seats, and those that wait for one."""
        self.counted = seats
        self._quota.play(self._table, self._game, self._inviter, (*_bots(seats), *self._coming))

    def count_none(self, seats: Sequence[Sitter | None] = ()) -> None:
        """Count none: nobody is at the table."""
        self.counted = seats
        self._quota.play(self._table, self._game, "", ())


def _bots(seats: Iterable[Sitter | None]) -> list[str]:
    return [sitter.bot for sitter in seats if sitter is not None and sitter.bot]


def _hard(game: str, bots: Iterable[str]) -> int:
    """Return how many of these bots think hard; none if there is no such game."""
    try:
        return sum(map(asking_of(game).is_hard, bots))
    except SettingsError:
        return 0
