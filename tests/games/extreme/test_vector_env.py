"""The Mind Extreme thousandfold: the same games as the readable environment plays."""

import gc
import random
import tracemalloc
from collections import Counter

import gymnasium
import numpy as np
import pytest
from gymnasium.vector import AutoresetMode
from numba.core.runtime import _nrt_python as numba_heap

import tacit.envs  # noqa: F401  # registers them
from tacit.core.rulebook import SettingsError
from tacit.games import extreme
from tacit.games.extreme import POSITION, Colour, Phase, first_of
from tacit.games.extreme.env.clock import RED, STAR, STOP, WAIT, WHITE, VirtualTable
from tacit.games.extreme.env.parallel import ExtremeParallel
from tacit.games.extreme.env.vector import ExtremeVector
from tests.envs.test_reference import as_json
from tests.judge import extreme as judge_extreme

SEED = random.randrange(2**32)


class Mirror:
    """One of the games in the environment on the readable rules, with the same cards."""

    def __init__(self, env, game, **options):
        self.env = ExtremeParallel(players=env.players, tick_ms=env.tick_ms, **options)
        self.begin(env, game)

    def begin(self, env, game):
        self.env.reset(seed=1)
        self.env._table = VirtualTable(env.setup(game))
        nothing = dict.fromkeys(self.env.agents, 0.0), {}, {}
        self.told = (self.env._observations(), *nothing, {one: {} for one in self.env.agents})

    def step(self, actions):
        self.told = self.env.step(dict(zip(self.env.agents, actions, strict=True)))
        return bool(self.env.agents)


def wish(env, seat, rng):
    """Play well enough to see late levels, and now and then do anything at all."""
    table = env.table
    if rng.random() < 0.02:
        return rng.randrange(-3, 5 * env.delays + 3)
    if rng.random() < 0.06:
        return env.action(rng.choice((STOP, STAR, STAR)), rng.randrange(min(3, env.delays)))
    if table.state.phase is not Phase.PLAYING:
        return env.action(rng.choice(table.allowed(seat)))
    waits = {}
    for what, colour in ((WHITE, Colour.WHITE), (RED, Colour.RED)):
        card = first_of(colour, table.state.hands[seat])
        if card is not None:
            pile = () if colour in table.state.blind else table.state.pile(colour)
            top = max((POSITION[one.card] for one in pile), default=0)
            slip = rng.choice((0, 0, 0, 0, 0, 1, -1, 12, -12))
            waits[what] = max(0, POSITION[card] - top + slip)
    what = min(waits, key=waits.get, default=WAIT)
    return env.action(what, min(waits.get(what, 20), env.delays - 1))


def compare(mirror, game, stepped):
    """Hold every number of a step against the readable environment."""
    seen, rewards, ended, cut, infos = stepped
    views, worth, done, short, said = mirror.told
    for seat, agent in enumerate(mirror.env.possible_agents):
        row = game * len(mirror.env.possible_agents) + seat
        for name in ("observation", "action_mask"):
            assert seen[name][row].tolist() == views[agent][name].tolist(), (game, seat, name)
        assert rewards[row] == worth[agent]
        assert (ended[row], cut[row]) == (done.get(agent, False), short.get(agent, False))
        for name in ("illegal", "too_late"):
            assert infos[name][row] == said[agent].get(name, False), (game, seat, name)


def happened(mirror):
    """Return what was to be seen in a game, and how it ended."""
    table = mirror.env.table
    if table.over:
        assert judge_extreme.disagreements(as_json(mirror.env.scoresheet())) == []
    kinds = Counter(type(event).__name__ for event in table.events)
    return kinds + Counter([str(table.state.outcome), f"level {table.state.level}"])


def played_beside(env, steps, rng, **options):
    """Play games side by side with the readable rules and return all that happened in them."""
    env.reset(seed=rng.randrange(2**32))
    tables = [Mirror(env, game, **options) for game in range(env.games)]
    found = Counter()
    for _ in range(steps):
        actions = np.zeros(env.num_envs, np.int64)
        anew = [not mirror.env.agents for mirror in tables]
        for game, mirror in enumerate(tables):
            if not anew[game]:
                wishes = [wish(mirror.env, seat, rng) for seat in range(env.players)]
                actions[game * env.players : (game + 1) * env.players] = wishes
                if not mirror.step(wishes):
                    found += happened(mirror)
        stepped = env.step(actions)
        for game, mirror in enumerate(tables):
            if anew[game]:
                mirror.begin(env, game)
            compare(mirror, game, stepped)
    return sum(map(happened, tables), found)


@pytest.mark.parametrize("form", ["delay", "tick"])
@pytest.mark.parametrize("players", extreme.PLAYERS)
def test_the_same_decisions_give_the_same_games_as_the_readable_rules(players, form):
    print("seed", SEED)
    rng = random.Random(f"{SEED} {players} {form}")
    options = {"form": form, "reward": rng.choice(("levels", "win")), "max_cycles": 150}
    env = ExtremeVector(6 * players, players=players, **options)
    assert sum(played_beside(env, 300, rng, **options).values())


def test_these_games_have_all_that_can_happen():
    rng = random.Random(7)
    found = Counter()
    for players in extreme.PLAYERS:
        env = ExtremeVector(8 * players, players=players, max_cycles=None)
        found += played_beside(env, 160, rng, max_cycles=None)
    expected = {
        "Play", "Mistake", "Stop", "ProposeStar", "Vote", "StarRefused", "StarAgreed", "StarUsed",
        "Turned", "LevelPassed", "lost",
    }  # fmt: skip
    assert expected <= set(found), found
    assert {f"level {number}" for number in (4, 5, 6, 7, 8)} & set(found), found


@pytest.mark.parametrize("agree", [True, False])
def test_a_star_proposed_while_hands_go_down_is_voted_on(agree):
    """One stops, and at the same moment the other asks for a star; some come first with either."""
    env = ExtremeVector(2 * 12)
    env.reset(seed=4)
    tables = [Mirror(env, game) for game in range(env.games)]
    for number, mirror in enumerate(tables):  # so that either seat comes first somewhere
        mirror.env.table.now += number
        env._pages[0].arrays.games[number]["now"] += number
    for wishes in ((STOP, STAR), (STAR if agree else WAIT, WAIT), (WHITE, WHITE), (STOP, WHITE)):
        actions = [env.action(one) for one in wishes]
        stepped = env.step(np.array(actions * env.games))
        for game, mirror in enumerate(tables):
            mirror.step(actions)
            compare(mirror, game, stepped)
        if wishes == (STOP, STAR):
            assert len(set(stepped[-1]["too_late"][::2])) == 2
    assert {mirror.env.table.state.stars for mirror in tables} == {0 if agree else 1}


def metronome(env, seen):
    """Lay each card when its number is due, by the observations alone, in all rows at once."""
    rows, found = np.arange(env.num_envs), seen["observation"].astype(int)
    waits = np.full((env.num_envs, 2), 10**6)
    for pile in range(2):
        mine = found[:, 50 * pile : 50 * pile + 50] == 1
        blind = found[:, 104 + pile] == 1
        since = np.where(blind, found[:, 111], found[:, 112 + pile])
        ahead = mine.argmax(axis=1) + 1 - np.where(blind, 0, found[:, 107 + pile])
        ticks = np.maximum(0, (300 * ahead - 10 * since) // env.tick_ms)
        waits[:, pile] = np.where(mine.any(axis=1), ticks, 10**6)
    what, ticks = 1 + waits.argmin(axis=1), waits.min(axis=1)
    nothing = ticks >= 10**6
    what[nothing], ticks[nothing] = WAIT, env.delays - 1
    actions = what * env.delays + np.minimum(ticks, env.delays - 1)
    asked = found[:, 106] != 0
    actions[asked] = seen["action_mask"][rows[asked]].argmax(axis=1)
    return actions


def test_metronomes_win_by_the_observations_alone():
    env = ExtremeVector(2 * 16, tick_ms=50, delays=400, reward="win")
    seen, _ = env.reset(seed=3)
    total, games = 0.0, 0
    while games < 32:
        seen, rewards, ended, _, _ = env.step(metronome(env, seen))
        total += rewards.sum()
        games += ended.sum()
    assert total == games


def random_steps(env, steps, rng=1):
    for _ in range(steps):
        rng = env.random_actions(rng)
        stepped = env.step(env.actions)
        yield stepped


def test_random_actions_are_legal_and_end_games():
    print("seed", SEED)
    for form in ("delay", "tick"):
        env = ExtremeVector(3 * 50, players=3, form=form)
        seen, _ = env.reset(seed=SEED)
        mask, over, rng = seen["action_mask"].copy(), 0, SEED
        for _ in range(300):
            rng = env.random_actions(rng)
            live = mask.any(axis=1)
            assert mask[np.arange(150), env.actions][live].all()
            seen, _, ended, _, infos = env.step(env.actions)
            mask = seen["action_mask"].copy()
            assert not infos["illegal"].any()
            over += ended.sum()
        assert over


def until_an_end(env, seen):
    stepped = (seen, None, np.zeros(1, bool), np.zeros(1, bool), {})
    for stepped in random_steps(env, 10_000):
        if (stepped[2] | stepped[3]).any():
            break
    return stepped


def test_next_step_begins_anew_with_the_step_after_the_end():
    env = ExtremeVector(8, autoreset_mode=AutoresetMode.NEXT_STEP)
    seen, _ = env.reset(seed=3)
    seen, _, ended, _, _ = until_an_end(env, seen)
    assert not seen["action_mask"][ended].any()
    assert (seen["observation"][ended][:, 106] == 3).all()
    seen, rewards, after, _, infos = env.step(np.full(8, 10**9))
    assert not rewards[ended].any()
    assert not after[ended].any()
    assert not infos["illegal"][ended].any()
    assert (seen["observation"][ended][:, 100] == 1).all()


def test_same_step_gives_the_last_observations_in_infos():
    env = ExtremeVector(8, autoreset_mode="SameStep")
    seen, _ = env.reset(seed=3)
    seen, _, ended, _, infos = until_an_end(env, seen)
    assert infos["_final_obs"].tolist() == ended.tolist()
    assert (seen["observation"][:, 106] != 3).all()
    for last in infos["final_obs"][ended]:
        assert last["observation"][106] == 3
        assert not last["action_mask"].any()


def test_disabled_waits_for_a_reset_of_whole_games():
    env = ExtremeVector(8, autoreset_mode=AutoresetMode.DISABLED)
    seen, _ = env.reset(seed=3)
    seen, _, ended, _, _ = until_an_end(env, seen)
    with pytest.raises(RuntimeError, match="reset_mask"):
        env.step(np.zeros(8, int))
    others = seen["observation"][~ended].copy()
    seen, _ = env.reset(options={"reset_mask": ended})
    assert (seen["observation"][~ended] == others).all()
    env.step(np.zeros(8, int))


def test_all_modes_play_the_same_games():
    """By game: the rewards of whole episodes, whatever is done with the steps between them."""
    stories = []
    for mode in AutoresetMode:
        env = ExtremeVector(6, autoreset_mode=mode, delays=20)
        seen, _ = env.reset(seed=5)
        story = [[] for _ in range(3)]
        for _ in range(4000):
            asleep = ~seen["action_mask"].any(axis=1)
            actions = metronome(env, seen)
            seen, rewards, ended, cut, _ = env.step(actions)
            for game in range(3):
                if not asleep[2 * game]:
                    story[game].append((actions[2 * game].item(), rewards[2 * game].item()))
            if mode is AutoresetMode.DISABLED and (ended | cut).any():
                seen, _ = env.reset(options={"reset_mask": ended | cut})
        stories.append(story)
    for game in range(3):
        length = min(len(story[game]) for story in stories)
        assert length > 500
        assert all(story[game][:length] == stories[0][game][:length] for story in stories)


def test_a_game_nobody_plays_is_cut_short():
    env = ExtremeVector(4, max_cycles=5, autoreset_mode="SameStep")
    env.reset(seed=1)
    wait = np.full(4, env.action(WAIT, 3))
    for number in range(1, 11):
        _, rewards, ended, cut, infos = env.step(wait)
        assert not rewards.any()
        assert not ended.any()
        assert cut.all() == (number % 5 == 0)
        assert ("final_obs" in infos) == cut.any()


def test_the_same_seed_gives_the_same_games_and_games_go_on_without_one():
    env, other = ExtremeVector(40), ExtremeVector(40)
    first = env.reset(seed=9)[0]["observation"].copy()
    assert (other.reset(seed=9)[0]["observation"] == first).all()
    following = env.reset()[0]["observation"].copy()
    assert (following != first).any()
    assert (other.reset()[0]["observation"] == following).all()
    assert (env.reset(seed=9)[0]["observation"] == first).all()


def test_spaces_are_those_of_gymnasium():
    env = gymnasium.make_vec(
        "tacit/Extreme-v0", num_envs=8, vectorization_mode="vector_entry_point", players=4
    )
    seen, _ = env.reset(seed=1)
    for _ in range(50):
        assert env.observation_space.contains(seen)
        seen, rewards, ended, cut, _ = env.step(env.action_space.sample())
        assert rewards.shape == ended.shape == cut.shape == (8,)
        assert ended.dtype == cut.dtype == bool
    wrapped = gymnasium.wrappers.vector.RecordEpisodeStatistics(env)
    wrapped.reset(seed=1)
    while "episode" not in wrapped.step(env.action_space.sample())[-1]:
        pass


def test_what_was_returned_last_is_not_written_to_by_the_next_step_and_copies_are_ones_own():
    env, copies = ExtremeVector(8), ExtremeVector(8, copy=True)
    wait = np.full(8, env.action(WAIT, 7))
    (seen, _), (mine, _) = env.reset(seed=1), copies.reset(seed=1)
    kept = seen["observation"].copy()
    after, *_ = env.step(wait)
    for _ in range(4):
        copies.step(wait)
    assert (seen["observation"] == kept).all()
    assert (mine["observation"] == kept).all()
    assert (after["observation"] != kept).any()


def test_a_step_allocates_no_arrays():
    env = ExtremeVector(2048, autoreset_mode="SameStep")
    env.reset(seed=1)
    for _ in random_steps(env, 60):
        pass
    gc.collect()
    tracemalloc.start()
    try:
        for _ in random_steps(env, 60):
            pass
        _, peak = tracemalloc.get_traced_memory()
    finally:
        tracemalloc.stop()
    assert peak < 20_000, peak


def test_compiled_code_allocates_nothing():
    """Numba counts what its compiled code takes from the heap; a few belong to each call."""
    env = ExtremeVector(2048)
    seen, _ = env.reset(seed=1)
    steps, calls = 60, 0
    numba_heap.memsys_enable_stats()
    try:
        for _ in range(steps):
            actions = metronome(env, seen)
            before = numba_heap.memsys_get_stats_alloc()
            seen, *_ = env.step(actions)
            calls += numba_heap.memsys_get_stats_alloc() - before
    finally:
        numba_heap.memsys_disable_stats()
    assert seen["observation"][:, 100].max() > 3  # blind piles have been turned
    assert calls <= 20 * steps


@pytest.mark.parametrize(
    "wrong",
    [{"players": 5}, {"form": "dream"}, {"reward": "fame"}, {"tick_ms": 0}, {"delays": 1}],
    ids=lambda wrong: next(iter(wrong)),
)
def test_what_cannot_be_played_is_told(wrong):
    with pytest.raises(SettingsError):
        ExtremeVector(60, **wrong)
    with pytest.raises(ValueError, match="multiple of 2"):
        ExtremeVector(5)
