"""Random games in other people's environments, driven from Python as their manuals do it.

Runs in an environment of its own: `python python_peers.py goofspiel`, `rps`, `holdem` or `leduc`.
Prints decisions a second as JSON; where a peer can be driven in several ways, its fastest. `leduc`
is Pgx's, compiled by JAX for the CPU, with as many games at once as a second word says.
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
    decisions, begin = 0, time.process_time()  # other programs on the machine do not count
    while (spent := time.process_time() - begin) < SECONDS:
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


def holdem() -> Game:
    from pettingzoo.classic import texas_holdem_v4

    env = texas_holdem_v4.env(num_players=4)

    def play() -> int:
        env.reset(seed=1)
        decisions = 0
        for agent in env.agent_iter():
            seen, _, ended, cut, _ = env.last()
            over = ended or cut
            env.step(None if over else env.action_space(agent).sample(seen["action_mask"]))
            decisions += not over
        return decisions

    return play


def leduc() -> Game:
    """Drive a batch of games with legal random actions, restarted when they end."""
    import jax
    import jax.numpy as jnp
    import pgx
    from pgx.experimental import auto_reset

    games = int(sys.argv[2]) if len(sys.argv) > 2 else 4096
    env = pgx.make("leduc_holdem")
    begin = jax.jit(jax.vmap(env.init))
    state = begin(jax.random.split(jax.random.PRNGKey(1), games))

    @jax.jit
    def advance(state, key):  # noqa: ANN001, ANN202
        key, choose, again = jax.random.split(key, 3)
        logits = jnp.log(state.legal_action_mask.astype(jnp.float32))
        actions = jax.random.categorical(choose, logits, axis=1)
        keys = jax.random.split(again, games)
        return jax.vmap(auto_reset(env.step, env.init))(state, actions, keys), key

    kept = [state, jax.random.PRNGKey(2)]

    def play() -> int:
        for _ in range(10):
            kept[0], kept[1] = advance(kept[0], kept[1])
        jax.block_until_ready(kept[0].observation)
        return 10 * games

    return play


PEERS: dict[str, tuple[Callable[[], Game], ...]] = {
    "goofspiel": (lambda: goofspiel(2), lambda: goofspiel(4)),
    "rps": (rps_in_turn, rps_at_once),
    "holdem": (holdem,),
    "leduc": (leduc,),
}

if __name__ == "__main__":
    print(json.dumps(max(rate(make()) for make in PEERS[sys.argv[1]])))
