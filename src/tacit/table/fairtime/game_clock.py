"""The time of a whole game, at a table of an evening: when it is up, bots play the game out."""

from __future__ import annotations

from tacit.core.rulebook import Millis
from tacit.table.log.state import Stage, TableState

PLAY_OUT_ATTEMPTS = 3
"""Times that bots try to play a game out before the table ends without a result."""


class GameClock:
    """Tells when the time of a game is up, and how often bots have tried to play it out."""

    def __init__(self) -> None:
        self._is_played_out = False
        self._failed = 0

    def ends_at(self, state: TableState, not_before: Millis | None) -> Millis | None:
        """Return when the time of the game will be up; None if it never is, or is already."""
        if not state.until or state.stage is not Stage.PLAYING or state.time_up:
            return None
        return Millis(max(state.until, not_before or 0))

    def asks_to_play_out(self, state: TableState) -> bool:
        """Tell whether bots have to begin to play the game out now: once for each attempt."""
        if self._is_played_out or not state.time_up or state.stage is not Stage.PLAYING:
            return False
        self._is_played_out = True
        return True

    def again(self) -> None:
        """Have bots play it out once more."""
        self._is_played_out = False

    def failed(self) -> int:
        """Note that bots could not play it out; return how often that was so."""
        self._failed += 1
        return self._failed
