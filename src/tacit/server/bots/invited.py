"""The bots of one table that think hard: for whom they count, and which are on their way."""

from __future__ import annotations

from collections.abc import Sequence

from tacit.core.rulebook import Refused
from tacit.server.bots.quota import HardBots
from tacit.table.log.state import Sitter


class InvitedBots:
    """See the module's text."""

    def __init__(self, table: str, hard_bots: HardBots) -> None:
        self._table = table
        self._hard_bots = hard_bots
        self._inviter = ""
        self._coming: list[str] = []
        """Bots on their way to a seat, in the order in which they will be answered."""
        self.counted: Sequence[Sitter | None] = ()
        """Who sat there when they were last counted."""

    def came_from(self, address: str) -> None:
        """Somebody is there: bots that nobody else has invited count for them."""
        self._inviter = self._inviter or address

    def invite(self, bot: str, address: str, refused: Refused | None) -> Refused | None:
        """Take note that somebody asks for a bot; return why not, if there is no room for it."""
        if refused is None:
            self._inviter = address
            refused = self._hard_bots.refused((bot,), address)
        if refused is None:
            self._coming.append(bot)
        else:  # each is answered once; what is refused here before those on their way
            self._coming.insert(0, "")
        return refused

    def answered(self) -> None:
        """The next one has a seat, or gets none."""
        if self._coming:
            self._coming.pop(0)

    def all_gone(self) -> None:
        """Nobody waits any more for those on their way: they have come or will not."""
        self._coming.clear()

    def have_room(self, seats: Sequence[Sitter | None], address: str) -> bool:
        """Tell whether those in the seats may play for somebody from an address."""
        bots = [one.bot for one in seats if one is not None and one.bot]
        return self._hard_bots.refused(bots, self._inviter or address) is None

    def count(self, seats: Sequence[Sitter | None]) -> None:
        """Count those in the seats, and those on their way to one."""
        self.counted = seats
        coming = (Sitter(bot=bot) for bot in self._coming)
        self._hard_bots.play(self._table, self._inviter, (*seats, *coming))

    def count_none(self, seats: Sequence[Sitter | None] = ()) -> None:
        """Nobody is at the table: its bots take no room."""
        self.counted = seats
        self._hard_bots.play(self._table, "", ())
