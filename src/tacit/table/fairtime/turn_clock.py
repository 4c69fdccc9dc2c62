"""The time limit of a turn, in a game that has turns."""

from __future__ import annotations

from typing import Any

from tacit.core.rulebook import Millis, Seat
from tacit.table.log.records import PlayedFor
from tacit.table.log.state import Stage, TableState


class TurnClock:
    """Runs for the turn that people have been told of."""

    def __init__(self, now: Millis) -> None:
        self._turn: tuple[Any, ...] = ()
        self._seconds: int | None = None
        self._since = now
        self.up = False
        """Whether the time for this turn is up."""

    def look(self, state: TableState, now: Millis) -> bool:
        """Start again if the turn or its limit has changed; tell whether it has.

        A new limit counts from now on.
        """
        turn, seconds = turn_of(state), state.settings.turn_seconds
        if (turn, seconds) == (self._turn, self._seconds):
            return False
        self._turn, self._seconds, self._since, self.up = turn, seconds, now, False
        return True

    def deadline(self, state: TableState) -> Millis | None:
        """Return until when the table waits for this turn; None without a limit."""
        seconds = state.settings.turn_seconds
        if seconds is None or state.stage is not Stage.PLAYING or state.paused:
            return None
        without_turns = state.conduct.turn(state.play) is None
        return None if without_turns else Millis(self._since + 1000 * seconds)

    def forgive(self, missed: int) -> None:
        """Do not count milliseconds in which no player could act."""
        self._since = Millis(self._since + missed)

    def played_for(self, state: TableState, seat: Seat) -> tuple[PlayedFor, ...]:
        """Return whose turn the table plays because their time is up; bots do not count."""
        sitter = state.seats[seat]
        if not self.up or sitter is None or sitter.guest is None:
            return ()
        turn = state.conduct.turn(state.play)
        return () if turn is None else (PlayedFor(seat=seat, round=turn[0], turn=turn[1]),)


def turn_of(state: TableState) -> tuple[Any, ...]:
    """Return what the clock runs for: a turn that is not paused, if the game has turns."""
    turn = state.conduct.turn(state.play) if state.stage is Stage.PLAYING else None
    return (state.games,) if turn is None else (state.games, *turn, state.paused)
