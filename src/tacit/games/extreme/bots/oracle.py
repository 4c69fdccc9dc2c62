"""`oracle`: plays as `adaptive` does, but is told everybody's true tempo. For measuring only.

It marks the best that could be done with partners who keep the tempo they have.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from tacit.games.extreme.bots.adaptive import Adaptive
from tacit.games.extreme.bots.advice import LISTENED_AT_LEAST
from tacit.games.extreme.bots.tempo import Belief, Tempo


class Truth(Belief):
    """A belief that is never wrong and has nothing to learn."""

    def __init__(self, partner: Any) -> None:
        super().__init__()
        self._partner = partner

    def tempo(self, pile: int) -> Tempo:  # noqa: ARG002
        """Return the tempo the partner has."""
        tempo: Tempo = self._partner.tempo()
        return tempo

    def laid(self, pile: int, gap: float, seconds: float) -> None:
        """It is known already."""

    silent = hurried = laid


class Oracle(Adaptive):
    """Knows everybody's tempo that can be told."""

    def told(self, partners: Sequence[Any]) -> None:
        """Learn who sits where; only simulated people have a tempo to tell."""
        for seat, partner in enumerate(partners):
            if hasattr(partner, "tempo"):
                self.listener.beliefs[seat] = Truth(partner)
                self.listener.known[seat] = 1.0
            elif any(hasattr(other, "tempo") for other in partners):
                self.listener.known[seat] = LISTENED_AT_LEAST
