"""What holds in every game, however badly it is played. A failure prints its seed."""

import json
import random

import msgspec
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from msgspec.structs import replace

from tacit.core.rulebook import Refused
from tacit.games import extreme, mindup
from tests.games.caused import caused
from tests.judge import extreme as extreme_judge
from tests.judge import mindup as mindup_judge
from tests.properties.attempts import absurd, conceivable
from tests.properties.invariants import (
    assert_cards_conserved,
    assert_legal_is_exact,
    assert_lives_in_bounds,
    assert_refused,
    assert_waiting_makes_sense,
    fold,
)
from tests.properties.players import BOTH, Table, Whim, clock, some_game, some_setup, some_table

seeds = st.integers(0, 2**32)
both_games = pytest.mark.parametrize("rules", BOTH, ids=lambda rules: rules.NAME)

USUAL = settings.default.max_examples


def forbidden(rules, state, rng):
    """Yield actions that must not be allowed in this state, some of every sort."""
    seat, now = rng.randrange(state.players), clock(rules, state)
    legal = rules.legal(state, seat)
    options = conceivable(rules, seat, now)
    yield from (action for action in rng.sample(options, 15) if action not in legal)
    yield from absurd(rules, seat, now)
    for nobody in (-1, state.players, 99):
        yield from (replace(action, seat=nobody) for action in rng.sample(options, 5))
    for other in range(state.players):  # nobody may lay another's cards
        for action in rules.legal(state, other):
            if hasattr(action, "card") and action.card not in state.hands[seat]:
                yield replace(action, seat=seat)
    if rules is extreme and now > 0:
        for past in (now - 1, 0, -1):
            yield from (replace(action, at=past) for action in rng.sample(options, 5))
            yield from (replace(action, at=past) for action in legal)


def sheet_of(rules, setup, log):
    """Return the scoresheet as another program would read it."""
    names = tuple("ABCDEF"[: setup.players])
    return json.loads(msgspec.json.encode(rules.scoresheet(setup, names, tuple(log))))


@settings(max_examples=10 * USUAL)
@given(seeds)
def test_a_second_judge_agrees_with_every_scoresheet_of_mindup(seed):
    setup, table = some_game(mindup, seed)
    assert mindup_judge.disagreements(sheet_of(mindup, setup, table.log)) == []


@settings(max_examples=5 * USUAL)
@given(seeds)
def test_a_second_judge_agrees_with_every_scoresheet_of_extreme(seed):
    setup, table = some_game(extreme, seed)
    assert extreme_judge.disagreements(sheet_of(extreme, setup, table.log)) == []


@both_games
@given(seeds)
def test_cards_and_lives_add_up_after_every_event(rules, seed):
    _, table = some_game(rules, seed)
    for state in (*table.before, table.state):
        assert_cards_conserved(rules, state)
        if rules is extreme:
            assert_lives_in_bounds(state)


@both_games
@given(seeds)
def test_a_refused_action_says_why_and_changes_nothing(rules, seed):
    rng = random.Random(seed)
    table = some_table(rules, rng)
    for _ in range(5):
        for action in forbidden(rules, table.state, rng):
            assert_refused(rules, table.state, action)
        Whim(rng).play(table, actions=rng.randrange(10))


@both_games
@given(seeds)
def test_legal_is_exactly_what_decide_accepts(rules, seed):
    rng = random.Random(seed)
    table = some_table(rules, rng)
    for _ in range(5):
        assert_legal_is_exact(rules, table.state)
        Whim(rng).play(table, actions=rng.randrange(10))


@both_games
@given(seeds)
def test_what_is_legal_now_is_legal_later_if_nothing_happens(rules, seed):
    rng = random.Random(seed)
    table = some_table(rules, rng)
    later = clock(rules, table.state) + rng.randrange(1, 10**9)
    for seat in range(table.state.players):
        for action in rules.legal(table.state, seat):
            events = caused(rules, table.state, replace(action, at=later))
            assert not isinstance(events, Refused)
            assert events[0] == replace(action, at=later)


@both_games
@given(seeds)
def test_the_table_waits_for_someone_until_the_game_is_over(rules, seed):
    rng = random.Random(seed)
    table, whim = Table(rules, some_setup(rules, rng)), Whim(rng)
    assert_waiting_makes_sense(rules, table.state)
    while not table.over:
        whim.play(table, actions=1)
        assert_waiting_makes_sense(rules, table.state)
    for seat in range(table.state.players):
        assert rules.legal(table.state, seat) == ()
        for action in conceivable(rules, seat, clock(rules, table.state)):
            assert_refused(rules, table.state, action)


@both_games
@given(seeds)
def test_the_game_can_be_ended_from_anywhere(rules, seed):
    table = some_table(rules, random.Random(seed))
    for _ in range(1000):
        if table.over:
            break
        seat = rules.waiting(table.state)[0]
        table.act(rules.legal(table.state, seat)[0])
    assert table.over


@both_games
@given(seeds)
def test_folding_any_prefix_of_the_log_gives_the_state_kept(rules, seed):
    setup, table = some_game(rules, seed)
    states = [*table.before, table.state]
    for length in random.Random(seed).sample(range(len(states)), 5):
        assert fold(rules, setup, table.log[:length]) == states[length]


@both_games
@given(seeds)
def test_the_log_survives_json(rules, seed):
    setup, table = some_game(rules, seed)
    line = msgspec.json.encode(table.log)
    events = msgspec.json.decode(line, type=list[rules.Event])
    assert events == table.log
    assert msgspec.json.encode(events) == line
    assert fold(rules, setup, events) == table.state


@both_games
@given(seeds)
def test_an_action_from_the_log_causes_what_the_log_says(rules, seed):
    setup, table = some_game(rules, seed)
    again = Table(rules, setup)
    for event in table.log:
        if isinstance(event, rules.Action):
            again.act(event)
    assert again.log == table.log
    assert again.before == table.before
