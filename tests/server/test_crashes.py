"""The site is killed again and again while people play, and nobody loses or doubles anything."""

from __future__ import annotations

import asyncio
import contextlib
import json
import os
import random
import shutil
from collections import Counter
from collections.abc import Callable
from pathlib import Path
from typing import Any

import aiohttp
import msgspec
import pytest

from tacit.log.replay import load
from tacit.log.verify import verify
from tacit.store import SqliteStore
from tacit.table.log.fold import fold, opened
from tacit.table.log.records import PersonId, decode
from tacit.table.log.state import TableState
from tacit.table.tell.view import house_view, play_view
from tests.server.client import OVER, Copy, HungUp, Line, Person, move, next_move, people
from tests.server.sites import Outside, quick

KILLS = int(os.environ.get("TACIT_TEST_KILLS", "8"))
"""For each game; `make attack` kills a site more often."""
THINKING = 0.02
"""Seconds a player takes at most before a move."""
ASIDES = ("rename", "stop", "propose-star", "take-back", "pause")
"""What people do besides what the table waits for."""


class World:
    """What all who play share: whether the site is up, and that something has happened."""

    def __init__(self, site: Outside, table: str) -> None:
        self.site = site
        self.table = table
        self.up = asyncio.Event()
        self.up.set()
        self.last_game = False
        self._happened = asyncio.Event()

    def happened(self) -> None:
        self._happened.set()

    async def until(self, condition: Callable[[], bool]) -> None:
        async with asyncio.timeout(60):
            while not condition():
                self._happened.clear()
                await self._happened.wait()


class Survivor:
    """Plays on whatever happens to the site: comes back with their last version, and asks again."""

    def __init__(self, person: Person, world: World, rng: random.Random, *, host: bool) -> None:
        self.person = person
        self.copy = Copy()
        self.acknowledged: dict[str, int] = {}
        self.refused: set[str] = set()
        self.unanswered: dict[str, dict[str, Any]] = {}
        self.asked = 0
        self.asked_again = 0
        self.over = False
        self._world = world
        self._rng = rng
        self._host = host

    async def survive(self) -> None:
        while not self.over:
            await self._world.up.wait()
            with contextlib.suppress(HungUp, aiohttp.ClientError, ConnectionError):
                await self._visit()
            await asyncio.sleep(0.005)  # as a browser would, before it tries again

    async def _visit(self) -> None:
        self.person.url = self._world.site.url
        had = self.copy.version
        line = await self.person.line(self._world.table, had, self.copy)
        try:
            assert self.copy.version >= had, "something told was lost"
            for message, request in tuple(self.unanswered.items()):
                self.asked_again += 1
                await self._ask(line, request, message)
            await self._play(line)
        finally:
            self._note(line)
            await line.close()

    async def _play(self, line: Line) -> None:
        while True:
            if self.copy.stage == "playing":
                await self._move(line)
            elif self._is_done():
                self.over = True
                return
            elif self.copy.stage == OVER and self.copy.house["you"] not in self.copy.house["again"]:
                await self._ask(line, {"do": "rematch"})
            elif self.copy.stage != OVER and self._host:
                await self._ask(line, {"do": "start"})
            else:
                await self._until_the_stage_changes(line)

    async def _until_the_stage_changes(self, line: Line) -> None:
        stage = self.copy.stage
        await line.until(lambda: self.copy.stage != stage or self._is_done())

    def _is_done(self) -> bool:
        return self._world.last_game and self.copy.stage == OVER

    async def _move(self, line: Line) -> None:
        request = {"do": "resume"} if self.copy.house["paused"] else next_move(self.copy, self._rng)
        if request is None:
            await line.until(self._has_something_to_do)
            return
        await asyncio.sleep(self._rng.uniform(0, THINKING))
        version = self.copy.version
        answer = await self._ask(line, self._aside() or request)
        if answer["type"] == "refused" and answer["key"] != "silence":
            # It crossed something on its way, which will be here soon.
            with contextlib.suppress(TimeoutError):
                await line.until(lambda: self.copy.version > version, timeout_s=0.2)

    def _has_something_to_do(self) -> bool:
        waiting = next_move(self.copy, random.Random(0)) is not None
        return waiting or self.copy.stage != "playing" or self.copy.house["paused"]

    def _aside(self) -> dict[str, Any] | None:
        if self._rng.random() > 0.1:
            return None
        do = self._rng.choice(ASIDES)
        if do == "rename":
            return {"do": "rename", "name": self.person.name}
        if do == "pause":
            return {"do": "pause"}
        return {"do": "act", "action": move(do, [], self._rng)} if do in self.copy.legal else None

    async def _ask(
        self, line: Line, request: dict[str, Any], message: str | None = None
    ) -> dict[str, Any]:
        if message is None:
            self.asked += 1
            message = f"{self.person.name}-{self.asked}"
        self.unanswered[message] = request
        answer = await line.ask(request, message)
        self._note(line)
        assert self.asked < 5000, f"{self.person.name} gets nowhere: {answer}"
        return answer

    def _note(self, line: Line) -> None:
        """Remember what was answered, also when nobody waited for it any more."""
        for message, answer in line.answers.items():
            self.unanswered.pop(message, None)
            if answer["type"] == "ack":
                assert self.acknowledged.setdefault(message, answer["version"]) == answer["version"]
            else:
                self.refused.add(message)
        self._world.happened()


class Books:
    """The log on the disk, looked at from outside between two lives of the site."""

    def __init__(self, db: Path, table: str) -> None:
        self._db = db
        self._table = table
        self.log: list[bytes] = []
        self._states: list[TableState] = []

    def look(self) -> None:
        """Read what is durable from a copy: the site itself shall find what it left."""
        copies = self._db.parent / "copies"
        shutil.rmtree(copies, ignore_errors=True)
        copies.mkdir()
        for file in self._db.parent.glob(self._db.name + "*"):
            shutil.copy(file, copies / file.name)
        store = SqliteStore(copies / self._db.name)
        log = store.load(self._table)
        store.close()
        assert log[: len(self.log)] == self.log, "what was durable has changed"
        entries = decode(log)
        for entry in entries[len(self.log) :]:
            before = self._states[-1] if self._states else opened(entry)
            self._states.append(fold(before, entry))
        self.log = log

    def audit(self, survivors: list[Survivor]) -> None:
        """Everything acknowledged is there, once; nothing refused is; all told is true."""
        entries = decode(self.log)
        times = Counter((entry.by, entry.id) for entry in entries if entry.id)
        assert max(times.values()) == 1, "something was done twice"
        for one in survivors:
            person = PersonId(one.person.id)
            for message, version in one.acknowledged.items():
                assert version <= len(entries), "something acknowledged was lost"
                assert (entries[version - 1].by, entries[version - 1].id) == (person, message)
            assert not [message for message in one.refused if (person, message) in times]
            self._check_copy(one.copy, person)

    def _check_copy(self, copy: Copy, person: PersonId) -> None:
        if copy.version == 0:
            return
        assert copy.version <= len(self.log), "something was told that is not durable"
        state = self._states[copy.version - 1]
        view = play_view(state, state.seat_of(state.guest_of(person)))
        assert copy.house == plain(house_view(state, person))
        assert copy.view == (view and plain(view.view))


def plain(value: Any) -> Any:
    """Return a record as it looks in JSON."""
    return json.loads(msgspec.json.encode(value))


@pytest.mark.parametrize(
    ("game", "names", "bots", "seed"),
    [
        ("mindup", ("Ann", "Bob", "Cleo"), ["greedy"], 11),
        ("extreme", ("Dora", "Emil"), ["metronome"], 12),
    ],
)
async def test_kill_9_at_any_moment_loses_and_doubles_nothing(tmp_path, game, names, bots, seed):
    print(f"seed {seed}")
    rng = random.Random(seed)
    db = tmp_path / "games.db"
    async with Outside(db, quick(db)) as site, people(site.url, *names) as crowd:
        table = await crowd[0].open(game, bots=bots)
        for person in crowd[1:]:
            await person.join(table, contribution="c0ffee")
        world, books = World(site, table), Books(db, table)
        survivors = [
            Survivor(person, world, random.Random(f"{seed} {person.name}"), host=person is crowd[0])
            for person in crowd
        ]
        async with asyncio.TaskGroup() as lives:
            for one in survivors:
                lives.create_task(one.survive())
            for _ in range(KILLS):
                await _kill_once(world, rng, survivors)
                books.look()
                books.audit(survivors)
                await site.start()
                world.up.set()
            world.last_game = True
        games = survivors[0].copy.house["games"]
        for number in range(1, games + 1):
            await _check_replay(crowd[0], f"/api/tables/{table}/games/{number}")
        assert await site.stop() == 0
        books.look()
        books.audit(survivors)
        assert not any(one.unanswered for one in survivors)
        again = sum(one.asked_again for one in survivors)
        told = sum(len(one.acknowledged) for one in survivors)
        print(f"{game}: {KILLS} kills, {games} games, {told} acknowledged, {again} asked again")
        assert again > 0, "no kill ever hit a request under way"


async def _kill_once(world: World, rng: random.Random, survivors: list[Survivor]) -> None:
    """Kill after some more requests and then at any moment, or before everyone is even back."""
    goal = sum(len(one.acknowledged) for one in survivors) + rng.choice((0, 1, 3, 6, 10))
    await world.until(lambda: sum(len(one.acknowledged) for one in survivors) >= goal)
    await asyncio.sleep(rng.uniform(0, 0.06))  # the moment itself; nothing waits for it
    world.up.clear()
    await world.site.kill()


async def _check_replay(person: Person, path: str) -> None:
    async with person.http.get(person.url + path) as response:
        assert response.status == 200, await response.text()
        line = (await response.read()).strip()
    verdict = verify(load(line), line)
    assert verdict.ok, verdict.problem
