"""What the players have learned whom `raven` imagines (`policy_training`, `hand_training`).

By turns left, a policy has a weight for each of `FEATURES`; a softmax over the sums of a hand tells
how likely each card is picked. Hand values are what a card is worth in the next hand.
"""

from __future__ import annotations

from functools import cache
from importlib.resources import files

import numpy as np

from tacit.games.mindup import BONUS, DECK
from tacit.games.mindup.bots.raven.imagining import COUNTS, GAIN, KEEP, LEFT, MIND, NEXT_HAND
from tacit.games.mindup.bots.reckoning import Floats

FEATURES = (
    "taken: value of its column",
    "taken: opens a column",
    "taken: value of the column it opens",
    "taken: cards that lie there",
    "given away: value of its column",
    "given away: would open a column",
    "given away: value of the column it would open",
    "taken: bonus",
    "taken: worth in the next hand",
    "given away: bonus",
    "given away: worth in the next hand",
    "given away: distance from the middle",
)
"""The first seven depend on the columns, the others on the card alone."""
BONUSES: Floats = np.array([0.0, *(BONUS[card] for card in DECK), 0, 0, 0])
MIDDLE: Floats = np.abs(np.arange(64) - 30.5) / 15


@cache
def hand_values() -> Floats:
    """Return what a card is worth in the next hand: by number of players, round that ends, card."""
    return np.pad(_load("hand_values"), ((0, 0), (0, 1), (0, 0)))  # there is no hand after round 3


@cache
def learned(players: int, number: int) -> Floats:
    """Return the mind of players in a round who pick as strong ones do."""
    return mind(_load("policy"), hand_values()[players - 3, number - 1])


def greedy(heat: float, values: Floats | None = None) -> Floats:
    """Return the mind of players who look no further than this turn, and misjudge it a little."""
    policy = np.zeros((LEFT, len(FEATURES)))
    policy[:, [0, 7]] = 1 / heat
    return mind(policy, np.zeros(64) if values is None else values)


def mind(policy: Floats, values: Floats) -> Floats:
    """Return a policy and the hand values of a round as compiled code wants them."""
    made = np.zeros(MIND)
    for left in range(LEFT):
        *columns, bonus, ahead, own_bonus, own_ahead, own_middle = policy[left]
        made[COUNTS + 8 * left : COUNTS + 8 * left + len(columns)] = columns
        made[GAIN + 64 * left : GAIN + 64 * left + 64] = bonus * BONUSES + ahead * values
        made[KEEP + 64 * left : KEEP + 64 * left + 64] = (
            own_bonus * BONUSES + own_ahead * values + own_middle * MIDDLE
        )
    made[NEXT_HAND : NEXT_HAND + 64] = values
    return made


def _load(name: str) -> Floats:
    with files("tacit.games.mindup.bots.raven").joinpath(f"{name}.npy").open("rb") as file:
        loaded: Floats = np.load(file).astype(np.float64)
        return loaded
