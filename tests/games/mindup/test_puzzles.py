"""Puzzles of Mind Up!: one card is clearly best, it is not the obvious one, and it is explained."""

import msgspec
import pytest

from tacit.games.mindup import View
from tacit.games.mindup.bots.reckoning import beliefs
from tacit.games.mindup.puzzles.making import CLEAR_POINTS, LEAST_HAND, make
from tacit.games.mindup.review.weighing import weigh
from tacit.review.puzzle import puzzles

SHIPPED = puzzles("mindup")


def test_some_puzzles_of_every_level_are_shipped_the_easiest_first():
    assert len(SHIPPED) >= 30
    assert [one.level for one in SHIPPED] == sorted(one.level for one in SHIPPED)
    assert {one.level for one in SHIPPED} >= {1, 2, 3}


@pytest.mark.parametrize("number", range(len(SHIPPED)))
def test_a_shipped_puzzle_is_whole(number):
    one = SHIPPED[number]
    seen = msgspec.convert(one.view, View, strict=False)
    hand = {str(card) for card in seen.hand}
    assert len(hand) >= LEAST_HAND
    assert set(one.lost) == hand
    assert set(one.reasons) == hand - {one.best}
    assert all(one.reasons.values())
    assert one.obvious != one.best
    assert one.lost[one.best] == 0
    assert all(lost >= CLEAR_POINTS for card, lost in one.lost.items() if card != one.best)
    assert one.view["pick"] is None
    assert one.view["seat"] is not None


@pytest.mark.parametrize("number", [0, len(SHIPPED) // 2, len(SHIPPED) - 1])
def test_the_best_card_is_best_on_other_deals_too(number):
    one = SHIPPED[number]
    seen = msgspec.convert(one.view, View, strict=False)
    leads = weigh(beliefs(seen), seen.seat, 0, 300, 12345).leads.mean(axis=0)
    assert str(seen.hand[int(leads.argmax())]) == one.best


def test_the_same_seed_makes_the_same_puzzle():
    first, again = next(make(1, 5)), next(make(1, 5))
    assert first == again
