"""A game is a plug: it names its rules, and for each part of the framework what is its own.

The framework loads a part when it needs it. So games import the framework and never the other way
round. Games are the folders of `tacit.games`, and packages with an entry point of the group
`tacit.games`. `docs/own-game.md` builds a whole game.
"""

from __future__ import annotations

import importlib
import pkgutil
from functools import cache
from importlib.metadata import entry_points
from typing import Any

import msgspec

from tacit.core.rulebook import Rulebook, SettingsError

HOME = "tacit.games"
"""The package whose folders are games, and the group of entry points that name others."""


class Environment(msgspec.Struct, frozen=True):
    """The environments of a game for learning, each as `module:name`; loaded when one is made."""

    title: str
    """What Gymnasium calls it: `MindUp` is registered as `tacit/MindUp-v0`."""
    single: str
    """One seat learns and bots fill the others: an environment of Gymnasium."""
    parallel: str
    """All agents act at once: a parallel environment of PettingZoo."""
    in_turn: str
    """Agents act one after the other: an AEC environment of PettingZoo."""
    vector: str = ""
    """Thousands of games at once: a vector environment of Gymnasium."""


class Plug(msgspec.Struct, frozen=True):
    """Where what is particular to one game is found, each a module or `module:name`.

    Only `rules` and `bots` are needed; the rest has a plain default or is left out.
    """

    rules: str
    """What may be done and what it causes: a `tacit.core.rulebook.Rulebook`."""
    bots: str
    """Its bots and what they are asked: a `tacit.bots.asking.Asking`."""
    bot_faces: str = ""
    """The faces of its bots: by bot, a `tacit.core.mark.BotFace`; the others look like guests."""
    table: str = "tacit.table.conduct:PLAIN"
    """How it is conducted at a live table: a `tacit.table.conduct.Conduct`."""
    story: str = "tacit.review.plain_story"
    """How it is told on a terminal: a `tacit.review.show.Story`."""
    review: str = ""
    """What its picks and plays were worth: a `tacit.review.reviewing.Reviewer`."""
    pages: str = ""
    """How its reviews and results look: a `tacit.review.page.Pages`."""
    ended: str = ""
    """The event that ends a game and has all fields of its result: logs are read faster by it."""
    heard: str = ""
    """What a finished game's timing tells: a `tacit.review.reviewing.Timing`."""
    terminal: str = ""
    """How it is played in the terminal: a `tacit.terminal.face.Face`."""
    worlds: str = ""
    """Games that a seat cannot tell apart: `another` makes one, for `tacit check-bot`."""

    arena: str = "tacit.cli.bots.arena_league"
    """What `tacit arena` plays: a league, unless all win or lose together. It is given `args` and
    `options`, the checks and the progress bar of the command, and `add_options` may add others."""
    fields: str = ""
    """What `tacit arena --field` measures a bot with: by number, a `tacit.arena.field.Field`."""
    daily: str = ""
    """Its deal of the day: a `tacit.club.daily.DailyGame`. Without one there is none."""
    evening: str = ""
    """The game at many tables: a `tacit.club.evening_game.EveningGame`. Without one it has none."""
    puzzles: str = ""
    """Its puzzles: the path of a file with one `tacit.review.puzzle.Puzzle` per line."""
    puzzle_maker: str = ""
    """What makes such a file: a function that yields puzzles, given how many and a seed."""
    env: Environment | None = None
    """Its environments for learning."""
    order: int = 100
    """Where it stands in lists of games: low numbers first."""

    def load(self, layer: str) -> Any:
        """Return what a layer has to know about this game; None if there is nothing."""
        where = getattr(self, layer)
        if not where:
            return None
        module, _, name = where.partition(":")
        found = importlib.import_module(module)
        return getattr(found, name) if name else found


@cache
def _own_plugs() -> dict[str, Plug]:
    """Return the plugs of the games that come with Tacit: one for each folder."""
    home = importlib.import_module(HOME)
    names = [found.name for found in pkgutil.iter_modules(home.__path__) if found.ispkg]
    plugs = {name: importlib.import_module(f"{HOME}.{name}.plug").PLUG for name in names}
    return dict(sorted(plugs.items(), key=lambda named: named[1].order))


@cache
def _plugs() -> dict[str, Plug]:
    """Return the plugs of all games: those of Tacit, then those that are installed."""
    installed = {entry.name: entry.load() for entry in entry_points(group=HOME)}
    return _own_plugs() | installed | _own_plugs()


def register(plug: Plug) -> None:
    """Plug a game in, from now on and in this process."""
    _plugs()[importlib.import_module(plug.rules).NAME] = plug
    _forget_loaded()


def look_again() -> None:
    """Look for games again: some may have been installed or removed."""
    _own_plugs.cache_clear()
    _plugs.cache_clear()
    _forget_loaded()


def _forget_loaded() -> None:
    rulebook.cache_clear()
    part.cache_clear()


def own_games() -> tuple[str, ...]:
    """Return the names of the games that come with Tacit."""
    return tuple(_own_plugs())


def every_game() -> dict[str, Rulebook]:
    """Return the rules of all games, by name."""
    return {name: rulebook(name) for name in _plugs()}


def plug_of(name: str) -> Plug:
    """Return a game's plug by the game's name."""
    plug = _own_plugs().get(name) or _plugs().get(name)
    if plug is None:
        known = " and ".join(_plugs())
        raise SettingsError(f"There is no game {name!r}: the games are {known}.")
    return plug


@cache
def rulebook(name: str) -> Rulebook:
    """Return a game's rules by its name, such as "mindup"."""
    rules: Rulebook = plug_of(name).load("rules")
    return rules


@cache
def part(game: str, layer: str) -> Any:
    """Return what one part of the framework has to know about a game: a field of `Plug`."""
    return plug_of(game).load(layer)
