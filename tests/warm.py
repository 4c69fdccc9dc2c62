"""Compile ahead what the tests need compiled, to be kept: `python -m tests.warm`."""

import tacit
from tacit.bots import warm
from tacit.bots.swift_training import train
from tacit.envs.extreme_vector import ExtremeVector
from tacit.envs.mindup_vector import MindUpVector
from tacit.games.rulebook import Seat
from tacit.review.depth import Depth
from tacit.review.mindup_review import judge, pick_of
from tacit.twin import teams


def main() -> None:
    """Ask the strong bots for a card, weigh one, and let all else that is compiled play a bit."""
    warm.main()
    table = tacit.new("mindup", players=4, seed=1).state
    judge(pick_of(table, Seat(0), table.hands[0][0]), 0, Depth(deals=2))
    teams.play(("adaptive", "human-14"), ["warm"], endless=0)
    for env in (MindUpVector(3, players=3), ExtremeVector(2)):
        env.reset(seed=1)
        env.random_actions(1)
        env.step(env.actions)
    train(1, 1)


if __name__ == "__main__":
    main()
