"""The deal of a day: the same cards and the same bots for everyone, once.

Seeds and table names are derived from one secret of the site, so nothing is stored, and every node
works out the same. A day is a day of UTC. The commitment of a day's seed may be told before, the
seed itself only once the day is over.
"""

from __future__ import annotations

import base64
import hmac
from collections.abc import Collection, Sequence
from datetime import UTC, date, datetime, timedelta
from typing import Any, NamedTuple

from tacit.bots.registry import find_bot, settle_in
from tacit.core.plug import every_game, part
from tacit.table.conduct import conduct_of
from tacit.table.log.records import Settings
from tacit.table.luck import bot_luck
from tacit.table.tell.view import OF_A_DAY

DAY_MS = 86_400_000
FIRST_DAY = date(2026, 11, 18)
"""The first deal of the archive."""
COUNTS, PAST = OF_A_DAY
"""The labels of games that count on their day, and of those that count for nothing."""
_MAC_BYTES = 12
_MAC_CHARS = 16
_DAY_CHARS = 10


class Deal(NamedTuple):
    """One game on one day."""

    game: str
    day: date

    @property
    def label(self) -> str:
        """The label of the games that count.

        >>> Deal("mindup", date(2026, 11, 18)).label
        'daily:mindup:2026-11-18'
        """
        return f"{COUNTS}:{self.game}:{self.day}"

    @property
    def past_label(self) -> str:
        """The label of games with these cards that count for nothing."""
        return f"{PAST}:{self.game}:{self.day}"

    @property
    def begins(self) -> int:
        """When the day begins, in milliseconds since 1970."""
        return int(datetime.combine(self.day, datetime.min.time(), UTC).timestamp() * 1000)

    @property
    def ends(self) -> int:
        """When the day ends: from then on its seed is public, and no game counts any more."""
        return self.begins + DAY_MS

    def after(self, days: int) -> Deal:
        """Return the deal of the same game some days later."""
        return Deal(self.game, self.day + timedelta(days))


class DailyGame:
    """What a game says about its deal of the day: a plug names one of these."""

    game: str
    bots: tuple[str, ...]
    """Who sits in seats 1, 2, …: functions of seat, seed and view, so that everyone meets the same
    ones. A bot that thinks in a worker process has a stand-in while that is not ready: not here."""
    settings: Settings = Settings(spectators=False)

    def entrant(self, number: int, seed: int) -> Any:
        """Return the bot for seat 0 in game `number` of the simulated field."""
        raise NotImplementedError

    def score_many(self, seed: bytes, own: Sequence[int]) -> list[int] | None:  # noqa: ARG002
        """Return the scores of the first games of a field, where compiled code plays them fast.

        `own` has the luck of seat 0, game by game. None if they are to be played one by one.
        """
        return None

    def score(self, result: Any, seat: int) -> int:
        """Return the number by which results of one deal are compared: more is better."""
        points = conduct_of(self.game).mark(result, seat).points
        return points or 0

    def seat(self, seed: bytes, seat: int) -> Any:
        """Make the bot of a seat as a live table does, with the luck that it has there."""
        name = self.bots[seat - 1]
        bot = find_bot(name, self.game)(seat, self.players, bot_luck(seed, 1, seat))
        alike = tuple(at for at, other in enumerate(self.bots, start=1) if other == name)
        settle_in(bot, conduct_of(self.game).bot_parameters(self.settings, alike))
        return bot

    full: int | None = None
    """The score of a game that is won, where all win or lose together."""

    @property
    def players(self) -> int:
        """How many sit at the table."""
        return 1 + len(self.bots)


def daily_game(game: str) -> DailyGame | None:
    """Return what a game says about its deal of the day; None if it has none."""
    found: DailyGame | None = part(game, "daily")
    return found


def games_with_daily() -> list[str]:
    """Return the games that have a deal of the day."""
    return [game for game in every_game() if daily_game(game) is not None]


def deal_at(game: str, now_ms: int) -> Deal:
    """Return a game's deal at a moment."""
    return Deal(game, datetime.fromtimestamp(now_ms / 1000, UTC).date())


def read_day(text: str) -> date | None:
    """Read a day as it is written in paths; None if it is none.

    >>> read_day("2026-11-18"), read_day("20261118"), read_day("2026-11-31")
    (datetime.date(2026, 11, 18), None, None)
    """
    try:
        found = date.fromisoformat(text)
    except ValueError:
        return None
    return found if found.isoformat() == text else None


def seed_of(secret: bytes, deal: Deal) -> bytes:
    """Return the seed of a deal; those of other days tell nothing about it."""
    return hmac.digest(secret, f"tacit daily deal {deal.game} {deal.day}".encode(), "sha256")


def table_of(secret: bytes, deal: Deal, person: str) -> str:
    """Return the name of a person's table on a day: a second try leads to the same table."""
    purpose = f"tacit daily table {deal.game} {deal.day} {person}"
    mac = hmac.digest(secret, purpose.encode(), "sha256")[:_MAC_BYTES]
    return f"{COUNTS}-{deal.game}-{deal.day}-{base64.urlsafe_b64encode(mac).decode()}"


def deal_of_table(name: str) -> Deal | None:
    """Return the deal that a table's name tells; None for all other tables.

    >>> deal_of_table("daily-mindup-2026-11-18-0123456789abcdef")
    Deal(game='mindup', day=datetime.date(2026, 11, 18))
    """
    kind, _, rest = name.partition("-")
    day = read_day(rest[-_MAC_CHARS - 1 - _DAY_CHARS : -_MAC_CHARS - 1])
    game = rest[: -_MAC_CHARS - _DAY_CHARS - 2]
    return Deal(game, day) if kind == COUNTS and day is not None and game in every_game() else None


class Standing(NamedTuple):
    """Where a score is among others."""

    place: int
    of: int
    below: float
    """The share of the others that did worse; those who did as well count half."""


def standing(score: int, others: Sequence[int]) -> Standing:
    """Return where a score is among the scores of others.

    >>> standing(7, [9, 7, 3])
    Standing(place=2, of=4, below=0.5)
    """
    better = sum(one > score for one in others)
    worse = sum(one < score for one in others)
    below = (worse + (len(others) - better - worse) / 2) / len(others) if others else 0.0
    return Standing(1 + better, 1 + len(others), below)


def streak(days: Collection[date], today: date) -> int:
    """Return for how many days in a row there was a game, up to today or yesterday.

    >>> streak({date(2026, 11, 16), date(2026, 11, 17)}, date(2026, 11, 18))
    2
    """
    last = today if today in days else today - timedelta(1)
    row = 0
    while last - timedelta(row) in days:
        row += 1
    return row
