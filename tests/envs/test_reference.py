"""Random episodes through every environment are games of the reference rules, score for score."""

import random

import gymnasium
import msgspec
import numpy as np
import pettingzoo
import pytest

import tacit.envs  # noqa: F401  # registers them
from tacit.games import extreme, mindup
from tacit.games.extreme.env.layout import observed as observed_extreme
from tacit.games.mindup.env.layout import observed as observed_mindup
from tests.judge import extreme as judge_extreme
from tests.judge import mindup as judge_mindup

SEED = random.randrange(2**32)


def as_json(sheet):
    """Return a scoresheet as another program would read it."""
    return msgspec.json.decode(msgspec.json.encode(sheet))


def choices(env, seen, rng):
    return {
        agent: int(rng.choice(np.flatnonzero(seen[agent]["action_mask"]))) for agent in env.agents
    }


@pytest.mark.parametrize("players", mindup.PLAYERS)
def test_mind_up_at_once(players):
    print("seed", SEED)
    rng = np.random.default_rng((SEED, players))
    env = pettingzoo.make(
        "parallel", "tacit/mindup-v0", players=players, objectives=players - 2, reward="points"
    )
    seen, _ = env.reset(seed=SEED)
    totals = dict.fromkeys(env.agents, 0.0)
    played = []
    while env.agents:
        for seat, agent in enumerate(env.agents):
            view = env.view(seat)
            assert seen[agent]["observation"].tolist() == observed_mindup(view).tolist()
        assert env.state().tolist() == observed_mindup(env.view(None)).tolist()
        actions = choices(env, seen, rng)
        played.append([action + 1 for action in actions.values()])
        seen, rewards, *_ = env.step(actions)
        totals = {agent: totals[agent] + rewards[agent] for agent in totals}
    sheet = env.scoresheet()
    assert judge_mindup.disagreements(as_json(sheet)) == []
    turns = [list(turn["plays"]) for one in sheet["rounds"] for turn in one["turns"]]
    assert turns == played
    assert list(sheet["result"]["totals"]) == list(totals.values())


@pytest.mark.parametrize("form", ["delay", "tick"])
@pytest.mark.parametrize("players", extreme.PLAYERS)
def test_the_mind_extreme_at_once(players, form):
    print("seed", SEED)
    rng = np.random.default_rng((SEED, players))
    env = pettingzoo.make("parallel", "tacit/extreme-v0", players=players, form=form)
    seen, _ = env.reset(seed=SEED)
    passed = 0.0
    while env.agents:
        for seat, agent in enumerate(env.agents):
            view = env.view(seat)
            expected = observed_extreme(view, env.table.now)
            assert seen[agent]["observation"].tolist() == expected.tolist()
        seen, rewards, *_ = env.step(choices(env, seen, rng))
        passed += rewards["player_0"]
    sheet = env.scoresheet()
    assert judge_extreme.disagreements(as_json(sheet)) == []
    assert passed == sheet["result"]["level"] - (sheet["result"]["outcome"] == "lost")


def test_the_pace_of_a_metronome_wins_in_virtual_time():
    """An agent that does what the metronome does wins as it does: latency is no part of it."""
    env = pettingzoo.make("parallel", "tacit/extreme-v0", tick_ms=50, delays=400)
    seen, _ = env.reset(seed=3)
    while env.agents:
        seen, *_ = env.step({agent: metronome(env, seen[agent]) for agent in env.agents})
    assert env.scoresheet()["result"] == {"outcome": "won", "level": 12}


def metronome(env, seen):
    """Lay each card when its number is due, by the observation alone."""
    found, delays = seen["observation"], env.delays
    if found[106] != 0:
        return int(np.flatnonzero(seen["action_mask"])[-1])
    wishes = []
    for pile in range(2):
        mine = np.flatnonzero(found[50 * pile : 50 * pile + 50] == 1)
        if len(mine):
            blind = found[104 + pile]
            since = found[111] if blind else found[112 + pile]
            ahead = mine[0] + 1 - (0 if blind else found[107 + pile])
            wishes.append((max(0, int(ahead * 300 - since * 10) // env.tick_ms), 1 + pile))
    ticks, what = min(wishes, default=(delays - 1, 0))
    return env.action(what, min(ticks, delays - 1))


@pytest.mark.parametrize(("name", "judge"), [("MindUp", judge_mindup), ("Extreme", judge_extreme)])
def test_one_seat_among_bots(name, judge):
    print("seed", SEED)
    rng = np.random.default_rng(SEED)
    env = gymnasium.make(f"tacit/{name}-v0", players=3, seat=1)
    seen, _ = env.reset(seed=SEED)
    over = False
    while not over:
        action = rng.choice(np.flatnonzero(seen["action_mask"]))
        seen, _, ended, cut, _ = env.step(action)
        over = ended or cut
    assert ended
    assert judge.disagreements(as_json(env.unwrapped.table.scoresheet())) == []
