"""The rulebooks: pure, complete, and the same for the site, the replays and the bots."""

from __future__ import annotations

from tacit.games import extreme, mindup
from tacit.games.rulebook import Rulebook, SettingsError

GAMES: dict[str, Rulebook] = {mindup.NAME: mindup, extreme.NAME: extreme}


def rulebook(name: str) -> Rulebook:
    """Return a game's rules by its name, "mindup" or "extreme"."""
    try:
        return GAMES[name]
    except KeyError:
        known = " and ".join(GAMES)
        raise SettingsError(f"There is no game {name!r}: the games are {known}.") from None
