"""`oracle`: plays as `adaptive` does, but is told everyone's true tempo. For measuring only.

It marks the best that could be done with partners who keep the tempo they have.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from tacit.games.extreme import View
from tacit.games.extreme.bots.adaptive import Adaptive
from tacit.games.extreme.bots.advice import LISTENED_AT_LEAST
from tacit.games.extreme.bots.listening import tell


class Oracle(Adaptive):
    """Knows every tempo that can be told."""

    _partners: Sequence[Any] = ()

    def told(self, partners: Sequence[Any]) -> None:
        """Learn who sits where, and the tempo they have now; only simulated people tell theirs."""
        self._partners = partners
        for seat, partner in enumerate(partners):
            if hasattr(partner, "tempo"):
                tell(self.listener, seat, partner.tempo())
                self.listener.known[seat] = 1.0
            elif any(hasattr(other, "tempo") for other in partners):
                self.listener.known[seat] = LISTENED_AT_LEAST

    def _hear(self, view: View) -> None:
        self.told(self._partners)
        super()._hear(view)
