"""No environment tells a seat what it may not know.

As in tests/properties: a game and another one that a seat could not tell from it are both played
through the environments. All that reaches the seat has to be the same.
"""

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tacit.core.rulebook import settle
from tacit.games import extreme, mindup
from tacit.games.extreme.bots.numbers import NOBODY
from tacit.games.extreme.bots.playtime import played
from tacit.games.extreme.env.layout import observed as observed_extreme
from tacit.games.extreme.env.parallel import ExtremeParallel
from tacit.games.extreme.env.table import new_games
from tacit.games.extreme.env.vector import ExtremeVector
from tacit.games.mindup import Revealed
from tacit.games.mindup.env import batch
from tacit.games.mindup.env.mirror import Mirror
from tacit.games.mindup.env.parallel import MindUpParallel
from tacit.games.mindup.env.vector import MindUpVector
from tacit.games.mindup.kernel import packed
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


def at_a_table(state, now):
    """Return the lean record of a state of The Mind Extreme, as the vector environment has it."""
    (game,) = found = new_games(1, state.players)
    colour = dict(zip(extreme.Colour, range(2), strict=True))
    game["lives"], game["stars"], game["level"] = state.lives, state.stars, state.level
    game["phase"], game["now"] = tuple(extreme.Phase).index(state.phase), now
    game["blind"] = [one in state.blind for one in extreme.Colour]
    game["turned"] = bool(state.turned)
    for seat, hand in enumerate(state.hands):
        game["left"][seat] = len(hand)
        vote, chosen = state.votes[seat], state.chosen[seat]
        game["votes"][seat] = NOBODY if vote is None else vote
        game["chosen"][seat] = NOBODY if chosen is None else colour[extreme.COLOUR[chosen]]
        for one, number in colour.items():
            cards = sorted(extreme.POSITION[card] for card in hand if extreme.COLOUR[card] is one)
            game["hands"][seat, number, : len(cards)] = cards
    for here, laid in enumerate(state.laid):
        game["laid_seat"][here], game["laid_colour"][here] = laid.seat, colour[laid.colour]
        game["laid_card"][here] = extreme.POSITION[laid.card]
        game["laid_played"][here] = played(state.pauses, laid.at)
    for here, (seat, card) in enumerate(state.aside):
        game["aside_seat"][here], game["aside_card"][here] = seat, extreme.POSITION[card]
        game["aside_colour"][here] = colour[extreme.COLOUR[card]]
    game["laid"], game["aside"] = len(state.laid), len(state.aside)
    game["played"] = played(state.pauses, now)
    return found


ASKED = (extreme.Phase.PLAYING, extreme.Phase.VOTING, extreme.Phase.CHOOSING, extreme.Phase.OVER)


def told_thousandfold(table, seat):
    """Return all that the vector environment tells a seat of The Mind Extreme, and what it may do.

    Then everybody waits: what comes of that is told, too.
    """
    state, players = table.state, table.state.players
    env = ExtremeVector(2 * players, players=players, copy=True, delays=9)
    env.reset(seed=1)
    arrays = env._pages[0].arrays
    arrays.games[1] = at_a_table(state, state.now + 1234)[0]
    row = players + seat
    env._begin(env._pages[0], np.array([True, False]))
    told = [part[row].tolist() for part in env._pages[0].seen.values()]
    if state.phase in ASKED[:2]:
        seen, rewards, ended, cut, infos = env.step(np.full(2 * players, env.action(0, 5)))
        rows = (*seen.values(), rewards, ended, cut, infos["illegal"], infos["too_late"])
        told += [part[row].tolist() for part in rows]
    return told


@settings(max_examples=2 * settings.default.max_examples)
@given(seeds)
def test_a_vector_environment_of_the_mind_extreme_tells_the_same_in_both_worlds(seed):
    seat, table, other = two_worlds(extreme, seed)
    if seat is None or table.state.phase not in ASKED:
        return
    here = told_thousandfold(table, seat)
    assert here == told_thousandfold(other, seat)
    expected = observed_extreme(extreme.view(table.state, seat), table.state.now + 1234)
    assert here[0] == expected.tolist()


def test_a_leak_of_the_vector_environment_would_be_noticed():
    """Whole records are such a leak."""
    for seed in range(40):
        _, table, other = two_worlds(extreme, seed)
        if at_a_table(table.state, 0) != at_a_table(other.state, 0):
            return
    pytest.fail("nobody noticed")


def test_drawing_actions_depends_on_nothing_but_the_hand():
    """The generator goes on by the same steps whatever the hidden cards are."""
    _, table, other = two_worlds(mindup, 3)
    players = table.state.players
    after = []
    for one in (table, other):
        states = dealt(one.state.setup)[None, :]
        after.append(batch.random_actions(states, players, 7, np.zeros(players, np.int64)))
    assert after[0] == after[1]
