"""Finding a bot by what was written on the command line."""

from __future__ import annotations

import functools
import hashlib
import importlib
import importlib.util
import inspect
import re
import sys
import threading
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from importlib.metadata import entry_points
from pathlib import Path
from typing import Any

from tacit.bots.asking import asking_of
from tacit.bots.bot import BotError
from tacit.core.extras import install
from tacit.core.plug import every_game

COMPILED = frozenset({"flat", "heron", "raven", "search", "swift"})
"""Bots that need the packages of the extra `bots`."""
HARD = frozenset({"flat", "raven", "search"})
"""Bots that use all the time they are given."""
COUNTING = frozenset({"flat", "raven", "search"})
"""Those of them that can be told a number of playouts; said here, for loading them takes long."""

MOST_PLAYOUTS = 1000
"""At a live table: about as much as the time a bot has there."""
_AT_TABLES = frozenset(map(str, range(1, MOST_PLAYOUTS + 1)))
_LOADING = threading.RLock()
_COUNTED = re.compile(r"#[^@#:/\\]*$")

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
    games = [*([] if game is None else [game]), *every_game()]
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


def kind_of(name: str) -> str:
    """Return which bot a name stands for, however many deals it is to play out.

    >>> kind_of("search#250"), kind_of("search")
    ('search', 'search')
    """
    return _COUNTED.sub("", name)


def sits_at_tables(name: str, game: str) -> bool:
    """Whether a bot may sit at a live table; as `search#250` if it counts, and not too long."""
    kind = kind_of(name)
    if kind not in offered(game):
        return False
    return kind == name or (kind in COUNTING and name.removeprefix(f"{kind}#") in _AT_TABLES)


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


def counts_playouts(bot: Any) -> bool:
    """Tell whether a bot can be asked for a number of playouts instead of a time."""
    try:
        return "playouts" in inspect.signature(bot).parameters
    except (TypeError, ValueError):
        return False


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
        with _neighbours(Path(path).resolve().parent):
            spec.loader.exec_module(module)
    except Exception as error:
        raise BotError(f"{path} cannot be loaded: {type(error).__name__}: {error}") from error
    if not hasattr(module, attribute):
        raise BotError(f"{path} has no class {attribute}.")
    return getattr(module, attribute)


@contextmanager
def _neighbours(folder: Path) -> Iterator[None]:
    """Let a bot's file import those beside it while it is loaded, and nobody else afterwards.

    The folder comes last, so that no file in it hides a module of Python or an installed one.
    Files that were imported are forgotten: another bot's folder may have one of the same name.
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
    """Return a number for a bot's own randomness, far from the game's."""
    return int.from_bytes(hashlib.sha256(b"tacit bot " + text.encode()).digest()[:8], "big")
