"""The score pad of The Mind Extreme: S-X5, S-X6 and ME-06, and what cannot be judged."""

from __future__ import annotations

import pytest

from tacit.core.pad import PadError
from tacit.games.extreme.rules.pad import BlindPile, score


@pytest.mark.parametrize(
    ("colour", "pile", "mistakes"),
    [
        ("white", (7, 14, 28, 20, 25, 23, 37, 48), [{"card": 28, "overtook": [20, 25, 23]}]),
        ("white", (1, 50), []),
        ("red", (50, 1), []),
        ("red", (45, 43, 26, 31, 3), [{"card": 26, "overtook": [31]}]),
        (
            "white",
            (2, 13, 11, 28, 44, 42, 37),
            [{"card": 13, "overtook": [11]}, {"card": 44, "overtook": [42, 37]}],
        ),
    ],
)
def test_a_pile_is_judged(colour, pile, mistakes):
    assert score(BlindPile(colour, pile)) == {"errors": len(mistakes), "mistakes": mistakes}


@pytest.mark.parametrize(
    ("pile", "said"),
    [
        ((51,), "there is no card 51: they run from 1 to 50"),
        ((0,), "there is no card 0: they run from 1 to 50"),
        ((7, 8, 7), "the card 7 is there twice"),
    ],
)
def test_what_cannot_lie_there_is_refused(pile, said):
    with pytest.raises(PadError) as error:
        score(BlindPile("white", pile))
    assert str(error.value) == said
