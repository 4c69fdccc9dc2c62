"""Compile ahead what the tests need compiled, to be kept: `python -m tests.warm`."""

import tacit
from tacit.core.rulebook import Seat
from tacit.games import mindup
from tacit.games.extreme.arena import compiled
from tacit.games.extreme.env.vector import ExtremeVector
from tacit.games.mindup.bots import warm
from tacit.games.mindup.bots.raven import hand_training, policy_training
from tacit.games.mindup.bots.swift_training import train
from tacit.games.mindup.env.vector import MindUpVector
from tacit.games.mindup.review.review import judge, pick_of
from tacit.review.reviewing import Depth


def main() -> None:
    """Ask the strong bots for a card, weigh one, and let all else that is compiled play a bit."""
    warm.main()
    table = tacit.new("mindup", players=4, seed=1).state
    judge(pick_of(table, Seat(0), table.hands[0][0]), 0, Depth(deals=2))
    compiled.play(("adaptive", "human-14"), ["warm"], endless=0)
    # Each number of players is compiled apart.
    tables = [MindUpVector(players, players=players) for players in mindup.PLAYERS]
    for env in (*tables, ExtremeVector(2)):
        env.reset(seed=1)
        env.random_actions(1)
        env.step(env.actions)
    train(1, 1)
    hand_training.learn(1, 1)
    policy_training.learn(1, 1, 1)


if __name__ == "__main__":
    main()
