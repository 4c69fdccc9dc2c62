"""The score pad: scores what lies on a real table by the rules of its game."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, NamedTuple

import msgspec


class PadError(ValueError):
    """This cannot lie on a table; the text says why."""


class Pad(NamedTuple):
    """What a game's score pad takes, as a record that is read from JSON, and how it is judged."""

    given: Any
    score: Callable[[Any], dict[str, Any]]


def score(pad: Pad | None, text: bytes) -> dict[str, Any]:
    """Score what a JSON text describes; PadError if it cannot be read or scored."""
    if pad is None:
        raise PadError("this game has no score pad")
    try:
        return pad.score(msgspec.json.decode(text, type=pad.given))
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError) as error:
        raise PadError(str(error)) from None


def check_numbers(what: str, numbers: Sequence[int], highest: int) -> None:
    """Refuse numbers out of range and numbers that are there twice."""
    seen = set()
    for number in numbers:
        if not 1 <= number <= highest:
            raise PadError(f"there is no {what} {number}: they run from 1 to {highest}")
        if number in seen:
            raise PadError(f"the {what} {number} is there twice")
        seen.add(number)
