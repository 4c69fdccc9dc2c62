"""The deal of the day of The Mind Extreme: with one partner, who listens and adds no luck.

Cards and partner are the same for everyone. A person's timing is their own, and the partner follows
it, so two people who lay the same cards may still meet different waits.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from tacit.bots.registry import can_compile
from tacit.club.daily import DailyGame
from tacit.core.chance import mix
from tacit.games.extreme import TEAMS
from tacit.games.extreme.bots.people import PEOPLE

_KINDS = tuple(PEOPLE)


class ExtremeDaily(DailyGame):
    """Two players; the level counts, and winning the last one is one more."""

    game = "extreme"
    bots = ("adaptive",)
    full = 1 + TEAMS[2][0]

    def entrant(self, number: int, seed: int) -> Any:
        """Return simulated people of all kinds in turn, each with a pace of their own."""
        return PEOPLE[_KINDS[number % len(_KINDS)]](0, self.players, seed)

    def score_many(self, seed: bytes, own: Sequence[int]) -> list[int] | None:
        """Let the kernel play them: the same games, a hundred times as fast."""
        if not can_compile():
            return None
        from tacit.games.extreme.arena.compiled import play_deal  # noqa: PLC0415 - needs Numba

        key = mix(seed, [b""] * self.players)
        scores = [0] * len(own)
        for first, kind in enumerate(_KINDS):
            numbers = range(first, len(own), len(_KINDS))
            if not numbers:
                continue
            bots = [self.entrant(first, own[first]), self.seat(seed, 1)]
            found = play_deal((kind, *self.bots), bots, key, [own[at] for at in numbers])
            for at, level, won in zip(numbers, found.level, found.won, strict=True):
                scores[at] = int(level) + bool(won)
        return scores

    def score(self, result: Any, seat: int) -> int:  # noqa: ARG002
        """Return the level that was reached, or one more if the game was won."""
        level: int = result["level"]
        return level + 1 if result["outcome"] == "won" else level


DAILY = ExtremeDaily()
