"""The score pad of Mind Up!: S-M4, and what cannot be scored."""

from __future__ import annotations

import pytest

from tacit.core.pad import PadError
from tacit.games.mindup.rules.pad import MOST_CARDS, Tableaux, score

ORDER = (2, 4, 1, 5, 3)
CARDS = (22, 13, 25, 46, 20, 8, 53)


def test_s_m4_is_scored():
    line = {"columns": 24, "bonuses": 1, "objectives": 0, "total": 25}
    assert score(Tableaux(ORDER, (CARDS,), (1, 13))) == {"players": [line]}
    assert score(Tableaux(ORDER, (CARDS,))) == {"players": [line]}


def test_six_full_tableaux_are_scored_each_alone():
    cards = [tuple(range(at, at + MOST_CARDS)) for at in range(1, 1 + 6 * MOST_CARDS, MOST_CARDS)]
    together = score(Tableaux(ORDER, tuple(cards)))["players"]
    assert together == [score(Tableaux(ORDER, (one,)))["players"][0] for one in cards]


@pytest.mark.parametrize(
    ("given", "said"),
    [
        (((1, 2, 3, 4, 4), ()), "the order has to be the values 1 to 5, not [1, 2, 3, 4, 4]"),
        ((ORDER, ()), "there are 1 to 6 tableaux, not 0"),
        ((ORDER, ((),) * 7), "there are 1 to 6 tableaux, not 7"),
        ((ORDER, ((61,),)), "there is no card 61: they run from 1 to 60"),
        ((ORDER, ((5,), (5,))), "the card 5 is there twice"),
        ((ORDER, ((),), (15,)), "there is no objective 15: they run from 1 to 14"),
        ((ORDER, (tuple(range(1, 11)),)), "a tableau holds at most 9 cards"),
    ],
)
def test_what_cannot_lie_there_is_refused(given, said):
    with pytest.raises(PadError) as error:
        score(Tableaux(*given))
    assert str(error.value) == said


def test_the_highest_card_and_the_last_objective_exist():
    assert score(Tableaux(ORDER, ((60,),), (14,)))["players"][0]["columns"] == 2
