"""What takes too long for `make test`: `python -m tests.envs.proof`.

Trains the example for minutes and asks whether it beats greedy; plays many random episodes of the
vector environments beside the reference rules; and compares ticks with delays on many games.
"""

from __future__ import annotations

import argparse
import random
import sys

import numpy as np

from tacit.games.extreme.env.parallel import ExtremeParallel
from tacit.games.extreme.env.vector import ExtremeVector
from tacit.games.mindup.env.layout import observed
from tacit.games.mindup.env.mirror import Mirror
from tacit.games.mindup.env.vector import MindUpVector
from tests.games.extreme import test_vector_env as vector_tests
from tests.games.extreme import test_virtual_time as time_tests
from tests.test_examples import example


def vector_is_the_reference(games: int, seed: int) -> None:
    """Play random games of every kind beside the reference, every number compared."""
    for players in (3, 4, 5, 6):
        for objectives in range(6):
            rng = np.random.default_rng((seed, players, objectives))
            env = MindUpVector(
                games * players, players=players, objectives=objectives, reward="points"
            )
            seen, _ = env.reset(seed=seed)
            mirrors = [Mirror(state) for state in env.states]
            while mirrors[0].state.ended is None:
                for row in range(env.num_envs):
                    view = mirrors[row // players].view(row % players)
                    assert seen["observation"][row].tolist() == observed(view).tolist()
                mask = seen["action_mask"]
                actions = (mask * rng.random(mask.shape)).argmax(axis=1)
                seen, *_ = env.step(actions)
                for mirror, cards in zip(mirrors, actions.reshape(-1, players) + 1, strict=True):
                    mirror.turn(cards.tolist())
    print(f"vector environment: {24 * games} games, every observation as the rules have it")


def vector_is_virtual_time(steps: int, seed: int) -> None:
    """Play The Mind Extreme beside the readable environment, every number compared."""
    rng = random.Random(seed)
    for players in (2, 3, 4):
        for form in ("delay", "tick"):
            options = {"form": form, "reward": "levels", "max_cycles": 2000}
            env = ExtremeVector(20 * players, players=players, **options)
            vector_tests.played_beside(env, steps, rng, **options)
    print(f"vector environment of The Mind Extreme: {6 * 20 * steps} steps, every number equal")


def ticks_are_delays(games: int, seed: int) -> None:
    """Compare the two forms of The Mind Extreme."""
    for number in range(games):
        players = 2 + number % 3
        common = {"players": players, "tick_ms": time_tests.TICK, "max_cycles": None}
        longest = time_tests.LONGEST + 1
        delays = ExtremeParallel(form="delay", delays=longest, **common)
        ticks = ExtremeParallel(form="tick", **common)
        here = time_tests.played(delays, seed + number, time_tests.by_delays)
        assert here == time_tests.played(ticks, seed + number, time_tests.by_ticks), number
    print(f"The Mind Extreme: {games} games, the same by ticks and by delays")


def training_beats_greedy(minutes: float, games: int) -> bool:
    """Train the example and measure it."""
    self_play = example("self_play")
    network = self_play.train(60 * minutes)
    share = self_play.against_greedy(network, games)
    print(f"self-play after {minutes:g} min: {share:.1%} against three greedy, {games} games")
    return share > 0.25 + 1.96 * (0.25 * 0.75 / games) ** 0.5


def main() -> None:
    """Prove all of it."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--seed", type=int, default=random.randrange(2**32))
    parser.add_argument("--games", type=int, default=40)
    parser.add_argument("--minutes", type=float, default=3.0)
    args = parser.parse_args()
    print("seed", args.seed)
    vector_is_the_reference(args.games, args.seed)
    vector_is_virtual_time(25 * args.games, args.seed)
    ticks_are_delays(10 * args.games, args.seed)
    if not training_beats_greedy(args.minutes, 800):
        sys.exit("the example does not beat greedy")


if __name__ == "__main__":
    main()
