"""The projection in memory: every promise but to outlive the process."""

from __future__ import annotations

import threading
from collections.abc import Collection, Iterable, Sequence
from typing import TYPE_CHECKING

from tacit.store.erasure import Leaving
from tacit.store.games import (
    BEGINNING,
    END,
    Abouts,
    Backlog,
    Found,
    KeptGame,
    Log,
    Place,
    Rated,
    Weight,
    changes,
    marks_of,
    renamed,
    renamed_who,
    shift,
    without,
)

if TYPE_CHECKING:
    from tacit.store.memory.log import MemoryStore


class MemoryGames:
    """See `Games`; looks into the store it belongs to."""

    def __init__(self, store: MemoryStore) -> None:
        self._store = store
        self._lock = threading.Lock()
        self._read: dict[int, int] = {}
        """By table, by its number, up to which moment its log was read."""
        self._games: dict[int, dict[int, KeptGame]] = {}
        self._rated: list[Rated] = []
        self._up_to = BEGINNING

    def unread(self, limit: int) -> list[Log]:
        """Closed tables that were written to since; see `Games.unread`."""
        closed = self.read(self._store.shut_tables(), new=True)
        finished = self._store.finished_tables()
        gone_on = [
            log for log in self.read(finished) if self._read.get(log.key, 0) < finished[log.table]
        ]
        return sorted(closed + gone_on, key=lambda log: log.written)[: max(limit, 0)]

    def read(self, tables: Collection[str], *, new: bool = False) -> list[Log]:
        """These tables with their logs; see `Games.read`."""
        found = [(table, self._store.look_at(table)) for table in tables]
        logs = [Log(table, *seen) for table, seen in found if seen is not None]
        wanted = [log for log in logs if not new or self._read.get(log.key, 0) < log.written]
        return sorted(wanted, key=lambda log: log.key)

    def backlog(self, limit: int) -> Backlog:
        """What is still to be read and rated."""
        unread = self.unread(limit)
        unrated = len(self.after(self._up_to, limit))
        return Backlog(len(unread), unread[0].written if unread else None, unrated)

    def put(self, found: Found, weight: Weight) -> int:
        """Keep all games of some logs instead of those kept before; see `Games.put`."""
        with self._lock:
            # Some may have been removed meanwhile.
            found = [one for one in found if self._store.look_at(one[0].table) is not None]
            found = without(found, self._store.forgotten())
            keys = [log.key for log, _ in found]
            before = [one for key in keys for one in self._games.get(key, {}).values()]
            changed = changes(before, found)
            for was, _ in changed:
                if was is not None:
                    del self._games[was.place.key][was.place.number]
            for _, now in changed:
                if now is not None:
                    self._games.setdefault(now.place.key, {})[now.place.number] = now
            self._read |= {log.key: log.written for log, _ in found}
            gone, first = shift(changed, weight)
            if gone:
                self._rated = [one for one in self._rated if one.place not in gone]
            if first is not None and first <= self._up_to:
                self._up_to = first._replace(number=first.number - 1)
        return len(found)

    def rename(self, leaving: Leaving, abouts: Abouts) -> None:
        """Put an alias in somebody's place; see `Games.rename`."""
        with self._lock:
            for games in self._games.values():
                for number, game in games.items():
                    if leaving.person in game.people:
                        games[number] = renamed(game, leaving, abouts)
            self._rated = [one._replace(who=renamed_who(one.who, leaving)) for one in self._rated]

    def of(self, person: str, limit: int) -> list[KeptGame]:
        """Games of somebody, the last one first."""
        with self._lock:
            mine = [one for one in self._all() if person and person in one.people]
        return mine[::-1][: max(limit, 0)]

    def _all(self) -> list[KeptGame]:
        every = (game for games in self._games.values() for game in games.values())
        return sorted(every, key=lambda game: game.place)

    def unheard(self, limit: int) -> list[KeptGame]:
        """Games of which something is still to be found out."""
        with self._lock:
            return [one for one in self._all() if one.heard is None][: max(limit, 0)]

    def hear(self, game: KeptGame, heard: bytes) -> None:
        """Keep what was found out, if the game is still there and the same."""
        with self._lock:
            kept = self._games.get(game.place.key, {})
            if kept.get(game.place.number) == game:
                kept[game.place.number] = game._replace(heard=heard)

    def after(self, place: Place, limit: int) -> list[KeptGame]:
        """The games behind a place, in their order."""
        with self._lock:
            return [one for one in self._all() if one.place > place][: max(limit, 0)]

    def rated_up_to(self) -> Place:
        """The place of the last game that is in the ratings."""
        return self._up_to

    def rate(self, was: Place, now: Place, games: int, rated: Sequence[Rated]) -> bool:
        """Keep the ratings after some games; see `Games.rate`."""
        with self._lock:
            if self._up_to != was or marks_of(rated) & self._store.forgotten():
                return False
            if sum(was < one.place <= now for one in self._all()) != games:
                return False
            self._rated = [one for one in self._rated if not was < one.place <= now]
            self._rated += rated
            self._up_to = now
        return True

    def ratings(self, who: Iterable[str], up_to: Place | None = None) -> dict[str, Rated]:
        """The last ratings of those who have one; see `Games.ratings`."""
        wanted, last = set(who), up_to or END
        with self._lock:
            some = (one for one in self._rated if one.who in wanted and one.place <= last)
            mine = sorted(some, key=lambda one: one.place)
        return {one.who: one for one in mine}

    def history(self, who: str, limit: int) -> list[Rated]:
        """The ratings of somebody, the last one first."""
        with self._lock:
            mine = [one for one in self._rated if one.who == who]
        return sorted(mine, key=lambda one: one.place, reverse=True)[: max(limit, 0)]

    def drop(self) -> None:
        """Forget everything: all logs are to be read again."""
        with self._lock:
            self._games.clear()
            self._read.clear()
            self._rated.clear()
            self._up_to = BEGINNING

    def forget(self, key: int) -> None:
        """Forget the games of a table that is removed."""
        with self._lock:
            self._games.pop(key, None)
            self._read.pop(key, None)
            self._rated = [one for one in self._rated if one.place.key != key]
