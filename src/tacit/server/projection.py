"""What is kept of finished games, made from the logs: who played, how it ended, and ratings.

Nothing else goes into it, so it can be dropped and made again. Logs are read when a game has ended,
and whenever the store has some that were not read yet. Then the games are rated in the order in
which they ended; a game that is found late has all behind it rated again.
"""

from __future__ import annotations

from collections.abc import Collection
from typing import Any

import msgspec

from tacit.arena.rating import Rating, after_game
from tacit.games import part
from tacit.log.replay import Replay
from tacit.server.logs import fingerprint, note, reason
from tacit.store.forgetting import Leaving
from tacit.store.games import Games, KeptGame, Log, NewGame, Rated
from tacit.table.finished import Finished, Player, finished_games
from tacit.table.records import decode
from tacit.table.replays import replay_of

LOGS = 3
"""Read in one go, while others play: a few milliseconds, in which a table may have to wait."""
RATED = 20
"""Games rated in one go, where nobody says how many."""


class About(msgspec.Struct, frozen=True, gc=False):
    """A finished game, as it is kept."""

    game: str
    begun: int
    players: tuple[Player, ...]
    result: Any


_ABOUT = msgspec.json.Decoder(About)


def about(game: KeptGame) -> About:
    """Read what is kept of a game."""
    return _ABOUT.decode(game.about)


def rated_id(game: str, person: str, bot: str = "") -> str:
    """Return who somebody is among those who are rated: each game has a scale of its own.

    No person's id has a space.
    """
    return f"{game} {person}" if person else f"{game} bot {bot}"


class Projection:
    """Keeps the projection of a store up to date; for one thread."""

    def __init__(self, games: Games) -> None:
        self._games = games

    def read_new(self, limit: int = LOGS) -> int:
        """Read some of the logs that are to be read; return how many."""
        return self._read(self._games.unread(limit))

    def read(self, tables: Collection[str]) -> int:
        """Read the logs of these tables."""
        return self._read(self._games.read(tables))

    def _read(self, logs: list[Log]) -> int:
        return self._games.put([(log, _new_games(log)) for log in logs]) if logs else 0

    def rename(self, leaving: Leaving, tables: Collection[str]) -> None:
        """Put an alias in somebody's place, whom the logs of these tables name no more."""
        names = list(tables)
        abouts = {
            (log.table, one.number): one.about
            for first in range(0, len(names), LOGS)
            for log in self._games.read(names[first : first + LOGS])
            for one in _new_games(log)
        }
        self._games.rename(leaving, abouts)

    def rate_new(self, limit: int = RATED) -> int:
        """Rate some of the games that are to be rated; return how many were looked at."""
        was = self._games.rated_up_to()
        games = self._games.after(was, limit)
        if not games:
            return 0
        lineups = {one.place: _lineup(one) for one in games}
        known = self._games.ratings(who for line, _ in lineups.values() for who in line)
        now = {who: Rating(one.mu, one.sigma) for who, one in known.items()}
        rated = []
        for one in games:
            lineup, places = lineups[one.place]
            if not lineup:
                continue
            moved = after_game(now, lineup, places)
            now |= moved
            rated += [Rated(who, one.place, *rating) for who, rating in moved.items()]
        # If another node was faster, the next call goes on from where that one is.
        return len(games) if self._games.rate(was, games[-1].place, rated) else 0

    def unheard(self, limit: int) -> list[tuple[KeptGame, Replay | None]]:
        """Return games whose timing is still to be heard, with their replays."""
        waiting = self._games.unheard(limit)
        logs = {one.table: one for one in self._games.read({one.table for one in waiting})}
        return [(one, _replay(logs.get(one.table), one.place.number)) for one in waiting]

    def hear(self, game: KeptGame, heard: bytes) -> None:
        """Keep what is told of a game's timing."""
        self._games.hear(game, heard)


def _new_games(log: Log) -> list[NewGame]:
    try:
        return [_new_game(one) for one in finished_games(log.entries) if any(one.people)]
    except Exception as error:  # a log that cannot be read keeps no other waiting
        note("not_looked_through", table=fingerprint(log.table), error=reason(error, log.table))
        return []


def _new_game(game: Finished) -> NewGame:
    kept = About(game.game, game.begun, game.players, game.result)
    timed = game.result is not None and part(game.game, "heard") is not None
    heard = None if timed else b"{}"
    return NewGame(game.number, game.ended, msgspec.json.encode(kept), game.people, heard)


def _lineup(game: KeptGame) -> tuple[list[str], list[int]]:
    """Return who is rated for a game, and their places; nobody if it has none."""
    told = about(game)
    if told.result is None or "places" not in told.result:
        return [], []
    who = [
        rated_id(told.game, person, player.name)
        for person, player in zip(game.people, told.players, strict=True)
    ]
    return who, told.result["places"]


def _replay(log: Log | None, number: int) -> Replay | None:
    try:
        return None if log is None else replay_of(decode(log.entries), number)
    except Exception as error:
        assert log is not None
        note("not_heard", table=fingerprint(log.table), error=reason(error, log.table))
        return None
