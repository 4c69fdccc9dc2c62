"""Bodies and answers of the API of the deal of the day."""

from __future__ import annotations

import msgspec

from tacit.core.mark import Mark
from tacit.server.http.api.records import Body


class PlayDaily(Body, frozen=True):
    """Play the deal of a day."""

    name: str
    mark: Mark | None = None


class DailyTable(msgspec.Struct, frozen=True):
    """Your table of a deal."""

    table: str
    url: str
    counts: bool = True
    """It is a game of today, and not one too many from your network."""


class DailyAnswer(msgspec.Struct, frozen=True):
    """The deal of today, and what may be known of it before it is played."""

    game: str
    day: str
    """Of UTC, as in `2026-11-18`."""
    until: int
    """When the day ends, in milliseconds since 1970."""
    commitment: str
    """SHA-256 of today's seed, which is published when the day is over."""
    next_commitment: str
    """The same of tomorrow's."""
    first_day: str
    """Where the archive begins."""
    bots: tuple[str, ...]
    """Who plays with everyone, in the seats after yours."""
    table: str | None
    """Your table, if you have begun."""
    done: bool
    """You have finished your game."""
    place: int | None
    """Your place among the games that count; None if yours does not, or is unfinished."""
    of: int | None
    """How many people there are; only told to those who have finished."""
    streak: int
    """For how many days in a row you have played, up to yesterday or today."""
    counts: bool = True
    """Your game counts, or would if it began now; else many have played from your network."""


class DailyGameAnswer(msgspec.Struct, frozen=True):
    """A game that a person played with a deal."""

    name: str
    score: int
    place: int
    table: str
    number: int
    you: bool


class MyDailyGame(msgspec.Struct, frozen=True):
    """Your own game with a deal."""

    score: int
    table: str
    number: int
    counts: bool
    """It was finished on its day, and is among the people's games."""
    place: int | None
    """Among the people whose games count; of a later game, the place that it would have."""
    below: float | None
    """The share of the simulated field that did worse, ties count half; None until it is known."""
    of: int | None = None
    """Among how many people `place` is, with this game; your own other game is not among them."""


class FieldAnswer(msgspec.Struct, frozen=True):
    """The simulated field: a thousand games with the same cards by bots of all strengths."""

    done: int
    of: int
    """How far it is; 0 while it waits, and when it cannot be made here."""
    scores: tuple[tuple[int, int], ...] | None
    """Each score with the number of games that had it; None until all are played."""
    unmade: bool = False
    """It cannot be made here: there is nothing to wait for."""


class DayAnswer(msgspec.Struct, frozen=True):
    """What came of a deal, for those who have played it, and for everyone once its day is over."""

    game: str
    day: str
    over: bool
    commitment: str
    seed: str | None
    """Published when the day is over."""
    full: int | None
    """The score of a game that is won, where all win or lose together."""
    mine: MyDailyGame | None
    """The one that you began on its day."""
    people: int
    """How many games count."""
    games: tuple[DailyGameAnswer, ...]
    """The best of them."""
    scores: tuple[tuple[int, int], ...]
    """Each score of people with the number of games that had it."""
    field: FieldAnswer
    again: MyDailyGame | None = None
    """Your last one after its day, which counts for nothing."""
