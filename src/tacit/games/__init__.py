"""The rulebooks: pure, complete, and the same for the site, the replays and the bots.

Two games are built in. Others plug themselves in, by `register` or by an entry point of the group
`tacit.games`; nothing outside a game's own files asks which game it is.
"""

from __future__ import annotations

import importlib
from functools import cache
from importlib.metadata import entry_points
from typing import Any

from tacit.games import extreme, mindup
from tacit.games.plug import Plug
from tacit.games.rulebook import Rulebook, SettingsError

GAMES: dict[str, Rulebook] = {mindup.NAME: mindup, extreme.NAME: extreme}
"""The games that are known already; `every_game` looks for those that are installed besides."""
_PLUGS: dict[str, Plug] = {mindup.NAME: mindup.PLUG, extreme.NAME: extreme.PLUG}


def register(plug: Plug) -> None:
    """Plug a game in, from now on and in this process."""
    rules: Rulebook = importlib.import_module(plug.rules)
    GAMES[rules.NAME] = rules
    _PLUGS[rules.NAME] = plug
    part.cache_clear()


@cache
def _look_around() -> None:
    for entry in entry_points(group="tacit.games"):
        plug = entry.load()
        if entry.name not in GAMES:
            register(plug)


def every_game() -> dict[str, Rulebook]:
    """Return all games there are, by name."""
    _look_around()
    return GAMES


def rulebook(name: str) -> Rulebook:
    """Return a game's rules by its name, such as "mindup" or "extreme"."""
    rules = GAMES.get(name) or every_game().get(name)
    if rules is None:
        known = " and ".join(GAMES)
        raise SettingsError(f"There is no game {name!r}: the games are {known}.")
    return rules


@cache
def part(game: str, layer: str) -> Any:
    """Return what a layer has to know about a game: see `Plug`."""
    rulebook(game)
    return _PLUGS[game].load(layer)
