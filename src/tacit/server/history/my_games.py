"""What a person played here, with whom, and their records, worked out from their own games only.

Others are known by the names they had at the table: a new name is another companion.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterable, Sequence
from typing import Any, NamedTuple

import msgspec

from tacit.bots.registry import offered
from tacit.core.plug import every_game
from tacit.server.history.projection import about, rated_id
from tacit.store.games import Games, KeptGame, Rated
from tacit.table.conduct import Outcome, conduct_of
from tacit.table.past.finished import Player

MOST = 10_000
"""Games of one person that count: their last ones."""
PAGE = 50
"""Games on a page."""
NAMES = 100
"""Names to filter by."""
POINTS = 200
"""The most points of a line through time: the last ones."""


class GameFilter(msgspec.Struct, frozen=True):
    """Which games to show; all of them by default."""

    game: str = ""
    with_name: str = ""
    since: int = 0
    """Milliseconds since 1970, like `until`."""
    until: int = 2**62

    def allows(self, one: Played) -> bool:
        """Tell whether a game is among them."""
        return (
            (not self.game or one.about.game == self.game)
            and self.since <= one.kept.position.ended < self.until
            and (not self.with_name or any(one.name == self.with_name for one in one.others))
        )


class MyGame(msgspec.Struct, frozen=True):
    """A game you played."""

    table: str
    number: int
    game: str
    begun: int
    """Milliseconds since 1970."""
    ended: int
    seat: int
    """Your seat."""
    players: tuple[Player, ...]
    result: dict[str, Any] | None
    """As the rules give it; None if nobody went on with the game."""
    won: bool
    place: int | None
    points: int | None
    """Your score, higher is better: your total, or the level you reached together."""
    synchrony: float | None
    pace: float | None
    """Your pace, in seconds per number."""


class Companion(msgspec.Struct, frozen=True):
    """A player you played with, by a name they had."""

    name: str
    bot: bool
    games: int


class MyGames(msgspec.Struct, frozen=True):
    """Games you played, newest first, fifty at a time."""

    total: int
    """How many there are with this filter."""
    games: tuple[MyGame, ...]
    played: dict[str, int]
    """How many you finished, by game, whatever the filter."""
    companions: tuple[Companion, ...]
    """The same with whom, the most frequent first."""


class Best(msgspec.Struct, frozen=True):
    """What you reached in a game with this many players."""

    game: str
    players: int
    games: int
    won: int
    best: int | None
    mean: float | None
    table: str
    """Where the best was, and in which of its games."""
    number: int
    at: int


class RatedAt(msgspec.Struct, frozen=True):
    """A rating after a game."""

    at: int
    rating: float
    unsure: float
    """The 95% interval is this much to either side."""


class RatedBot(msgspec.Struct, frozen=True):
    """A bot on the same scale."""

    name: str
    rating: float
    unsure: float


class GameRating(msgspec.Struct, frozen=True):
    """How strong you seem in a game in which one wins and others do not."""

    game: str
    rating: float
    unsure: float
    history: tuple[RatedAt, ...]
    """Oldest first."""
    bots: tuple[RatedBot, ...]


class MyRecords(msgspec.Struct, frozen=True):
    """Your records, and your ratings whatever the filter."""

    records: tuple[Best, ...]
    ratings: tuple[GameRating, ...]
    timing: tuple[MyGame, ...]
    """Games with figures about timing, oldest first."""


class Practised(msgspec.Struct, frozen=True):
    """A practice that you finished."""

    table: str
    number: int
    ended: int
    """Milliseconds since 1970."""
    shown: dict[str, Any]
    """What it showed of you, in the game's own terms."""


class MyPractice(msgspec.Struct, frozen=True):
    """Your last 200 practice games, oldest first."""

    practice: tuple[Practised, ...]
    pending: int = 0
    """How many more there are whose timing is not worked out yet."""


class Played(NamedTuple):
    """One of a person's games, read."""

    kept: KeptGame
    about: Any
    seat: int

    @property
    def others(self) -> Iterable[Player]:
        """The other players."""
        return (one for seat, one in enumerate(self.about.players) if seat != self.seat)

    @property
    def mark(self) -> Outcome:
        """What it was for them."""
        if self.about.result is None or self.about.game not in every_game():
            return Outcome(won=False)
        return conduct_of(self.about.game).mark(self.about.result, self.seat)


def played_by(games: Games, person: str) -> list[Played]:
    """Return a person's games, newest first; practice is none."""
    return [one for one in _all_of(games, person, MOST) if not one.about.practice]


def _all_of(games: Games, person: str, most: int) -> list[Played]:
    return [Played(one, about(one), one.people.index(person)) for one in games.of(person, most)]


def tell_practice(games: Games, person: str, game: str) -> MyPractice:
    """Return a person's practice of a game, oldest first."""
    mine = [
        one
        for one in _all_of(games, person, MOST)
        if one.about.practice and one.about.game == game and one.about.result is not None
    ][:POINTS]
    told = [found for one in mine if (found := _practised(one)) is not None]
    return MyPractice(tuple(reversed(told)), sum(one.kept.heard is None for one in mine))


def _practised(one: Played) -> Practised | None:
    """Return what one practice showed; None if that is not worked out yet."""
    shown = msgspec.json.decode(one.kept.heard or b"{}").get("practice")
    if not shown:
        return None
    return Practised(
        one.kept.table, one.kept.position.number, one.kept.position.ended, shown[one.seat]
    )


def tell_games(mine: Sequence[Played], chosen: GameFilter, first: int) -> MyGames:
    """Return a page of a person's games, and what they may filter by."""
    wanted = [one for one in mine if chosen.allows(one)]
    finished = [one for one in mine if one.about.result is not None]
    company = Counter((other.name, other.bot) for one in mine for other in one.others)
    return MyGames(
        total=len(wanted),
        games=tuple(_told(one) for one in wanted[first : first + PAGE]),
        played=dict(Counter(one.about.game for one in finished)),
        companions=tuple(
            Companion(name, bot, count) for (name, bot), count in company.most_common(NAMES)
        ),
    )


def tell_records(
    games: Games, person: str, mine: Sequence[Played], chosen: GameFilter
) -> MyRecords:
    """Return a person's records, ratings and timing."""
    wanted = [one for one in mine if chosen.allows(one) and one.about.result is not None]
    groups = defaultdict(list)
    for one in wanted:
        groups[one.about.game, len(one.about.players)].append(one)
    timed = (_told(one) for one in wanted if one.kept.heard not in (None, b"{}"))
    heard = [one for one in timed if one.synchrony is not None][:POINTS]
    rated = [_rating(games, person, game) for game in sorted({one.about.game for one in mine})]
    return MyRecords(
        records=tuple(_record(*key, some) for key, some in sorted(groups.items())),
        ratings=tuple(one for one in rated if one is not None),
        timing=tuple(reversed(heard)),
    )


def _told(one: Played) -> MyGame:
    mark, kept = one.mark, one.kept
    heard = msgspec.json.decode(kept.heard or b"{}")
    return MyGame(
        table=kept.table,
        number=kept.position.number,
        game=one.about.game,
        begun=one.about.begun,
        ended=kept.position.ended,
        seat=one.seat,
        players=one.about.players,
        result=one.about.result,
        won=mark.won,
        place=mark.place,
        points=mark.points,
        synchrony=heard.get("synchrony"),
        pace=heard.get("paces", {one.seat: None})[one.seat],
    )


def _record(game: str, players: int, some: list[Played]) -> Best:
    marks = [one.mark for one in some]
    points = [mark.points for mark in marks if mark.points is not None]
    # Of equals the first one is the record, and the last one stands first.
    best = max(range(len(some)), key=lambda at: (_points(marks[at]), at))
    return Best(
        game=game,
        players=players,
        games=len(some),
        won=sum(mark.won for mark in marks),
        best=marks[best].points,
        mean=round(sum(points) / len(points), 2) if points else None,
        table=some[best].kept.table,
        number=some[best].kept.position.number,
        at=some[best].kept.position.ended,
    )


def _points(mark: Outcome) -> tuple[bool, int]:
    return (mark.won if mark.place is None else False, mark.points or 0)


def _rating(games: Games, person: str, game: str) -> GameRating | None:
    history = games.history(rated_id(game, person), POINTS)
    if not history:
        return None
    bots = {rated_id(game, "", bot): bot for bot in offered(game)}
    rated = sorted(games.ratings(bots).values(), key=lambda one: -one.mu)
    return GameRating(
        game=game,
        rating=history[0].mu,
        unsure=_unsure(history[0]),
        history=tuple(
            RatedAt(one.position.ended, one.mu, _unsure(one)) for one in reversed(history)
        ),
        bots=tuple(RatedBot(bots[one.who], one.mu, _unsure(one)) for one in rated),
    )


def _unsure(rated: Rated) -> float:
    return 2 * rated.sigma
