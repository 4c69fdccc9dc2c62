"""Bodies and answers of the API of evenings."""

from __future__ import annotations

from fractions import Fraction

import msgspec

from tacit.core.mark import Mark
from tacit.server.http.api.records import Body


def shown_points(value: Fraction) -> float:
    """Return points as they are sent."""
    return round(float(value), 2)


class NewEvening(Body, frozen=True):
    """An evening to open."""

    title: str
    game: str
    name: str
    size: int
    """Seats at every table."""
    minutes: int = 30
    """How long a round takes."""
    plays: bool = True
    """False for a host who does not sit at the tables."""
    mark: Mark | None = None


class JoinEvening(Body, frozen=True):
    """A guest with the link comes into the evening."""

    name: str
    mark: Mark | None = None


class RemoveGuest(Body, frozen=True):
    """A guest to remove, by number."""

    guest: int


class PassEveningHost(Body, frozen=True):
    """The guest to make host, by number."""

    guest: int


class LockEvening(Body, frozen=True):
    """Whether newcomers may come into the evening."""

    locked: bool


class SitOut(Body, frozen=True):
    """A guest sits out from the next round on, or no longer."""

    guest: int
    """By number: yourself, or for the host another guest."""
    on: bool


class EveningGuest(msgspec.Struct, frozen=True):
    """A guest, or one who was."""

    number: int
    name: str
    here: bool
    plays: bool
    mark: Mark | None
    sits_out: bool = False
    """They have no seat in the next round."""
    missed: bool = False
    """They sit out because they did nothing in a whole round."""


class EveningRound(msgspec.Struct, frozen=True):
    """The last round. Nothing in it depends on what happens at tables, but for your own."""

    number: int
    until: int
    """When its time is up, in milliseconds since 1970."""
    tables: int
    over: bool
    """All its tables have ended; then what came of them is told."""
    table: str | None
    """Yours."""
    done: bool
    """Your game is finished."""


class BoardRow(msgspec.Struct, frozen=True):
    """A guest's line of the board."""

    guest: int
    place: int
    points: float
    """Above or below the mean of those who held the same cards, all rounds together."""
    rounds: int
    last: float | None


class EveningAnswer(msgspec.Struct, frozen=True):
    """An evening as everyone with its link sees it."""

    evening: str
    title: str
    game: str
    size: int
    minutes: int
    you: int | None
    """Your number, if you are in it."""
    host: int | None
    """The guest who begins rounds."""
    host_away: bool
    """The host was not seen for a minute: another guest may take over."""
    guests: tuple[EveningGuest, ...]
    round: EveningRound | None
    finished: int
    """How many rounds are over."""
    board: tuple[BoardRow, ...]
    """After the rounds that are over, the best first."""
    ended: bool
    now: int
    """The site's clock, in milliseconds since 1970."""
    refresh_ms: int
    """When to ask again, or how long to wait for news: longer where many ask."""
    locked: bool = False
    """The host lets no newcomers in."""


class MyEvening(msgspec.Struct, frozen=True):
    """An evening you are in."""

    evening: str
    title: str
    game: str
    ended: bool = False
    """The list is final; a week later it is not told here any more."""


class EveningGameAnswer(msgspec.Struct, frozen=True):
    """A game that can be played at many tables at once."""

    game: str
    sizes: tuple[int, ...]
    """How many seats a table may have; the first is the usual one."""


class SeatScore(msgspec.Struct, frozen=True):
    """What came of one seat at one table."""

    guest: int | None
    """None for a bot."""
    name: str
    score: int
    points: float
    """Above or below the mean of this seat over all tables."""


class RoundTable(msgspec.Struct, frozen=True):
    """One table of a round that is over, and its finished game."""

    table: str
    number: int
    seats: tuple[SeatScore, ...]
    place: int
    """Which table of the round, counted from 0: those without a result are left out."""


class RoundAnswer(msgspec.Struct, frozen=True):
    """What came of a round: the same deal at every table."""

    title: str
    game: str
    number: int
    of: int
    """How many rounds are over."""
    means: tuple[float, ...]
    """By seat, the mean over all tables."""
    tables: tuple[RoundTable, ...]


class LostTable(msgspec.Struct, frozen=True):
    """A table of a round that has no result: it counts for nobody."""

    place: int
    """Which table of the round, counted from 0."""
    guests: tuple[int | None, ...]
    """Who sat there, by seat; None for a bot."""


class WholeRound(RoundAnswer, frozen=True):
    """A round that is over, with the tables of which nothing came."""

    lost: tuple[LostTable, ...]
