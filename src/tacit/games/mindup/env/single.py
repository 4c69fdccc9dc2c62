"""One seat of Mind Up! learns and bots fill the others: an environment of Gymnasium."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from tacit.envs.single import Single, others
from tacit.games.mindup.env.parallel import MindUpParallel


class MindUpSingle(Single):
    """One seat of Mind Up!."""

    def __init__(
        self,
        *,
        players: int = 4,
        seat: int = 0,
        bots: str | Mapping[int, Any] = "greedy",
        **options: Any,
    ) -> None:
        """`options` are those of the parallel environment."""
        filled = others(players, seat, bots)
        super().__init__(MindUpParallel(players=players, bots=filled, **options))
