"""The tables of a round: they are opened, and end when the time of the round is up."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable

from tacit.club.evening import Evening, Guest
from tacit.club.evening_game import evening_game
from tacit.club.evening_tables import RoundOf, seed_of, table_name
from tacit.club.seating import BOT
from tacit.server.club.evening_results import Known
from tacit.server.ops.logs import fingerprint, note, reason, trouble
from tacit.server.tables.opening import GivenDeal, Opening
from tacit.server.tables.refusals import TablesError
from tacit.server.tables.tables import Tables
from tacit.store.store import StoreError
from tacit.table.decide.context import GIVEN_DEAL
from tacit.table.decide.moderation import CallTime
from tacit.table.decide.requests import AddBot, AnyRequest, Join, Start
from tacit.table.log.records import PersonId

OPENED_AT_ONCE = 10
"""Tables of rounds: more would be noticed by those who play elsewhere."""


class RoundTables:
    """Opens the tables of the last round of each evening, and calls their time."""

    def __init__(
        self, secret: bytes, tables: Tables, read: Callable[[str], Awaitable[Known | None]]
    ) -> None:
        self._secret = secret
        self._tables = tables
        self._read = read
        self._opening = asyncio.Semaphore(OPENED_AT_ONCE)
        self._collecting: set[str] = set()
        self._tasks: set[asyncio.Task[None]] = set()

    async def open_all(self, name: str, evening: Evening, address: str) -> None:
        """Open all tables of the last round."""
        tables = range(len(evening.rounds[-1].tables))
        await asyncio.gather(*(self._open_table(name, evening, at, address) for at in tables))

    async def open_mine(self, name: str, known: Known, person: PersonId, address: str) -> None:
        """Open a person's table of the round, if the node that began the round could not."""
        last = known.evening.rounds[-1] if known.evening.rounds else None
        at = None if last is None else last.table_of(person)
        if at is None or at in known.games[-1]:
            return
        of = RoundOf(name, len(known.evening.rounds))
        table = table_name(self._secret, of, at)
        try:
            found = await self._tables.summary(table)
        except TablesError:  # it has ended, or there is no room now
            return
        except StoreError:
            raise
        except Exception as error:  # the evening's page is there though one table is not
            note("evening_table_not_read", table=fingerprint(table), error=reason(error, table))
            return
        if found is None:
            await self._open_table(name, known.evening, at, address)

    async def _open_table(self, name: str, evening: Evening, at: int, address: str) -> None:
        """Open one table of the last round, unless it is open already."""
        plays, last = evening_game(evening.game), evening.rounds[-1]
        assert plays is not None
        of = RoundOf(name, len(evening.rounds))
        seats = last.tables[at]
        joins = [_join(evening, person) for person in seats if person != BOT]
        (host, first), *others = joins
        bots = [AddBot(seat=seat, bot=plays.bot) for seat in range(len(joins), len(seats))]
        requests: list[AnyRequest] = [first, *bots, Start()]
        deal = GivenDeal(
            table_name(self._secret, of, at), seed_of(self._secret, of), others, last.until
        )
        opening = Opening(evening.game, plays.settings, requests, label=of.label, deal=deal)
        try:
            async with self._opening:
                await self._tables.open(opening, host, address)
        except TablesError as error:
            if error.refused is not GIVEN_DEAL:  # else it is open
                note("evening_table_not_opened", table=fingerprint(deal.name))

    def call_time(self, name: str, known: Known) -> None:
        """Have tables of a round whose time is up end, wherever they are."""
        if name not in self._collecting:
            self._collecting.add(name)
            task = asyncio.create_task(self._end_all(name, known))
            self._tasks.add(task)
            task.add_done_callback(self._tasks.discard)

    async def _end_all(self, name: str, known: Known) -> None:
        of = RoundOf(name, len(known.evening.rounds))
        try:
            for at in range(len(known.evening.rounds[-1].tables)):
                known = await self._read(name) or known  # many end by themselves meanwhile
                if known.is_over or len(known.evening.rounds) != of.number:
                    return
                if at in known.games[-1]:
                    continue
                table = table_name(self._secret, of, at)
                try:
                    is_told = known.evening.rounds[-1].closed  # before the time the table knows of
                    if not is_told and await self._tables.is_played_elsewhere(table):
                        continue
                    live = await self._tables.find(table)
                    if live is None:  # the node that began the round did not come so far
                        await self._open_table(name, known.evening, at, "")
                        live = await self._tables.find(table)
                    if live is not None:
                        await live.moderate(CallTime())
                except (TablesError, StoreError) as error:  # the next look tries again
                    note("time_not_called", table=fingerprint(table), error=reason(error, table))
                except Exception as error:  # a table that cannot be loaded stops no other
                    trouble("time_not_called", error, table)
        finally:
            self._collecting.discard(name)

    async def close(self) -> None:
        """Stop; the next request resumes."""
        for task in list(self._tasks):
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)


def _join(evening: Evening, person: str) -> tuple[PersonId, AnyRequest]:
    guest = evening.guest(person) or Guest(person, "…")
    return PersonId(person), Join(name=guest.name, mark=guest.mark)
