"""The evenings of a site: rounds are begun, their tables opened, and the board read when all end.

While a round goes on, no page and no answer tells anything of what came of any of its tables. It is
over when all its games are; tables end by themselves when the time is up.
"""

from __future__ import annotations

import asyncio
import secrets
from collections.abc import Callable, Sequence

from tacit.club import evening_requests as evenings
from tacit.club.decision import Decided
from tacit.club.evening import KIND, Evening, EveningEvent, Round, fold
from tacit.club.evening_requests import Wanted
from tacit.club.evening_tables import RoundOf, round_of_table, seats_of, table_name
from tacit.club.seating import BOT, draw_tables
from tacit.club.seating import Tables as Drawn
from tacit.core.recent import Recent
from tacit.core.rulebook import Refused
from tacit.server.club.evening_presence import HostPresence
from tacit.server.club.evening_results import Known, Played, RoundResults
from tacit.server.club.evening_round import RoundTables
from tacit.server.club.evening_watch import EveningWatch
from tacit.server.club.shared_log import SharedLog
from tacit.server.ops.logs import fingerprint, note, reason
from tacit.server.tables.refusals import TableEnded, TablesError
from tacit.server.tables.tables import Tables
from tacit.store.store import Store, StoreError
from tacit.table.log.records import PersonId
from tacit.table.log.state import Stage

NAME_BYTES = 12
"""An evening's name is its link: 96 random bits."""
KEPT_MS = 300
"""How long what was read of an evening is good: hundreds may ask at once."""
MOST_KEPT = 256
GRACE_MS = 30_000
"""After the time of a round: a table that has no result by then was lost, and does not count."""
STUCK_MS = 300_000
"""After the time of a round: a table whose players act no more has had long enough to be played
out. Whatever holds it up, the round ends without it; a result that comes later still counts."""
COLLECT_AFTER_MS = 2000
"""After the time of a round, tables that no node has in memory are loaded, so that they end."""
ENDED_STAYS_MS = 7 * 24 * 3600 * 1000
"""For so long an evening that has ended is still among the guest's own."""
EVENING_OPEN = Refused("evening-open", "Others still play these cards. Wait for the round to end.")

Change = Callable[[Evening], Decided[EveningEvent] | Refused]


class Evenings:
    """All evenings of the site, on whichever node."""

    def __init__(
        self, secret: bytes, store: Store, tables: Tables, clock: Callable[[], int]
    ) -> None:
        self._secret = secret
        self._log: SharedLog[EveningEvent, Evening] = SharedLog(store, KIND, EveningEvent, fold)
        self._results = RoundResults(secret, store.games)
        self._tables = tables
        self._clock = clock
        self._kept: Recent[str, tuple[int, asyncio.Task[Known | None]]] = Recent(MOST_KEPT)
        self._over: Recent[RoundOf, None] = Recent(MOST_KEPT)
        """Rounds that are known to be over."""
        self.tables = RoundTables(secret, tables, self.read)
        self.presence = HostPresence(clock)
        self.watch = EveningWatch(self.read)

    # Reading

    async def read_anew(self, name: str) -> Known | None:
        """Return an evening as it stands now, for a change; None if there is none of that name."""
        self._kept.pop(name, None)
        return await self.read(name)

    async def read(self, name: str) -> Known | None:
        """Return an evening as it stood a moment ago; None if there is none of that name."""
        now = self._clock()
        kept = self._kept.get(name)
        if kept is None or (kept[1].done() and (now - kept[0] >= KEPT_MS or _failed(kept[1]))):
            kept = self._kept[name] = (now, asyncio.create_task(self._read(name)))
        known = await asyncio.shield(kept[1])
        if known is None and self._kept.get(name) is kept:  # unknown names evict no others
            del self._kept[name]
        return known

    async def _read(self, name: str) -> Known | None:
        evening = await self._log.read(name)
        return None if evening is None else await self._know(name, evening)

    async def _know(self, name: str, evening: Evening) -> Known:
        games = await asyncio.to_thread(self._results.read, name, evening)
        is_over = await self._is_over(name, evening, games)
        known = await asyncio.to_thread(
            self._results.compared, name, evening, games, is_over=is_over
        )
        if evening.rounds and known.is_over:
            self._over[RoundOf(name, len(evening.rounds))] = None
        elif evening.rounds and self._is_time_up(evening.rounds[-1]):
            self.tables.call_time(name, known)
        return known

    def _is_time_up(self, last: Round) -> bool:
        return last.closed or self._clock() > last.until + COLLECT_AFTER_MS

    async def _is_over(
        self, name: str, evening: Evening, games: Sequence[dict[int, Played]]
    ) -> bool:
        """Tell whether the last round is over: every table has a result, or was lost.

        A table that is still played keeps it going, whatever this node's clock says.
        """
        if not evening.rounds:
            return True
        last = evening.rounds[-1]
        missing = [at for at in range(len(last.tables)) if at not in games[-1]]
        if not missing or self._clock() <= last.until + GRACE_MS:
            return not missing
        of = RoundOf(name, len(evening.rounds))
        is_late = self._clock() > last.until + STUCK_MS
        for at in missing:
            if not await self._is_lost(table_name(self._secret, of, at), is_late=is_late):
                return False
        return True

    async def _is_lost(self, table: str, *, is_late: bool) -> bool:
        """Tell whether no result can come of a table, or not in time."""
        try:
            found = await self._tables.summary(table)
        except TableEnded:
            return True
        except TablesError:  # no room to load it now
            return is_late
        except StoreError:
            raise
        except Exception as error:  # an unreadable log must not keep a round from ending
            note("evening_table_lost", table=fingerprint(table), error=reason(error, table))
            return True
        if found is None:
            return True
        is_done = found.state.time_up or found.state.stage is Stage.OVER  # nobody acts there again
        return is_late and is_done

    async def of(self, person: PersonId, limit: int) -> list[tuple[str, Evening]]:
        """Return the evenings that a person is in, the last used first, and those just ended."""
        since = self._clock() - ENDED_STAYS_MS
        names = await self._log.names_of(person, limit, closed_after=since)
        found = [(name, await self._log.read(name)) for name in names]
        mine = [(name, one) for name, one in found if one is not None and one.is_in(person)]
        return [(name, one) for name, one in mine if not one.ended or one.ended_at > since]

    def written(self, tables: Sequence[str]) -> None:
        """Look at the evenings of tables whose results are there now: a round may be over."""
        for name in {of.evening for of in map(round_of_table, tables) if of is not None}:
            self._kept.pop(name, None)
            self.watch.changed(name)

    # What is closed

    async def is_going_on(self, table: str) -> bool:
        """Tell whether a table has cards that other tables still play."""
        of = round_of_table(table)
        if of is None or of in self._over:
            return False
        known = await self.read(of.evening)
        if known is not None and of.number > len(known.evening.rounds):
            known = await self.read_anew(of.evening)  # another node has just begun it
        if known is None or not 0 < of.number <= len(known.evening.rounds):
            return False
        return of.number == len(known.evening.rounds) and not known.is_over

    def table_of(self, name: str, known: Known, person: PersonId | None) -> str | None:
        """Return where a person sits in the last round; None if nowhere."""
        if not known.evening.rounds or person is None:
            return None
        at = known.evening.rounds[-1].table_of(person)
        of = RoundOf(name, len(known.evening.rounds))
        return None if at is None else table_name(self._secret, of, at)

    # Changing

    async def open(self, person: PersonId, wanted: Wanted) -> str:
        """Open an evening; return its name. TablesError if it is refused."""
        decided = evenings.open_evening(person, wanted, self._clock())
        if isinstance(decided, Refused):
            raise TablesError(decided)
        name = secrets.token_urlsafe(NAME_BYTES)
        opened = await self._log.open(name, decided)
        if isinstance(opened, Refused):
            raise TablesError(opened)
        return name

    async def change(self, name: str, change: Change) -> Known | None:
        """Change an evening; None if there is none of that name, TablesError if it is refused."""
        changed = await self._log.change(name, change)
        self._kept.pop(name, None)
        self.watch.changed(name)
        if isinstance(changed, Refused):
            raise TablesError(changed)
        return None if changed is None else await self._know(name, changed)

    async def begin_round(self, name: str, person: PersonId, address: str) -> Known | None:
        """Draw seats, begin a round and open its tables."""
        before = await self.read_anew(name)
        if before is None:
            return None
        is_over, count, now = before.is_over, len(before.evening.rounds), self._clock()
        tables: Drawn = ()

        def decide(evening: Evening) -> Decided[EveningEvent] | Refused:
            """Begin the round with the seats as drawn first; who has come since sits later."""
            nonlocal tables
            over = is_over and len(evening.rounds) == count
            out = evenings.missing(evening, before.idle, now)
            gone = {one.person for one in out}
            people = [one.person for one in evening.players if one.person not in gone]
            if not tables or not {one for seats in tables for one in seats} <= {BOT, *people}:
                tables = draw_tables(
                    people,
                    evening.size,
                    [one.tables for one in evening.rounds],
                    seats_of(self._secret, RoundOf(name, count + 1)),
                )
            begun = evenings.begin_round(evening, person, tables, now, is_over=over)
            return begun if isinstance(begun, Refused) else Decided([*out, *begun.events])

        with self.watch.holding(name):  # so that all find their tables open
            known = await self.change(name, decide)
            if known is not None:
                await self.tables.open_all(name, known.evening, address)
        return known

    async def come_back(self, name: str, known: Known, person: PersonId) -> Known:
        """Let a guest who missed the last round and now looks at the evening keep their seat.

        Looking never fails for it: of two looks at once one does it, and the next look tries again.
        """
        now, guest = self._clock(), known.evening.guest(person)
        if guest is None or person not in known.idle:
            return known
        if isinstance(evenings.back(known.evening, person, now), Refused):
            return known

        def decide(evening: Evening) -> Decided[EveningEvent]:
            decided = evenings.back(evening, person, now)
            return Decided() if isinstance(decided, Refused) else decided

        try:
            return await self.change(name, decide) or known
        except TablesError:
            return known

    async def claim_host(self, name: str, person: PersonId) -> Known | None:
        """Make a guest host in the place of one who is away."""
        now, seen = self._clock(), self.presence.seen(name)
        return await self.change(name, lambda one: evenings.claim_host(one, person, now, seen))

    async def close_round(self, name: str, person: PersonId) -> Known | None:
        """End the time of a round for its host: bots play what is not finished."""
        now = self._clock()
        known = await self.change(name, lambda one: evenings.close_round(one, person, now))
        if known is not None and not known.is_over:
            self.tables.call_time(name, known)
        return known

    async def close(self) -> None:
        """Stop; the next request resumes."""
        self.watch.close()
        await self.tables.close()


def _failed(task: asyncio.Task[Known | None]) -> bool:
    return task.cancelled() or task.exception() is not None
