"""The Mind Extreme in virtual time: ticks and delays give the same game for the same decisions."""

import random

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tacit.core.chance import Chance
from tacit.core.rulebook import SettingsError
from tacit.games import extreme
from tacit.games.extreme import Phase, Play, Settings
from tacit.games.extreme.env.clock import RED, STAR, STOP, WAIT, WHITE, Intent, VirtualTable
from tacit.games.extreme.env.parallel import ExtremeParallel
from tacit.log.game import seed_from

TICK = 100
LONGEST = 30


class Mind:
    """Decides once for each situation, a number of events, what to do and at which time."""

    def __init__(self, seed):
        self.seed = seed
        self.decided = {}

    def wish(self, env, seat):
        table = env.table
        situation = (len(table.events), seat)
        if situation not in self.decided:
            rng = random.Random(f"{self.seed} {situation}")
            options = [what for what in table.allowed(seat) if what != WAIT]
            weights = [{STOP: 1, STAR: 3}.get(what, 30) for what in options]
            patient = rng.random() < 0.1 and seat != len(table.events) % table.state.players
            what = rng.choices(options, weights)[0] if options and not patient else WAIT
            ticks = rng.randrange(LONGEST) if table.state.phase is Phase.PLAYING else 0
            self.decided[situation] = (what, table.now + TICK * ticks)
        return self.decided[situation]


def by_delays(env, mind, seat):
    what, at = mind.wish(env, seat)
    if env.table.state.phase is not Phase.PLAYING:
        return env.action(what)
    ticks = (at - env.table.now) // TICK
    if what == WAIT or ticks < 0:
        return env.action(WAIT, LONGEST)
    return env.action(what, ticks)


def by_ticks(env, mind, seat):
    what, at = mind.wish(env, seat)
    return what if at == env.table.now else WAIT


def played(env, seed, decide):
    env.reset(seed=seed)
    mind = Mind(seed)
    while env.agents:
        env.step({agent: decide(env, mind, seat) for seat, agent in enumerate(env.agents)})
    return env.table.events, env.scoresheet()


@settings(max_examples=30)
@given(st.integers(0, 2**32), st.sampled_from([2, 3, 4]))
def test_ticks_and_delays_give_the_same_game_for_the_same_decisions(seed, players):
    common = {"players": players, "tick_ms": TICK, "max_cycles": None}
    delays = played(ExtremeParallel(form="delay", delays=LONGEST + 1, **common), seed, by_delays)
    ticks = played(ExtremeParallel(form="tick", **common), seed, by_ticks)
    assert delays == ticks


def table_of(players=2, seed="virtual"):
    return VirtualTable(extreme.draw(Settings(players), Chance(seed_from(seed))))


def test_the_clock_jumps_to_the_earliest_and_later_plans_are_void():
    table = table_of()
    start = table.now
    cards = {seat: WHITE if WHITE in table.allowed(seat) else RED for seat in range(2)}
    table.go_on({0: Intent(start + 5000, cards[0]), 1: Intent(start + 700, cards[1])})
    assert [(event.seat, event.at) for event in table.events if isinstance(event, Play)] == [
        (1, start + 700)
    ]


def test_what_several_do_at_once_is_all_done():
    table = table_of(seed="both")
    start = table.now
    cards = {seat: WHITE if WHITE in table.allowed(seat) else RED for seat in range(2)}
    table.go_on({seat: Intent(start + 100, cards[seat]) for seat in range(2)})
    laid = [event for event in table.events if isinstance(event, Play)]
    assert {event.at for event in laid} == {start + 100}
    assert len(laid) + len(table.refused) == 2


def test_a_card_that_comes_after_a_stop_at_the_same_moment_stays_in_hand():
    table = table_of(3)
    hands = table.state.hands
    table.go_on({seat: Intent(table.now, STOP) for seat in range(3)})
    assert table.state.hands == hands
    assert len(table.refused) == 2


def test_a_star_is_voted_on_and_cards_are_given():
    env = ExtremeParallel(players=3)
    env.reset(seed=4)
    env.step({agent: env.action(STAR if agent == "player_1" else WAIT, 5) for agent in env.agents})
    assert env.table.state.phase is Phase.VOTING
    seen, *_ = env.step({"player_0": env.action(STAR), "player_1": 0, "player_2": env.action(STAR)})
    assert env.table.state.phase is Phase.CHOOSING
    masks = {agent: np.flatnonzero(what["action_mask"]) for agent, what in seen.items()}
    env.step({agent: int(mask[0]) for agent, mask in masks.items()})
    assert env.table.state.stars == 0


def test_a_wish_that_is_not_allowed_becomes_one_that_is_and_info_says_so():
    env = ExtremeParallel()
    env.reset(seed=1)
    missing = RED if RED not in env.table.allowed(0) else WHITE
    _, _, _, _, infos = env.step(
        {"player_0": env.action(missing, 3), "player_1": env.action(WAIT, 90)}
    )
    assert infos == {"player_0": {"illegal": True}, "player_1": {}}


@pytest.mark.parametrize(
    "wrong",
    [
        {"players": 5},
        {"form": "dream"},
        {"reward": "fame"},
        {"tick_ms": 0},
        {"bots": {9: "random"}},
    ],
    ids=lambda wrong: next(iter(wrong)),
)
def test_what_cannot_be_played_is_told(wrong):
    with pytest.raises(SettingsError):
        ExtremeParallel(**wrong)
