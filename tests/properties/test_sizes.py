"""States, views and steps of a tape grow with what is on the table, not with what was ever asked.

Everybody is as stubborn as can be: they stop, ask for stars, refuse them, take cards back, and ask
for what is not allowed, over and over. A failure prints its seed.
"""

import random
from itertools import pairwise
from pathlib import Path

import msgspec
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from msgspec.structs import replace

from tacit.core.chance import Chance, mix
from tacit.core.plug import look_again, rulebook
from tacit.games import extreme
from tacit.games.extreme.bots.playtime import played, resumed
from tacit.log.replay import Replay
from tacit.table.past.tape import tape
from tests.properties.attempts import absurd, conceivable
from tests.properties.players import BOTH, Table, Whim, clock, some_setup

OTHERS = Path(__file__).parents[1] / "others"
seeds = st.integers(0, 2**32)
FEW = settings(max_examples=max(2, settings.default.max_examples // 5))

ACTIONS = 1500
LONGEST_REFUSAL = 200
LATEST = 2**53 - 1
"""Times are at most so large: the whole numbers that every reader of JSON agrees on."""


class Bounds(msgspec.Struct):
    """Bytes of JSON."""

    state: int
    view: int
    step: int


# What the largest table can need. The Mind Extreme has 32 cards in a level: laid, by whom and when
# (60 bytes each), with a stop of play before each of them and after the last (90), and if all are
# turned over at least 496 times one that overtook another (9), in the view and again in the event.
# Mind Up! has 60 cards, by three rounds; Dibs has 24.
BOUNDS = {
    "mindup": Bounds(state=9_000, view=6_000, step=8_000),
    "extreme": Bounds(state=12_000, view=12_000, step=20_000),
    "dibs": Bounds(state=1_000, view=500, step=1_000),
}


@pytest.fixture(params=BOUNDS, scope="module")
def rules(request):
    """Each game; the toy game is installed for these tests only."""
    with pytest.MonkeyPatch.context() as patch:
        patch.syspath_prepend(str(OTHERS))
        look_again()
        yield rulebook(request.param)
    look_again()


def brings_on(action):
    """Tell whether an action brings a game nearer to its end."""
    if isinstance(action, extreme.Vote):
        return action.agree
    return hasattr(action, "card") or type(action).__name__ == "Pass"


def stubborn(rules, state, rng, will):
    """Choose an action that is allowed, rarely one that brings the game on."""
    seats = range(len(state.hands))
    options = [action for seat in seats for action in rules.legal(state, seat)]
    return rng.choices(options, [1 if brings_on(action) else will for action in options])[0]


def long_game(rules, rng):
    """Play on for long; return the table, and a replay of what happened."""
    how = rules.Settings(players=rng.choice(rules.PLAYERS))
    seed = rng.randbytes(32)
    table = Table(rules, rules.draw(how, Chance(mix(seed, ()))))
    if rules in BOTH:
        Whim(rng, care=1).play(table, actions=rng.randrange(400 if rules is extreme else 60))
    now = rng.choice((clock(rules, table.state), LATEST - 40 * ACTIONS))
    will = rng.choice((3, 30, 1000))
    for _ in range(ACTIONS):
        if table.over:
            break
        now += rng.choice((0, 1, 40))
        table.act(replace(stubborn(rules, table.state, rng, will), at=now))
    names = tuple(f"Nicholas Called {seat}" for seat in range(how.players))
    return table, Replay(rules, how, names, (), seed, tuple(table.log), None)


def size(value):
    return len(msgspec.json.encode(value))


@FEW
@given(seed=seeds)
def test_a_state_a_view_and_a_step_of_a_tape_are_bounded(rules, seed):
    table, replay = long_game(rules, random.Random(seed))
    bounds = BOUNDS[rules.NAME]
    seats = (None, *range(len(table.state.hands)))
    for state in (*table.before, table.state):
        assert size(state) <= bounds.state
        assert all(size(rules.view(state, seat)) <= bounds.view for seat in seats)
    for seat in seats:
        told = tape(replay, seat)
        assert all(len(bytes(step.told)) <= bounds.step for step in told.steps)


@FEW
@given(seed=seeds)
def test_a_refused_action_changes_nothing_and_its_answer_is_short(rules, seed):
    rng = random.Random(seed)
    table, _ = long_game(rules, rng)
    for state in rng.sample(table.before, min(50, len(table.before))):
        for action in refusable(rules, state):
            refused = rules.refusal(state, action)
            assert refused is None or size(refused) < LONGEST_REFUSAL


def refusable(rules, state):
    """Return actions that are mostly refused."""
    now = getattr(state, "now", 0)
    if rules.NAME == "dibs":
        return [rules.Dibs(0, 77, now), rules.Pass(0, now), rules.Ready(0, now)]
    return [*conceivable(rules, 0, now), *absurd(rules, 0, now)]


@FEW
@given(seed=seeds)
def test_what_is_kept_of_pauses_tells_the_same_time_of_play_as_all_of_them(seed):
    """Bots and reviews count time of play up to each card, and since play went on last."""
    table, _ = long_game(extreme, random.Random(seed))
    states = [*table.before, table.state]
    every = ()
    for before, after in pairwise(states):
        if not after.pauses:
            every = ()
        elif after.pauses is not before.pauses:
            every = (*every, after.pauses[-1])
        assert resumed(after.pauses) == resumed(every)
        for at in (*(laid.at for laid in after.laid), after.now, after.now + 5):
            assert played(after.pauses, at) == played(every, at)
    assert len(every) >= len(table.state.pauses)


def test_a_star_refused_a_thousand_times_leaves_no_more_than_one_refused_once():
    rng = random.Random(3)
    table = Whim(rng, care=1).play(Table(extreme, some_setup(extreme, rng)), actions=40)
    while table.state.phase is not extreme.Phase.PLAYING:
        table.act(Whim(rng, care=1).action(extreme, table.state))
    sizes = []
    for number in range(1000):
        now = table.state.now + 1
        table.act(extreme.ProposeStar(seat=0, at=now))
        table.act(extreme.Vote(seat=1, agree=False, at=now))
        sizes.append(size(extreme.view(table.state, 0)))
        assert table.state.phase is extreme.Phase.PLAYING, number
    assert sizes[-1] - sizes[0] <= DIGITS


DIGITS = 32
"""By which a view may grow because its clock has more of them."""
