"""When the log cannot be written nothing happens, and it goes on by itself when it can again."""

from __future__ import annotations

import asyncio
import contextlib
import json
import random
import sqlite3
import subprocess
import sys
from collections.abc import AsyncIterator, Callable, Iterator
from contextlib import asynccontextmanager, contextmanager
from pathlib import Path
from typing import Any

import aiohttp
import pytest

from tacit.server.cluster.workers import free_port
from tacit.server.http.waiting import set_up
from tacit.store import SqliteStore
from tacit.store.disk_space import no_room
from tacit.store.sqlite import database
from tacit.table.log.records import decode
from tests.server.client import Line, Person, people, play
from tests.server.sites import Inside, Outside, inside, quick

SMALL = 4 * 2**20
"""Bytes of a disk that is soon full."""
LONG = {"do": "rename", "name": "x" * 200}

Trouble = Callable[[], contextlib.AbstractContextManager[None]]
"""Makes the log unwritable as long as it lasts."""


def _can(*command: str) -> bool:
    try:
        return subprocess.run(command, check=False, capture_output=True).returncode == 0
    except OSError:
        return False


@asynccontextmanager
async def no_bytes_left(tmp_path: Path) -> AsyncIterator[tuple[Outside, Trouble]]:
    """A site whose process may suddenly make no file longer."""
    resource = pytest.importorskip("resource")
    if not hasattr(resource, "prlimit"):
        pytest.skip("limits of another process can be set on Linux only")

    @contextmanager
    def trouble() -> Iterator[None]:
        kind = resource.RLIMIT_FSIZE
        before = resource.prlimit(site.pid, kind)
        resource.prlimit(site.pid, kind, (0, before[1]))
        try:
            yield
        finally:
            resource.prlimit(site.pid, kind, before)

    db = tmp_path / "games.db"
    async with Outside(db, quick(db)) as site:
        yield site, trouble


@asynccontextmanager
async def full_disk(tmp_path: Path) -> AsyncIterator[tuple[Outside, Trouble]]:
    """A site on a small disk of its own that is filled to the last byte."""
    disk = tmp_path / "disk"
    disk.mkdir()
    if not _can("mount", "-t", "tmpfs", "-o", f"size={SMALL}", "tmpfs", str(disk)):
        pytest.skip("a small disk can be mounted by root on Linux only")

    @contextmanager
    def trouble() -> Iterator[None]:
        filler = disk / "filler"
        with filler.open("wb", buffering=0) as file, contextlib.suppress(OSError):
            while file.write(bytes(4096)):
                pass
        try:
            yield
        finally:
            filler.unlink()

    try:
        # Outside writes its own log beside the database: not onto that disk.
        site = Outside(tmp_path / "games.db", quick(disk / "games.db"))
        async with site:
            site.db = disk / "games.db"
            yield site, trouble
    finally:
        subprocess.run(["umount", str(disk)], check=True)


@asynccontextmanager
async def immutable_file(tmp_path: Path) -> AsyncIterator[tuple[Outside, Trouble]]:
    """A site whose database suddenly may not be changed by anybody."""
    probe = tmp_path / "probe"
    probe.touch()
    if not _can("chattr", "+i", str(probe)):
        pytest.skip("files can be made immutable by root on some file systems only")
    _can("chattr", "-i", str(probe))
    db = tmp_path / "games.db"

    @contextmanager
    def trouble() -> Iterator[None]:
        files = [str(db), f"{db}-wal"]
        assert _can("chattr", "+i", *files)
        try:
            yield
        finally:
            assert _can("chattr", "-i", *files)

    async with Outside(db, quick(db)) as site:
        yield site, trouble


@asynccontextmanager
async def query_only(tmp_path: Path) -> AsyncIterator[tuple[Inside, Trouble]]:
    """A site whose connections to the database may suddenly only read."""
    connect = database.connect
    connections: list[sqlite3.Connection] = []
    only = False

    def connected(path: Path) -> sqlite3.Connection:
        connection = connect(path)
        connection.execute(f"PRAGMA query_only = {only:d}")
        connections.append(connection)
        return connection

    def set_all(value: bool) -> None:
        nonlocal only
        only = value
        for connection in connections:
            with contextlib.suppress(sqlite3.ProgrammingError):  # it is closed
                connection.execute(f"PRAGMA query_only = {only:d}")

    @contextmanager
    def trouble() -> Iterator[None]:
        set_all(True)
        try:
            yield
        finally:
            set_all(False)

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(database, "connect", connected)
        async with inside(quick(tmp_path / "games.db")) as site:
            site.db = tmp_path / "games.db"
            yield site, trouble


TROUBLES = [no_bytes_left, full_disk, immutable_file, query_only]


async def _eventually_refused(line: Line, message: str) -> dict[str, Any]:
    """Talk until it is refused: a full disk may have a page to spare."""
    for number in range(2000):
        answer = await line.ask(LONG, f"{message}-{number}")
        if answer["type"] == "refused":
            return answer
    raise AssertionError("everything was saved")


def _log(site: Any, table: str) -> list[Any]:
    store = SqliteStore(site.db)
    log = store.load(table)
    store.close()
    return decode(log)


@pytest.mark.skipif(sys.platform == "win32", reason="these troubles are POSIX ones")
@pytest.mark.parametrize("disk", TROUBLES, ids=lambda one: one.__name__)
async def test_what_cannot_be_saved_is_refused_and_can_be_done_later(tmp_path, disk):
    async with disk(tmp_path) as (site, trouble), people(site.url, "Ann", "Bob", "Cleo") as crowd:
        ann, bob, cleo = crowd
        table = await ann.open("mindup")
        await bob.join(table)
        await cleo.join(table)
        a, b = await ann.line(table), await bob.line(table)
        with trouble():
            refused = await _eventually_refused(a, "lost")
            assert refused["key"] == "not-saved"
            assert "try again" in refused["text"]
            await _works_besides(cleo, table)
            before = a.copy.version
            start = {"do": "start"}
            assert (await a.ask(start, "begin"))["key"] == "not-saved"
            assert (await a.ask(start, "begin"))["key"] == "not-saved"
            await b.do("show", emote="wave")  # needs no log
            await a.until(lambda: a.of("gesture"))
            await _knows_no_more(ann, table, before)
            await _cannot_open(cleo)
        answer = await a.ask(start, "begin")
        assert answer == {"type": "ack", "id": "begin", "version": before + 1}
        await b.until(lambda: b.copy.stage == "playing")
        again = await a.ask(LONG, refused["id"])
        assert again["type"] == "ack"
        entries = _log(site, table)
        for message in ("begin", refused["id"]):
            assert [entry.id for entry in entries].count(message) == 1
        assert await cleo.open("extreme")


async def _works_besides(person: Person, table: str) -> None:
    """Whatever needs only to be read still is, and the site says that it is not well."""
    async with person.http.get(person.url + "/healthz") as health:
        assert health.status == 503
        assert (await health.json())["reason"] in ("broken", "full", "read-only")
    assert (await person.get(f"/api/tables/{table}"))["inside"]
    assert await person.get("/api/tables") == []
    line = await person.line(table)
    assert line.copy.stage == "lobby"
    await line.close()


async def _knows_no_more(person: Person, table: str, version: int) -> None:
    """Another device is told what was so before, and nothing else."""
    line = await person.line(table)
    assert line.copy.version == version
    assert line.copy.stage == "lobby"
    await line.close()


async def _cannot_open(person: Person) -> None:
    body = {"game": "mindup", "name": "Cleo"}
    async with person.http.post(person.url + "/api/tables", json=body) as response:
        assert response.status == 503
        assert (await response.json())["key"] == "not-saved"


@pytest.mark.skipif(sys.platform == "win32", reason="this trouble is a POSIX one")
@pytest.mark.parametrize("game", ["mindup", "extreme"])
async def test_bots_go_on_by_themselves_when_there_is_room_again(tmp_path, game):
    bot = {"mindup": "greedy", "extreme": "metronome"}[game]
    async with no_bytes_left(tmp_path) as (site, trouble), people(site.url, "Ann") as (ann,):
        table = await ann.open(game, bots=[bot, bot], start=True)
        line = await ann.line(table)
        rng = random.Random(1)
        before = line.copy.version
        with trouble():
            kind = "pick" if game == "mindup" else "lay-hand"
            request = {"do": "act", "action": {"kind": kind}}
            if game == "mindup":
                request["action"]["card"] = line.copy.legal["pick"][0]
            answers = [await line.ask(request, "mine") for _ in range(5)]
            assert {answer["key"] for answer in answers} == {"not-saved"}
            during = line.copy.version
        assert during - before <= 2, "bots may have been quicker than the trouble"
        assert (await line.ask(request, "mine"))["type"] == "ack"
        await play(line, rng)
        entries = _log(site, table)
        assert [entry.id for entry in entries].count("mine") == 1


async def test_a_database_that_cannot_be_read_is_said_in_words(tmp_path, caplog):
    """The file vanishes: tables in memory can be looked at, others not, and nothing breaks."""
    db = tmp_path / "games.db"
    async with inside(quick(db)) as site, people(site.url, "Ann") as (ann,):
        table = await ann.open("mindup")
        line = await ann.line(table)
        away = tmp_path / "away.db"
        db.rename(away)
        assert await line.refused("rename", name="anybody?") == "not-saved"
        for path in ("/api/tables/unknown", f"/api/tables/{table}/games/1"):
            async with ann.http.get(site.url + path) as response:
                assert response.status == 503, await response.text()
                assert (await response.json())["key"] == "not-read"
        async with ann.http.ws_connect(site.url + f"/ws/{table}") as socket:
            assert not socket.closed
        away.rename(db)
        assert (await ann.get(f"/api/tables/{table}"))["inside"]
        await line.do("rename", name="there you are")


async def _asked(port: int, path: str) -> tuple[int, bytes, Any]:
    async with (
        aiohttp.ClientSession() as http,
        http.get(f"http://127.0.0.1:{port}{path}") as response,
    ):
        return response.status, await response.read(), response.headers


async def test_a_site_killed_on_a_full_disk_says_so_and_starts_once_there_is_room(tmp_path):
    async with full_disk(tmp_path) as (site, trouble):
        async with people(site.url, "Ann") as (ann,):
            table = await ann.open("mindup")
            cookie = ann.cookie
        await site.kill()
        port = free_port()
        site._config = quick(site.db, port=port)
        with trouble():
            starting = asyncio.create_task(site.start())
            async with asyncio.timeout(30):
                while not any("disk is full" in line for line in site.log):
                    await asyncio.sleep(0.02)
                    assert not starting.done(), site.log
                status, body, headers = await _answered(port, "/healthz")
            assert (status, json.loads(body)) == (503, {"ok": False, "reason": "full"})
            assert int(headers["Retry-After"]) > 0
            assert headers["Server"] == "tacit"
            assert (await _asked(port, "/readyz"))[0] == 503
            assert (await _asked(port, "/api/tables"))[0] == 503
            status, page, _ = await _asked(port, f"/t/{table}")
            assert status == 503
            assert b"cannot start just now" in page
            assert not starting.done()
        await starting
        assert site.port == port
        assert sum("disk is full" in line and line.startswith("tacit: ") for line in site.log) == 1
        async with people(site.url, "Ann") as (ann,):
            ann.http.cookie_jar.update_cookies({"tacit": cookie})
            assert [one["table"] for one in (await ann.get("/api/me"))["tables"]] == [table]


async def _answered(port: int, path: str) -> tuple[int, bytes, Any]:
    """Ask until there is an answer: the line is told before anything listens."""
    while True:
        try:
            return await _asked(port, path)
        except aiohttp.ClientConnectionError:
            await asyncio.sleep(0.02)


async def test_a_site_that_waits_for_room_can_be_stopped(tmp_path, monkeypatch, capsys):
    def full(*_: object, **__: object) -> None:
        raise no_room(tmp_path / "games.db")

    monkeypatch.setattr("tacit.server.site.open_store", full)
    stop = asyncio.Event()
    waits = asyncio.create_task(set_up(quick(tmp_path / "games.db"), stop))
    async with asyncio.timeout(10):
        told = ""
        while "answers 503" not in told:
            await asyncio.sleep(0.01)
            told += capsys.readouterr().err
        stop.set()
        assert await waits is None
    assert told.count("\n") == 1
    assert "its disk is full" in told
    assert "Make room there" in told
