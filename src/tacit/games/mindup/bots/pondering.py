"""How the bots that imagine deals spend their time: as many deals as were asked for, or as fit.

A bot weighs all its cards on the same imagined deals, so that luck is the same for each of them.
"""

from __future__ import annotations

import time
from collections.abc import Callable

import numpy as np

from tacit.games.mindup import View
from tacit.games.mindup.bots.reckoning import Beliefs, Floats, beliefs
from tacit.games.mindup.kernel.packed import ROUND, TURN
from tacit.games.mindup.kernel.play import stream

Weigh = Callable[[Beliefs, int, int, int, Floats], None]
"""Given beliefs, a seat, a number of deals, a random stream and sums: add what each card brings."""

LARGEST = 2**63 - 1
"""What compiled code takes for a seed."""
FIRST_DEALS = 8
SHARE = 0.85
"""Of the budget that is used: the rest is for what surrounds the thinking."""
MAX_BATCH_S = 0.02
"""Seconds after which it looks at the clock again."""


def ponder(
    view: View, weigh: Weigh, seed: int, budget: float, deals: int | None = None
) -> tuple[list[int], Floats]:
    """Return the cards in hand and what each brings on average.

    With a number of deals the answer depends on view and seed alone; without, on the machine, too.
    """
    seat = view.seat
    assert seat is not None
    begun = time.perf_counter()
    known = beliefs(view)
    hand: list[int] = [*view.hand]
    sums = np.zeros(len(hand))
    begin = moment(known, seed)

    def work(batch: int, done: int) -> None:
        weigh(known, seat, batch, stream(*begin(done)), sums)

    done = repeat(work, begun + SHARE * budget, deals)
    return hand, sums / done


def moment(known: Beliefs, seed: int) -> Callable[[int], tuple[int, int]]:
    """Return what gives the random stream of a deal by its number, another one in every turn."""
    when = (32 * int(known.table[ROUND]) + int(known.table[TURN])) << 32
    return lambda deal: (seed & LARGEST, when + deal)


def repeat(work: Callable[[int, int], None], until: float, deals: int | None) -> int:
    """Work on this many deals, or on as many as fit until a time; return how many.

    `work` is told how many deals to do, and how many were done before.
    """
    if deals is not None:
        work(deals, 0)
        return deals
    done, batch = 0, FIRST_DEALS
    while True:
        start = time.perf_counter()
        work(batch, done)
        done += batch
        now = time.perf_counter()
        batch = int(min(MAX_BATCH_S, until - now) / ((now - start) / batch))
        if batch < 1:
            return done
