"""What every bot of The Mind Extreme does between plays: lay the hand down, lift it, be ready."""

from __future__ import annotations

from tacit.core.rulebook import Millis, Seat
from tacit.games.extreme import Action, LayHand, LiftHand, Phase, Ready, View

LAY_AFTER_MS = 400
LIFT_AFTER_MS = 150
READY_AFTER_MS = 800


def between_plays(view: View, now_ms: int) -> tuple[int, Action] | None:
    """Return the next polite move outside of play, or None if there is none to make."""
    if view.seat is None:
        return None
    seat = Seat(view.seat)
    if view.phase is Phase.GATHERING and not view.down[seat]:
        return now_ms + LAY_AFTER_MS, LayHand(seat=seat, at=Millis(now_ms))
    if view.phase is Phase.LIFTING and view.down[seat]:
        return now_ms + LIFT_AFTER_MS, LiftHand(seat=seat, at=Millis(now_ms))
    if view.phase is Phase.PASSED and not view.ready[seat]:
        return now_ms + READY_AFTER_MS, Ready(seat=seat, at=Millis(now_ms))
    return None
