"""Thousands of games at once: the same games as the rules play, and Gymnasium's conventions."""

import gc
import random
import tracemalloc

import gymnasium
import numpy as np
import pytest
from gymnasium.vector import AutoresetMode

import tacit.envs  # noqa: F401  # registers them
from tacit.core.rulebook import SettingsError
from tacit.games.mindup.env.layout import observed
from tacit.games.mindup.env.mirror import Mirror
from tacit.games.mindup.env.vector import MindUpVector
from tacit.games.mindup.rules.scoring import places

SEED = random.randrange(2**32)


def legal(rng, mask):
    """Draw a legal action for each row."""
    return (mask * rng.random(mask.shape)).argmax(axis=1)


@pytest.mark.parametrize(("players", "objectives"), [(3, 5), (4, 0), (4, 3), (6, 1)], ids=str)
def test_random_episodes_are_the_reference_rules_games(players, objectives):
    print("seed", SEED)
    rng = np.random.default_rng(SEED)
    env = MindUpVector(5 * players, players=players, objectives=objectives, reward="points")
    seen, _ = env.reset(seed=SEED)
    mirrors = [Mirror(state) for state in env.states]
    totals = np.zeros(env.num_envs)
    while True:
        views = [mirror.view(seat) for mirror in mirrors for seat in range(players)]
        for row, view in enumerate(views):
            assert seen["observation"][row].tolist() == observed(view).tolist()
            held = [card + 1 for card in np.flatnonzero(seen["action_mask"][row])]
            assert held == list(view.hand)
        if views[0].places is not None:
            break
        actions = legal(rng, seen["action_mask"])
        seen, rewards, ended, cut, infos = env.step(actions)
        assert not infos["illegal"].any()
        assert not cut.any()
        totals += rewards
        for mirror, picks in zip(mirrors, (actions + 1).reshape(-1, players), strict=True):
            mirror.turn([int(card) for card in picks])
        assert ended.all() == (mirrors[0].state.ended is not None)
    expected = [total for mirror in mirrors for total in mirror.state.ended.totals]
    assert totals.tolist() == expected


@pytest.mark.parametrize("rounds", [1, 2, 3])
def test_the_win_is_shared_by_the_best_and_adds_up_to_nothing(rounds):
    print("seed", SEED)
    rng = np.random.default_rng(SEED)
    env = MindUpVector(300, players=3, rounds=rounds, reward="win")
    seen, _ = env.reset(seed=SEED)
    mirrors = [Mirror(state) for state in env.states]
    ended = np.zeros(1, bool)
    while not ended.any():
        actions = legal(rng, seen["action_mask"])
        seen, rewards, ended, _, _ = env.step(actions)
        for mirror, picks in zip(mirrors, (actions + 1).reshape(-1, 3), strict=True):
            mirror.turn([int(card) for card in picks])
    for mirror, found in zip(mirrors, rewards.reshape(-1, 3), strict=True):
        won = [place == 1 for place in places(mirror.state.scores)]
        assert found == pytest.approx([first / sum(won) - 1 / 3 for first in won])


def test_the_lead_is_over_the_mean_of_the_others():
    rng = np.random.default_rng(SEED)
    points, leads = (MindUpVector(8, rounds=1, reward=name) for name in ("points", "lead"))
    seen, _ = points.reset(seed=SEED)
    leads.reset(seed=SEED)
    ended = np.zeros(1, bool)
    while not ended.any():
        actions = legal(rng, seen["action_mask"])
        seen, mine, ended, _, _ = points.step(actions)
        _, lead, _, _, _ = leads.step(actions)
    for all_points, found in zip(mine.reshape(2, 4), lead.reshape(2, 4), strict=True):
        expected = [own - (all_points.sum() - own) / 3 for own in all_points]
        assert found == pytest.approx(expected, abs=1e-4)


def test_an_illegal_action_becomes_the_next_card_held_and_info_says_so():
    env = MindUpVector(4)
    seen, _ = env.reset(seed=1)
    held = [np.flatnonzero(mask) for mask in seen["action_mask"]]
    wrong = np.array([held[0][0] + 1, 59, -5, 10**12])
    wrong[0] += wrong[0] in held[0]
    expected = [min((card for card in held[0] if card >= wrong[0]), default=held[0][0])]
    expected += [59 if 59 in held[1] else held[1][0], held[2][0], held[3][0]]
    _, _, _, _, infos = env.step(wrong)
    assert env.actions.tolist() == expected
    assert infos["illegal"].tolist() == [True, 59 not in held[1], True, True]


def whole_episode(env, rng, seen):
    ended = np.zeros(1, bool)
    while not ended.any():
        seen, rewards, ended, _, infos = env.step(legal(rng, seen["action_mask"]))
    return seen, rewards, ended, infos


def test_next_step_begins_anew_with_the_step_after_the_end():
    rng = np.random.default_rng(SEED)
    env = MindUpVector(8, autoreset_mode=AutoresetMode.NEXT_STEP)
    seen, _ = env.reset(seed=3)
    first = seen["observation"].copy()
    seen, _, ended, _ = whole_episode(env, rng, seen)
    assert ended.all()
    assert not seen["action_mask"].any()
    seen, rewards, ended, _, _ = env.step(np.zeros(8, int))
    assert not rewards.any()
    assert not ended.any()
    assert (seen["action_mask"].sum(axis=1) == 7).all()
    assert (seen["observation"] != first).any()


def test_same_step_gives_the_last_observations_in_infos():
    rng = np.random.default_rng(SEED)
    env = MindUpVector(8, autoreset_mode="SameStep")
    seen, _ = env.reset(seed=3)
    seen, _, ended, infos = whole_episode(env, rng, seen)
    assert ended.all()
    assert infos["_final_obs"].all()
    assert (seen["action_mask"].sum(axis=1) == 7).all()
    last = np.array([one["observation"] for one in infos["final_obs"]])
    assert (last[:, 60] == 4).all()
    seen, _, ended, _, infos = env.step(legal(rng, seen["action_mask"]))
    assert not ended.any()
    assert "final_obs" not in infos


def test_disabled_waits_for_a_reset_of_whole_games():
    rng = np.random.default_rng(SEED)
    env = MindUpVector(8, autoreset_mode=AutoresetMode.DISABLED)
    seen, _ = env.reset(seed=3)
    seen, *_ = whole_episode(env, rng, seen)
    with pytest.raises(RuntimeError, match="reset_mask"):
        env.step(np.zeros(8, int))
    with pytest.raises(ValueError, match="all seats of a game"):
        env.reset(options={"reset_mask": np.arange(8) < 3})
    seen, _ = env.reset(options={"reset_mask": np.arange(8) < 4})
    assert (seen["action_mask"].sum(axis=1) == [7, 7, 7, 7, 0, 0, 0, 0]).all()
    with pytest.raises(RuntimeError, match="reset_mask"):
        env.step(np.zeros(8, int))
    env.reset(options={"reset_mask": np.arange(8) >= 4})
    env.step(np.zeros(8, int))


def test_all_modes_play_the_same_games():
    found = []
    for mode in AutoresetMode:
        rng = np.random.default_rng(7)
        env = MindUpVector(8, autoreset_mode=mode)
        seen, _ = env.reset(seed=5)
        first = [seen["observation"].copy()]
        for _ in range(2):
            seen, rewards, _, _ = whole_episode(env, rng, seen)
            first.append(rewards.copy())
            if mode is AutoresetMode.DISABLED:
                seen, _ = env.reset(options={"reset_mask": np.ones(8, bool)})
            elif mode is AutoresetMode.NEXT_STEP:
                seen, *_ = env.step(np.zeros(8, int))
            first.append(seen["observation"].copy())
        found.append(first)
    for one in zip(*found, strict=True):
        assert (one[0] == one[1]).all()
        assert (one[0] == one[2]).all()


def test_the_same_seed_gives_the_same_games_and_games_go_on_without_one():
    env, other = MindUpVector(40), MindUpVector(40)
    here, there = env.reset(seed=9)[0], other.reset(seed=9)[0]
    assert (here["observation"] == there["observation"]).all()
    first = here["observation"].copy()
    following = env.reset()[0]["observation"].copy()
    assert (following != first).any()
    assert (other.reset()[0]["observation"] == following).all()
    assert (env.reset(seed=9)[0]["observation"] == first).all()
    assert (MindUpVector(40).reset()[0]["observation"] != first).any()


def test_spaces_are_those_of_gymnasium():
    env = gymnasium.make_vec(
        "tacit/MindUp-v0", num_envs=8, vectorization_mode="vector_entry_point", players=4
    )
    seen, _ = env.reset(seed=1)
    for _ in range(50):
        assert env.observation_space.contains(seen)
        actions = env.action_space.sample()
        seen, rewards, ended, cut, _ = env.step(actions)
        assert rewards.shape == ended.shape == cut.shape == (8,)
        assert ended.dtype == cut.dtype == bool
    assert env.metadata["autoreset_mode"] is AutoresetMode.NEXT_STEP
    wrapped = gymnasium.wrappers.vector.RecordEpisodeStatistics(env)
    wrapped.reset(seed=1)
    while "episode" not in wrapped.step(env.action_space.sample())[-1]:
        pass


def test_what_was_returned_last_is_not_written_to_by_the_next_step():
    env = MindUpVector(8)
    seen, _ = env.reset(seed=1)
    kept = seen["observation"].copy()
    after, *_ = env.step(np.zeros(8, int))
    assert (seen["observation"] == kept).all()
    assert (after["observation"] != kept).any()


def test_copies_are_ones_own():
    env = MindUpVector(8, copy=True)
    seen, _ = env.reset(seed=1)
    kept = seen["observation"].copy()
    for _ in range(5):
        env.step(np.zeros(8, int))
    assert (seen["observation"] == kept).all()


def test_a_step_allocates_no_arrays():
    env = MindUpVector(4096)
    env.reset(seed=1)
    rng = 1
    for _ in range(30):
        rng = env.random_actions(rng)
        env.step(env.actions)
    gc.collect()
    tracemalloc.start()
    try:
        for _ in range(30):
            rng = env.random_actions(rng)
            env.step(env.actions)
        _, peak = tracemalloc.get_traced_memory()
    finally:
        tracemalloc.stop()
    assert peak < 20_000, peak  # one array of observations has half a million bytes


@pytest.mark.parametrize(
    "wrong",
    [{"players": 2}, {"objectives": 6}, {"rounds": 0}, {"reward": "fame"}],
    ids=lambda wrong: next(iter(wrong)),
)
def test_what_cannot_be_played_is_told(wrong):
    with pytest.raises(SettingsError):
        MindUpVector(60, **wrong)
    with pytest.raises(ValueError, match="multiple of 4"):
        MindUpVector(6)
