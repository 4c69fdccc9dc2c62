"""The sixty cards."""

from __future__ import annotations

from collections import Counter

import pytest

from tacit.games.mindup import BONUS, COLOUR, DECK, Colour

ORANGE, PINK, BLUE, GREEN, PURPLE = "orange", "pink", "blue", "green", "purple"


def test_mu01_the_deck_is_numbered_from_1_to_60():
    assert tuple(range(1, 61)) == DECK
    assert set(COLOUR) == set(BONUS) == set(DECK)


def test_mu01_five_colours_have_twelve_cards_each():
    assert Counter(COLOUR.values()) == {ORANGE: 12, PINK: 12, BLUE: 12, GREEN: 12, PURPLE: 12}


def test_mu01_the_colours_have_their_names():
    assert [colour.value for colour in Colour] == [ORANGE, PINK, BLUE, GREEN, PURPLE]
    assert Colour.ORANGE == ORANGE
    assert Colour.PINK == PINK
    assert Colour.BLUE == BLUE
    assert Colour.GREEN == GREEN
    assert Colour.PURPLE == PURPLE


@pytest.mark.parametrize(
    ("colour", "numbers"),
    [
        (ORANGE, (1, 8, 15, 16, 23, 30, 31, 38, 45, 46, 53, 60)),
        (PINK, (2, 6, 10, 19, 27, 29, 32, 34, 42, 51, 55, 59)),
        (BLUE, (3, 13, 18, 21, 24, 28, 33, 37, 40, 43, 48, 58)),
        (GREEN, (4, 5, 12, 14, 17, 25, 36, 44, 47, 49, 56, 57)),
        (PURPLE, (7, 9, 11, 20, 22, 26, 35, 39, 41, 50, 52, 54)),
    ],
)
def test_mu01_each_number_has_its_printed_colour(colour, numbers):
    assert tuple(card for card in DECK if COLOUR[card] == colour) == numbers


@pytest.mark.parametrize(
    ("bonus", "numbers"),
    [
        (-1, (1, 7, 13, 19, 25, 36, 42, 48, 54, 60)),
        (
            0,
            (2, 6, 8, 12, 14, 18, 20, 24, 26, 30, 31, 35, 37, 41, 43, 47, 49, 53, 55, 59),
        ),
        (
            +1,
            (3, 5, 9, 11, 15, 17, 21, 23, 27, 29, 32, 34, 38, 40, 44, 46, 50, 52, 56, 58),
        ),
        (+2, (4, 10, 16, 22, 28, 33, 39, 45, 51, 57)),
    ],
)
def test_mu02_each_number_has_its_printed_bonus(bonus, numbers):
    assert tuple(card for card in DECK if BONUS[card] == bonus) == numbers


def test_mu02_bonuses_sum_to_30():
    assert sum(BONUS.values()) == 30


def test_mu02_a_card_and_its_mirror_have_the_same_colour_and_bonus():
    for card in DECK:
        assert COLOUR[card] is COLOUR[61 - card]
        assert BONUS[card] == BONUS[61 - card]
