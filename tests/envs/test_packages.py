"""The packages' own tests of environments, and what they leave out: whole episodes."""

import random
import warnings
from functools import partial
from types import SimpleNamespace

import gymnasium
import numpy as np
import pettingzoo
import pytest
from gymnasium.utils.env_checker import check_env, data_equivalence
from pettingzoo.test import (
    api_test,
    parallel_api_test,
    parallel_seed_test,
    render_test,
    seed_test,
)
from pettingzoo.test.max_cycles_test import max_cycles_test
from pettingzoo.test.state_test import state_test

import tacit.envs  # noqa: F401  # registers them
from tacit.games.extreme.env.parallel import ExtremeParallel
from tacit.games.mindup.env.parallel import MindUpParallel

SEED = random.randrange(2**32)
NAMES = ("tacit/mindup-v0", "tacit/extreme-v0")
OPTIONS = {
    "mindup": ("tacit/mindup-v0", {}),
    "mindup with all options": (
        "tacit/mindup-v0",
        {"players": 5, "objectives": 3, "rounds": 2, "reward": "lead", "bots": {1: "greedy"}},
    ),
    "extreme": ("tacit/extreme-v0", {}),
    "extreme in ticks": ("tacit/extreme-v0", {"form": "tick", "players": 3}),
    "extreme with bots": ("tacit/extreme-v0", {"players": 4, "bots": {0: "adaptive", 2: "random"}}),
}
every = pytest.mark.parametrize(("name", "options"), OPTIONS.values(), ids=OPTIONS)


@pytest.fixture(autouse=True)
def _remarks():
    """They remark on all that is not a plain Box; a Dict with a mask is what they advise."""
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", UserWarning)
        yield


def at_once(name, options, **more):
    return pettingzoo.make("parallel", name, **options, **more)


def in_turn(name, options, **more):
    return pettingzoo.make("aec", name, **options, **more)


@every
def test_api_test(name, options):
    api_test(in_turn(name, options), num_cycles=100)


@every
def test_parallel_api_test(name, options):
    parallel_api_test(at_once(name, options), num_cycles=300)


@every
def test_seed_test(name, options):
    seed_test(lambda: in_turn(name, options), num_cycles=50)


@every
def test_parallel_seed_test(name, options):
    parallel_seed_test(lambda: at_once(name, options), num_cycles=50)


@every
def test_render_test(name, options, capsys):
    render_test(lambda **more: in_turn(name, options, **more))
    assert capsys.readouterr().out


def lasting(env):
    """Return it with chances that are always the same: by others a game is lost before its time."""
    for agent in env.possible_agents:
        env.action_space(agent).seed(1)
    env.reset = partial(env.reset, seed=1)
    return env


@every
def test_max_cycles_test(name, options):
    makers = {
        "parallel_env": lambda **more: lasting(at_once(name, options, **more)),
        "env": lambda **more: lasting(in_turn(name, options, **more)),
    }
    max_cycles_test(SimpleNamespace(**makers))


@every
def test_state_test(name, options):
    state_test(in_turn(name, options), at_once(name, options), num_cycles=30)


@pytest.mark.parametrize(
    ("name", "options"),
    [
        ("tacit/MindUp-v0", {}),
        ("tacit/MindUp-v0", {"players": 6, "seat": 3, "bots": "linnet", "render_mode": "ansi"}),
        ("tacit/Extreme-v0", {}),
        ("tacit/Extreme-v0", {"players": 3, "form": "tick", "render_mode": "rgb_array"}),
    ],
)
def test_check_env(name, options):
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        env = gymnasium.make(name, **options)
        check_env(env.unwrapped)


def episode(env, rng, *, legally=True):
    """Play a whole episode and return all that was seen of it."""
    seen, infos = env.reset(seed=int(rng.integers(2**31)))
    story = [(seen, infos)]
    while env.agents:
        actions = {}
        for agent in env.agents:
            choices = env.action_space(agent).n
            mask = seen[agent]["action_mask"]
            actions[agent] = int(rng.choice(np.flatnonzero(mask) if legally else choices))
        found = env.step(actions)
        seen = found[0]
        story.append(found)
    return story


@every
@pytest.mark.parametrize("legally", [True, False], ids=["legal", "anything"])
def test_whole_episodes_are_the_same_for_the_same_seed(name, options, legally):
    print("seed", SEED)
    stories, sheets = [], []
    for _ in range(2):
        env = at_once(name, options, max_cycles=400)
        rng = np.random.default_rng(SEED)
        stories.append([episode(env, rng, legally=legally) for _ in range(2)])
        sheets.append(env.scoresheet())
    assert data_equivalence(*stories, exact=True)
    assert sheets[0] == sheets[1]


@every
def test_spaces_hold_all_that_comes(name, options):
    print("seed", SEED)
    env = at_once(name, options, max_cycles=400)
    story = episode(env, np.random.default_rng(SEED))
    for seen, *_ in story:
        for agent, what in seen.items():
            assert env.observation_space(agent).contains(what)


@pytest.mark.parametrize("make", [MindUpParallel, ExtremeParallel])
def test_after_the_end_there_is_nothing_until_a_reset(make):
    env = make(max_cycles=1)
    rng = np.random.default_rng(1)
    episode(env, rng)
    assert env.step({}) == ({}, {}, {}, {}, {})
    assert env.reset()[0].keys() == set(env.possible_agents)
