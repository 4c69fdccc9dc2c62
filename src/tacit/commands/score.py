"""`tacit score`: what finished tableaux or a blind pile are worth."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Callable
from typing import Any, Literal

import msgspec

from tacit.commands.lines import InputError, Line, read_lines
from tacit.games import extreme, mindup

MOST_CARDS = 9
"""A tableau holds no more in round 3."""
MOST_PLAYERS = 6


class Tableaux(msgspec.Struct, forbid_unknown_fields=True):
    """The cards of each player in the order taken."""

    order: tuple[int, ...]
    tableaux: tuple[tuple[int, ...], ...]
    objectives: tuple[int, ...] = ()


class BlindPile(msgspec.Struct, forbid_unknown_fields=True):
    """A pile from the first card laid to the last."""

    colour: Literal["white", "red"]
    pile: tuple[int, ...]


def run(args: argparse.Namespace) -> int:
    """Print a line for each line of input, or nothing if one of them is bad."""
    score = score_mindup if args.game == "mindup" else score_extreme
    scored = [_scored(score, line) for line in read_lines(args.file)]
    for result in scored:
        if args.json or not sys.stdout.isatty():
            print(msgspec.json.encode(result).decode())
        else:
            _show(result)
    return 0


def _scored(score: Callable[[bytes], dict[str, Any]], line: Line) -> dict[str, Any]:
    try:
        return score(line.text)
    except (msgspec.DecodeError, UnicodeDecodeError, InputError) as error:
        raise InputError(f"{line.where}: {error}") from None


def score_mindup(text: bytes) -> dict[str, Any]:
    """Score the tableaux of one round.

    Any objectives may be given, also two of one letter, to check cards of the box one by one.
    """
    given = msgspec.json.decode(text, type=Tableaux)
    if sorted(given.order) != [1, 2, 3, 4, 5]:
        raise InputError(f"the order has to be the values 1 to 5, not {list(given.order)}")
    if not 1 <= len(given.tableaux) <= MOST_PLAYERS:
        raise InputError(f"there are 1 to 6 tableaux, not {len(given.tableaux)}")
    _check_numbers("card", [card for cards in given.tableaux for card in cards], 60)
    _check_numbers("objective", given.objectives, 14)
    if any(len(cards) > MOST_CARDS for cards in given.tableaux):
        raise InputError(f"a tableau holds at most {MOST_CARDS} cards")
    tableaux = []
    for cards in given.tableaux:
        tableau = mindup.EMPTY
        for card in cards:
            tableau = mindup.place(tableau, mindup.Card(card))
        tableaux.append(tableau)
    scores = mindup.score_table(tuple(tableaux), given.order, given.objectives)
    return {"players": [mindup.score_line(score) for score in scores]}


def score_extreme(text: bytes) -> dict[str, Any]:
    """Count the errors of one blind pile."""
    given = msgspec.json.decode(text, type=BlindPile)
    _check_numbers("card", given.pile, 50)
    letter = given.colour[0].upper()
    pile = [extreme.Card(f"{letter}{value}") for value in given.pile]
    mistakes = [
        {"card": value, "overtook": [int(late[1:]) for late in overtook]}
        for value, overtook in zip(given.pile, extreme.overtaken_in(pile), strict=True)
        if overtook
    ]
    return {"errors": len(mistakes), "mistakes": mistakes}


def _check_numbers(what: str, numbers: Any, highest: int) -> None:
    seen = set()
    for number in numbers:
        if not 1 <= number <= highest:
            raise InputError(f"there is no {what} {number}: they run from 1 to {highest}")
        if number in seen:
            raise InputError(f"the {what} {number} is there twice")
        seen.add(number)


def _show(result: dict[str, Any]) -> None:
    from rich.console import Console
    from rich.table import Table

    table = Table()
    if "players" in result:
        for name in ("player", "columns", "bonuses", "objectives", "total"):
            table.add_column(name, justify="right")
        for number, line in enumerate(result["players"], start=1):
            table.add_row(str(number), *map(str, line.values()))
    else:
        table.title = f"{result['errors']} error{'' if result['errors'] == 1 else 's'}"
        table.add_column("card", justify="right")
        table.add_column("overtook")
        for mistake in result["mistakes"]:
            table.add_row(str(mistake["card"]), " ".join(map(str, mistake["overtook"])))
    Console().print(table)
