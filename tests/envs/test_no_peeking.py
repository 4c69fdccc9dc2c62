"""No environment tells a seat what it may not know.

As in tests/properties: a game and another one that a seat could not tell from it are both played
through the environments. All that reaches the seat has to be the same.
"""

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tacit.envs import mindup_batch as batch
from tacit.envs.extreme_parallel import ExtremeParallel
from tacit.envs.mindup_mirror import Mirror
from tacit.envs.mindup_parallel import MindUpParallel
from tacit.envs.mindup_vector import MindUpVector
from tacit.games import extreme, mindup
from tacit.games.mindup import Revealed, packed
from tacit.games.rulebook import settle
from tests.properties.test_no_peeking import two_worlds

seeds = st.integers(0, 2**32)


def dealt(setup):
    """Return the packed table of a game that has just been dealt."""
    return packed.from_state(settle(mindup.initial(setup), [], mindup.follows, mindup.evolve))


def turns(table):
    """Return the cards of each turn that was played."""
    return [event.plays for event in table.log if isinstance(event, Revealed)]


def told_at_once(table, seat, **options):
    """Return all that a parallel environment tells a seat of a game."""
    setup = table.state.setup
    out = len(setup.objectives[0])
    env = MindUpParallel(players=setup.players, objectives=out, render_mode="ansi", **options)
    env.reset(seed=1)
    env._batch.states[0] = env._dealt = dealt(setup)
    env._mirror = Mirror(env._dealt)
    agent = f"player_{seat}"
    told = []
    for cards in turns(table):
        actions = {one: card - 1 for one, card in zip(env.agents, cards, strict=True)}
        seen, rewards, ended, cut, infos = env.step(actions)
        mine = () if seat is None else (part[agent] for part in (seen, rewards, ended, cut, infos))
        told.append([plain(part) for part in (*mine, env.state(), env.render())])
    return told


def plain(part):
    if isinstance(part, dict):
        return {name: plain(one) for name, one in part.items()}
    return part.tolist() if isinstance(part, np.ndarray) else part


@given(seeds)
def test_a_parallel_environment_of_mind_up_tells_the_same_in_both_worlds(seed):
    seat, table, other = two_worlds(mindup, seed)
    assert told_at_once(table, seat) == told_at_once(other, seat)


def test_a_leak_would_be_noticed():
    """The full state, for critics that may know all, is such a leak."""
    for seed in range(20):
        seat, table, other = two_worlds(mindup, seed)
        here, there = (told_at_once(one, seat, full_state=True) for one in (table, other))
        if here != there:
            return
    pytest.fail("nobody noticed")


def told_in_rows(table, seat):
    """Return all that a vector environment tells a seat of a game, in its row."""
    setup = table.state.setup
    players, out = setup.players, len(setup.objectives[0])
    env = MindUpVector(2 * players, players=players, objectives=out, reward="lead", copy=True)
    env.reset(seed=1)
    env._batch.states[1] = dealt(setup)
    row = players + seat
    told = []
    for cards in turns(table):
        actions = np.concatenate([np.zeros(players, int), np.array(cards) - 1])
        seen, rewards, ended, cut, infos = env.step(actions)
        rows = (*seen.values(), rewards, ended, cut, infos["illegal"])
        told.append([part[row].tolist() for part in rows])
    return told


@given(seeds)
def test_a_vector_environment_tells_the_same_in_both_worlds(seed):
    seat, table, other = two_worlds(mindup, seed)
    if seat is not None:
        assert told_in_rows(table, seat) == told_in_rows(other, seat)


def told_in_time(table, seat, form):
    """Return all that an environment of The Mind Extreme tells a seat at this point of a game."""
    env = ExtremeParallel(players=table.state.players, form=form, render_mode="ansi")
    env.reset(seed=1)
    env._table.state, env._table.now = table.state, table.state.now + 1234
    picture = ExtremeParallel.render
    told = [plain(env.state()), picture(env)]
    if seat is not None:
        told.append(plain(env._observations()[f"player_{seat}"]))
        told.append(env.table.allowed(seat) if not table.over else ())
    return told


@pytest.mark.parametrize("form", ["delay", "tick"])
@settings(max_examples=2 * settings.default.max_examples)
@given(seeds)
def test_environments_of_the_mind_extreme_tell_the_same_in_both_worlds(form, seed):
    seat, table, other = two_worlds(extreme, seed)
    assert told_in_time(table, seat, form) == told_in_time(other, seat, form)


def test_drawing_actions_depends_on_nothing_but_the_hand():
    """The generator goes on by the same steps whatever the hidden cards are."""
    _, table, other = two_worlds(mindup, 3)
    players = table.state.players
    after = []
    for one in (table, other):
        states = dealt(one.state.setup)[None, :]
        after.append(batch.random_actions(states, players, 7, np.zeros(players, np.int64)))
    assert after[0] == after[1]
