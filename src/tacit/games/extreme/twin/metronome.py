"""A fixed pace, compiled: the twin of `games.extreme.bots.metronome`."""

from __future__ import annotations

from typing import Any

from tacit.games.extreme.bots.metronome import PACE
from tacit.games.extreme.kernel.rules import PLAY, first_of, played
from tacit.games.extreme.kernel.state import NOBODY, RED, WHITE, compiled


@compiled
def plan_metronome(table: Any, seat: int) -> tuple[int, int, int]:
    """Return when the next card is due, and its colour; of two at once the red one."""
    now = table.now
    best = (NOBODY, 0, 0)
    for colour in range(2):
        card = first_of(table, seat, colour)
        if card:
            counted = played(table, now) - table.counted_at[seat, colour]
            clock = table.counted_card[seat, colour] + counted / PACE
            due = now + max(0, round((card - clock) * PACE))
            if best[0] == NOBODY or due < best[0] or (due == best[0] and colour == RED):
                best = (due, PLAY, colour)
    return best


@compiled
def metronome_discards(table: Any, seat: int) -> int:
    """Give the card that would have to wait longest; return its colour."""
    return RED if first_of(table, seat, RED) > first_of(table, seat, WHITE) else WHITE
