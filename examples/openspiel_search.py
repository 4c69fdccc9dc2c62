"""Search from OpenSpiel (ISMCTS) against random players, on Mind Up! loaded as turn-based."""

from __future__ import annotations

import numpy as np
import pyspiel
from open_spiel.python.algorithms import ismcts, mcts

from tacit.games.mindup.env.openspiel import NAME, resample_in_turn


def play(simulations: int, seed: int, rounds: int = 1) -> list[float]:
    """Play one game with the search in seat 0, and return each seat's share of the win."""
    params = {"players": 3, "rounds": rounds}
    game = pyspiel.convert_to_turn_based(pyspiel.load_game(NAME, params))
    rng = np.random.RandomState(seed)
    bot = ismcts.ISMCTSBot(
        game=game,
        uct_c=0.5,
        evaluator=mcts.RandomRolloutEvaluator(1, rng),
        max_simulations=simulations,
        random_state=rng,
    )
    bot.set_resampler(lambda state, player: resample_in_turn(state, player, rng.random_sample))
    state = game.new_initial_state()
    while not state.is_terminal():
        if state.is_chance_node():
            outcomes = [outcome for outcome, _ in state.chance_outcomes()]
            state.apply_action(int(rng.choice(outcomes)))
        elif state.current_player() == 0:
            state.apply_action(bot.step(state))
        else:
            state.apply_action(int(rng.choice(state.legal_actions())))
    return state.returns()


if __name__ == "__main__":
    shares = [play(simulations=50, seed=seed)[0] for seed in range(20)]
    print(f"search in seat 0: {np.mean(shares):+.2f} of the win above the fair share, 20 games")
