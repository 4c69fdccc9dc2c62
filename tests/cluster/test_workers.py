"""Several nodes and their proxy, started by one command; one is killed while people play."""

from __future__ import annotations

import asyncio
import json
import os
import signal
import sys
from pathlib import Path

from tests.server.client import HungUp, people, seated
from tests.store.postgres import new_place

ROOT = Path(__file__).parents[2]


def test_hosts_and_workers_have_the_same_proxy():
    mine, theirs = ROOT / "src/tacit/server/Caddyfile", ROOT / "deploy/Caddyfile"
    assert mine.read_text() == theirs.read_text()


async def test_three_workers_are_one_site_and_one_of_them_may_die():
    db = await asyncio.to_thread(new_place)
    process = await asyncio.create_subprocess_exec(
        *(sys.executable, "-m", "tacit", "serve", "--host", "127.0.0.1", "--port", "0"),
        *("--workers", "3", "--json"),
        cwd=ROOT,
        env=os.environ | {"TACIT_DB": db},
        stdout=asyncio.subprocess.PIPE,
    )
    try:
        told = json.loads(await asyncio.wait_for(process.stdout.readline(), 60))
        url = f"http://127.0.0.1:{told['port']}"
        async with people(url, "Ann", "Bob") as (ann, bob):
            tables = [await ann.open("extreme") for _ in range(6)]
            games = [await seated(table, ann, bob) for table in tables]
            for a, b in games:
                await a.do("start")
                await b.until(lambda b=b: b.copy.stage == "playing")
            os.kill(told["nodes"][0], signal.SIGKILL)
            for table, (a, _) in zip(tables, games, strict=True):
                await _goes_on(ann, table, a)
        process.send_signal(signal.SIGTERM)
        assert await asyncio.wait_for(process.wait(), 30) == 0
    finally:
        if process.returncode is None:
            process.kill()


async def _goes_on(person, table, line) -> None:
    """Do something at a table, on whatever node it is now; come back as a page does."""
    async with asyncio.timeout(30):
        while True:
            try:
                return await line.do("act", action={"kind": "lay-hand"})
            except (HungUp, OSError):
                await asyncio.sleep(0.1)
                line = await person.line(table, line.copy.version, line.copy)


async def test_several_workers_on_one_file_are_refused(tmp_path):
    process = await asyncio.create_subprocess_exec(
        *(sys.executable, "-m", "tacit", "serve", "--workers", "2"),
        *("--db", str(tmp_path / "a.db")),
        stderr=asyncio.subprocess.PIPE,
        stdout=asyncio.subprocess.DEVNULL,
    )
    _, said = await process.communicate()
    assert process.returncode == 2
    assert said.decode().startswith("tacit: several workers need a --db that several can write to")
    assert said.count(b"\n") == 1
