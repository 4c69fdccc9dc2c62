import pytest

from tacit.games.extreme import COLOUR, DECK, POSITION, Colour, first_of, in_order
from tests.games.extreme.tables import cards

WHITE = [f"W{value}" for value in range(1, 51)]
RED = [f"R{value}" for value in range(1, 51)]


def test_me01_a_hundred_cards_white_1_to_50_and_red_1_to_50():
    assert list(DECK) == WHITE + RED


def test_me01_every_card_has_its_colour():
    assert len(COLOUR) == 100
    assert {COLOUR[card] for card in WHITE} == {Colour.WHITE}
    assert {COLOUR[card] for card in RED} == {Colour.RED}


def test_colours_are_called_white_and_red():
    assert list(Colour) == ["white", "red"]


def test_me11_white_ascends_and_red_descends():
    assert sorted(WHITE, key=POSITION.__getitem__) == WHITE
    assert sorted(RED, key=POSITION.__getitem__) == RED[::-1]


@pytest.mark.parametrize(
    ("card", "position"),
    [("W1", 1), ("W2", 2), ("W50", 50), ("R50", 1), ("R49", 2), ("R33", 18), ("R1", 50)],
)
def test_me11_positions_count_from_the_first_card_of_a_pile(card, position):
    assert POSITION[card] == position


def test_a_hand_is_held_white_first_each_colour_as_it_will_be_laid():
    assert in_order(cards("R3 W10 R45 W2 R44 W9")) == cards("W2 W9 W10 R45 R44 R3")


@pytest.mark.parametrize(
    ("hand", "white", "red"),
    [
        ("W26 W11 W43", "W11", None),
        ("R3 R45 R31", None, "R45"),
        ("R9 W41 W9 R41", "W9", "R41"),
        ("", None, None),
    ],
)
def test_me12_the_first_of_a_hand_are_its_lowest_white_and_its_highest_red(hand, white, red):
    assert first_of(Colour.WHITE, cards(hand)) == white
    assert first_of(Colour.RED, cards(hand)) == red
