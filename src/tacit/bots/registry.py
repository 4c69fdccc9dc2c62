"""Finding a bot by what was written on the command line."""

from __future__ import annotations

import hashlib
import importlib
import importlib.util
import sys
from collections.abc import Iterable
from importlib.metadata import entry_points
from pathlib import Path
from typing import Any

from tacit.bots.bot import BotError
from tacit.package import install

BUILT_IN: dict[str, str] = {
    "adaptive": "tacit.bots.adaptive:Adaptive",
    "casual-50": "tacit.bots.zoo:Casual",
    "casual-90": "tacit.bots.zoo:Guessing",
    "drifting": "tacit.bots.zoo:Drifting",
    "flat": "tacit.bots.flat:Flat",
    "greedy": "tacit.bots.greedy:Greedy",
    "heron": "tacit.bots.masters:Heron",
    "human-14": "tacit.bots.zoo:Feeling",
    "human-30": "tacit.bots.zoo:Loose",
    "human-7": "tacit.bots.zoo:Counting",
    "impatient": "tacit.bots.zoo:Impatient",
    "lapsing": "tacit.bots.zoo:Lapsing",
    "linnet": "tacit.bots.characters:Linnet",
    "metronome": "tacit.bots.metronome:Metronome",
    "oracle": "tacit.bots.oracle:Oracle",
    "pebble": "tacit.bots.characters:Pebble",
    "random": "tacit.bots.random:Random",
    "raven": "tacit.bots.masters:Raven",
    "search": "tacit.bots.search:Search",
    "swift": "tacit.bots.swift:Swift",
}
BY_GAME: dict[str, tuple[str, ...]] = {  # the rest are for measuring: no partners at a table
    "mindup": ("pebble", "linnet", "heron", "raven", "random", "greedy", "flat", "search", "swift"),
    "extreme": ("adaptive", "random", "metronome"),
}
COMPILED = frozenset({"flat", "heron", "raven", "search", "swift"})
"""Bots that need the packages of the extra `bots`."""
HARD = frozenset({"flat", "raven", "search"})
"""Bots that use all the time they are given."""
NEEDED: dict[str, tuple[str, ...]] = {
    "mindup": ("choose",),
    "extreme": ("plan", "agree_to_star", "discard"),
}


INVITED: dict[str, tuple[str, ...]] = {}
"""By game, installed bots of other people that the host lets sit at live tables."""


def offered(game: str) -> tuple[str, ...]:
    """Return the bots of a game that can play here: those built in, and those invited."""
    here = importlib.util.find_spec("numba") is not None
    built_in = tuple(name for name in BY_GAME[game] if here or name not in COMPILED)
    return (*built_in, *INVITED.get(game, ()))


def invite(names: Iterable[str]) -> None:
    """Let installed bots sit at live tables, in every game they play; BotError if there is none."""
    for name in names:
        if name in BUILT_IN:
            raise BotError(f"{name} is built in: it needs no invitation.")
        if not entry_points(group="tacit.bots", name=name):
            raise BotError(
                f"There is no installed bot {name!r}: it needs a tacit.bots entry point."
            )
        bot = _load(name, "mindup")
        games = [
            game
            for game, methods in NEEDED.items()
            if all(callable(getattr(bot, method, None)) for method in methods)
        ]
        if not games:
            raise BotError(f"{name} plays neither game: it has no choose and no plan.")
        for game in games:
            INVITED[game] = tuple(dict.fromkeys((*INVITED.get(game, ()), name)))


def find_bot(name: str, game: str) -> Any:
    """Return the class of a built-in bot, an entry point or `path/to/file.py:Class`."""
    bot = _load(name, game)
    missing = [method for method in NEEDED[game] if not callable(getattr(bot, method, None))]
    if missing:
        known = " and ".join(BY_GAME[game])
        raise BotError(
            f"{name} does not play {game}: it has no {' and no '.join(missing)}. "
            f"Built in for {game}: {known}."
        )
    return bot


def _load(name: str, game: str) -> Any:
    if ":" in name:
        return _from_file(*name.rsplit(":", 1))
    if name in BUILT_IN:
        if name in COMPILED and name not in offered(game):
            raise BotError(f"{name} needs more packages: {install('bots')}.")
        module, attribute = BUILT_IN[name].split(":")
        return getattr(importlib.import_module(module), attribute)
    for entry in entry_points(group="tacit.bots", name=name):
        return entry.load()
    known = ", ".join(BY_GAME[game])
    raise BotError(f"There is no bot {name!r}: choose among {known}, or say path/to/file.py:Class.")


def _from_file(path: str, attribute: str) -> Any:
    if not Path(path).is_file():
        raise BotError(f"There is no file {path} to take the bot {attribute} from.")
    place = hashlib.sha256(str(Path(path).resolve()).encode()).hexdigest()[:12]
    name = f"tacit_bot_{Path(path).stem}_{place}"
    spec = importlib.util.spec_from_file_location(name, path)
    if spec is None or spec.loader is None:
        raise BotError(f"{path} is not a Python file.")
    module = importlib.util.module_from_spec(spec)
    sys.modules[name] = module  # dataclasses look their module up there
    try:
        spec.loader.exec_module(module)
    except Exception as error:
        raise BotError(f"{path} cannot be loaded: {type(error).__name__}: {error}") from error
    if not hasattr(module, attribute):
        raise BotError(f"{path} has no class {attribute}.")
    return getattr(module, attribute)


def bot_seed(text: str) -> int:
    """Return a number for a bot's own randomness, far from the game's."""
    return int.from_bytes(hashlib.sha256(b"tacit bot " + text.encode()).digest()[:8], "big")
