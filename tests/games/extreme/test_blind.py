import pytest

from tacit.games.extreme import overtaken_in
from tests.games.extreme.tables import cards


def errors(pile):
    """The cards that overtook others, each with those it overtook."""
    return {card: late for card, late in zip(pile, overtaken_in(pile), strict=True) if late}


def white(*values):
    return tuple(f"W{value}" for value in values)


def red(*values):
    return tuple(f"R{value}" for value in values)


def test_sx5_one_card_overtakes_three():
    assert errors(white(7, 14, 28, 20, 25, 23, 37, 48)) == {"W28": white(20, 25, 23)}


def test_sx6_two_cards_overtake_others():
    assert errors(white(2, 13, 11, 28, 44, 42, 37)) == {"W13": white(11), "W44": white(42, 37)}


def test_x6_a_red_pile_is_judged_downwards():
    assert errors(red(45, 43, 26, 31, 3)) == {"R26": red(31)}


def test_x9_one_early_card_forgotten_by_four_is_one_error():
    assert errors(white(5, 10, 20, 30, 1)) == {"W5": white(1)}


def test_x20_an_empty_pile_has_no_errors():
    assert overtaken_in(()) == ()


def test_me23_every_card_of_the_pile_is_judged_in_the_order_laid():
    assert overtaken_in(cards("W2 W13 W11 W28")) == ((), ("W11",), (), ())


@pytest.mark.parametrize("pile", [white(1, 2, 3, 50), red(50, 49, 2, 1), white(30), red(30)])
def test_me23_a_pile_in_order_has_no_errors(pile):
    assert errors(pile) == {}


def test_me23_overtaken_cards_are_gone_and_overtake_nobody():
    assert errors(white(30, 20, 10)) == {"W30": white(20, 10)}


def test_me23_a_card_is_overtaken_only_once():
    assert errors(white(20, 30, 10, 25)) == {"W20": white(10), "W30": white(25)}


def test_me23_only_later_cards_are_overtaken():
    assert errors(white(10, 30, 20, 40)) == {"W30": white(20)}
