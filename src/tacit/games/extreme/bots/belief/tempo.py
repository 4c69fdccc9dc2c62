"""What can be known of a player's tempo from the waits they made, and from their silences.

Before a gap of some numbers a player waits `pace · gap`, give or take: the logarithm of it
is spread normally around that. `pace` is seconds a number, `spread` how unsteady they are (0.07 for
a player who counts, 0.9 for a player who guesses), and `shape` how much longer a long gap takes: at
1 twice the gap is twice the wait, at 0.7 large gaps are cut short. A pace is the one at a gap of
five numbers.

The belief is a small bank of Kalman filters, one for each kind of person (`priors`); a filter knows
the pace a person has of their own and how far apart white and red are, and its weight says how well
it has explained what was seen. A card laid is a measurement. A silence is one as well: a player who
held a card and had not laid it after so long is no faster than that. People may also follow what
they are shown (`shown`); `then` is how many cards of the level they had seen by that moment.
"""

from __future__ import annotations

import math
from typing import Any, Literal, NamedTuple, TypeAlias

from tacit.games.extreme.bots.belief.priors import LOG_SHARES, PRIOR
from tacit.games.extreme.bots.belief.roles import Role, role_of
from tacit.games.extreme.bots.belief.shown import RULES, SHOWN, carry, show
from tacit.games.extreme.bots.numbers import MAX_LAID, Fields, Record

USUAL_PACE_S = 0.28
"""Seconds a number: the middle of all people."""
CALM_PACE_S = 0.7
"""The same at a calm table, where a player may be new."""
BRISK_PACE_S = 0.2
"""And at a brisk one."""
TYPICAL_GAP = 5.0
PILES_APART = 0.005
"""By how much a player's two piles may differ."""
LAPSE = 0.015
"""How many waits say nothing about the tempo."""
LAPSE_WIDTH = 1.0
"""By how much such waits vary more, in logarithms."""
DRIFT = 0.01
"""By how much a player's pace may change from one level to the next."""
NEGLIGIBLE = 14.0
"""A filter this far behind the best, in logarithms, is left alone."""

LOG_GAP = math.log(TYPICAL_GAP)
FAR_OUT = 8
"""From here on hardly anything is left of a normal distribution."""
_ROOT_2 = math.sqrt(2)
_ROOT_2PI = math.sqrt(2 * math.pi)


class Tempo(NamedTuple):
    """How a player waits on one pile, as far as it is known."""

    log_pace: float
    """The logarithm of their seconds a number."""
    shape: float
    spread: float
    """How far the next wait may be from that, doubt about the pace included."""
    steadiness: float
    """Their own spread alone."""

    def log_wait(self, gap: float) -> float:
        """Return the logarithm of the seconds they usually wait before a gap of numbers."""
        return log_wait(self, math.log(gap))


def log_wait(tempo: Tempo, log_gap: float) -> float:
    """Return the logarithm of the seconds they usually wait, by that of the gap."""
    return tempo.log_pace + LOG_GAP + tempo.shape * (log_gap - LOG_GAP)


def normal(z: float) -> float:
    """Return the density of the normal distribution."""
    return math.exp(-z * z / 2) / _ROOT_2PI


def above(z: float) -> float:
    """Return how much of the normal distribution lies above."""
    return math.erfc(z / _ROOT_2) / 2


def mills(z: float) -> float:
    """Return the mean of the normal distribution above z, even where hardly anything is left."""
    return z + 1 / (z + 2 / z) if z > FAR_OUT else normal(z) / above(z)


def measured(belief: Any, pile: int, log_gap: float, log_seconds: float, then: int) -> None:
    """Learn from a card: how many numbers on it was laid, and after how long, as logarithms."""
    var, wander, log_weight = belief.var, belief.wander, belief.log_weight
    for one in range(belief.live):
        var[one] += wander[one]
        off = _off(belief, one, pile, log_gap, log_seconds, then)
        total = _variance(belief, one, pile, then)
        root = math.sqrt(total)
        usual = (1 - LAPSE) * normal(off / root) / root
        wide = math.sqrt(total + LAPSE_WIDTH)
        lapse = LAPSE * normal(off / wide) / wide
        log_weight[one] += math.log(usual + lapse)
        sure = usual / (usual + lapse)
        _learn(belief, one, pile, sure * off / total, sure / total, then)
    belief.heard += 1
    _weigh(belief)


def bounded(
    belief: Any, pile: int, log_gap: float, log_seconds: float, side: int, then: int
) -> None:
    """Learn that a wait was longer (side 1), or was meant to be shorter (side −1), than this."""
    log_weight = belief.log_weight
    for one in range(belief.live):
        root = math.sqrt(_variance(belief, one, pile, then))
        z = side * _off(belief, one, pile, log_gap, log_seconds, then) / root
        evidence = (1 - LAPSE) * above(z) + LAPSE / 2
        log_weight[one] += math.log(evidence)
        sure = 1 - LAPSE / 2 / evidence
        tail = mills(z)
        surer = sure * tail * (tail - z) / (root * root)
        _learn(belief, one, pile, sure * side * tail / root, surer, then)
    _weigh(belief)


def _part(belief: Any, one: int, then: int) -> float:
    """Return how much of a person's pace is their own, after this many cards of the level."""
    return float(1 - belief.follow[one] * (1 - belief.part[belief.rule[one]][then]))


def _pace(belief: Any, one: int, then: int) -> float:
    """Return the logarithm of the pace that a filter expects."""
    rest = belief.follow[one] * belief.rest[belief.rule[one]][then]
    return float(_part(belief, one, then) * belief.mean[one] + rest)


def _off(belief: Any, one: int, pile: int, log_gap: float, log_seconds: float, then: int) -> float:
    """Return how far a wait is from what a filter expects."""
    rest = log_seconds - LOG_GAP - belief.shape[one] * (log_gap - LOG_GAP)
    return float(rest - _pace(belief, one, then) - pile * belief.apart[one])


def _variance(belief: Any, one: int, pile: int, then: int) -> float:
    spread, part = belief.spread[one], _part(belief, one, then)
    both, apart = part * belief.both[one], belief.var_apart[one]
    return float(part * part * belief.var[one] + 2 * pile * both + apart + spread * spread)


def _learn(belief: Any, one: int, pile: int, pull: float, surer: float, then: int) -> None:
    var, both, var_apart = belief.var[one], belief.both[one], belief.var_apart[one]
    part = _part(belief, one, then)
    to_mean = part * var + pile * both
    to_apart = part * both + pile * var_apart
    belief.mean[one] += to_mean * pull
    belief.apart[one] += to_apart * pull
    belief.var[one] = var - to_mean * to_mean * surer
    belief.both[one] = both - to_mean * to_apart * surer
    belief.var_apart[one] = var_apart - to_apart * to_apart * surer


def showed(belief: Any, pace: float, own: bool) -> None:
    """A card showed them a pace: those who follow are now nearer to it."""
    show(belief, pace, own)
    _stale(belief)


def mistaken(belief: Any, side: int) -> None:
    """They laid a card too early (side 1) or held one too long (side −1): some change for that."""
    for one in range(belief.live):
        mend = belief.mend[one]
        belief.mean[one] += side * mend
        belief.var[one] += mend * mend / 4
    _stale(belief)


def _weigh(belief: Any) -> None:
    """Drop the filters that are far behind the best."""
    _stale(belief)
    log_weight = belief.log_weight
    best = log_weight[0]
    for one in range(1, belief.live):
        best = max(best, log_weight[one])
    least = best - NEGLIGIBLE
    kept = 0
    for one in range(belief.live):
        if log_weight[one] > least:
            if kept != one:
                _move(belief, one, kept)
            log_weight[kept] = log_weight[one] - best
            kept += 1
    belief.live = kept


def _move(belief: Any, one: int, to: int) -> None:
    belief.spread[to], belief.shape[to] = belief.spread[one], belief.shape[one]
    belief.wander[to], belief.mean[to] = belief.wander[one], belief.mean[one]
    belief.apart[to], belief.var[to] = belief.apart[one], belief.var[one]
    belief.var_apart[to], belief.both[to] = belief.var_apart[one], belief.both[one]
    belief.rule[to], belief.follow[to] = belief.rule[one], belief.follow[one]
    belief.mend[to] = belief.mend[one]


def _stale(belief: Any) -> None:
    for pile in range(3):
        belief.fresh[pile] = 0


def later(belief: Any) -> None:
    """A level has passed: their pace may have changed a little."""
    for one in range(belief.live):
        belief.var[one] += DRIFT * DRIFT
    carry(belief)
    _stale(belief)


def believed(belief: Any, pile: int) -> Tempo:
    """Return how they wait on a pile; 0 is both."""
    if not belief.fresh[pile + 1]:
        belief.fresh[pile + 1] = 1
        _sum_up(belief, pile)
    found = belief.tempi[pile + 1]
    return Tempo(found[0], found[1], found[2], found[3])


def _sum_up(belief: Any, pile: int) -> None:
    aparts, shapes, spreads = belief.apart, belief.shape, belief.spread
    variances, boths, apart_variances = belief.var, belief.both, belief.var_apart
    total = mean = square = shape = doubt = own = follows = following = 0.0
    now = belief.cards
    for one in range(belief.live):
        weight = math.exp(belief.log_weight[one])
        part = _part(belief, one, now)
        here = _pace(belief, one, now) + pile * aparts[one]
        follows += weight * belief.follow[one]
        if belief.follow[one]:
            following += weight
        total += weight
        mean += weight * here
        square += weight * here * here
        shape += weight * shapes[one]
        theirs = part * part * variances[one] + 2 * pile * part * boths[one]
        doubt += weight * (theirs + pile * pile * apart_variances[one])
        own += weight * spreads[one] * spreads[one]
    mean /= total
    apart = max(0.0, square / total - mean * mean)
    found = belief.tempi[pile + 1]
    found[0] = mean
    found[1] = shape / total
    found[2] = math.sqrt(apart + (doubt + own) / total)
    found[3] = math.sqrt(own / total)
    belief.follows, belief.following = follows / total, following / total


BELIEF: Fields = (
    ("live", int, ()),
    ("heard", int, ()),
    *(
        (name, float, (len(PRIOR),))
        for name in (
            "spread", "shape", "wander", "mean", "apart", "var", "var_apart", "both", "log_weight",
            "follow", "mend",
        )
    ),
    ("rule", int, (len(PRIOR),)),
    ("follows", float, ()),
    ("following", float, ()),
    *SHOWN,
    ("fresh", int, (3,)),
    ("tempi", float, (3, len(Tempo._fields))),
)  # fmt: skip
"""What is believed of one seat: the filters, of which the first `live` still count, how many waits
were measured, and by pile (red, both, white) the tempo, and whether it is up to date. `follows` is
how much of the way to what they are shown they go, in the mean of all filters, and `following` how
likely they follow at all.

`mean` is the logarithm of the pace, `apart` how far white and red are from it, `var`, `var_apart`
and `both` their variances and covariance."""


class Belief(Record):
    """What is believed of one seat's tempo. `pile` is 1 for white and −1 for red.

    >>> belief = Belief()
    >>> for gap in (3, 9, 4, 7, 12, 5):
    ...     belief.laid(1, gap, 0.31 * gap)
    >>> belief.words()
    'about 0.31 s a number, very steady'
    """

    def __init__(self, pace: float = USUAL_PACE_S) -> None:
        super().__init__(BELIEF)
        self.live = len(PRIOR)
        self.mean = [math.log(pace)] * self.live
        self.var_apart = [PILES_APART * PILES_APART] * self.live
        self.part = [[1.0] * (MAX_LAID + 1) for _ in RULES]
        self.log_weight = [*LOG_SHARES]
        for one, kind in enumerate(PRIOR):
            self.spread[one], self.shape[one] = kind.spread, kind.shape
            self.wander[one], self.var[one] = kind.wander**2, kind.width**2
            self.rule[one], self.follow[one], self.mend[one] = kind.rule, kind.follow, kind.mend

    def laid(self, pile: int, gap: float, seconds: float) -> None:
        """They laid a card some numbers on, after some time."""
        measured(self, pile, math.log(gap), math.log(seconds), self.cards)

    def silent(self, pile: int, gap: float, seconds: float) -> None:
        """They held a card some numbers on, and had not laid it after some time."""
        bounded(self, pile, math.log(gap), math.log(seconds), 1, self.cards)

    def tempo(self, pile: int) -> Tempo:
        """Return how they wait on a pile; 0 is both."""
        return believed(self, pile)

    def role(self) -> Role | None:
        """Return what they do with the tempo of the table, if it can be said."""
        return role_of(self)

    def words(self) -> str:
        """Say it in a line."""
        if not self.heard:
            return "not heard yet"
        role = self.role()
        return in_words(self.tempo(0)) + (f", {role}" if role else "")


Steady: TypeAlias = Literal["very steady", "steady", "a little uneven", "uneven", "anyone's guess"]
"""How steady a player is; apps translate it."""
_STEADY: dict[float, Steady] = {
    0.05: "very steady",
    0.18: "steady",
    0.38: "a little uneven",
    0.65: "uneven",
    math.inf: "anyone's guess",
}


def how_steady(tempo: Tempo) -> Steady:
    """Return how steady a player is, in a word or two."""
    return steady_word(tempo.steadiness)


def steady_word(spread: float) -> Steady:
    """Say how steady waits are that are so far spread, in logarithms.

    >>> steady_word(0.1)
    'steady'
    """
    return next(word for most, word in _STEADY.items() if spread < most)


def in_words(tempo: Tempo) -> str:
    """Say a tempo in a line.

    >>> in_words(Tempo(math.log(0.5), 1.0, 0.3, 0.1))
    'about 0.50 s a number, steady'
    """
    return f"about {math.exp(tempo.log_pace):.2f} s a number, {how_steady(tempo)}"
