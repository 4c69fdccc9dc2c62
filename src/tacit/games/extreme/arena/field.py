"""A bot of The Mind Extreme beside each partner of a frozen field."""

from __future__ import annotations

import time
from collections.abc import Callable
from typing import Any

from tacit.arena.field import Field, field, found_by
from tacit.games.extreme.arena.teams import Run, play_teams

FIELDS = {
    1: Field(
        seed=20261116,
        others=(
            "metronome",
            "human-7",
            "human-14",
            "human-30",
            "casual-50",
            "casual-90",
            "impatient",
            "drifting",
            "lapsing",
        ),
        deals=60,
        players=2,
    ),
}
"""Partners, one beside the bot at a time."""


def measure_teams(
    number: int, bot: str, tell: Callable[[int], None] = lambda _: None, jobs: int = 1
) -> dict[str, Any]:
    """Measure a bot of The Mind Extreme: games won with each partner, and games it forfeited."""
    pool = field("extreme", number)
    began = time.monotonic()
    teams = [(bot, other) for other in pool.others]
    played = play_teams(teams, Run(pool.deals, pool.seed), jobs, tell)
    rows = []
    for other, scores in zip(pool.others, played, strict=True):
        reasons = [score.forfeit for score in scores if score.forfeit is not None]
        rows.append(
            {
                "other": other,
                "games": pool.deals,
                "won": float(sum(score.won for score in scores)),
                "finished": len(scores) - len(reasons),
                "forfeits": len(reasons),
                "first_forfeit": next(iter(reasons), None),
            }
        )
    return found_by("extreme", number, bot, rows, began)
