"""The deal of the day on a running site: each person's table, the board, the field, what is closed.

What a deal reveals is closed to everyone who has not played it, until its day is over. A game
counts if it was finished on its day: from then on the seed is public.
"""

from __future__ import annotations

import asyncio
import contextlib
import secrets
from collections.abc import Callable
from datetime import date
from typing import NamedTuple

import msgspec

from tacit.club.daily import (
    COUNTS,
    FIRST_DAY,
    DailyGame,
    Deal,
    daily_game,
    deal_at,
    deal_of_table,
    read_day,
    seed_of,
    streak,
    table_of,
)
from tacit.club.field import GAMES, Field, FieldOf
from tacit.core.chance import commitment
from tacit.core.mark import Mark
from tacit.core.plug import every_game
from tacit.core.recent import Recent
from tacit.core.rulebook import Refused
from tacit.server.config import Limits
from tacit.server.history.projection import about
from tacit.server.history.reviews import Far, Reviews, Unmade, key_of
from tacit.server.limits.fair_queue import QueueFull, ShareFull
from tacit.server.limits.rate_limit import RateLimit
from tacit.server.tables.opening import TABLE_NAME_BYTES, GivenDeal, Opening
from tacit.server.tables.refusals import TableEnded, TablesError
from tacit.server.tables.tables import Tables, TableSummary
from tacit.store.games import KeptGame
from tacit.store.store import Store
from tacit.table.decide.context import GIVEN_DEAL
from tacit.table.decide.requests import AddBot, AnyRequest, Join, Start
from tacit.table.log.records import PersonId
from tacit.table.log.state import Stage

MOST_ON_BOARD = 5000
"""Games of a deal that are compared."""
MOST_OWN = 500
"""Games of a person that are looked through: their last ones."""
BOARD_MS = 3000
"""How long a board is kept in memory."""
MOST_BOARDS = 64
MOST_PLAYED = 20_000
"""People of whom memory knows that they have played a deal."""

DAILY_FIRST = Refused("daily-first", "Play today's deal first: what others did is closed to you.")
DAILY_OPEN = Refused("daily-open", "Others still play these cards. Try again tomorrow.")


class Counted(NamedTuple):
    """A finished game of a deal."""

    person: str
    name: str
    score: int
    table: str
    number: int


class Own(NamedTuple):
    """What a person did with a deal, and how many days in a row they have played."""

    game: Counted | None
    counts: bool
    streak: int
    again: Counted | None = None
    """Their last game with these cards after their day."""


class DailyDeals:
    """The deals of all days, for all games that have one."""

    def __init__(
        self,
        secret: bytes,
        store: Store,
        tables: Tables,
        reviews: Reviews,
        clock: Callable[[], int],
    ) -> None:
        self._secret = secret
        self._games = store.games
        self._tables = tables
        self._reviews = reviews
        self._clock = clock
        self.field_games = GAMES
        self.counted = RateLimit(0.0, Limits().daily_per_address)
        """Games of a deal that count, of one address: beyond that people play for fun."""
        self._boards: Recent[Deal, tuple[int, list[Counted]]] = Recent(MOST_BOARDS)
        self._played: Recent[str, None] = Recent(MOST_PLAYED)
        """Tables of people who have finished their game."""

    # The deal

    def today(self, game: str) -> Deal:
        """Return a game's deal of this day."""
        return deal_at(game, self._clock())

    def find(self, game: str, day: str) -> Deal | None:
        """Return a deal that may be played: of today or of the archive; None if it may not."""
        found = read_day(day)
        if found is None or _plays(game) is None:
            return None
        deal = Deal(game, found)
        return deal if found >= FIRST_DAY and deal.begins <= self._clock() else None

    def is_over(self, deal: Deal) -> bool:
        """Tell whether the day of a deal is over."""
        return self._clock() >= deal.ends

    def commitment(self, deal: Deal) -> str:
        """Return what people may know of a deal before its day."""
        return commitment(seed_of(self._secret, deal))

    def published_seed(self, deal: Deal) -> str | None:
        """Return the seed of a deal once its day is over."""
        return seed_of(self._secret, deal).hex() if self.is_over(deal) else None

    # A person's table

    async def table(self, deal: Deal, person: PersonId) -> TableSummary | None:
        """Return a person's own table of a deal; None if there is none, or it has ended."""
        try:
            return await self._tables.summary(table_of(self._secret, deal, person))
        except TableEnded:
            return None

    async def where(self, deal: Deal, person: PersonId | None) -> str | None:
        """Return the name of a person's own table of a deal; None if they have not begun."""
        if person is None:
            return None
        if await self.has_played(deal, person):  # no finished table is loaded for it
            return table_of(self._secret, deal, person)
        found = await self.table(deal, person)
        return None if found is None else found.name

    async def has_played(self, deal: Deal, person: PersonId | None) -> bool:
        """Tell whether a person has finished their game of a deal."""
        if person is None:
            return False
        name = table_of(self._secret, deal, person)
        if name in self._played:
            self._played.move_to_end(name)
            return True
        found = await self.table(deal, person)
        if found is None or found.state.stage is not Stage.OVER:
            return False
        self._played[name] = None
        return True

    async def is_open_to(self, deal: Deal, person: PersonId | None) -> bool:
        """Tell whether a person may know what a deal reveals."""
        return self.is_over(deal) or await self.has_played(deal, person)

    async def may_see(self, table: str, person: PersonId | None) -> bool:
        """Tell whether a person may see the finished games of a table."""
        deal = deal_of_table(table)
        return deal is None or await self.is_open_to(deal, person)

    def is_going_on(self, table: str) -> bool:
        """Tell whether a table has cards that people still play today."""
        deal = deal_of_table(table)
        return deal is not None and not self.is_over(deal)

    async def counts(self, deal: Deal, person: PersonId | None, payer: str) -> bool:
        """Tell whether a person's game of a deal counts, or would if it began now."""
        if self.is_over(deal):
            return False
        found = None if person is None else await self.table(deal, person)
        if found is not None:
            return found.state.label == deal.label
        return not self.counted.is_used_up(f"{payer} {deal.label}", self._clock() / 1000)

    async def play(
        self,
        deal: Deal,
        person: PersonId,
        join: tuple[str, Mark | None],
        address: str,
        payer: str = "",
    ) -> str:
        """Return a person's table of today, opened if it is new; of a past day always a new one.

        The game is counted for `payer`, else for the address.
        """
        daily, counts, seed = _plays(deal.game), False, seed_of(self._secret, deal)
        whose = f"{payer or address} {deal.label}"
        assert daily is not None
        if self.is_over(deal):
            name = secrets.token_urlsafe(TABLE_NAME_BYTES)
        else:
            name = table_of(self._secret, deal, person)
            counts = self.counted.take(whose, self._clock() / 1000)
        called, mark = join
        requests: list[AnyRequest] = [
            Join(name=called, mark=mark),
            *(AddBot(seat=seat, bot=bot) for seat, bot in enumerate(daily.bots, start=1)),
            Start(),
        ]
        label = deal.label if counts else deal.past_label
        opening = Opening(
            deal.game, daily.settings, requests, label=label, deal=GivenDeal(name, seed)
        )
        try:
            await self._tables.open(opening, person, address)
        except TablesError as error:
            if counts:  # no table was opened
                self.counted.give_back(whose, self._clock() / 1000)
            if error.refused is not GIVEN_DEAL:  # else another request of theirs was faster
                raise
            return name
        if counts:
            await self._prepare_field(deal, address)
        return name

    async def _prepare_field(self, deal: Deal, address: str) -> None:
        """Have the field played while people play, so that it is there when the first has done."""
        with contextlib.suppress(Unmade):
            await self.field(deal, address)

    # Results

    async def own(self, deal: Deal, person: PersonId | None) -> Own:
        """Return what a person did with a deal on its day."""
        if person is None:
            return Own(None, counts=False, streak=0)
        return await asyncio.to_thread(self._own, deal, person)

    def _own(self, deal: Deal, person: PersonId) -> Own:
        days: set[date] = set()
        mine, again, counts, name = None, None, False, table_of(self._secret, deal, person)
        for kept in self._games.of(person, MOST_OWN):
            kind, _, rest = kept.label.partition(":")
            game, _, day = rest.partition(":")
            on = read_day(day)
            is_counted = kind == COUNTS and on is not None and _in_time(kept, Deal(game, on))
            if is_counted and game == deal.game and on is not None:
                days.add(on)
            if kept.table == name:
                mine, counts = _counted(kept), is_counted
            elif again is None and kept.label == deal.past_label:  # the last one comes first
                again = _counted(kept)
        return Own(mine, counts, streak(days, self.today(deal.game).day), again)

    async def board(self, deal: Deal) -> list[Counted]:
        """Return the games that count, the best first."""
        now = self._clock()
        kept = self._boards.get(deal)
        if kept is not None and now - kept[0] < BOARD_MS:
            return kept[1]
        found = await asyncio.to_thread(self._read_board, deal)
        self._boards[deal] = (now, found)
        return found

    def _read_board(self, deal: Deal) -> list[Counted]:
        games = self._games.labelled(deal.label, MOST_ON_BOARD)
        found = [_counted(one) for one in reversed(games) if _in_time(one, deal)]
        return sorted((one for one in found if one is not None), key=lambda one: -one.score)

    async def field(self, deal: Deal, address: str) -> Field | Far:
        """Return the simulated field of a deal, or how far it is; it is begun if it is not there.

        Unmade if it cannot be made here.
        """
        seed = seed_of(self._secret, deal).hex()
        body = msgspec.json.encode(FieldOf(deal.game, seed, self.field_games))
        key = key_of("field", body)
        kept = await asyncio.to_thread(self._reviews.kept, key)
        if kept is not None:
            return msgspec.json.decode(kept, type=Field)
        try:
            self._reviews.begin(address, key, body)
        except (QueueFull, ShareFull):
            return Far()
        return self._reviews.far(key) or Far()


def _plays(game: str) -> DailyGame | None:
    return daily_game(game) if game in every_game() else None


def _in_time(kept: KeptGame, deal: Deal) -> bool:
    return deal.begins <= kept.position.ended < deal.ends


def _counted(kept: KeptGame) -> Counted | None:
    """Return a finished game with its score; None if it was given up."""
    told = about(kept)
    daily = _plays(told.game)
    if told.result is None or daily is None:
        return None
    score = daily.score(told.result, 0)
    return Counted(kept.people[0], told.players[0].name, score, kept.table, kept.position.number)
