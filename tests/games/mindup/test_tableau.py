"""Where a card goes, and what a tableau holds."""

from __future__ import annotations

import pytest

from tacit.games.mindup import EMPTY, Colour, place
from tacit.games.mindup.rules.tableau import cards_in, column_of, count
from tests.games.mindup.tables import laid


def test_mu10_a_tableau_has_a_column_for_each_of_the_five_score_cards():
    assert EMPTY == ((), (), (), (), ())


def test_mu16_the_first_card_goes_onto_the_leftmost_score_card():
    assert place(EMPTY, 27) == ((27,), (), (), (), ())


def test_mu16_colour_joins_its_column():
    tableau = ((16,), (27,), (3,), (), ())
    assert place(tableau, 10) == ((16,), (27, 10), (3,), (), ())
    assert place(tableau, 58) == ((16,), (27,), (3, 58), (), ())


def test_mu16_a_new_colour_opens_the_leftmost_empty_column():
    assert place(((16,), (27, 10), (), (), ()), 3) == ((16,), (27, 10), (3,), (), ())


def test_mu16_the_fifth_colour_goes_onto_the_rightmost_score_card():
    assert place(((16,), (27,), (3,), (4,), ()), 7) == ((16,), (27,), (3,), (4,), (7,))


def test_mu16_a_column_keeps_the_order_in_which_its_cards_came():
    assert laid(46, 8, 16) == ((46, 8, 16), (), (), (), ())


@pytest.mark.parametrize("won", [46, 53])
def test_s_m2_orange_joins_the_column_of_16(won):
    assert place(((16,), (), (), (), ()), won) == ((16, won), (), (), (), ())


def test_s_m3_blue_opens_column_2_beside_pink():
    assert place(((27,), (), (), (), ()), 37) == ((27,), (37,), (), (), ())


def test_a_colour_is_found_by_its_column_counted_from_the_left():
    tableau = laid(27, 37, 10, 4, 7, 1)
    assert column_of(tableau, Colour.PINK) == 0
    assert column_of(tableau, Colour.BLUE) == 1
    assert column_of(tableau, Colour.GREEN) == 2
    assert column_of(tableau, Colour.PURPLE) == 3
    assert column_of(tableau, Colour.ORANGE) == 4


def test_a_colour_nobody_took_has_no_column():
    assert column_of(laid(27, 37), Colour.ORANGE) is None
    assert column_of(EMPTY, Colour.ORANGE) is None


def test_the_cards_of_a_colour_are_counted():
    tableau = laid(27, 37, 10, 34)
    assert count(tableau, Colour.PINK) == 3
    assert count(tableau, Colour.BLUE) == 1
    assert count(tableau, Colour.GREEN) == 0


def test_mu26_a_tableau_is_taken_up_in_ascending_order():
    assert cards_in(laid(53, 22, 13, 8, 25, 46, 20)) == (8, 13, 20, 22, 25, 46, 53)
    assert cards_in(EMPTY) == ()
