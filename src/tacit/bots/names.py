"""What bots are called where people read it, and so what no person may be called.

>>> shown(("Ann", "linnet", "linnet", "raven"), "mindup")
('Ann', 'Linnet 1', 'Linnet 2', 'Raven')
>>> shown(("Ann", "search#250", "search"), "mindup")
('Ann', 'Delver #250', 'Delver')
"""

from __future__ import annotations

from collections.abc import Sequence

from tacit.bots.asking import asking_of
from tacit.bots.registry import INVITED
from tacit.core.plug import every_game

LANGUAGES = ("en", "fr", "it", "de", "es", "pt")
"""In which order a game tells the names of its bots: `Asking.names`."""
MOST_ALIKE = 6
"""Bots of one kind at a table: the app numbers them."""


def title(bot: str, game: str) -> str:
    """Return what a bot is called in English; one without a name goes by its own.

    One that counts its deals (`search#250`) keeps the number.
    """
    plain, hash_sign, deals = bot.partition("#")
    called = asking_of(game).names.get(plain)
    name = called[0] if called else plain[:1].upper() + plain[1:]
    return f"{name} #{deals}" if hash_sign else name


def bots_of(game: str) -> set[str]:
    """Return every bot that may sit at a table of a game."""
    return {*asking_of(game).bots, *INVITED.get(game, ())}


def shown(names: Sequence[str], game: str) -> tuple[str, ...]:
    """Return what the players of a replay are called, bots by their titles, as the app does it."""
    bots = bots_of(game)
    seats: list[str] = []
    for seat, name in enumerate(names):
        alike = names.count(name)
        number = f" {names[: seat + 1].count(name)}" if alike > 1 else ""
        seats.append(title(name, game) + number if name.partition("#")[0] in bots else name)
    return tuple(seats)


def reserved() -> tuple[str, ...]:
    """Return every name that some bot goes by, in any language, with the numbers of several."""
    plain = {bot for invited in INVITED.values() for bot in invited}
    for asking in map(asking_of, every_game()):
        plain = plain.union(asking.bots, *asking.names.values())
    numbers = range(1, MOST_ALIKE + 1)
    return tuple(sorted(plain | {f"{name} {number}" for name in plain for number in numbers}))
