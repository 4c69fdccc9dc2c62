"""When people may talk (ME-06)."""

from __future__ import annotations

from tacit.games.extreme import Phase
from tacit.table.state import Stage, TableState


def may_talk(state: TableState) -> bool:
    """Tell whether people may talk or gesture now: never during a level of The Mind Extreme."""
    if state.stage is not Stage.PLAYING or state.game != "extreme":
        return True
    return state.play.phase is Phase.PASSED
