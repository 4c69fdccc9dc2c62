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

from tacit.bots.asking import asking_of
from tacit.bots.bot import BotError
from tacit.games import GAMES, every_game
from tacit.package import install

COMPILED = frozenset({"flat", "heron", "raven", "search", "swift"})
"""Bots that need the packages of the extra `bots`."""
HARD = frozenset({"flat", "raven", "search"})
"""Bots that use all the time they are given."""

INVITED: dict[str, tuple[str, ...]] = {}
"""By game, installed bots of other people that the host lets sit at live tables."""


def offered(game: str) -> tuple[str, ...]:
    """Return the bots of a game that can play here: those built in, and those invited."""
    here = can_compile()
    own = tuple(name for name in asking_of(game).offered if here or name not in COMPILED)
    return (*own, *INVITED.get(game, ()))


def can_compile() -> bool:
    """Whether the packages are here that compiled bots need."""
    return importlib.util.find_spec("numba") is not None


def built_in(name: str, game: str | None = None) -> str | None:
    """Return where a bot is found that comes with a game, or else with any other."""
    games = [*([] if game is None else [game]), *GAMES]
    found = (asking_of(one).bots.get(name) for one in games)
    return next((where for where in found if where is not None), None)


def invite(names: Iterable[str]) -> None:
    """Let installed bots sit at live tables, in every game they play; BotError if there is none."""
    for name in names:
        if built_in(name) is not None:
            raise BotError(f"{name} is built in: it needs no invitation.")
        if not entry_points(group="tacit.bots", name=name):
            raise BotError(
                f"There is no installed bot {name!r}: it needs a tacit.bots entry point."
            )
        games = [game for game in every_game() if not _missing(load(name, game), game)]
        if not games:
            raise BotError(f"{name} plays no game: it has the methods of none.")
        for game in games:
            INVITED[game] = tuple(dict.fromkeys((*INVITED.get(game, ()), name)))


def find_bot(name: str, game: str) -> Any:
    """Return the class of a built-in bot, an entry point or `path/to/file.py:Class`."""
    bot = load(name, game)
    missing = _missing(bot, game)
    if missing:
        known = " and ".join(asking_of(game).offered)
        raise BotError(
            f"{name} does not play {game}: it has no {' and no '.join(missing)}. "
            f"Built in for {game}: {known}."
        )
    return bot


def _missing(bot: Any, game: str) -> list[str]:
    methods = asking_of(game).methods
    return [method for method in methods if not callable(getattr(bot, method, None))]


def load(name: str, game: str | None) -> Any:
    """Return what a name stands for, whether or not it plays; built in for a game, or any other."""
    if ":" in name:
        return _from_file(*name.rsplit(":", 1))
    where = built_in(name, game)
    if where is not None:
        if name in COMPILED and not can_compile():
            raise BotError(f"{name} needs more packages: {install('bots')}.")
        module, attribute = where.split(":")
        return getattr(importlib.import_module(module), attribute)
    for entry in entry_points(group="tacit.bots", name=name):
        return entry.load()
    games = list(GAMES) if game is None else [game]
    known = ", ".join(bot for one in games for bot in asking_of(one).offered)
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
