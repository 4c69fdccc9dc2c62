"""The tally of a group: who won what against whom, worked out from its finished games."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Container, Iterable, Sequence
from typing import Any, NamedTuple

import msgspec
from msgspec.structs import replace

from tacit.table.conduct import conduct_of

NIGHT_MS = 6 * 3600 * 1000
"""Games with no longer pause between them are one night."""
NIGHTS = 30
"""Nights that are listed: the last ones."""


class TalliedGame(NamedTuple):
    """A finished game of a group."""

    table: str
    number: int
    game: str
    ended: int
    """Milliseconds since 1970."""
    people: tuple[str, ...]
    """By seat; empty for a bot."""
    names: tuple[str, ...]
    result: Any

    def won(self, seat: int) -> bool:
        """Tell whether a seat won."""
        return self.result is not None and conduct_of(self.game).mark(self.result, seat).won


class Score(msgspec.Struct, frozen=True):
    """One member in one game."""

    member: int
    games: int
    won: int
    best: int | None
    """The most points, or the level with which the largest share of all levels was reached."""
    streak: int
    """The longest row of wins."""
    of: int | None = None
    """The last level of the team that reached it."""

    @property
    def share(self) -> float:
        """What the best is compared by."""
        return _share(self.best, self.of)


class Duel(msgspec.Struct, frozen=True):
    """How often one member came in before another, in games that both played."""

    member: int
    other: int
    ahead: int
    behind: int


class Call(msgspec.Struct, frozen=True):
    """A game that is worth telling of."""

    table: str
    number: int
    at: int
    points: int
    """By how many points it was won, or which level was reached."""
    members: tuple[int, ...]
    won: bool = False
    """Together."""
    of: int | None = None
    """The last level of a team of this size."""

    @property
    def reached(self) -> tuple[bool, float]:
        """How far a team came: a win first, then the share of all levels."""
        return self.won, _share(self.points, self.of)


def _share(points: int | None, of: int | None) -> float:
    return (points or 0) / (of or 1)


class GameTally(msgspec.Struct, frozen=True):
    """The tally in one of the games."""

    game: str
    together: bool
    """All win or lose together."""
    games: int
    won: int
    """Together."""
    streak: int
    """The longest row of games won together."""
    scores: tuple[Score, ...]
    duels: tuple[Duel, ...]
    closest: Call | None
    """The game with the smallest lead. Where all win together, the one that came furthest: a game
    that was won, else the one with the largest share of its team's levels."""


class Night(msgspec.Struct, frozen=True):
    """Games that were played one after another, and who was there."""

    begun: int
    games: int
    members: tuple[int, ...]


class Tally(msgspec.Struct, frozen=True):
    """All of a group's games."""

    games: tuple[GameTally, ...]
    nights: tuple[Night, ...]
    """Newest first."""


def tally(
    games: Iterable[TalliedGame], people: Sequence[str], here: Container[str] | None = None
) -> Tally:
    """Return the tally of finished games, oldest first; a member's number is their place.

    Duels are between the members who are `here`, by default all: over the years the pairs of all
    who ever came would be too many to send.
    """
    number = {person: at for at, person in enumerate(people)}
    duelling = {at for at, person in enumerate(people) if here is None or person in here}
    played = [one for one in games if one.result is not None]
    by_game: dict[str, list[TalliedGame]] = defaultdict(list)
    for one in played:
        by_game[one.game].append(one)
    return Tally(
        games=tuple(_game(name, some, number, duelling) for name, some in sorted(by_game.items())),
        nights=_nights(played, number),
    )


class _Seat(NamedTuple):
    """A member in one game."""

    member: int
    won: bool
    place: int | None
    points: int | None
    of: int | None


def _seats(one: TalliedGame, number: dict[str, int]) -> list[_Seat]:
    conduct = conduct_of(one.game)
    most = conduct.most_points(len(one.people))
    return [
        _Seat(number[person], *conduct.mark(one.result, seat), most)
        for seat, person in enumerate(one.people)
        if person in number
    ]


def _game(
    game: str, some: list[TalliedGame], number: dict[str, int], duelling: Container[int]
) -> GameTally:
    tables = [(one, _seats(one, number)) for one in some]
    together = all(seat.place is None for _, seats in tables for seat in seats)
    mine: dict[int, list[_Seat]] = defaultdict(list)
    for _, seats in tables:
        for seat in seats:
            mine[seat.member].append(seat)
    wins = [any(seat.won for seat in seats) for _, seats in tables] if together else []
    return GameTally(
        game=game,
        together=together,
        games=len(some),
        won=sum(wins),
        streak=_longest(wins),
        scores=tuple(_score(member, seats) for member, seats in sorted(mine.items())),
        duels=() if together else _duels((seats for _, seats in tables), duelling),
        closest=_closest(tables, together=together),
    )


def _score(member: int, seats: list[_Seat]) -> Score:
    pointed = [seat for seat in seats if seat.points is not None]
    best = max(pointed, key=lambda seat: _share(seat.points, seat.of), default=None)
    points, of = (None, None) if best is None else (best.points, best.of)
    won = [seat.won for seat in seats]
    return Score(member, len(seats), sum(won), points, _longest(won), of)


def _longest(won: Iterable[bool]) -> int:
    longest = row = 0
    for one in won:
        row = row + 1 if one else 0
        longest = max(longest, row)
    return longest


def _duels(tables: Iterable[list[_Seat]], duelling: Container[int]) -> tuple[Duel, ...]:
    ahead: Counter[tuple[int, int]] = Counter()
    for everyone in tables:
        seats = [one for one in everyone if one.member in duelling]
        for one in seats:
            for other in seats:
                if one.place is not None and other.place is not None and one.place < other.place:
                    ahead[one.member, other.member] += 1
    pairs = sorted({(min(pair), max(pair)) for pair in ahead})
    return tuple(Duel(one, other, ahead[one, other], ahead[other, one]) for one, other in pairs)


def _closest(tables: list[tuple[TalliedGame, list[_Seat]]], *, together: bool) -> Call | None:
    """Return the closest game, or the one in which a team came furthest; the latest of equals."""
    found: list[Call] = []
    for one, seats in tables:
        points = _points(one)
        if len(points) < 2:  # nobody to compare with
            continue
        tells = points[0] if together else points[0] - points[1]
        members = tuple(seat.member for seat in seats)
        call = Call(one.table, one.number, one.ended, tells, members)
        if together:
            most = conduct_of(one.game).most_points(len(one.people))
            call = replace(call, won=one.won(0), of=most)
        found.append(call)
    if together:
        return max(found, key=lambda call: (call.reached, call.at), default=None)
    return min(found, key=lambda call: (call.points, -call.at), default=None)


def _points(one: TalliedGame) -> list[int]:
    """Return the points of all seats, bots too, the most first."""
    marks = (conduct_of(one.game).mark(one.result, seat) for seat in range(len(one.people)))
    return sorted((mark.points for mark in marks if mark.points is not None), reverse=True)


def _nights(played: list[TalliedGame], number: dict[str, int]) -> tuple[Night, ...]:
    nights: list[list[TalliedGame]] = []
    for one in sorted(played, key=lambda one: one.ended):
        if nights and one.ended - nights[-1][-1].ended <= NIGHT_MS:
            nights[-1].append(one)
        else:
            nights.append([one])
    return tuple(
        Night(
            some[0].ended,
            len(some),
            tuple(sorted({number[who] for one in some for who in one.people if who in number})),
        )
        for some in reversed(nights[-NIGHTS:])
    )
