"""Dibs at a live table: a call is a race, and players talk only between two numbers."""

from __future__ import annotations

from typing import Any

from dibs import Dibs
from tacit.core.rulebook import Millis
from tacit.table.conduct import Conduct
from tacit.table.log.records import CloseCall

CLOSE = 500
"""Milliseconds after a call in which another one was close."""


class DibsConduct(Conduct):
    """The press of the finger decides who was first."""

    timed = True
    races = frozenset({Dibs})

    def progress(self, play: Any) -> tuple[int, ...]:
        """Return the round."""
        return (play.round,)

    def race_is_on(self, play: Any) -> bool:
        """While a number is open any player may call it."""
        return play.open is not None

    def may_talk(self, play: Any) -> bool:
        """Between two numbers only."""
        return play.open is None

    def close_call(
        self, play: Any, action: Any, pressed: Millis, compensated: Millis
    ) -> CloseCall | None:
        """Tell how far behind the second call was."""
        if not isinstance(action, Dibs) or play.called is None or play.open is not None:
            return None
        behind = max(0, pressed - play.called.at)
        if behind > CLOSE or action.seat == play.called.seat:
            return None
        return CloseCall(action.seat, str(action.using), Millis(behind), compensated)

    def ends_close_call(self, event: Any) -> bool:
        """The next call replaces it."""
        return isinstance(event, Dibs)


CONDUCT = DibsConduct()
