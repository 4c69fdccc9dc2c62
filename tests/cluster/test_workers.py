"""Several nodes and their proxy, started by one command; one is killed while people play."""

from __future__ import annotations

import asyncio
import json
import os
import signal
import sys
from pathlib import Path

import pytest

from tacit.server import workers
from tests.server.client import HungUp, eventually, people, seated
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
        env=os.environ | {"TACIT_DB": db, "TACIT_BASE_PATH": "/club/"},
        stdout=asyncio.subprocess.PIPE,
    )
    try:
        told = json.loads(await asyncio.wait_for(process.stdout.readline(), 60))
        assert told["url"] == f"http://localhost:{told['port']}/club"
        url = f"http://127.0.0.1:{told['port']}/club"
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


NODE = """
import sys
from http.server import BaseHTTPRequestHandler, HTTPServer

class Answer(BaseHTTPRequestHandler):
    def do_GET(self):
        self.send_response(200)
        self.send_header("Content-Length", "0")
        self.end_headers()
    def log_message(self, *_):
        pass

server = HTTPServer(("127.0.0.1", int(sys.argv[sys.argv.index("--port") + 1])), Answer)
print("{}", flush=True)
server.serve_forever()
"""


async def test_a_node_that_ends_is_started_again(monkeypatch):
    monkeypatch.setattr(workers, "AGAIN_AFTER", 0.01)
    port = workers.free_port()
    command = [sys.executable, "-c", NODE]
    site = workers.Workers(command, dict(os.environ), 2, f"http://127.0.0.1:{port}")
    await site.start()
    try:
        first = site.workers[0].pid
        os.kill(first, signal.SIGKILL)
        await eventually(lambda: site.workers[0].pid != first)
        _, writer = await asyncio.open_connection("127.0.0.1", port)
        writer.close()
    finally:
        await site.stop()
    assert all(worker.process.returncode is not None for worker in site.workers)


async def test_nodes_that_do_not_start_are_told():
    port = workers.free_port()
    site = workers.Workers([sys.executable, "-c", "1"], {}, 1, f"http://127.0.0.1:{port}")
    with pytest.raises(workers.WorkersError, match="A node did not start"):
        await site.start()
    await site.stop()


async def test_a_port_that_is_taken_is_told():
    async with await asyncio.start_server(lambda *_: None, "127.0.0.1", 0) as taken:
        port = taken.sockets[0].getsockname()[1]
        site = workers.Workers([sys.executable, "-c", NODE], {}, 1, f"http://192.0.2.1:{port}")
        with pytest.raises(workers.WorkersError, match="cannot listen"):
            await site.start()
        await site.stop()


def test_without_caddy_it_is_told_how_to_get_it(monkeypatch, tmp_path):
    monkeypatch.setattr(sys, "executable", str(tmp_path / "python"))
    monkeypatch.setenv("PATH", str(tmp_path))
    with pytest.raises(workers.WorkersError, match=r"pip install 'tacit-games\[cluster\]'"):
        workers.caddy_program()
