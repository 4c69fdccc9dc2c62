"""One seat of The Mind Extreme learns and bots fill the others: an environment of Gymnasium."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from tacit.envs.single import Single, others
from tacit.games.extreme.env.parallel import ExtremeParallel


class ExtremeSingle(Single):
    """One seat of The Mind Extreme."""

    def __init__(
        self,
        *,
        players: int = 2,
        seat: int = 0,
        bots: str | Mapping[int, Any] = "metronome",
        **options: Any,
    ) -> None:
        """`options` are those of the parallel environment."""
        filled = others(players, seat, bots)
        super().__init__(ExtremeParallel(players=players, bots=filled, **options))
