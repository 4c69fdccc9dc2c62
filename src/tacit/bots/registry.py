"""Finds a bot by its name: built in, installed, or a class in a file."""

from __future__ import annotations

import functools
import hashlib
import importlib
import importlib.util
import inspect
import sys
import threading
from collections.abc import Iterable, Iterator, Mapping
from contextlib import contextmanager
from importlib.metadata import entry_points
from pathlib import Path
from typing import Any

from tacit.bots.asking import Asking, asking_of, kind_of
from tacit.bots.bot import BotError
from tacit.core.extras import install
from tacit.core.plug import every_game

MOST_PLAYOUTS = 1000
"""The most at a live table: about what a bot plays out in the time it has there."""
_AT_TABLES = frozenset(map(str, range(1, MOST_PLAYOUTS + 1)))
_LOADING = threading.RLock()

INVITED: dict[str, tuple[str, ...]] = {}
"""The installed bots that the host lets sit at live tables, by game."""


def offered(game: str) -> tuple[str, ...]:
    """Return the bots of a game that can play here: built in, and invited by the host."""
    asking, here = asking_of(game), can_compile()
    own = tuple(name for name in asking.offered if here or name not in asking.compiled)
    return (*own, *INVITED.get(game, ()))


def can_compile() -> bool:
    """Tell whether the packages that compiled bots need are installed."""
    return importlib.util.find_spec("numba") is not None


def home_of(name: str, game: str | None = None) -> Asking | None:
    """Return the game that a built-in bot comes with: this one, or else any other."""
    games = [*([] if game is None else [game]), *every_game()]
    return next((asking_of(one) for one in games if name in asking_of(one).bots), None)


def invite(names: Iterable[str]) -> None:
    """Let installed bots sit at live tables, in every game they play; BotError if they cannot."""
    for name in names:
        if home_of(name) is not None:
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


def sits_at_tables(name: str, game: str) -> bool:
    """Tell whether a bot may sit at a live table, perhaps with a number of playouts."""
    kind = kind_of(name)
    if kind not in offered(game):
        return False
    counted = kind in asking_of(game).counted
    return kind == name or (counted and name.removeprefix(f"{kind}#") in _AT_TABLES)


def find_bot(name: str, game: str) -> Any:
    """Return what makes a bot for a seat: a class, or `search#250` told to play out 250 deals.

    A name is that of a built-in bot, of an entry point, or `path/to/file.py:Class`.
    """
    kind = kind_of(name)
    bot = load(kind, game)
    missing = _missing(bot, game)
    if missing:
        known = " and ".join(asking_of(game).offered)
        raise BotError(
            f"{kind} does not play {game}: it has no {' and no '.join(missing)}. "
            f"Built in for {game}: {known}."
        )
    if kind == name:
        return bot
    playouts = name.removeprefix(f"{kind}#")
    if not playouts.isdecimal() or int(playouts) == 0:
        raise BotError(f"{name}: after # comes a number of playouts, as in {kind}#200.")
    if not counts_playouts(bot):
        raise BotError(f"{kind} cannot count playouts: say {kind}@MILLIS in the arena instead.")
    return functools.partial(bot, playouts=int(playouts))


def settle_in(bot: Any, parameters: Mapping[str, Any]) -> None:
    """Tell a bot its parameters as it sits down, if it takes any."""
    if parameters and hasattr(bot, "settle_in"):
        bot.settle_in(**parameters)


def counts_playouts(bot: Any) -> bool:
    """Tell whether a bot can be told a number of playouts instead of a time."""
    try:
        return "playouts" in inspect.signature(bot).parameters
    except (TypeError, ValueError):
        return False


def _missing(bot: Any, game: str) -> list[str]:
    methods = asking_of(game).methods
    return [method for method in methods if not callable(getattr(bot, method, None))]


def load(name: str, game: str | None) -> Any:
    """Return what a name stands for, whether or not it plays this game."""
    if ":" in name:
        return _from_file(*name.rsplit(":", 1))
    home = home_of(name, game)
    if home is not None:
        if name in home.compiled and not can_compile():
            raise BotError(f"{name} needs more packages: {install('bots')}.")
        module, attribute = home.bots[name].split(":")
        return getattr(importlib.import_module(module), attribute)
    for entry in entry_points(group="tacit.bots", name=name):
        return entry.load()
    games = list(every_game()) if game is None else [game]
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
        with _importable(Path(path).resolve().parent):
            spec.loader.exec_module(module)
    except Exception as error:
        raise BotError(f"{path} cannot be loaded: {type(error).__name__}: {error}") from error
    if not hasattr(module, attribute):
        raise BotError(f"{path} has no class {attribute}.")
    return getattr(module, attribute)


@contextmanager
def _importable(folder: Path) -> Iterator[None]:
    """Let a bot's file import the files beside it, only while it is loaded.

    The folder comes last, so that no file in it hides a module of Python or an installed one.
    Imported files are dropped afterwards: another bot's folder may have one of the same name.
    """
    with _LOADING:
        before = set(sys.modules)
        sys.path.append(str(folder))
        importlib.invalidate_caches()
        try:
            yield
        finally:
            sys.path.remove(str(folder))
            for name in set(sys.modules) - before:
                file = getattr(sys.modules[name], "__file__", None)
                if file is not None and folder in Path(file).parents:
                    del sys.modules[name]


def bot_seed(text: str) -> int:
    """Derive a bot's seed from a text, independent of the game's seed."""
    return int.from_bytes(hashlib.sha256(b"tacit bot " + text.encode()).digest()[:8], "big")
