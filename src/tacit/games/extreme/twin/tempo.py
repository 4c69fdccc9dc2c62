"""What is believed of somebody's tempo, compiled: the twin of `games.extreme.bots.tempo`."""

from __future__ import annotations

import math
from typing import Any

from tacit.games.extreme.bots import tempo as readable
from tacit.games.extreme.bots.tempo import (
    DRIFT,
    FAR_OUT,
    LAPSE,
    LAPSE_WIDTH,
    LOG_GAP,
    NEGLIGIBLE,
    Tempo,
)
from tacit.games.extreme.kernel.state import compiled

normal = compiled(readable.normal)
above = compiled(readable.above)


@compiled
def log_wait(tempo: Tempo, log_gap: float) -> float:
    """Return the logarithm of the seconds they usually wait, by that of the gap."""
    return tempo.log_pace + LOG_GAP + tempo.shape * (log_gap - LOG_GAP)


@compiled
def _mills(z: float) -> float:
    if z > FAR_OUT:
        return z + 1 / (z + 2 / z)
    return normal(z) / above(z)


@compiled
def laid(belief: Any, pile: int, log_gap: float, log_seconds: float) -> None:
    """They laid a card so many numbers on, after so long; both as logarithms."""
    for one in range(belief.live):
        belief.var[one] += belief.wander[one]
        off = _off(belief, one, pile, log_gap, log_seconds)
        var = _variance(belief, one, pile)
        root = math.sqrt(var)
        usual = (1 - LAPSE) * normal(off / root) / root
        wide = math.sqrt(var + LAPSE_WIDTH)
        lapse = LAPSE * normal(off / wide) / wide
        belief.log_weight[one] += math.log(usual + lapse)
        sure = usual / (usual + lapse)
        _learn(belief, one, pile, sure * off / var, sure / var)
    belief.heard += 1
    _weigh(belief)


@compiled
def bounded(belief: Any, pile: int, log_gap: float, log_seconds: float, side: int) -> None:
    """They waited longer (side 1), or meant to wait less (side −1), before so many numbers."""
    for one in range(belief.live):
        root = math.sqrt(_variance(belief, one, pile))
        z = side * _off(belief, one, pile, log_gap, log_seconds) / root
        evidence = (1 - LAPSE) * above(z) + LAPSE / 2
        belief.log_weight[one] += math.log(evidence)
        sure = 1 - LAPSE / 2 / evidence
        mills = _mills(z)
        surer = sure * mills * (mills - z) / (root * root)
        _learn(belief, one, pile, sure * side * mills / root, surer)
    _weigh(belief)


@compiled
def _off(belief: Any, one: int, pile: int, log_gap: float, log_seconds: float) -> float:
    rest = log_seconds - LOG_GAP - belief.shape[one] * (log_gap - LOG_GAP)
    return rest - belief.mean[one] - pile * belief.apart[one]


@compiled
def _variance(belief: Any, one: int, pile: int) -> float:
    spread = belief.spread[one]
    return belief.var[one] + 2 * pile * belief.both[one] + belief.var_apart[one] + spread * spread


@compiled
def _learn(belief: Any, one: int, pile: int, pull: float, surer: float) -> None:
    to_mean = belief.var[one] + pile * belief.both[one]
    to_apart = belief.both[one] + pile * belief.var_apart[one]
    belief.mean[one] += to_mean * pull
    belief.apart[one] += to_apart * pull
    belief.var[one] -= to_mean * to_mean * surer
    belief.both[one] -= to_mean * to_apart * surer
    belief.var_apart[one] -= to_apart * to_apart * surer


@compiled
def _weigh(belief: Any) -> None:
    """Leave out the filters that are far behind the best."""
    _stale(belief)
    best = belief.log_weight[0]
    for one in range(1, belief.live):
        best = max(best, belief.log_weight[one])
    kept = 0
    for one in range(belief.live):
        if belief.log_weight[one] > best - NEGLIGIBLE:
            belief.spread[kept] = belief.spread[one]
            belief.shape[kept] = belief.shape[one]
            belief.wander[kept] = belief.wander[one]
            belief.mean[kept] = belief.mean[one]
            belief.apart[kept] = belief.apart[one]
            belief.var[kept] = belief.var[one]
            belief.var_apart[kept] = belief.var_apart[one]
            belief.both[kept] = belief.both[one]
            belief.log_weight[kept] = belief.log_weight[one] - best
            kept += 1
    belief.live = kept


@compiled
def _stale(belief: Any) -> None:
    for pile in range(3):
        belief.fresh[pile] = 0


@compiled
def later(belief: Any) -> None:
    """A level has passed: their pace may have changed a little."""
    for one in range(belief.live):
        belief.var[one] += DRIFT * DRIFT
    _stale(belief)


@compiled
def believed(belief: Any, pile: int) -> Tempo:
    """Return how they wait on a pile; 0 is both."""
    found = belief.tempo[pile + 1]
    if not belief.fresh[pile + 1]:
        belief.fresh[pile + 1] = 1
        _sum_up(belief, pile)
    return Tempo(found[0], found[1], found[2], found[3])


@compiled
def _sum_up(belief: Any, pile: int) -> None:
    total = mean = square = shape = doubt = own = 0.0
    for one in range(belief.live):
        weight = math.exp(belief.log_weight[one])
        here = belief.mean[one] + pile * belief.apart[one]
        total += weight
        mean += weight * here
        square += weight * here * here
        shape += weight * belief.shape[one]
        doubt += weight * (
            belief.var[one] + 2 * pile * belief.both[one] + pile * pile * belief.var_apart[one]
        )
        own += weight * belief.spread[one] * belief.spread[one]
    mean /= total
    between = max(0.0, square / total - mean * mean)
    found = belief.tempo[pile + 1]
    found[0] = mean
    found[1] = shape / total
    found[2] = math.sqrt(between + (doubt + own) / total)
    found[3] = math.sqrt(own / total)
