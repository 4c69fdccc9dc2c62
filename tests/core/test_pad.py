"""The score pad reads JSON, hands it to its game, and says what cannot lie on a table."""

from __future__ import annotations

import msgspec
import pytest

from tacit.core.pad import Pad, PadError, check_numbers, score


class Given(msgspec.Struct):
    cards: list[int]


PAD = Pad(Given, lambda given: {"sum": sum(given.cards)})


def test_a_game_gets_what_it_takes():
    assert score(PAD, b'{"cards":[3,4]}') == {"sum": 7}


@pytest.mark.parametrize(
    "text", [b"", b"{", b'{"cards":["x"]}', b'{"cards":"\xff"}', b"[" * 10_000]
)
def test_what_cannot_be_read_is_said(text):
    with pytest.raises(PadError) as error:
        score(PAD, text)
    assert str(error.value) not in ("", "None")


def test_a_game_without_a_score_pad_says_so():
    with pytest.raises(PadError, match=r"^this game has no score pad$"):
        score(None, b"{}")


def test_numbers_run_from_one_and_stand_once():
    check_numbers("card", [1, 60, 30], 60)
    for number in (0, 61, -1):
        with pytest.raises(PadError) as error:
            check_numbers("card", [5, number], 60)
        assert str(error.value) == f"there is no card {number}: they run from 1 to 60"
    with pytest.raises(PadError, match=r"^the card 5 is there twice$"):
        check_numbers("card", [5, 6, 5], 60)
