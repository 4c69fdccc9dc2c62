"""What a store keeps of finished games: a projection, made from the logs and from nothing else.

It can be dropped and made again at any time. A store keeps it beside the logs and does not know
what is in it: which logs have to be read, what was found in them, and ratings game by game.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence
from typing import NamedTuple, Protocol

from tacit.store.forgetting import Leaving, mark_of


class Place(NamedTuple):
    """Where a game stands in the order in which all games ended."""

    ended: int
    """Milliseconds since 1970."""
    key: int
    """The table's, as the store numbers them."""
    number: int
    """Which of the table's games."""


BEGINNING = Place(-1, 0, 0)


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
    """By seat, who it was; empty for a bot."""
    heard: bytes | None = None
    """What is found out later, if there is anything to be found out; None until it is."""


class KeptGame(NamedTuple):
    """A finished game, as it is kept."""

    table: str
    place: Place
    about: bytes
    people: tuple[str, ...]
    heard: bytes | None


def kept(log: Log, game: NewGame) -> KeptGame:
    """Return a game of a log as it will be kept."""
    place = Place(game.ended, log.key, game.number)
    return KeptGame(log.table, place, game.about, game.people, game.heard)


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
    was = {one.place[1:]: one for one in before}
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
    return {mark_of(one) for _, games in found for game in games for one in game.people if one}


def marks_of(rated: Iterable[Rated]) -> set[bytes]:
    """Return the marks of all people who are rated."""
    return {mark_of(one.who.rpartition(" ")[2]) for one in rated}


def without(found: Found, marks: Collection[bytes]) -> Found:
    """Return the logs in which nobody with one of these marks plays."""
    if not marks:
        return found
    return [one for one in found if marks_in([one]).isdisjoint(marks)]


def renamed(game: KeptGame, leaving: Leaving, abouts: Abouts) -> KeptGame:
    """Return a game with an alias in somebody's place."""
    people = tuple(leaving.alias if one == leaving.person else one for one in game.people)
    told = abouts.get((game.table, game.place.number), game.about)
    return game._replace(people=people, about=told)


def renamed_who(who: str, leaving: Leaving) -> str:
    """Return who is rated, with an alias in somebody's place: whatever stands before them stays."""
    scale, space, person = who.rpartition(" ")
    return f"{scale}{space}{leaving.alias}" if person == leaving.person else who


def first_place(changed: Iterable[Change]) -> Place | None:
    """Return from where on ratings do not hold any more."""
    return min((one.place for change in changed for one in change if one is not None), default=None)


class Rated(NamedTuple):
    """How strong somebody seemed after a game."""

    who: str
    place: Place
    mu: float
    sigma: float


class Games(Protocol):
    """The projection of one store; any thread may ask."""

    def unread(self, limit: int) -> list[Log]:
        """Closed tables that were written to since their log was last read, with their logs."""

    def read(self, tables: Collection[str]) -> list[Log]:
        """These tables with their logs, open or closed; those that are not there are left out."""

    def put(self, found: Found) -> int:
        """Keep all games of some logs instead of those kept before, as read up to that moment.

        What was heard of a game that stays the same is kept. Ratings from the first game that has
        changed on are taken back. A log in which somebody plays who is to be forgotten was read
        before they were taken out of it: it is left alone, and is to be read again. Return how many
        logs were not.
        """

    def rename(self, leaving: Leaving, abouts: Abouts) -> None:
        """Put an alias in somebody's place in all games and ratings, which stay what they are.

        `abouts` are the games' texts without them.
        """

    def of(self, person: str, limit: int) -> list[KeptGame]:
        """Games of somebody, the last one first."""

    def unheard(self, limit: int) -> list[KeptGame]:
        """Games of which something is still to be found out."""

    def hear(self, game: KeptGame, heard: bytes) -> None:
        """Keep what was found out, if the game is still there and the same."""

    def after(self, place: Place, limit: int) -> list[KeptGame]:
        """The games behind a place, in their order."""

    def rated_up_to(self) -> Place:
        """The place of the last game that is in the ratings."""

    def rate(self, was: Place, now: Place, rated: Sequence[Rated]) -> bool:
        """Keep the ratings after some games, if the last one rated is still the one it was.

        Not if somebody among them is to be forgotten: the games have to be looked up again.
        """

    def ratings(self, who: Iterable[str]) -> dict[str, Rated]:
        """The last ratings of those who have one."""

    def history(self, who: str, limit: int) -> list[Rated]:
        """The ratings of somebody, the last one first."""

    def drop(self) -> None:
        """Forget everything: all logs are to be read again."""
