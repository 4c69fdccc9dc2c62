"""The compiled Mind Up! gives the numbers of the rules; `kernel_proof` says it at length."""

import itertools
import random
from collections import Counter

import numpy as np
import pytest

from tacit.core.compiled import compiler
from tacit.games import mindup
from tacit.games.mindup.kernel import packed
from tacit.games.mindup.kernel import play as kernel
from tacit.games.mindup.kernel.deal import lay_out
from tacit.games.mindup.kernel.packed import (
    DRAWN,
    HAND,
    OBJECTIVES,
    ORDER,
    ROUND,
    ROW,
    SCORE,
    pack,
    unpack,
)
from tacit.games.mindup.rules import setup
from tacit.games.mindup.rules.objectives import KEPT_FROM
from tests.games.mindup.kernel_proof import TABLES, prove

DEALS = 6000


def dealt(players=4, objectives=0, seed=1, games=1):
    states = np.empty((games, packed.SIZE), np.int64)
    kernel.deal_many(players, objectives, seed, 0, states)
    return states


def first_cards(states):
    return np.array(
        [[unpack(hand)[0] for hand in state[HAND : HAND + state[0]]] for state in states]
    )


def test_every_table_plays_as_by_the_rules():
    assert prove(turns=21 * 20 * len(TABLES), seed=2) == 21 * 20 * len(TABLES)


def test_mu35_objectives_are_laid_out_as_by_the_rules():
    rng = random.Random(35)
    for out, _ in itertools.product(range(1, 6), range(200)):
        pile = tuple(rng.sample(range(1, 15), 14))
        word = sum(number << (4 * place) for place, number in enumerate(pile))
        rounds = setup.lay_out(pile, out)
        for number in range(3 if out < KEPT_FROM else 1):
            chosen, word = lay_out(word, 14 - number * out, out)
            assert unpack(chosen) == rounds[number]


@pytest.mark.parametrize("players", mindup.PLAYERS)
def test_mu06_deals_are_whole_and_even(players):
    where = Counter()
    for state in dealt(players, games=DEALS):
        words = [*state[HAND : HAND + players], state[ROW], state[DRAWN], state[DRAWN + 1]]
        cards = [card for word in words for card in unpack(word)]
        assert len(cards) == len(set(cards)) == 10 * players
        assert set(cards) <= set(mindup.DECK)
        assert list(unpack(state[ROW])) == sorted(unpack(state[ROW]))
        where.update(enumerate(cards[: 7 * players]))
        where.update(("drawn", card) for card in cards[-players:])
    even = DEALS / 60
    for (place, _), count in where.items():
        expected = even * players if place == "drawn" else even
        assert abs(count - expected) < 6 * expected**0.5
    assert len(where) == 60 * (7 * players + 1)


@pytest.mark.parametrize("out", range(1, 6))
def test_mu31_orders_and_objectives_are_even(out):
    orders, objectives = Counter(), Counter()
    for state in dealt(4, out, games=DEALS):
        orders.update(unpack(word) for word in state[ORDER : ORDER + 3])
        rounds = [unpack(word) for word in state[OBJECTIVES : OBJECTIVES + 3]]
        assert all(len({(number - 1) // 2 for number in numbers}) == out for numbers in rounds)
        assert (rounds[0] == rounds[1] == rounds[2]) == (out >= 3)
        objectives.update(rounds[0])
    assert len(orders) == 120
    assert all(abs(count - DEALS / 40) < 6 * (DEALS / 40) ** 0.5 for count in orders.values())
    expected = DEALS * out / 14
    assert len(objectives) == 14
    assert all(abs(count - expected) < 6 * expected**0.5 for count in objectives.values())


@pytest.mark.parametrize(
    ("tableau", "order", "objectives", "expected"),
    [
        ((22, 13, 25, 46, 20, 8, 53), (2, 4, 1, 5, 3), (1, 13), (24, 1, 2, -2)),  # S-M4
        ((1, 2, 6, 3, 4, 5, 12), (1, 5, 2, 4, 3), (7, 8), (25, 3, 2, 2)),  # M8
        ((1, 4, 2, 3, 5, 12, 14), (1, 5, 2, 4, 3), (7, 14), (27, 3, 0, 2)),  # M9
    ],
)
def test_mu21_the_judge_knows_the_vectors(tableau, order, objectives, expected):
    sheet = np.empty((1, 15), np.int64)
    kernel.judge(np.array([pack(tableau)]), pack(order), pack(objectives), sheet)
    (row,) = sheet.tolist()
    assert (sum(row[:5]), sum(row[5:10]), *row[10:12]) == expected


def test_mu23_objectives_that_compare_players():
    tableaux = (2, 6, 1, 3, 4, 5, 7), (10, 19, 8, 13, 12, 9, 27), (15, 16, 18, 21, 14, 11, 20)
    sheet = np.empty((3, 15), np.int64)
    kernel.judge(np.array([*map(pack, tableaux)]), pack((1, 2, 3, 4, 5)), pack((6, 5, 10)), sheet)
    assert sheet[:, 10:13].T.tolist() == [[0, 2, 0], [0, 0, -2], [0, 0, -2]]  # M13


@pytest.mark.parametrize("wrong", [0, -1, 61, 63, 64, 10**12])
def test_mu13_a_pick_that_is_not_in_the_hand_is_refused(wrong):
    (state,) = dealt()
    before = state.copy()
    picks = first_cards([state])[0]
    picks[2] = wrong
    assert not kernel.turn(state, picks)
    picks[2] = unpack(state[HAND + 1])[3]
    assert not kernel.turn(state, picks)
    assert (state == before).all()


def test_a_hand_loses_any_of_its_cards_and_no_other():
    hand = (60, 1, 32, 31, 63 - 2, 5, 8, 33, 59)
    for card in range(64):
        left = kernel.without(pack(hand), card)
        if card in hand:
            assert sorted(unpack(left)) == sorted(set(hand) - {card})
        else:
            assert left == -1


@pytest.mark.parametrize(("players", "objectives"), [(3, 0), (4, 2), (5, 5), (6, 3)])
def test_a_game_depends_on_its_seed_and_number_alone(players, objectives):
    whole = np.empty((50, players), np.int64)
    kernel.random_games(players, objectives, 9, 0, whole)
    part = np.empty((20, players), np.int64)
    kernel.random_games(players, objectives, 9, 30, part)
    assert (whole[30:] == part).all()
    other = np.empty((50, players), np.int64)
    kernel.random_games(players, objectives, 10, 0, other)
    assert (whole != other).any()


def test_a_batch_in_lockstep_is_its_games_one_by_one():
    states = dealt(5, 1, games=30)
    singles = states.copy()
    for _ in range(21):
        picks = first_cards(states)
        assert kernel.turn_many(states, picks) == 0
        assert all(kernel.turn(single, pick) for single, pick in zip(singles, picks, strict=True))
    assert (states == singles).all()
    assert (states[:, ROUND] == packed.OVER).all()
    assert kernel.turn_many(states, picks) == 30


def test_playouts_add_up_rounds_and_leave_the_state_alone():
    (state,) = dealt(4, 3)
    kernel.turn(state, first_cards([state])[0])
    before, sums = state.copy(), np.zeros(4, np.int64)
    rng = kernel.stream(5, 0)
    after = kernel.playouts(state, 40, rng, sums, np.empty_like(state))
    assert (state == before).all()
    expected = np.zeros(4, np.int64)
    for _ in range(40):
        copy = state.copy()
        rng = kernel.finish_round(copy, rng)
        assert copy[ROUND] == 2
        expected += copy[SCORE : SCORE + 4]
    assert (sums == expected).all()
    assert after == rng


def test_a_game_is_finished_from_anywhere():
    (state,) = dealt(6, 4)
    kernel.turn(state, first_cards([state])[0])
    kernel.finish_game(state, kernel.stream(1, 1))
    assert state[ROUND] == packed.OVER
    assert all(kernel.total(state, seat) > 0 for seat in range(6))
    ended = state.copy()
    assert kernel.finish_round(state, 5) == 5
    assert (state == ended).all()


def test_code_compiled_from_other_sources_is_not_used():
    def nothing():
        pass

    def key(*sources):
        dispatcher = compiler("tacit.games.mindup", sources)(nothing)
        return dispatcher._cache._index_key((), dispatcher.targetctx.codegen())

    assert key("rules/cards.py") == key("rules/cards.py")
    assert key("rules/cards.py") != key("rules/cards.py", "rules/setup.py")
