"""What a store keeps of finished games: a projection, made from the logs and from nothing else.

It can be dropped and made again at any time. A store keeps it beside the logs and does not know
what is in it: which logs have to be read, what was found in them, and ratings game by game.
"""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from typing import Any, NamedTuple

from tacit.store import sql_games
from tacit.store.erasure import Erasure, person_hash
from tacit.store.statements import Statements


class Position(NamedTuple):
    """The position of a game in the order in which all games ended."""

    ended: int
    """Milliseconds since 1970."""
    key: int
    """The table's, as the store numbers them."""
    number: int
    """Which of the table's games."""


BEGINNING = Position(-1, 0, 0)
END = Position(2**62, 0, 0)


class Log(NamedTuple):
    """The log of a table, as it was at one moment."""

    table: str
    key: int
    """The table's number in the store."""
    written: int
    entries: list[bytes]


class NewGame(NamedTuple):
    """A finished game, to be kept."""

    number: int
    ended: int
    about: bytes
    people: tuple[str, ...]
    """The person in each seat; empty for a bot."""
    heard: bytes | None = None
    """What is found out later, if there is anything to be found out; None until it is."""
    label: str = ""
    """What it belongs to besides its table; empty for most."""


class KeptGame(NamedTuple):
    """A finished game, as it is kept."""

    table: str
    position: Position
    about: bytes
    people: tuple[str, ...]
    heard: bytes | None
    label: str = ""


def kept(log: Log, game: NewGame) -> KeptGame:
    """Return a game of a log as it will be kept."""
    place = Position(game.ended, log.key, game.number)
    return KeptGame(log.table, place, game.about, game.people, game.heard, game.label)


class Change(NamedTuple):
    """A game that is new, gone, or another than it was."""

    was: KeptGame | None
    now: KeptGame | None


Abouts = Mapping[tuple[str, int], bytes]
"""What is kept of games, by table and number."""

Found = Sequence[tuple[Log, Sequence[NewGame]]]
"""Some logs, and the games that were found in each."""


def changes(before: Iterable[KeptGame], found: Found) -> list[Change]:
    """Return what is to be changed; what was heard of a game that stays the same is kept.

    `before` are all games that are kept of these tables.
    """
    was = {one.position[1:]: one for one in before}
    now = {(log.key, one.number): kept(log, one) for log, games in found for one in games}
    every = sorted(was.keys() | now.keys())
    changed = [Change(was.get(one), now.get(one)) for one in every]
    return [change for change in changed if not _is_same(*change)]


def _is_same(was: KeptGame | None, now: KeptGame | None) -> bool:
    if was is None or now is None or was._replace(heard=now.heard) != now:
        return False
    return now.heard is None or was.heard == now.heard


def marks_in(found: Found) -> set[bytes]:
    """Return the marks of all people who play in some logs."""
    return {person_hash(one) for _, games in found for game in games for one in game.people if one}


def marks_of(rated: Iterable[Rated]) -> set[bytes]:
    """Return the marks of all people who are rated."""
    return {person_hash(one.who.rpartition(" ")[2]) for one in rated}


def without(found: Found, marks: Collection[bytes]) -> Found:
    """Return the logs in which nobody with one of these marks plays."""
    if not marks:
        return found
    return [one for one in found if marks_in([one]).isdisjoint(marks)]


def renamed(game: KeptGame, erasure: Erasure, abouts: Abouts) -> KeptGame:
    """Return a game with an alias in a person's place."""
    people = tuple(erasure.alias if one == erasure.person else one for one in game.people)
    told = abouts.get((game.table, game.position.number), game.about)
    return game._replace(people=people, about=told)


def renamed_who(who: str, erasure: Erasure) -> str:
    """Return a rated id with an alias in a person's place; the scale before it stays."""
    scale, space, person = who.rpartition(" ")
    return f"{scale}{space}{erasure.alias}" if person == erasure.person else who


Weight = Callable[[KeptGame], object]
"""What ratings take from a game; None if it is not rated."""


class Shift(NamedTuple):
    """What a change of games means for their ratings."""

    gone: list[Position]
    """Places at which nothing is rated any more, or something else is."""
    first: Position | None
    """The first game whose ratings no longer hold; None if all do."""


def shift(changed: Iterable[Change], weight: Weight) -> Shift:
    """Return what has to be rated again; games that are not rated move nothing."""
    gone, new = [], []
    for was, now in changed:
        before, after = _in_order(was, weight), _in_order(now, weight)
        if before != after:
            gone += [before[0]] if before else []
            new += [after[0]] if after else []
    return Shift(gone, min([*gone, *new], default=None))


def _in_order(game: KeptGame | None, weight: Weight) -> tuple[Position, object] | None:
    weighs = None if game is None else weight(game)
    return None if game is None or weighs is None else (game.position, weighs)


class Backlog(NamedTuple):
    """What is still to be done, counted up to a limit."""

    unprojected: int
    """Tables whose log is to be read."""
    since: int | None
    """When the first of them was written, in microseconds since 1970."""
    unrated: int
    """Games behind the last one that is in the ratings."""


class Rated(NamedTuple):
    """A player's rating after a game."""

    who: str
    position: Position
    mu: float
    sigma: float


class Games(Statements):
    """The projection of one store; any thread may ask."""

    def _people(self, raw: Any) -> tuple[str, ...]:
        """Return the people of a game from their column."""
        return tuple(raw)

    def game(self, row: Any) -> KeptGame:
        """Return a game from a row of `GAME`."""
        table, ended, key, number, about, people, heard, label = row
        place = Position(ended, key, number)
        return KeptGame(table, place, about, self._people(people), heard, label)

    def _games(self, query: str, *values: object) -> list[KeptGame]:
        return [self.game(row) for row in self._read(query, *values)]

    @abstractmethod
    def unprojected(self, limit: int) -> list[Log]:
        """Tables with logs to be read, the first written first.

        Those are closed and were written to since their log was last read, or a game has finished
        there since, and the next one has begun already.
        """

    @abstractmethod
    def read(self, tables: Collection[str], *, new: bool = False) -> list[Log]:
        """These tables with their logs, open or closed; those that are not there are left out.

        With `new` only those that were written to since their log was last read.
        """

    @abstractmethod
    def backlog(self, limit: int) -> Backlog:
        """What is still to be read and rated; no more than `limit` of each is counted."""

    @abstractmethod
    def put(self, found: Found, weight: Weight) -> int:
        """Keep all games of some logs instead of those kept before, as read up to that moment.

        What was heard of a game that stays the same is kept. If a rated game has changed, rating
        goes on from before it: the ratings behind it can be read until each is replaced, so that
        no transaction is longer than what is put. A log in which a player of an erasure plays was
        read before they were taken out of it: it is left alone, and is to be read again. Return how
        many logs were not.
        """

    @abstractmethod
    def rename(self, erasure: Erasure, abouts: Abouts) -> None:
        """Put an alias in a person's place in all games and ratings.

        `abouts` are the games' texts without them.
        """

    def of(self, person: str, limit: int) -> list[KeptGame]:
        """Games of a person, newest first."""
        return self._games(sql_games.GAMES_OF, person, max(limit, 0))

    def labelled(self, label: str, limit: int) -> list[KeptGame]:
        """Games with a label, newest first."""
        which = (
            f"{sql_games.GAMES} WHERE label = $1 AND label <> ''"
            " ORDER BY ended DESC, table_key DESC, number DESC LIMIT $2"
        )
        return self._games(which, label, max(limit, 0))

    def unheard(self, limit: int) -> list[KeptGame]:
        """Games of which something is still to be found out."""
        which = f"{sql_games.GAMES} WHERE heard IS NULL ORDER BY table_key, number LIMIT $1"
        return self._games(which, max(limit, 0))

    def hear(self, game: KeptGame, heard: bytes) -> None:
        """Keep what was found out, if the game is still there and the same."""
        self._change(
            "UPDATE games SET heard = $1 WHERE table_key = $2 AND number = $3 AND about = $4",
            *(heard, game.position.key, game.position.number, game.about),
        )

    def after(self, position: Position, limit: int) -> list[KeptGame]:
        """The games behind a place, in their order."""
        return self._games(
            f"{sql_games.GAMES} WHERE (ended, table_key, number) > ($1, $2, $3)"
            " ORDER BY ended, table_key, number LIMIT $4",
            *position,
            max(limit, 0),
        )

    def rated_up_to(self) -> Position:
        """The place of the last game that is in the ratings."""
        return Position(*self._read(sql_games.RATED_UP_TO)[0])

    @abstractmethod
    def rate(self, was: Position, now: Position, games: int, rated: Sequence[Rated]) -> bool:
        """Replace the ratings after `was` up to `now`, which are those of `games` games.

        Return False, and change nothing, if another node was faster, the games changed, or an
        erasure of one of the players began: then look the games up again.
        """

    @abstractmethod
    def ratings(self, who: Iterable[str], up_to: Position | None = None) -> dict[str, Rated]:
        """The last ratings of those who have one; with `up_to` none behind that place."""

    def history(self, who: str, limit: int) -> list[Rated]:
        """The ratings of a player, newest first."""
        return [rated(who, row) for row in self._read(sql_games.HISTORY, who, *END, max(limit, 0))]

    @abstractmethod
    def drop(self) -> None:
        """Delete the projection: all logs are to be read again."""


def rated(who: str, row: Any) -> Rated:
    """Return a rating from a row of `HISTORY`."""
    ended, key, number, mu, sigma = row
    return Rated(who, Position(ended, key, number), mu, sigma)
