"""A bot's choice is checked by what its game says of it, in games without cards as well."""

from __future__ import annotations

from typing import Any, ClassVar

import pytest

from tacit.arena.runner.asking import Asker, Care, Forfeit, Watch
from tacit.bots.asking import Asking, Kind
from tacit.core.rulebook import Record, Seat


class Step(Record, frozen=True):
    """Go to a square."""

    seat: Seat
    square: int


class View(Record, frozen=True):
    """What is seen in a game in which no seat holds a hand."""

    free: tuple[int, ...]


class Squares(Asking):
    kinds: ClassVar = {
        "go": Kind("go", "", int, Step, allows=lambda view, square: square in view.free)
    }

    def kind(self, look: Any, *, awaited: bool) -> str | None:
        return "go"


class Walks:
    def __init__(self, square: int) -> None:
        self.square = square

    def go(self, view: View) -> int:
        return self.square


def asked(square: int) -> Any:
    asker = Asker(0, "walks", Care(Watch()))
    return asker.step(Squares(), Walks(square), View((3, 4)), 0, awaited=True)


def test_a_view_without_a_hand_is_no_error():
    assert asked(4).action == Step(Seat(0), 4)


def test_what_the_view_does_not_allow_is_a_forfeit():
    with pytest.raises(Forfeit, match="chose the square 5, which its view does not allow"):
        asked(5)
