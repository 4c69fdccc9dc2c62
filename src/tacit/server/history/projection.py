"""The projection: what is kept of finished games, derived from the logs: players, results, ratings.

It comes from the logs alone, so it can be dropped and made again. Logs are read when a game has
ended, and whenever the store has new ones. Then the games are rated in the order in which they
ended; a rated game that is found late has all after it rated again, a few at a time.

`look` and `weigh` only read the store, so a worker process can do them; the process that owns the
store writes their results (`keep`, `settle`).
"""

from __future__ import annotations

from collections.abc import Collection
from typing import Any, NamedTuple

import msgspec

from tacit.arena.rating import Rating, after_game
from tacit.arena.strengths import strengths
from tacit.core.plug import part
from tacit.log.replay import Replay, dump
from tacit.server.ops.logs import fingerprint, note, reason
from tacit.store.erasure import Erasure
from tacit.store.games import Found, Games, KeptGame, Log, NewGame, Position, Rated
from tacit.store.store import is_table
from tacit.table.log.records import decode
from tacit.table.past.finished import Finished, Player, finished_games
from tacit.table.past.replays import replay_of

LOGS = 32
"""Logs read in one batch."""
RATED = 16
"""Games rated in one transaction: moves that come meanwhile wait a millisecond."""


class About(msgspec.Struct, frozen=True, omit_defaults=True, gc=False):
    """A finished game, as it is kept."""

    game: str
    begun: int
    players: tuple[Player, ...]
    result: Any
    given: bool = False
    """Others played the same cards; the game is not rated, for a player could have known them."""
    practice: bool = False
    """It counts nowhere."""


_ABOUT = msgspec.json.Decoder(About)


def about(game: KeptGame) -> About:
    """Read what is kept of a game."""
    return _ABOUT.decode(game.about)


def rated_id(game: str, person: str, bot: str = "") -> str:
    """Return the id under which a player is rated: each game has a scale of its own.

    No person's id has a space.
    """
    return f"{game} {person}" if person else f"{game} bot {bot}"


class Weighed(NamedTuple):
    """The ratings after some games."""

    was: Position
    """The place of the last game rated before them."""
    now: Position
    games: int
    rated: list[Rated]


def weight(game: KeptGame) -> object:
    """Return what ratings take from a game; None if it has no places."""
    who, places = _lineup(game)
    return (who, places) if who else None


class Projection:
    """Keeps the projection of a store up to date; for one thread."""

    def __init__(self, games: Games) -> None:
        self._games = games

    def look(self, tables: Collection[str]) -> Found:
        """Return the finished games of these tables' logs, of those written to since."""
        return _found(self._games.read(tables, new=True))

    def look_for_more(self, limit: int = LOGS) -> Found:
        """Return the finished games of some unprojected logs."""
        return _found(self._games.unprojected(limit))

    def keep(self, found: Found) -> int:
        """Write what was found; return how many logs are done."""
        return self._games.put(found, weight) if found else 0

    def read_new(self, limit: int = LOGS) -> int:
        """Read some unprojected logs; return how many."""
        return self.keep(self.look_for_more(limit))

    def read(self, tables: Collection[str]) -> int:
        """Read the logs of these tables, whether or not they were read before."""
        return self.keep(_found(self._games.read(tables)))

    def rename(self, leaving: Erasure, tables: Collection[str]) -> None:
        """Replace a person by an alias, as the logs of these tables now do."""
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
        return self.settle(self.weigh(limit))

    def weigh(self, limit: int = RATED) -> Weighed | None:
        """Work out the ratings after some of the games that are to be rated; None without any."""
        was = self._games.rated_up_to()
        games = self._games.after(was, limit)
        if not games:
            return None
        lineups = {one.position: _lineup(one) for one in games}
        known = self._games.ratings((who for line, _ in lineups.values() for who in line), was)
        now = _begins(games) | {who: Rating(one.mu, one.sigma) for who, one in known.items()}
        rated = []
        for one in games:
            lineup, places = lineups[one.position]
            if not lineup:
                continue
            moved = after_game(now, lineup, places)
            now |= moved
            rated += [Rated(who, one.position, *rating) for who, rating in moved.items()]
        return Weighed(was, games[-1].position, len(games), rated)

    def settle(self, weighed: Weighed | None) -> int:
        """Write ratings; return after how many games."""
        # If another node was faster, the next call goes on from where that one is.
        return weighed.games if weighed is not None and self._games.rate(*weighed) else 0

    def unheard(self, limit: int) -> list[tuple[KeptGame, Replay | None]]:
        """Return games whose timing is still to be worked out, with their replays."""
        waiting = self._games.unheard(limit)
        logs = {one.table: one for one in self._games.read({one.table for one in waiting})}
        return [(one, _replay(logs.get(one.table), one.position.number)) for one in waiting]

    def replays(self, limit: int) -> list[tuple[KeptGame, bytes | None]]:
        """Return the same with each replay as a line, for a worker process."""
        return [
            (game, None if replay is None else dump(replay)) for game, replay in self.unheard(limit)
        ]

    def hear(self, game: KeptGame, heard: bytes) -> None:
        """Keep the figures about a game's timing."""
        self._games.hear(game, heard)


def _found(logs: list[Log]) -> Found:
    return [(log._replace(entries=[]), _new_games(log)) for log in logs]


def _new_games(log: Log) -> list[NewGame]:
    if not is_table(log.table):  # the log of a group or an evening that is over
        return []
    try:
        return [_new_game(one) for one in finished_games(log.entries) if any(one.people)]
    except Exception as error:  # one damaged log must not stop the others
        note("not_looked_through", table=fingerprint(log.table), error=reason(error, log.table))
        return []


def _new_game(game: Finished) -> NewGame:
    kept = About(game.game, game.begun, game.players, game.result, game.given, game.practice)
    timed = game.result is not None and part(game.game, "heard") is not None
    heard = None if timed else b"{}"
    told = msgspec.json.encode(kept)
    return NewGame(game.number, game.ended, told, game.people, heard, game.label)


def _begins(games: list[KeptGame]) -> dict[str, Rating]:
    """Return where the bots of some games begin: at what they were measured to be."""
    return {
        rated_id(game, "", bot): rating
        for game in {about(one).game for one in games}
        for bot, rating in strengths(game).items()
    }


def _lineup(game: KeptGame) -> tuple[list[str], list[int]]:
    """Return who is rated for a game, and their places; none if it has no places."""
    told = about(game)
    if told.result is None or told.given or told.practice or "places" not in told.result:
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
