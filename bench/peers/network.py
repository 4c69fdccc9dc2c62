"""A small network as a model of opponents in Mind Up!, to measure whether it beats the policy.

It knows the features of `raven`'s policy and how many turns are left, has one hidden layer, and is
trained to foresee the same picks: of players who search, against themselves. `raven` plays by sums
of weights; docs/bots.md says what this one was worth.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from tacit.games.mindup.bots.raven.foresight import CARDS, like
from tacit.games.mindup.bots.raven.imagining import LEFT
from tacit.games.mindup.bots.raven.minds import FEATURES, hand_values, mind
from tacit.games.mindup.bots.raven.policy_training import play, softmax
from tacit.games.mindup.bots.reckoning import Beliefs, Floats
from tacit.games.mindup.kernel.packed import MOST, PLAYERS, ROUND, TURN, Words

UNITS = 32
INPUTS = len(FEATURES) + LEFT
SEATS = 4
GAMES, DEALS = 240, 100
"""Of the teachers: with four at a table, and what each imagines for a pick."""
EPOCHS, BATCH, STEP = 10, 256, 3e-3
FADE, FADE_SQUARES = 0.9, 0.999
"""Adam's: how much of the slope and of its square is kept."""


class Network(NamedTuple):
    """Weights of a hidden layer, of its outputs, and by turns left of the features themselves."""

    into: Floats
    out: Floats
    straight: Floats

    def score(self, features: Floats) -> Floats:
        """Return how much a card is liked."""
        plain = features[..., :INPUTS]
        liked: Floats = np.maximum(plain @ self.into, 0.0) @ self.out + features @ self.straight
        return liked

    def likes(self, all_know: Beliefs, me: int) -> Floats:
        """Return by opponent and card how much it is liked, by what all at the table know."""
        table, hidden, _, shown = all_know
        left = int(table[ROUND] + 5 - table[TURN])
        values = hand_values()[int(table[PLAYERS]) - 3, int(table[ROUND]) - 1]
        unseen = sum(1 << int(card) for card in hidden)
        seen = np.zeros((len(FEATURES), MOST, CARDS))
        for feature, one in enumerate(np.eye(len(FEATURES))):
            probe = mind(np.tile(one, (LEFT, 1)), values)
            like(table, shown, unseen, me, probe, seen[feature])
        return self.score(_inputs(np.moveaxis(seen, 0, 2), np.full(MOST, left)))

    @classmethod
    def trained(cls, seed: int) -> Network:
        """Let teachers play, and learn to foresee what they pick."""
        seen, picked, left = play(SEATS, GAMES, DEALS, seed)
        features = _inputs(seen, left)
        held = np.arange(features.shape[1]) < (left + 2)[:, None]
        rng = np.random.default_rng(seed)
        width = features.shape[2]
        into = rng.normal(0.0, INPUTS**-0.5, (INPUTS, UNITS))
        network = cls(into, rng.normal(0.0, 0.02, UNITS), np.zeros(width))
        steady = [np.zeros_like(part) for part in network]
        squares = [np.zeros_like(part) for part in network]
        steps = EPOCHS * (len(seen) // BATCH)
        for step in range(1, steps + 1):
            some = rng.integers(0, len(seen), BATCH)
            slopes = network.slopes(features[some], held[some], picked[some])
            pace = STEP * 0.5 * (1 + np.cos(np.pi * step / steps))
            parts = []
            for place, slope in enumerate(slopes):
                steady[place] += (1 - FADE) * (slope - steady[place])
                squares[place] += (1 - FADE_SQUARES) * (slope * slope - squares[place])
                ahead = steady[place] / (1 - FADE**step)
                size = np.sqrt(squares[place] / (1 - FADE_SQUARES**step))
                parts.append(network[place] - pace * ahead / (size + 1e-8))
            network = cls(*parts)
        return network

    def slopes(self, features: Floats, held: npt.NDArray[np.bool_], picked: Words) -> list[Floats]:
        """Return how the log-loss of some picks grows with each weight."""
        plain = features[..., :INPUTS]
        hidden = np.maximum(plain @ self.into, 0.0)
        error = softmax(np.where(held, self.score(features), -1e9))
        error[np.arange(len(picked)), picked] -= 1.0
        error /= len(picked)
        back = error[:, :, None] * self.out * (hidden > 0)
        return [
            np.einsum("ijk,ijh->kh", plain, back),
            np.einsum("ij,ijh->h", error, hidden),
            np.einsum("ij,ijk->k", error, features),
        ]


def _inputs(seen: Floats, left: Words) -> Floats:
    """Return the features, how many turns are left, and the features apart by turns left."""
    when = np.eye(LEFT)[left][:, None, :].repeat(seen.shape[1], axis=1)
    scaled = (seen[..., None] * when[:, :, None, :]).reshape(*seen.shape[:2], -1)
    return np.concatenate([seen, when, scaled], axis=2)
