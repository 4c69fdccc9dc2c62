"""What can be known of somebody's tempo from the waits they made, and from their silences.

Before a gap of so many numbers somebody waits `pace · gap`, give or take: the logarithm of it
is spread normally around that. `pace` is seconds a number, `spread` how unsteady they are (0.07 for
somebody who counts, 0.9 for somebody who guesses), and `shape` how much longer a long gap takes: at
1 twice the gap is twice the wait, at 0.7 large gaps are cut short. A pace is the one at a gap of
five numbers.

The belief is a small bank of Kalman filters, one for each steadiness, shape and kind of person; a
filter knows the pace and how far apart white and red are, and its weight says how well it has
explained what was seen. A card laid is a measurement. A silence is one as well: whoever held a card
and had not laid it after so long is no faster than that.
"""

from __future__ import annotations

import math
from typing import Literal, NamedTuple, TypeAlias

USUAL_PACE = 0.28
"""Seconds a number: the middle of all people."""
CALM_PACE = 0.7
"""The same at a calm table, where somebody may be new."""
BRISK_PACE = 0.2
"""And at a brisk one."""
TYPICAL_GAP = 5.0
SPREADS = {
    0.03: 1.0, 0.07: 1.3, 0.10: 0.7, 0.14: 1.3, 0.2: 1.0, 0.3: 0.8, 0.4: 0.5, 0.5: 0.5, 0.65: 0.4,
    0.9: 0.5, 1.2: 0.2,
}  # fmt: skip
"""How unsteady people may be, and how many are so."""
SHAPES = {1.0: 0.7, 0.85: 0.2, 0.7: 0.1}
"""How large gaps are taken, and how many people take them so."""
KINDS = {0.35: 0.6, 0.9: 0.4}
"""How far people's paces are from the usual one: most are near it, some are anywhere."""
PILES_APART = 0.02
"""By how much somebody's two piles may differ."""
LAPSE = 0.015
"""How many waits say nothing about the tempo."""
LAPSE_WIDTH = 1.0
"""By how much such waits vary more, in logarithms."""
DRIFT = 0.01
"""By how much anybody's pace may change from one level to the next."""
WANDERING = {0.0: 0.8, 0.08: 0.2}
"""By how much some people's pace changes from card to card, and how many they are."""
NEGLIGIBLE = 14.0
"""A filter this far behind the best, in logarithms, is left alone."""

LOG_GAP = math.log(TYPICAL_GAP)
FAR_OUT = 8
"""From here on hardly anything is left of a normal distribution."""
_ROOT_2 = math.sqrt(2)
_ROOT_2PI = math.sqrt(2 * math.pi)


class Tempo(NamedTuple):
    """How somebody waits on one pile, as far as it is known."""

    log_pace: float
    """The logarithm of their seconds a number."""
    shape: float
    spread: float
    """How far the next wait may be from that, doubt about the pace included."""
    steadiness: float
    """Their own spread alone."""

    def log_wait(self, gap: float) -> float:
        """Return the logarithm of the seconds they usually wait before so many numbers."""
        return self.log_pace + LOG_GAP + self.shape * (math.log(gap) - LOG_GAP)


def normal(z: float) -> float:
    """Return the density of the normal distribution."""
    return math.exp(-z * z / 2) / _ROOT_2PI


def above(z: float) -> float:
    """Return how much of the normal distribution lies above."""
    return math.erfc(z / _ROOT_2) / 2


def mills(z: float) -> float:
    """Return the mean of the normal distribution above z, even where hardly anything is left."""
    return z + 1 / (z + 2 / z) if z > FAR_OUT else normal(z) / above(z)


class Filter:
    """One steadiness and shape: a belief about the pace, and how good it has been so far."""

    __slots__ = (
        "apart",
        "both",
        "log_weight",
        "mean",
        "shape",
        "spread",
        "var",
        "var_apart",
        "wander",
    )

    def __init__(
        self, spread: float, shape: float, wander: float, width: float, pace: float = USUAL_PACE
    ) -> None:
        self.spread = spread
        self.shape = shape
        self.wander = wander * wander
        self.mean = math.log(pace)
        self.apart = 0.0
        self.var = width * width
        self.var_apart = PILES_APART * PILES_APART
        self.both = 0.0
        """The covariance of pace and difference."""
        self.log_weight = math.log(
            SPREADS[spread] * SHAPES[shape] * WANDERING[wander] * KINDS[width]
        )

    def rest(self, log_gap: float, log_wait: float) -> float:
        """Return the logarithm of the pace that this wait alone would mean."""
        return log_wait - LOG_GAP - self.shape * (log_gap - LOG_GAP)

    def measured(self, pile: int, log_gap: float, log_wait: float) -> None:
        """A card was laid after this wait."""
        self.var += self.wander
        off = self.rest(log_gap, log_wait) - self.mean - pile * self.apart
        var = self._variance(pile)
        usual = (1 - LAPSE) * normal(off / math.sqrt(var)) / math.sqrt(var)
        wide = math.sqrt(var + LAPSE_WIDTH)
        lapse = LAPSE * normal(off / wide) / wide
        self.log_weight += math.log(usual + lapse)
        sure = usual / (usual + lapse)
        self._learn(pile, sure * off / var, sure / var)

    def bounded(self, pile: int, log_gap: float, log_wait: float, side: int) -> None:
        """The wait is longer (side 1) or shorter (side −1) than this."""
        root = math.sqrt(self._variance(pile))
        z = side * (self.rest(log_gap, log_wait) - self.mean - pile * self.apart) / root
        evidence = (1 - LAPSE) * above(z) + LAPSE / 2
        self.log_weight += math.log(evidence)
        sure = 1 - LAPSE / 2 / evidence
        tail = mills(z)
        self._learn(pile, sure * side * tail / root, sure * tail * (tail - z) / (root * root))

    def _variance(self, pile: int) -> float:
        return self.var + 2 * pile * self.both + self.var_apart + self.spread * self.spread

    def _learn(self, pile: int, pull: float, surer: float) -> None:
        to_mean = self.var + pile * self.both
        to_apart = self.both + pile * self.var_apart
        self.mean += to_mean * pull
        self.apart += to_apart * pull
        self.var -= to_mean * to_mean * surer
        self.both -= to_mean * to_apart * surer
        self.var_apart -= to_apart * to_apart * surer


class Belief:
    """What is believed of one seat's tempo. `pile` is 1 for white and −1 for red.

    >>> belief = Belief()
    >>> for gap in (3, 9, 4, 7, 12, 5):
    ...     belief.laid(1, gap, 0.31 * gap)
    >>> belief.words()
    'about 0.31 s a number, very steady'
    """

    def __init__(self, pace: float = USUAL_PACE) -> None:
        self.filters = [
            Filter(spread, shape, wander, width, pace)
            for spread in SPREADS
            for shape in SHAPES
            for wander in WANDERING
            for width in KINDS
        ]
        self._tempi: dict[int, Tempo] = {}
        self.heard = 0
        """How many of their waits were measured."""

    def laid(self, pile: int, gap: float, seconds: float) -> None:
        """They laid a card so many numbers on, after so long."""
        log_gap, log_wait = math.log(gap), math.log(seconds)
        for one in self.filters:
            one.measured(pile, log_gap, log_wait)
        self.heard += 1
        self._weigh()

    def silent(self, pile: int, gap: float, seconds: float) -> None:
        """They held a card so many numbers on, and had not laid it after so long."""
        self._bound(pile, gap, seconds, side=1)

    def hurried(self, pile: int, gap: float, seconds: float) -> None:
        """They laid a card as fast as hands are: all it tells is that they meant to wait less."""
        self._bound(pile, gap, seconds, side=-1)

    def _bound(self, pile: int, gap: float, seconds: float, side: int) -> None:
        log_gap, log_wait = math.log(gap), math.log(seconds)
        for one in self.filters:
            one.bounded(pile, log_gap, log_wait, side)
        self._weigh()

    def later(self) -> None:
        """A level has passed: their pace may have changed a little."""
        for one in self.filters:
            one.var += DRIFT * DRIFT
        self._tempi.clear()

    def _weigh(self) -> None:
        self._tempi.clear()
        best = max(one.log_weight for one in self.filters)
        self.filters = [one for one in self.filters if one.log_weight > best - NEGLIGIBLE]
        for one in self.filters:
            one.log_weight -= best

    def tempo(self, pile: int) -> Tempo:
        """Return how they wait on a pile; 0 is both."""
        if pile not in self._tempi:
            self._tempi[pile] = self._summed_up(pile)
        return self._tempi[pile]

    def _summed_up(self, pile: int) -> Tempo:
        total = mean = square = shape = doubt = own = 0.0
        for one in self.filters:
            weight = math.exp(one.log_weight)
            here = one.mean + pile * one.apart
            total += weight
            mean += weight * here
            square += weight * here * here
            shape += weight * one.shape
            doubt += weight * (one.var + 2 * pile * one.both + pile * pile * one.var_apart)
            own += weight * one.spread * one.spread
        mean /= total
        between = max(0.0, square / total - mean * mean)
        return Tempo(
            log_pace=mean,
            shape=shape / total,
            spread=math.sqrt(between + (doubt + own) / total),
            steadiness=math.sqrt(own / total),
        )

    def words(self) -> str:
        """Say it in a line."""
        return in_words(self.tempo(0)) if self.heard else "not heard yet"


Steady: TypeAlias = Literal["very steady", "steady", "a little uneven", "uneven", "anyone's guess"]
"""How steady somebody is; apps translate it."""
_STEADY: dict[float, Steady] = {
    0.05: "very steady",
    0.18: "steady",
    0.38: "a little uneven",
    0.65: "uneven",
    math.inf: "anyone's guess",
}


def how_steady(tempo: Tempo) -> Steady:
    """Return how steady somebody is, in a word or two."""
    return next(word for most, word in _STEADY.items() if tempo.steadiness < most)


def in_words(tempo: Tempo) -> str:
    """Say a tempo in a line.

    >>> in_words(Tempo(math.log(0.5), 1.0, 0.3, 0.1))
    'about 0.50 s a number, steady'
    """
    return f"about {math.exp(tempo.log_pace):.2f} s a number, {how_steady(tempo)}"
