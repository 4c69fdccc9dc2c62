"""`metronome`: counts at a fixed pace, white and red at the same time.

Each pile has a clock that counts positions, from 1 for W1 or R50 to 50 for W50 or R1. A card is
laid when its pile's clock arrives at it. An open card sets its clock; on a blind pile only time
moves it. While play is interrupted both stand still. Metronomes of one pace never get in each
other's way, and both piles advance together (ME-13).
"""

from __future__ import annotations

from tacit.core.rulebook import Millis, Seat
from tacit.games.extreme import (
    POSITION,
    Action,
    Card,
    Colour,
    Phase,
    Play,
    View,
    first_of,
)
from tacit.games.extreme.bots.between_plays import between_plays
from tacit.games.extreme.bots.playtime import counted_from, played

PACE_MS = 300
"""Milliseconds from one number to the next."""


class Metronome:
    """Lays every card exactly when its number is due."""

    def __init__(self, seat: int, players: int, seed: int) -> None:  # noqa: ARG002
        self._seat = Seat(seat)

    def plan(self, view: View, now_ms: int) -> tuple[int, Action] | None:
        """Return the card that is due first, and when."""
        if view.phase is not Phase.PLAYING:
            return between_plays(view, now_ms)
        dues = []
        for colour in Colour:
            card = first_of(colour, view.hand)
            if card is not None:
                count = clock(view, colour, now_ms, PACE_MS)
                dues.append((due_at(POSITION[card], count, now_ms), card))
        if not dues:
            return None
        due, card = min(dues)
        return due, Play(seat=self._seat, card=card, at=Millis(due))

    def agree_to_star(self, view: View) -> bool:  # noqa: ARG002
        """Always agree."""
        return True

    def discard(self, view: View) -> Card | None:
        """Return the card that would have to wait longest for its turn."""
        cards = [card for colour in Colour if (card := first_of(colour, view.hand)) is not None]
        return max(cards, key=POSITION.__getitem__, default=None)


def clock(view: View, colour: Colour, now_ms: int, pace_ms: float) -> float:
    """Return how far a pile's count has come by now, at a pace in milliseconds a number."""
    _, position, since = counted_from(view, colour)
    return counted_on(position, played(view.pauses, now_ms) - since, pace_ms)


def counted_on(position: int, waited_ms: int, pace_ms: float) -> float:
    """Return how far a count has come from a position on; the kernel compiles it, as `due_at`."""
    return position + waited_ms / pace_ms


def due_at(card: int, count: float, now_ms: int) -> int:
    """Return when a card is due, by how far the count of its pile has come."""
    return now_ms + max(0, round((card - count) * PACE_MS))
