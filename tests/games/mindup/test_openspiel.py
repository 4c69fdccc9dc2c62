"""Mind Up! in OpenSpiel: its own simulation test, observers, resampling, turns, search."""

import copy
import json
import pickle
import random
from pathlib import Path

import numpy as np
import pyspiel
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from open_spiel.python.algorithms import ismcts, mcts

from tacit.games.mindup.env.layout import observed
from tacit.games.mindup.env.openspiel import NAME, MindUpObserver, resample_in_turn
from tests.judge import mindup as judge

SEED = random.randrange(2**32)
PLAYTHROUGH = Path(__file__).parent / "python_mind_up.playthrough"
SMALL = {"players": 3, "objectives": 2, "rounds": 1}


def play(game, rng, turns=None, seen=lambda _: None):
    """Play at random to the end, or for this many turns."""
    state = game.new_initial_state()
    done = 0
    while not state.is_terminal():
        if state.is_chance_node():
            state.apply_action(rng.choice([outcome for outcome, _ in state.chance_outcomes()]))
            continue
        seen(state)
        if done == turns:
            break
        players = range(game.num_players())
        state.apply_actions([rng.choice(state.legal_actions(seat)) for seat in players])
        done += 1
    return state


@pytest.mark.parametrize("params", [{}, SMALL, {"players": 6, "objectives": 5, "rounds": 2}])
def test_random_sim_test(params):
    game = pyspiel.load_game(NAME, params)
    pyspiel.random_sim_test(game, num_sims=1, serialize=True, verbose=False)


@pytest.mark.parametrize("params", [{"objectives": 3}, {"players": 5, "objectives": 2}])
def test_random_episodes_are_the_reference_rules_games(params):
    print("seed", SEED)
    state = play(pyspiel.load_game(NAME, params), random.Random(SEED))
    sheet = json.loads(json.dumps(state.scoresheet()))
    assert judge.disagreements(sheet) == []
    best = [place == 1 for place in sheet["result"]["places"]]
    fair = 1 / len(best)
    assert state.returns() == pytest.approx([first / sum(best) - fair for first in best])


def test_observers_say_what_the_views_say():
    game = pyspiel.load_game(NAME, {"players": 3})
    kinds = pyspiel.IIGObservationType
    mine = game.make_py_observer(kinds(perfect_recall=False))
    public = game.make_py_observer(kinds(True, False, pyspiel.PrivateInfoType.NONE))

    def check(state):
        for seat in range(3):
            mine.set_from(state, seat)
            assert mine.tensor.tolist() == observed(state.view(seat)).tolist()
            assert json.loads(mine.string_from(state, seat))["hand"] == list(state.view(seat).hand)
            public.set_from(state, seat)
            assert public.tensor.tolist() == observed(state.view(None)).tolist()

    play(game, random.Random(SEED), seen=check)


def secrets_of(state, seat):
    """Return all that OpenSpiel tells a player of a state."""
    game = state.get_game()
    tensors = []
    for recall in (False, True):
        observer = game.make_py_observer(pyspiel.IIGObservationType(perfect_recall=recall))
        observer.set_from(state, seat)
        tensors += [observer.tensor.tolist(), observer.string_from(state, seat)]
    return (
        tensors,
        state.information_state_string(seat),
        state.observation_string(seat),
        state.legal_actions(seat),
        state.to_observation_struct(seat).to_json(),
        state.returns(),
    )


@settings(max_examples=30)
@given(st.integers(0, 2**32))
def test_a_resampled_state_is_another_world_the_player_cannot_tell_apart(seed):
    rng = random.Random(seed)
    params = {"players": rng.choice((3, 4)), "objectives": rng.randrange(4)}
    game = pyspiel.load_game(NAME, params)
    state = play(game, rng, turns=rng.randrange(16))
    seat = rng.randrange(params["players"])
    other = state.resample_from_infostate(seat, random.Random(seed).random)
    assert secrets_of(other, seat) == secrets_of(state, seat)
    again = other.resample_from_infostate(seat, random.Random(7).random)
    here = state.resample_from_infostate(seat, random.Random(7).random)
    assert again.history() == here.history(), "the sample depends on what the player cannot know"


def test_resampled_hands_are_really_others():
    rng = random.Random(3)
    state = play(pyspiel.load_game(NAME), rng, turns=2)
    hands = {
        state.resample_from_infostate(0, random.Random(number).random).table.state.hands
        for number in range(20)
    }
    assert len(hands) == 20
    assert {mine[0] for mine in hands} == {state.table.state.hands[0]}


def test_clones_pickles_and_texts():
    game = pyspiel.load_game(NAME, SMALL)
    state = play(game, random.Random(1), turns=3)
    clone = state.clone()
    legal = [clone.legal_actions(seat)[0] for seat in range(3)]
    clone.apply_actions(legal)
    assert len(state.legal_actions(0)) == len(clone.legal_actions(0)) + 1
    assert str(pickle.loads(pickle.dumps(state))) == str(state)
    again = game.deserialize_state(state.serialize())
    assert str(again) == str(state)
    assert again.to_struct().to_json() == state.to_struct().to_json()
    struct = state.action_to_struct(0, legal[0])
    assert state.struct_to_actions(struct) == [legal[0]]


def test_search_plays_it_in_turns():
    """ISMCTS on the game loaded as turn-based."""
    game = pyspiel.convert_to_turn_based(pyspiel.load_game(NAME, SMALL))
    rng = np.random.RandomState(5)
    bot = ismcts.ISMCTSBot(
        game=game,
        uct_c=1.0,
        evaluator=mcts.RandomRolloutEvaluator(1, rng),
        max_simulations=6,
        random_state=rng,
    )
    bot.set_resampler(lambda state, player: resample_in_turn(state, player, rng.random_sample))
    state = game.new_initial_state()
    while not state.is_terminal():
        if state.is_chance_node():
            outcomes, _ = zip(*state.chance_outcomes(), strict=True)
            state.apply_action(int(rng.choice(outcomes)))
        elif state.current_player() == 1:
            action = bot.step(state)
            assert action in state.legal_actions()
            state.apply_action(action)
        else:
            state.apply_action(int(rng.choice(state.legal_actions())))
    assert sum(state.returns()) == pytest.approx(0)


def playthrough():
    """Return a game told step by step as OpenSpiel shows it."""
    lines = []
    game = pyspiel.load_game(NAME, SMALL)

    def show(state):
        lines.append(str(state))
        for seat in range(3):
            lines.append(f"p{seat} sees {state.observation_tensor(seat)}")
            lines.append(f"p{seat} may {state.legal_actions(seat)}")

    final = play(game, random.Random(11), seen=show)
    lines += [str(final), f"returns {final.returns()}", f"history {final.history()}"]
    return "\n".join(lines) + "\n"


def test_the_playthrough_is_as_it_was_kept():
    """`python -m tests.games.mindup.test_openspiel` writes it anew."""
    assert playthrough() == PLAYTHROUGH.read_text()


if __name__ == "__main__":
    PLAYTHROUGH.write_text(playthrough())


def random_steps(state, number, seed):
    """Play on at random, a game after another; return all that was seen on the way."""
    rng, told = random.Random(seed), []
    for _ in range(number):
        if state.is_terminal():
            state = state.get_game().new_initial_state()
        if state.is_chance_node():
            state.apply_action(rng.choice(state.legal_actions()))
        else:
            state.apply_actions([rng.choice(state.legal_actions(seat)) for seat in range(3)])
        told.append(str(state))
    return told


@pytest.mark.parametrize(
    "copied", [copy.deepcopy, lambda one: one.clone(), lambda one: pickle.loads(pickle.dumps(one))]
)
def test_a_copied_state_goes_on_as_its_original_and_neither_moves_the_other(copied):
    state = pyspiel.load_game("python_mind_up(objectives=2)").new_initial_state()
    random_steps(state, 40, 1)
    before, other = str(state), copied(state)
    told = random_steps(state, 1000, 2)
    assert str(other) == before
    assert random_steps(other, 1000, 2) == told


@pytest.mark.parametrize("copied", [copy.deepcopy, lambda one: pickle.loads(pickle.dumps(one))])
def test_a_copied_observer_writes_into_its_own_pieces(copied):
    game = pyspiel.load_game("python_mind_up")
    state = game.new_initial_state()
    random_steps(state, 60, 1)
    observer = MindUpObserver(3, pyspiel.IIGObservationType(perfect_recall=True), None)
    other = copied(observer)
    other.set_from(state, 1)
    assert not observer.tensor.any()
    observer.set_from(state, 1)
    assert (other.tensor == observer.tensor).all()
    assert all((other.dict[name] == piece).all() for name, piece in observer.dict.items())
    assert other.tensor.any()
