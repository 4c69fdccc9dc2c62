"""Stopping when the answer is clear, with an error rate that holds.

A 95 % interval that is looked at after every game excludes the truth sooner or later. So the arena
looks only when the number of deals has doubled, and spends its allowed error of 5 % over these
looks: a half at the first, a sixth at the second, then a twelfth and so on (1/k − 1/(k+1) at the
k-th), which never adds up to more than one. Several questions at once share it equally. So the
intervals hold with 95 %, for all questions together, at whatever look the arena stops.

An interval is Student's for a mean over deals; from 64 deals on the mean is as good as normal.
"""

from __future__ import annotations

from collections.abc import Iterator
from statistics import NormalDist
from typing import NamedTuple

import numpy as np

from tacit.arena.tournament.league import Schedule
from tacit.arena.tournament.stats import Numbers, Tally, means

ERROR = 0.05
FIRST_LOOK = 64
FEW_DEALS = 30
"""With fewer deals than these nothing is clear: their mean is not normal enough."""


class Question(NamedTuple):
    """Is the win share of one bot above another's, or above what is fair if `over` is None?"""

    of: int
    over: int | None


class Answer(NamedTuple):
    """By how much, and within which interval at whatever look the arena stops."""

    question: Question
    difference: float
    low: float
    high: float

    @property
    def clear(self) -> bool:
        """Whether it is certain enough that there is a difference, and which way."""
        return self.low > 0 or self.high < 0


def looks(deals: int) -> tuple[int, ...]:
    """Return after how many deals the arena looks, the last time at the end.

    >>> looks(300)
    (64, 128, 256, 300)
    """
    return (*_doubling(deals), deals)


def _doubling(deals: int) -> Iterator[int]:
    number = FIRST_LOOK
    while number < deals:
        yield number
        number *= 2


def spent(look: int) -> float:
    """Return the part of the error allowed at a look; the first is look 1."""
    return 1 / look - 1 / (look + 1)


def questions(schedule: Schedule) -> tuple[Question, ...]:
    """Return what an arena wants to know.

    One against others: is it better than fair? A table of different bots: is the first better than
    each of the others? A league: who is better, of every two?
    """
    bots = range(len(schedule.entrants))
    if schedule.league:
        return tuple(Question(one, other) for one in bots for other in bots if one < other)
    if len(bots) == 2:
        return (Question(0, None),)
    return tuple(Question(0, other) for other in bots[1:])


def answers(
    counts: Tally, asked: tuple[Question, ...], fair: float, error: float
) -> tuple[Answer, ...]:
    """Answer all questions at once, with this error in all."""
    width = _width(error / len(asked), counts.deals)
    return tuple(_answer(counts, question, fair, width) for question in asked)


def _width(error: float, deals: int) -> float:
    """Return half of an interval in standard errors: Student's, by its first terms."""
    normal = NormalDist().inv_cdf(1 - error / 2)
    return normal + (normal**3 + normal) / (4 * max(1, deals - 1))


def _answer(counts: Tally, question: Question, fair: float, width: float) -> Answer:
    share = means(counts, counts.shares)
    difference = share[question.of] - (fair if question.over is None else share[question.over])
    apart = _apart(counts, question.of, share)
    if question.over is not None:
        apart = apart - _apart(counts, question.over, share)
    if counts.deals < FEW_DEALS or not np.isfinite(difference):
        return Answer(question, float(np.nan_to_num(difference)), -1.0, 1.0)
    half = width * float(apart.std(ddof=1)) / counts.deals**0.5
    low, high = max(-1.0, difference - half), min(1.0, difference + half)
    return Answer(question, float(difference), float(low), float(high))


def _apart(counts: Tally, bot: int, share: Numbers) -> Numbers:
    """Return how far each deal moves a bot's win share from its mean over all deals."""
    seats = counts.seats[:, bot]
    with np.errstate(invalid="ignore"):
        return np.asarray((counts.shares[:, bot] - share[bot] * seats) / seats.mean())
