"""Random games in other people's environments, driven from Python as their manuals do it.

Runs in an environment of its own: `python python_peers.py goofspiel` or `rps`. Prints decisions a
second as JSON; where a peer can be driven in several ways, its fastest.
"""

from __future__ import annotations

import json
import random
import sys
import time
from collections.abc import Callable

SECONDS = 2.0
Game = Callable[[], int]


def rate(game: Game) -> float:
    """Return decisions a second; a game returns how many it took."""
    game()
    decisions, begin = 0, time.perf_counter()
    while (spent := time.perf_counter() - begin) < SECONDS:
        decisions += game()
    return decisions / spent


def goofspiel(players: int) -> Game:
    import pyspiel

    game = pyspiel.load_game("goofspiel", {"players": players})
    draw = random.Random(1).random

    def play() -> int:
        state, decisions = game.new_initial_state(), 0
        while not state.is_terminal():
            if state.is_chance_node():
                outcomes = state.chance_outcomes()
                state.apply_action(outcomes[int(draw() * len(outcomes))][0])
                continue
            actions = []
            for player in range(players):
                legal = state.legal_actions(player)
                actions.append(legal[int(draw() * len(legal))])
            state.apply_actions(actions)
            decisions += players
        return decisions

    return play


def rps_in_turn() -> Game:
    from pettingzoo.classic import rps_v2

    env = rps_v2.env(max_cycles=500)
    draw = random.Random(1).random

    def play() -> int:
        env.reset(seed=1)
        decisions = 0
        for agent in env.agent_iter():
            _, _, ended, cut, _ = env.last()
            env.step(None if ended or cut else int(draw() * env.action_space(agent).n))
            decisions += not (ended or cut)
        return decisions

    return play


def rps_at_once() -> Game:
    from pettingzoo.classic import rps_v2

    env = rps_v2.parallel_env(max_cycles=500)
    draw = random.Random(1).random

    def play() -> int:
        env.reset(seed=1)
        decisions = 0
        while env.agents:
            decisions += len(env.agents)
            env.step({agent: int(draw() * env.action_space(agent).n) for agent in env.agents})
        return decisions

    return play


PEERS: dict[str, tuple[Callable[[], Game], ...]] = {
    "goofspiel": (lambda: goofspiel(2), lambda: goofspiel(4)),
    "rps": (rps_in_turn, rps_at_once),
}

if __name__ == "__main__":
    print(json.dumps(max(rate(make()) for make in PEERS[sys.argv[1]])))
