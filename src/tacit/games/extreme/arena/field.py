"""A bot of The Mind Extreme beside each partner of a frozen field."""

from __future__ import annotations

import time
from collections.abc import Callable
from typing import Any

from tacit.arena.field import field, found_by
from tacit.games.extreme.arena.teams import Run, play_teams


def measure_teams(
    number: int, bot: str, tell: Callable[[int], None] = lambda _: None, jobs: int = 1
) -> dict[str, Any]:
    """Measure a bot of The Mind Extreme: games won with each partner, and games it forfeited."""
    pool = field(number)
    began = time.monotonic()
    teams = [(bot, other) for other in pool.partners]
    played = play_teams(teams, Run(pool.games, pool.seed), jobs, tell)
    rows = []
    for other, scores in zip(pool.partners, played, strict=True):
        reasons = [score.forfeit for score in scores if score.forfeit is not None]
        rows.append(
            {
                "other": other,
                "games": pool.games,
                "won": float(sum(score.won for score in scores)),
                "finished": len(scores) - len(reasons),
                "forfeits": len(reasons),
                "first_forfeit": next(iter(reasons), None),
            }
        )
    return found_by("extreme", number, bot, rows, began)
