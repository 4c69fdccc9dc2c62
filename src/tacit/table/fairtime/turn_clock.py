"""The time limit of a turn, in a game that has turns."""

from __future__ import annotations

from typing import Any

from tacit.core.rulebook import Millis, Seat
from tacit.table.log.records import PlayedFor
from tacit.table.log.state import Stage, TableState
from tacit.table.log.turns import CORRESPONDENCE_S, by_correspondence, turn_of

GRACE_MS = 15_000
"""A turn of days that ended while the table slept ends so long after the table has come back."""


class TurnClock:
    """Runs for the turn that people have been told of."""

    def __init__(self, now: Millis) -> None:
        self._turn: tuple[Any, ...] = ()
        self._seconds: int | None = None
        self._since = now
        self._not_before = now
        """The earliest end of a turn by correspondence."""
        self.up = False
        """Whether the time for this turn is up."""
        self.reminds = True
        """Whether its players may still have to be reminded of its end."""

    def look(self, state: TableState, now: Millis) -> bool:
        """Start again if the turn or its limit has changed; tell whether it has.

        A new limit counts from now on. By correspondence the log says since when a turn runs.
        """
        turn, seconds = turn_of(state), state.settings.turn_seconds
        if (turn, seconds) == (self._turn, self._seconds):
            return False
        self._turn, self._seconds, self._since = turn, seconds, now
        self.up, self.reminds = False, True
        if by_correspondence(state.settings):
            self._since, self._not_before = state.turn_since, Millis(now + GRACE_MS)
        return True

    def deadline(self, state: TableState) -> Millis | None:
        """Return until when the table waits for this turn; None without a limit."""
        seconds = state.settings.turn_seconds
        if seconds is None or state.stage is not Stage.PLAYING or state.paused or state.time_up:
            return None
        without_turns = state.conduct.turn(state.play) is None
        if without_turns:
            return None
        until = Millis(self._since + 1000 * seconds)
        return max(until, self._not_before) if by_correspondence(state.settings) else until

    def forgive(self, missed: int, now: Millis) -> None:
        """Do not count milliseconds in which no player could act; days go on meanwhile."""
        if self._seconds in CORRESPONDENCE_S:
            self._not_before = Millis(now + GRACE_MS)
        else:
            self._since = Millis(self._since + missed)

    def played_for(self, state: TableState, seat: Seat) -> tuple[PlayedFor, ...]:
        """Return whose turn the table plays because their time is up; bots do not count."""
        sitter = state.seats[seat]
        if not self.up or sitter is None or sitter.guest is None:
            return ()
        turn = state.conduct.turn(state.play)
        return () if turn is None else (PlayedFor(seat=seat, round=turn[0], turn=turn[1]),)
