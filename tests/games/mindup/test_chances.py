"""How likely a card takes which row card, against every deal and every pick that could be."""

from __future__ import annotations

from itertools import combinations, product

import pytest

from tacit.games.mindup import EMPTY, chances, expectation, unseen
from tacit.games.mindup.rules.chances import preview

HAND = (9, 27, 52)


def hands_of(known, hidden, held):
    """Yield every way the opponents' unknown cards can be dealt from the hidden ones."""
    if not known:
        yield ()
        return
    for drawn in combinations(hidden, held - len(known[0])):
        rest = [card for card in hidden if card not in drawn]
        for others in hands_of(known[1:], rest, held):
            yield ((*known[0], *drawn), *others)


def counted(card, known, hidden, held):
    """Count in every world, pick by pick, how many opponents play below a card."""
    found = [0] * (len(known) + 1)
    for hands in hands_of(known, hidden, held):
        for plays in product(*hands):
            found[sum(play < card for play in plays)] += 1
    return [number / sum(found) for number in found]


@pytest.mark.parametrize(
    ("known", "hidden"),
    [
        ([(), ()], (1, 12, 20, 30, 33, 40, 60)),
        ([(4, 30), (12, 55)], (1, 20, 33, 60)),
        ([(4, 30, 31), (12,), (55, 56)], (1, 20, 33, 60)),
        ([(4, 30, 31), (12, 13, 14)], ()),
    ],
)
def test_mu14_mu15_chances_are_those_of_all_worlds_together(known, hidden):
    found = chances(1, HAND, (known[0], (), *known[1:]), hidden)
    expected = [counted(card, known, hidden, len(HAND)) for card in HAND]
    assert [list(odds) for odds in found] == [pytest.approx(odds) for odds in expected]


def test_mu18_cards_that_lie_open_or_are_known_are_seen():
    tableau = ((31, 38), (2,), (), (), ())
    left = unseen((9, 27), (5, 6, 7), ((10, 11), (), (12,)), (tableau, EMPTY, EMPTY))
    assert len(left) == 60 - 2 - 3 - 3 - 3
    assert not {9, 27, 5, 6, 7, 10, 11, 12, 31, 38, 2} & set(left)


def test_mu16_a_preview_says_where_each_row_card_would_go():
    tableau = ((31,), (2,), (), (), ())
    known = ((), (40, 41), (1, 43))
    ahead = preview(0, (20, 60), (8, 19, 24), known, (tableau, EMPTY, EMPTY))
    assert ahead.columns == (0, 1, 2)
    assert ahead.chances == ((0.5, 0.5, 0.0), (0.0, 0.0, 1.0))


def test_a_preview_is_told_to_a_thousandth():
    ahead = preview(0, (9, 27, 52), (5, 6, 7), ((), (1, 2, 53), (3, 4, 54)), (EMPTY,) * 3)
    assert ahead.chances[0] == (0.111, 0.444, 0.444)


def test_what_to_expect_is_every_worth_as_often_as_its_odds_say():
    assert expectation((0.25, 0.75), (4, 8)) == 7.0
    assert expectation((), ()) == 0.0
    with pytest.raises(ValueError, match="shorter"):
        expectation((0.5, 0.5), (1,))
