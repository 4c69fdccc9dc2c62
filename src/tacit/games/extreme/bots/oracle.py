"""`oracle`: plays as `adaptive` does, but is told everyone's true tempo. For measuring only.

It marks the best that could be done: with partners who keep the tempo they have by knowing it, and
with those who adapt by knowing it at every moment and leading them by the policy that a search has
found best for their kind (`tacit bench bound`).
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from tacit.games.extreme import View
from tacit.games.extreme.bots.adaptive import Adaptive
from tacit.games.extreme.bots.belief.leading import LISTENED_AT_LEAST, POLICY
from tacit.games.extreme.bots.belief.listening import tell

POLICIES: dict[str, tuple[float, ...]] = {
    "FollowsLast": (0.0, 0.0, 0.0, 0.5, 0.0, 0.8, 0.15),
    "FollowsThree": (0.0, 0.0, 1.0, 0.0, 0.0, 0.8, 0.15),
    "FollowsAll": (0.0, 0.0, 1.0, 1.0, 0.0, 0.8, 0.15),
    "FollowsAlong": (0.0, 0.0, 1.0, 0.0, 0.0, 0.8, 0.15),
    "FollowsFully": (0.0, 0.0, 0.0, 0.0, 0.0, 0.8, 0.15),
    "FollowsSteady": (0.4, 0.4, 0.0, 0.0, 0.0, 0.8, 0.15),
    "FollowsLoose": (0.0, 0.0, 1.0, 0.5, 0.0, 0.8, 0.0),
    "FollowsMistakes": (0.0, 0.0, 0.0, 0.5, 0.0, 0.8, 0.0),
    "FollowsLapsing": (0.4, 0.4, 1.0, 0.0, 0.0, 0.8, 0.15),
}
"""By the class of a person who adapts, how they are led best: the numbers of `leading.POLICY`.
With `FollowsPartner` nothing was found that is better than that."""


class Oracle(Adaptive):
    """Knows every tempo that can be told."""

    _partners: Sequence[Any] = ()

    def told(self, partners: Sequence[Any]) -> None:
        """Learn who sits where, and the tempo they have now; only simulated people tell theirs."""
        self._partners = partners
        policies = [POLICIES.get(type(partner).__name__) for partner in partners]
        self.listener.policy = [*next(filter(None, policies), POLICY)]
        for seat, partner in enumerate(partners):
            if hasattr(partner, "tempo"):
                tell(self.listener, seat, partner.tempo(), partner.follow)
                self.listener.known[seat] = 1.0
            elif any(hasattr(other, "tempo") for other in partners):
                self.listener.known[seat] = LISTENED_AT_LEAST

    def _hear(self, view: View) -> None:
        for partner in self._partners:
            if hasattr(partner, "tempo"):
                partner.hear(view)
        self.told(self._partners)
        super()._hear(view)
