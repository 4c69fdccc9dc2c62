"""The course of a compiled game: a row for each event, and for each card set aside or overtaken."""

from __future__ import annotations

from typing import Any

import numpy as np
import numpy.typing as npt

from tacit.games.extreme.kernel.state import compiled

Trace = npt.NDArray[np.int64]

EVENTS = (
    "level-begun", "lay-hand", "lift-hand", "started", "play", "mistake", "propose-star", "vote",
    "star-refused", "star-agreed", "discard", "star-used", "turned", "level-passed", "ready",
    "game-ended", "aside",
)  # fmt: skip
(
    LEVEL_BEGUN, LAY_HAND, LIFT_HAND, STARTED, PLAY, MISTAKE, PROPOSE_STAR, VOTE,
    STAR_REFUSED, STAR_AGREED, DISCARD, STAR_USED, TURNED, LEVEL_PASSED, READY,
    GAME_ENDED, ASIDE,
) = range(len(EVENTS))  # fmt: skip
RED_CARD = 100
"""In a trace white cards are their positions, and red ones so much more."""


@compiled
def note(table: Any, trace: Trace, kind: int, seat: int, card: int, value: int) -> None:
    """Write an event into the trace, if there is room."""
    if table.traced < trace.shape[0]:
        row = trace[table.traced]
        row[0], row[1], row[2], row[3], row[4] = kind, table.now, seat, card, value
    table.traced += 1
