"""Learn Mind Up! by self-play on the vector environment, with NumPy alone, on one core.

    python examples/self_play.py --minutes 3        trains, and plays one against three greedy
    tacit arena mindup examples/self_play.py:Trained greedy

Deep Monte Carlo: a small network values every card in hand by a few numbers about it, all seats
play the best card or now and then another, and the network learns how far ahead of the others the
round ended. The numbers about a card follow from the observation: how likely it takes each card of
the row, what those are worth to the player, and what it is worth to others once
it lies there.
"""

from __future__ import annotations

import argparse
import os
import time
from pathlib import Path
from typing import Any

import numpy as np

import tacit
from tacit.games.mindup import BONUS, COLOUR, DECK, Colour, Pick
from tacit.games.mindup.env.layout import HELD, IN_ROW, ORDER, ROUND, SEATS, observed
from tacit.games.mindup.env.vector import MindUpVector

PLAYERS = 4
WEIGHTS = Path(os.environ.get("TACIT_EXAMPLE_WEIGHTS", Path(__file__).with_suffix(".npz")))
COLOURS = np.array([list(Colour).index(COLOUR[card]) for card in DECK])
BONUSES = np.array([BONUS[card] for card in DECK], np.float32)
FEATURES = 28
"""Fourteen numbers of a card: how it differs from the mean of the hand, and that mean."""
HIDDEN = 48
SCALE = 10.0
"""A lead of this many points is 1."""


def values(seen: np.ndarray) -> np.ndarray:
    """Return by seat and card what the card would bring that seat now: column and bonus."""
    rows = np.arange(len(seen))[:, None]
    seats = seen[:, SEATS:].reshape(len(seen), -1, 8)[:, :, :5].astype(np.float32)
    order = np.concatenate([seen[:, ORDER : ORDER + 5], np.zeros((len(seen), 1))], axis=1)
    following = order[rows, (seats > 0).sum(axis=2)]
    by_colour = np.where(seats > 0, seats, following[:, :, None])
    return by_colour[:, :, COLOURS] + BONUSES


def below(cards: np.ndarray, hand: np.ndarray) -> np.ndarray:
    """Return for each card of a hand how many of these are lower."""
    summed = np.cumsum(cards, axis=1, dtype=np.int8) - cards
    return np.take_along_axis(summed, hand, axis=1).astype(np.float32)


def chances(seen: np.ndarray, hand: np.ndarray) -> np.ndarray:
    """Return by card how likely it takes each card of the row, if others play whatever they may."""
    cards, size = seen[:, :60], hand.shape[1]
    hidden = cards == 0
    lower = below(hidden, hand) / np.maximum(hidden.sum(axis=1), 1)[:, None]
    odds = [np.ones(hand.shape, np.float32)]
    for seat in range(1, PLAYERS):
        held = cards == HELD + seat
        unknown = size - held.sum(axis=1)[:, None]
        under = np.clip((below(held, hand) + unknown * lower) / size, 0, 1)
        odds = [
            (odds[k] * (1 - under) if k < len(odds) else 0) + (odds[k - 1] * under if k else 0)
            for k in range(len(odds) + 1)
        ]
    return np.stack(odds, axis=2)


def hands(seen: np.ndarray) -> np.ndarray:
    """Return the cards in hand less one, in order; all hands have to be of one size."""
    return np.nonzero(seen[:, :60] == HELD)[1].reshape(len(seen), -1)


def features(seen: np.ndarray, hand: np.ndarray) -> np.ndarray:
    """Return what the network sees of each card in hand."""
    worth = values(seen)
    rows = np.arange(len(seen))[:, None]
    row = np.nonzero(seen[:, :60] == IN_ROW)[1].reshape(len(seen), PLAYERS)
    odds = chances(seen, hand)
    mine, theirs = worth[rows, 0, hand], worth[:, 1:].mean(axis=1)
    gain = (odds * worth[rows, 0, row][:, None, :]).sum(axis=2)
    lost = (odds * theirs[rows, row][:, None, :]).sum(axis=2)
    best = np.take_along_axis(worth[:, 1:].max(axis=1), hand, axis=1)
    colours = COLOURS[hand]
    same = (colours[:, :, None] == colours[:, None, :]).sum(axis=2)
    left = hand.shape[1]
    told = [
        gain / 5, mine / 5, theirs[rows, hand] / 5, best / 5, lost / 5, same / 3,
        gain * left / 25, mine / left, same * mine / 15, odds[:, :, 0], odds[:, :, -1],
        np.full(hand.shape, left / 5), np.broadcast_to(seen[:, ROUND, None] - 2, hand.shape),
        (mine.max(axis=1)[:, None] - mine) / 5,
    ]  # fmt: skip
    cards = np.stack(told, axis=2).astype(np.float32)
    mean = np.broadcast_to(cards.mean(axis=1, keepdims=True), cards.shape)
    # Apart, so that a card is not thought good because the hand it is in is.
    return np.concatenate([cards - mean, mean], axis=2)


class Network:
    """One hidden layer beside a plain sum, trained by Adam; at first it plays as greedy does."""

    def __init__(self, seed: int = 0) -> None:
        rng = np.random.default_rng(seed)
        first = rng.normal(0, FEATURES**-0.5, (FEATURES, HIDDEN))
        second = 0.1 * rng.normal(0, HIDDEN**-0.5, HIDDEN)
        plain = np.zeros(FEATURES)
        plain[0] = 0.5  # what a card should bring at once
        parts = (first, np.zeros(HIDDEN), second, np.zeros(1), plain)
        self.parts = [part.astype(np.float32) for part in parts]
        self._means = [np.zeros_like(part) for part in self.parts]
        self._squares = [np.zeros_like(part) for part in self.parts]
        self._steps = 0

    def __call__(self, told: np.ndarray) -> np.ndarray:
        """Return what each card is worth."""
        first, bias, second, last, plain = self.parts
        return np.maximum(told @ first + bias, 0) @ second + told @ plain + last[0]

    def learn(self, told: np.ndarray, ends: np.ndarray, rate: float) -> float:
        """Take one step towards how rounds ended; return the mean squared error."""
        first, bias, second, last, plain = self.parts
        hidden = np.maximum(told @ first + bias, 0)
        wrong = hidden @ second + told @ plain + last[0] - ends
        back = np.outer(wrong, second) * (hidden > 0)
        outer = [hidden.T @ wrong, wrong.sum(keepdims=True), told.T @ wrong]
        slopes = [told.T @ back, back.sum(axis=0), *outer]
        self._steps += 1
        for number, summed in enumerate(slopes):
            slope = summed / len(wrong)
            mean, square = self._means[number], self._squares[number]
            mean += 0.1 * (slope - mean)
            square += 0.001 * (slope * slope - square)
            size = np.sqrt(square / (1 - 0.999**self._steps)) + 1e-8
            self.parts[number] -= (rate * mean / (1 - 0.9**self._steps) / size).astype(np.float32)
        return float((wrong * wrong).mean())

    def save(self, path: Path) -> None:
        """Keep what was learned."""
        np.savez(path, *self.parts)

    def load(self, path: Path) -> Network:
        """Take what was kept."""
        with np.load(path) as kept:
            self.parts = [kept[name] for name in kept.files]
        return self


def choose(network: Network, seen: np.ndarray) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    """Return all hands, the place of the best card in each, and what the network sees of it."""
    hand = hands(seen)
    told = features(seen, hand)
    return hand, network(told).argmax(axis=1), told


def train(seconds: float, games: int = 256, seed: int = 1, tell: Any = print) -> Network:
    """Play against itself for so long and learn from it."""
    rng = np.random.default_rng(seed)
    network = Network(seed)
    env = MindUpVector(PLAYERS * games, players=PLAYERS, reward="lead", autoreset_mode="SameStep")
    seen, _ = env.reset(seed=seed)
    every = np.arange(env.num_envs)
    began, played, error = time.process_time(), 0, 0.0
    while (spent := time.process_time() - began) < seconds:
        progress = spent / seconds
        told_then, rewards = [], np.zeros(env.num_envs, np.float32)
        while True:  # a round
            number = seen["observation"][0, ROUND]
            hand, chosen, told = choose(network, seen["observation"])
            curious = rng.random(env.num_envs) < 0.25 * (1 - progress) + 0.05
            chosen = np.where(curious, rng.integers(hand.shape[1], size=env.num_envs), chosen)
            told_then.append(told[every, chosen])
            seen, rewards, ended, _, _ = env.step(hand[every, chosen])
            if seen["observation"][0, ROUND] != number or ended[0]:
                break
        played += env.num_envs * len(told_then)
        told_all = np.concatenate(told_then)
        ends = np.tile(rewards / SCALE, len(told_then))
        order = rng.permutation(len(ends))
        for some in np.array_split(order, max(1, len(order) // 1024)):
            error = network.learn(told_all[some], ends[some], rate=0.002 * (1 - 0.95 * progress))
    tell(f"{played:,} decisions in {spent:.0f} s of CPU time, error {error:.3f}")
    return network


class Trained:
    """The bot that was trained: it sees views as every bot does."""

    def __init__(self, seat: int, players: int, seed: int, network: Network | None = None) -> None:  # noqa: ARG002
        if players != PLAYERS:
            raise ValueError(f"it has learned the game for {PLAYERS} players only")
        self._network = Network().load(WEIGHTS) if network is None else network

    def choose(self, view: Any, budget: float) -> int:  # noqa: ARG002
        """Return the card the network likes best."""
        hand, chosen, _ = choose(self._network, observed(view)[None, :])
        return int(hand[0, chosen[0]]) + 1


def against_greedy(network: Network, games: int, seed: int = 7) -> float:
    """Return the share of wins of one against three greedy; a quarter is fair."""
    from tacit.games.mindup.bots.greedy import Greedy  # noqa: PLC0415

    won = 0.0
    for number in range(games):
        seat = number % PLAYERS
        game = tacit.new("mindup", players=PLAYERS, seed=seed * 100_000 + number // PLAYERS)
        bots = [Greedy(other, PLAYERS, 0) for other in range(PLAYERS)]
        bots[seat] = Trained(seat, PLAYERS, 0, network)  # type: ignore[call-overload]
        while not game.over:
            cards = [bot.choose(game.view(place), 0.05) for place, bot in enumerate(bots)]
            for place, card in enumerate(cards):
                game.play(place, Pick(seat=place, card=card))  # type: ignore[arg-type]
        best = [place == 1 for place in game.result["places"]]
        won += best[seat] / sum(best)
    return won / games


def main() -> None:
    """Train, keep what was learned, and say how good it is."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--minutes", type=float, default=3.0)
    parser.add_argument("--games", type=int, default=400, help="to measure it by; default 400")
    parser.add_argument("--seed", type=int, default=1)
    args = parser.parse_args()
    network = train(60 * args.minutes, seed=args.seed)
    network.save(WEIGHTS)
    share = against_greedy(network, args.games)
    print(f"one against three greedy: {share:.1%} of the wins in {args.games} games; fair is 25 %")


if __name__ == "__main__":
    main()
