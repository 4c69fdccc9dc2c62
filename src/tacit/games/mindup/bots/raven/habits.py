"""What a bot of Mind Up! remembers of its opponents: by which plan they seem to pick.

A player is taken for one of a few kinds: greedy, led by the learned policy, or far-sighted and more
or less careless. Before a turn each kind says how likely it picks each card; the pick that follows
makes the kinds that expected it more likely. (An estimate of how rational the others are, as in
Albatross, arXiv 2402.03136, by a few kinds instead of a continuous temperature.)
"""

from __future__ import annotations

import numpy as np

from tacit.games.mindup import Card, View
from tacit.games.mindup.bots.reckoning import Beliefs, Floats
from tacit.games.mindup.kernel.packed import MOST

HEATS = (0.45, 0.9, 2.5)
"""By how much far-sighted players misjudge cards: parts of what their cards usually differ."""
GREEDY, POLICY = 0, 1
PLANS = 2 + len(HEATS)
PRIOR = (0.15, 0.15, 0.3, 0.3, 0.1)
"""How likely a stranger is greedy, led by the policy, or far-sighted and ever less careful."""
DOUBT = 0.05
"""Of a pick: how likely it has another reason altogether."""
FAINT = 8.0
"""Deals that the learned policy counts for in what a card brings."""


class Habits:
    """How likely each opponent is of each kind, by what was seen in one game."""

    def __init__(self, players: int) -> None:
        self.mix = np.tile(np.array(PRIOR), (MOST, 1))
        """By seat, then by plan."""
        self._players = players
        self._seen: tuple[View, Floats] | None = None

    def expect(self, view: View, chances: Floats) -> None:
        """Remember a turn, and by plan, seat and card how likely that pick is."""
        self._seen = (view, chances)

    def learn(self, view: View) -> None:
        """Look at what was picked since, if nothing was missed."""
        if self._seen is None:
            return
        before, chances = self._seen
        picks = picks_between(before, view)
        self._seen = None
        if picks is None:
            return
        for seat, card in enumerate(picks):
            if seat != view.seat:
                likely = self.mix[seat] * ((1 - DOUBT) * chances[:, seat, card] + DOUBT / 10)
                self.mix[seat] = likely / likely.sum()


def picks_between(before: View, after: View) -> tuple[Card, ...] | None:
    """Return what each seat played in a turn, told from the views before and after it."""
    if (after.round, after.turn) == (before.round, before.turn + 1):
        columns = after.tableaux
    elif (after.round, after.turn) == (before.round + 1, 1) and len(before.hand) == 2:
        columns = after.past[before.round - 1].tableaux
    else:
        return None
    played = []
    for tableau in columns:
        taken = [card for column in tableau for card in column if card in before.row]
        played.append(after.row[before.row.index(taken[0])])  # MU-14, MU-15: by rank
    return tuple(played)


def holds(known: Beliefs, players: int) -> Floats:
    """Return by seat and card how likely it is there, by what all know."""
    chances = np.zeros((MOST, 64))
    for seat in range(players):
        for card in known.hidden:
            chances[seat, card] = known.lacking[seat] / len(known.hidden)
        for card in range(1, 61):
            if (int(known.shown[seat]) >> card) & 1:
                chances[seat, card] = 1.0
    return chances


def plans(plain: Floats, policy: Floats, sums: Floats, tries: Floats, held: Floats) -> Floats:
    """Return by plan, seat and card how much a player likes it, in units of luck.

    `plain` and `policy` are what a greedy player and the learned policy like, `sums` and `tries`
    what a card brought in imagined deals, `held` how likely it is in that hand.
    """
    liked = np.zeros((PLANS, MOST, 64))
    liked[GREEDY], liked[POLICY] = plain, policy
    for seat in range(MOST):
        total = held[seat].sum()
        if total == 0.0:
            continue
        share = held[seat] / total
        mean = sums[seat] / np.maximum(tries[seat], 1.0)
        spread = _spread(share, mean)
        likes = np.where(share > 0, policy[seat] - share @ policy[seat], 0.0)
        faint = likes * spread / _spread(share, likes)
        mean = (sums[seat] + FAINT * faint) / (tries[seat] + FAINT)
        for plan, heat in enumerate(HEATS, POLICY + 1):
            liked[plan, seat] = mean / (heat * spread)
    return liked


def _spread(share: Floats, values: Floats) -> float:
    """Return how much cards differ."""
    apart = values - share @ values
    return max(float(np.sqrt(share @ (apart * apart))), 0.02)


def chances(liked: Floats, held: Floats) -> Floats:
    """Return by plan, seat and card how likely it is picked."""
    likely = np.exp(liked - liked.max(axis=2, keepdims=True)) * held
    shares: Floats = likely / np.maximum(likely.sum(axis=2, keepdims=True), 1e-12)
    return shares
