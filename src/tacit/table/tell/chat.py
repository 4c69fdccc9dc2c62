"""What people have said at a table.

Chat is no part of the game, so it is not part of the log: it is told at once, and the latest lines
stay in memory for people who come later.
"""

from __future__ import annotations

from collections import deque

from msgspec.structs import replace

from tacit.core.rulebook import Millis
from tacit.table.log.fold import MOST_CHAT
from tacit.table.log.records import Guest, Said


class Chat:
    """The last lines said at a table since the site started, after those in an old log."""

    def __init__(self) -> None:
        self._lines: deque[Said] = deque(maxlen=MOST_CHAT)

    def add(self, line: Said) -> Said:
        """Keep a line, and return it with a time that no line before it has."""
        if self._lines and line.at <= self._lines[-1].at:
            line = replace(line, at=Millis(self._lines[-1].at + 1))
        self._lines.append(line)
        return line

    def of(self, guest: Guest) -> bool:
        """Tell whether the chat still shows something that a guest said."""
        return any(line.guest == guest for line in self._lines)

    def after(self, old: tuple[Said, ...]) -> tuple[Said, ...]:
        """Return the last lines, those of an old log first."""
        return (*old, *self._lines)[-MOST_CHAT:]
