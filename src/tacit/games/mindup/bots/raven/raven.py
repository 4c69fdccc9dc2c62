"""`raven`: the strongest player of Mind Up!, by foreseeing what the others pick.

It spends a part of its time on the others' side of the table (`foresight.foresee`), makes of that
how likely each of them picks each card, by what they have picked so far (`habits`), and then looks
for the best answer (`foresight.respond`). docs/bots.md has the experiments.
"""

from __future__ import annotations

import time

import numpy as np

from tacit.games.mindup import View
from tacit.games.mindup.bots.pondering import SHARE, moment, repeat
from tacit.games.mindup.bots.raven.foresight import (
    CARDS,
    foresee,
    like,
    public,
    respond,
)
from tacit.games.mindup.bots.raven.habits import Habits, chances, holds, plans
from tacit.games.mindup.bots.raven.minds import greedy, hand_values, learned
from tacit.games.mindup.bots.reckoning import Beliefs, Floats, beliefs
from tacit.games.mindup.bots.search import HEAT
from tacit.games.mindup.kernel.packed import MOST, PLAYERS, ROUND, TURN
from tacit.games.mindup.kernel.play import stream

FORESEEING = 0.4
"""Of the time: how much goes into foreseeing."""
PUBLIC_DEALS = 3
"""With a number of playouts: one deal in this many is for foreseeing."""
FAR = 1 << 31
"""Numbers of deals for foreseeing begin here, far from those for answering."""


class Raven:
    """Thinks until its budget is used up, or about as many deals as `playouts` says."""

    def __init__(self, seat: int, players: int, seed: int, playouts: int | None = None) -> None:  # noqa: ARG002
        self._seed = seed
        self._playouts = playouts
        self._habits = Habits(players)

    def choose(self, view: View, budget: float) -> int:
        """Return the card that is best against what the others will probably pick."""
        begun = time.perf_counter()
        assert view.seat is not None
        self._habits.learn(view)
        known = beliefs(view)
        few = None if self._playouts is None else max(1, self._playouts // PUBLIC_DEALS)
        until = begun + SHARE * FORESEEING * budget
        liked, likely = look_ahead(known, view.seat, self._seed, until, few)
        self._habits.expect(view, likely)
        found = self.answer(view, known, liked, begun + SHARE * budget)
        return view.hand[int(found.argmax())]

    def answer(self, view: View, known: Beliefs, liked: Floats, until: float) -> Floats:
        """Return by card in hand what it brings against opponents who like these cards."""
        assert view.seat is not None
        mix = self._habits.mix
        return answer(known, view.seat, liked, mix, self._seed, until, self._playouts)


def look_ahead(
    known: Beliefs, seat: int, seed: int, until: float, deals: int | None
) -> tuple[Floats, Floats]:
    """Return by plan, seat and card how much it is liked, and how likely it is picked."""
    all_know = public(known, seat)
    table, hidden, lacking, shown = all_know
    players, begin = int(table[PLAYERS]), moment(known, seed)
    number = int(table[ROUND])
    near = greedy(HEAT, hand_values()[players - 3, number - 1])
    sums, tries = np.zeros((MOST, CARDS)), np.zeros((MOST, CARDS))

    def work(batch: int, done: int) -> None:
        rng = stream(*begin(FAR + done))
        foresee(table, hidden.copy(), lacking, shown, seat, batch, near, rng, sums, tries)

    repeat(work, until, deals)
    unseen = sum(1 << int(card) for card in hidden)
    plain, policy = np.zeros((2, MOST, CARDS))
    like(table, shown, unseen, seat, near, plain)
    like(table, shown, unseen, seat, learned(players, number), policy)
    held = holds(all_know, players)
    held[seat] = 0.0
    liked = plans(plain, policy, sums, tries, held)
    return liked, chances(liked, held)


def answer(
    known: Beliefs,
    seat: int,
    liked: Floats,
    mix: Floats,
    seed: int,
    until: float,
    deals: int | None,
) -> Floats:
    """Return by place in the hand what that card brings on average."""
    table, hidden, lacking, shown = known
    mind = learned(int(table[PLAYERS]), int(table[ROUND]))
    begin = moment(known, seed)
    sums = np.zeros(int(table[ROUND] + 7 - table[TURN]))

    def work(batch: int, done: int) -> None:
        rng = stream(*begin(done))
        respond(table, hidden.copy(), lacking, shown, seat, batch, liked, mix, mind, rng, sums)

    return sums / repeat(work, until, deals)
