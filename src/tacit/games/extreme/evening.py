"""The Mind Extreme at many tables at once: teams with the same hands."""

from __future__ import annotations

from typing import Any

from tacit.club.evening_game import EveningGame


class ExtremeEvening(EveningGame):
    """The level counts, and winning the last one is one more; all of a team score the same."""

    game = "extreme"
    sizes = (3, 2, 4)
    bot = "adaptive"

    def score(self, result: Any, seat: int) -> int:  # noqa: ARG002
        """Return the level that was reached, or one more if the game was won."""
        level: int = result["level"]
        return level + 1 if result["outcome"] == "won" else level


EVENING = ExtremeEvening()
