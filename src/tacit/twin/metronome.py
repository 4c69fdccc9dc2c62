"""A fixed pace, compiled: the twin of `bots.metronome`."""

from __future__ import annotations

from typing import Any

from tacit.bots.metronome import PACE
from tacit.twin.rules import PLAY, first_of
from tacit.twin.state import NOBODY, RED, STOPPED, WHITE, compiled


@compiled
def plan_metronome(table: Any, seat: int) -> tuple[int, int, int]:
    """Return when the next card is due, and its colour; of two at once the red one."""
    _hear(table, seat)
    now = table.now
    best = (NOBODY, 0, 0)
    for colour in range(2):
        card = first_of(table, seat, colour)
        if card:
            clock = table.tick[seat, colour]
            if table.ticking[seat]:
                clock += (now - table.tick_at[seat]) / PACE
            due = now + max(0, round((card - clock) * PACE))
            if best[0] == NOBODY or due < best[0] or (due == best[0] and colour == RED):
                best = (due, PLAY, colour)
    return best


@compiled
def _hear(table: Any, seat: int) -> None:
    """Let both clocks run on over all that has happened since."""
    for moment in range(table.ticks[seat], table.moments):
        at, laid = table.moment_at[moment], table.moment_laid[moment]
        if table.ticking[seat]:
            for colour in range(2):
                table.tick[seat, colour] += (at - table.tick_at[seat]) / PACE
        table.tick_at[seat] = at
        if laid in (NOBODY, STOPPED):
            table.ticking[seat] = laid == NOBODY
        else:
            colour = table.laid_colour[laid]
            if table.laid_seat[laid] == seat or not table.blind[colour]:
                table.tick[seat, colour] = table.laid_card[laid]
    table.ticks[seat] = table.moments


@compiled
def metronome_discards(table: Any, seat: int) -> int:
    """Give the card that would have to wait longest; return its colour."""
    return RED if first_of(table, seat, RED) > first_of(table, seat, WHITE) else WHITE
