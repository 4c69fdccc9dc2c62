"""One seat's part of a review: its moments in their order, and what they add up to."""

from __future__ import annotations

from typing import Any, NamedTuple

from tacit.core.rulebook import Seat
from tacit.games.mindup import View
from tacit.games.mindup.bots.reckoning import Beliefs
from tacit.games.mindup.review.moments import that_mattered, told
from tacit.review.reviewing import Depth

HUNDREDTHS = 100
"""Leads are reckoned in hundredths of a point, so that what is shown adds up exactly."""


class Question(NamedTuple):
    """A moment to be weighed: a seat about to pick, or between two rounds."""

    seat: Seat
    round: int
    turn: int
    """0 between two rounds, before the cards of `round` are dealt."""
    known: Beliefs
    hand: tuple[int, ...]
    card: int
    """What was picked."""
    seen: View | None = None
    """The table as the seat saw it; None between two rounds."""


class Judged(NamedTuple):
    """A moment weighed, in hundredths of a point."""

    usual: int
    values: dict[str, dict[str, float]]
    equal: list[int]
    lost: int
    unsure: float
    """The standard error of `lost`, in points."""


class Account:
    """One seat's picks, and what they add up to, in hundredths of a point."""

    def __init__(self, lead: int) -> None:
        self.lead = hundredths(lead)
        self.lost = self.guess = 0
        self._variance = 0.0
        self.picks: list[dict[str, Any]] = []
        self.moments: list[dict[str, Any]] = []
        """The picks that mattered most, each with the reasons; there once it is `whole`."""
        self.whole = False
        self._seen: dict[tuple[int, int], View] = {}
        self._open: int | None = None

    def add(self, one: Question, judged: Judged) -> None:
        """Take the next moment: it ends the luck of the pick before it."""
        self._turned_over(judged.usual)
        if not one.turn:
            return
        if one.seen is not None:
            self._seen[one.round, one.turn] = one.seen
        self.picks.append(
            {
                "round": one.round,
                "turn": one.turn,
                "seat": one.seat,
                "card": one.card,
                "values": judged.values,
                "equal": judged.equal,
                "lost": points(judged.lost),
                "lost_se": round(judged.unsure, 3),
                "luck": None,  # until the cards are turned over
            }
        )
        self.lost += judged.lost
        self._variance += judged.unsure**2  # no two picks are weighed on the same deals
        self._open = hundredths(judged.values[str(one.card)]["lead"])

    def _turned_over(self, value: int) -> None:
        if self._open is not None:
            luck = value - self._open
            self.picks[-1]["luck"] = points(luck)
            self.guess += luck
            self._open = None

    def close(self, depth: Depth) -> None:
        """End the luck of the last pick, and choose and explain the moments that mattered."""
        self._turned_over(self.lead)
        self.moments = [
            told(pick, self._seen[pick["round"], pick["turn"]], depth)
            for pick in that_mattered(self.picks)
        ]
        self.whole = True

    def sums(self) -> dict[str, Any]:
        """Return lead, lost with its interval, deal and guess, after the last pick."""
        lost, reach = points(self.lost), 1.96 * self._variance**0.5
        return {
            "lead": points(self.lead),
            "lost": lost,
            "lost_ci95": [round(lost - reach, 2), round(lost + reach, 2)],
            "deal": points(self.lead - self.guess + self.lost),
            "guess": points(self.guess),
        }


def hundredths(points: float) -> int:
    """Return points in hundredths."""
    return round(points * HUNDREDTHS)


def points(number: int) -> float:
    """Return hundredths as points."""
    return number / HUNDREDTHS
