"""A copied environment goes on like its original, and neither moves the other."""

import copy
import pickle
import sys

import gymnasium
import numpy as np
import pettingzoo
import pytest
from hypothesis import settings

import tacit.envs  # noqa: F401  # registers them
from tacit.games.extreme.env.parallel import ExtremeParallel
from tacit.games.extreme.env.single import ExtremeSingle
from tacit.games.extreme.env.vector import ExtremeVector
from tacit.games.mindup.env.parallel import MindUpParallel
from tacit.games.mindup.env.single import MindUpSingle
from tacit.games.mindup.env.vector import MindUpVector

STEPS = 10 * settings.default.max_examples
"""Many games, a thousand steps with the long profile of `make simulate`."""
COPIES = [copy.deepcopy, lambda one: pickle.loads(pickle.dumps(one))]
copies = pytest.mark.parametrize("copied", COPIES, ids=["deepcopy", "pickle"])


def same(one, other):
    """Compare what environments return, arrays and all."""
    if isinstance(one, dict):
        return one.keys() == other.keys() and all(same(one[key], other[key]) for key in one)
    if isinstance(one, (tuple, list)):
        return len(one) == len(other) and all(map(same, one, other))
    if isinstance(one, np.ndarray) and one.dtype == object:
        return same(list(one), list(other))
    if isinstance(one, np.ndarray):
        return np.array_equal(one, other)
    return one == other


def legal(seen, rng):
    return int(rng.choice(np.flatnonzero(seen["action_mask"])))


class Parallel:
    """A parallel environment, driven by a legal action of each agent."""

    def __init__(self, make):
        self.env = make()
        self.seen = self.env.reset(seed=5)[0]

    def step(self, rng):
        if not self.env.agents:
            self.seen, _ = self.env.reset()
            return self.seen
        found = self.env.step({agent: legal(self.seen[agent], rng) for agent in self.env.agents})
        self.seen = found[0]
        return found


class InTurn:
    """An environment in which one agent follows the other."""

    def __init__(self, make):
        self.env = make()
        self.env.reset(seed=5)

    def step(self, rng):
        if not self.env.agents:
            self.env.reset()
        seen, *rest = self.env.last()
        self.env.step(None if rest[1] or rest[2] else legal(seen, rng))
        return seen, rest


class Single:
    """One seat, driven by its legal actions."""

    def __init__(self, make):
        self.env = make()
        self.seen = self.env.reset(seed=5)[0]
        self.over = False

    def step(self, rng):
        if self.over:
            self.seen, self.over = self.env.reset()[0], False
            return self.seen
        found = self.env.step(legal(self.seen, rng))
        self.seen, self.over = found[0], found[2] or found[3]
        return found


class Vector:
    """Many games at once, driven by random actions."""

    def __init__(self, make):
        self.env = make()
        self.env.reset(seed=5)

    def step(self, rng):
        self.env.random_actions(int(rng.integers(2**63)))
        return copy.deepcopy(self.env.step(self.env.actions))


DRIVEN = {
    "mindup parallel": (Parallel, lambda: MindUpParallel(objectives=2)),
    "mindup parallel, bots": (Parallel, lambda: MindUpParallel(bots={1: "linnet", 2: "random"})),
    "mindup in turn": (InTurn, lambda: pettingzoo.make("aec", "tacit/mindup-v0")),
    "mindup single": (Single, MindUpSingle),
    "mindup made": (Single, lambda: gymnasium.make("tacit/MindUp-v0", bots="swift")),
    "mindup vector": (Vector, lambda: MindUpVector(12)),
    "mindup vector, same step": (Vector, lambda: MindUpVector(12, autoreset_mode="SameStep")),
    "mindup vector, copies": (Vector, lambda: MindUpVector(12, copy=True)),
    "extreme parallel": (Parallel, ExtremeParallel),
    "extreme parallel, bots": (Parallel, lambda: ExtremeParallel(players=3, bots={1: "adaptive"})),
    "extreme in turn": (InTurn, lambda: pettingzoo.make("aec", "tacit/extreme-v0")),
    "extreme single": (Single, ExtremeSingle),
    "extreme made": (Single, lambda: gymnasium.make("tacit/Extreme-v0", form="tick")),
    "extreme vector": (Vector, lambda: ExtremeVector(12)),
    "extreme vector, same step": (Vector, lambda: ExtremeVector(12, autoreset_mode="SameStep")),
}
driven = pytest.mark.parametrize("name", DRIVEN)


def begun(name, steps=30):
    """Return an environment in the middle of a game."""
    drive, make = DRIVEN[name]
    one, rng = drive(make), np.random.default_rng(1)
    for _ in range(steps):
        one.step(rng)
    return one


def run(driver, seed, steps):
    rng = np.random.default_rng(seed)
    return [copy.deepcopy(driver.step(rng)) for _ in range(steps)]


@driven
@copies
def test_a_copy_goes_on_as_its_original_for_many_games(name, copied):
    one = begun(name)
    other = copied(one)
    assert same(run(one, 2, STEPS), run(other, 2, STEPS))


@driven
@copies
def test_neither_moves_the_other(name, copied):
    one = begun(name)
    other, witness = copied(one), copied(one)
    run(one, 3, 50)  # would move `other`, if they had anything in common
    assert same(run(other, 4, 50), run(witness, 4, 50))


@pytest.mark.parametrize("name", [name for name in DRIVEN if "vector" in name])
def test_a_state_that_was_got_can_be_set_again_and_elsewhere(name):
    one, elsewhere = begun(name), begun(name, 3)
    state = one.env.get_state()
    first = run(one, 2, STEPS)
    seen = one.env.set_state(state)
    assert same(run(one, 2, STEPS), first)
    assert same(
        elsewhere.env.set_state(pickle.loads(pickle.dumps(state))), one.env.set_state(state)
    )
    assert same(run(elsewhere, 2, STEPS), first)
    assert seen.keys() == {"observation", "action_mask"}


@pytest.mark.parametrize("name", ["mindup vector", "extreme vector"])
def test_games_dealt_after_a_state_was_set_are_the_same_too(name):
    one, elsewhere = begun(name), begun(name, 3)
    elsewhere.env.set_state(one.env.get_state())
    assert same(*(copy.deepcopy(driver.env.reset()) for driver in (one, elsewhere)))


@pytest.mark.parametrize(
    "other",
    [
        lambda: MindUpVector(8),
        lambda: MindUpVector(12, players=3),
        lambda: MindUpVector(12, objectives=1),
        lambda: ExtremeVector(12),
    ],
)
def test_a_state_of_other_games_is_refused_and_changes_nothing(other):
    env, state = Vector(other).env, begun("mindup vector").env.get_state()
    before = env.get_state()
    with pytest.raises(ValueError, match="state"):
        env.set_state(state)
    assert same(env.get_state(), before)


def test_a_bot_from_a_file_is_copied_into_another_process(tmp_path):
    (tmp_path / "mine.py").write_text(
        "class Mine:\n"
        "    def __init__(self, seat, players, seed):\n        self.said = 0\n"
        "    def choose(self, view, budget):\n        self.said += 1\n        return view.hand[0]\n"
    )
    one = MindUpParallel(bots={1: f"{tmp_path / 'mine.py'}:Mine"})
    one.reset(seed=1)
    told = pickle.dumps(one)
    assert [sys.modules.pop(name) for name in list(sys.modules) if name.startswith("tacit_bot_")]
    other = pickle.loads(told)
    actions = dict.fromkeys(one.agents, 0)
    assert same(one.step(actions), other.step(actions))
