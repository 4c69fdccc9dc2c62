"""Several nodes and their proxy, started by one command; one is killed while people play."""

from __future__ import annotations

import asyncio
import json
import os
import signal
import sys
from pathlib import Path

import aiohttp
import pytest

from tacit.server.cluster import workers
from tests.cluster.ports import adjacent_ports
from tests.server.client import HungUp, eventually, people, seated
from tests.store.postgres_server import new_place

ROOT = Path(__file__).parents[2]


def test_hosts_and_workers_have_the_same_proxy():
    mine, theirs = ROOT / "src/tacit/server/cluster/Caddyfile", ROOT / "deploy/Caddyfile"
    assert mine.read_text() == theirs.read_text()


async def test_three_workers_are_one_site_and_one_of_them_may_die_and_another_hang():
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
            firsts = [(table, line) for table, (line, _) in zip(tables, games, strict=True)]
            lines = [await _goes_on(ann, *one, "lay-hand") for one in firsts]
            # A hung one closes nothing; the proxy does.
            os.kill(told["nodes"][1], signal.SIGSTOP)
            for table, line in zip(tables, lines, strict=True):
                await _goes_on(ann, table, line, "lift-hand")
            os.kill(told["nodes"][1], signal.SIGCONT)
        process.send_signal(signal.SIGTERM)
        assert await asyncio.wait_for(process.wait(), 30) == 0
    finally:
        if process.returncode is None:
            process.kill()


async def _goes_on(person, table, line, kind):
    """Do something at a table, on whatever node it is now; come back as a page does."""
    async with asyncio.timeout(30):
        while True:
            try:
                await line.do("act", action={"kind": kind})
            except (HungUp, OSError):
                await asyncio.sleep(0.1)
                line = await person.line(table, line.copy.version, line.copy)
            else:
                return line


async def test_several_workers_on_one_file_are_refused(tmp_path):
    process = await asyncio.create_subprocess_exec(
        *(sys.executable, "-m", "tacit", "serve", "--workers", "2"),
        *("--db", str(tmp_path / "a.db")),
        stderr=asyncio.subprocess.PIPE,
        stdout=asyncio.subprocess.DEVNULL,
    )
    _, said = await process.communicate()
    assert process.returncode == 2
    assert said.decode().startswith("tacit: several workers need a --db that they can share")
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
    monkeypatch.setattr(workers, "RESTART_S", 0.01)
    port = workers.free_port()
    command = [sys.executable, "-c", NODE]
    site = workers.Workers(
        command, dict(os.environ), workers.node_ports(0, 2), f"http://127.0.0.1:{port}"
    )
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


async def test_a_node_that_hangs_is_killed_and_started_again(monkeypatch):
    for name, seconds in (("RESTART_S", 0.01), ("ASK_EVERY_S", 0.01), ("ANSWER_TIMEOUT_S", 0.5)):
        monkeypatch.setattr(workers, name, seconds)
    port = workers.free_port()
    command = [sys.executable, "-c", NODE]
    ports = workers.node_ports(0, 2)
    site = workers.Workers(command, dict(os.environ), ports, f"http://127.0.0.1:{port}")
    await site.start()
    try:
        hung, whole = (worker.pid for worker in site.workers)
        os.kill(hung, signal.SIGSTOP)
        await eventually(lambda: site.workers[0].pid != hung)
        assert site.workers[1].pid == whole
    finally:
        await site.stop()


async def test_nodes_that_do_not_start_are_told():
    port = workers.free_port()
    ports = workers.node_ports(0, 1)
    site = workers.Workers([sys.executable, "-c", "1"], {}, ports, f"http://127.0.0.1:{port}")
    with pytest.raises(workers.WorkersError, match="A node did not start"):
        await site.start()
    await site.stop()


async def test_an_address_that_is_not_ours_is_told():
    ports = workers.node_ports(0, 1)
    site = workers.Workers([sys.executable, "-c", NODE], {}, ports, "http://192.0.2.1:8000")
    with pytest.raises(workers.WorkersError, match="cannot listen on port 8000: Cannot assign"):
        await site.start()
    await site.stop()


async def test_a_port_that_is_taken_is_refused_in_one_line():
    _, port = adjacent_ports()
    async with await asyncio.start_server(lambda *_: None, "127.0.0.1", port):
        process = await asyncio.create_subprocess_exec(
            *(sys.executable, "-m", "tacit", "serve", "--host", "127.0.0.1", "--port", str(port)),
            *("--workers", "2", "--db", "postgresql://127.0.0.1:1/none"),
            stdout=asyncio.subprocess.PIPE,
            stderr=asyncio.subprocess.PIPE,
        )
        out, said = await asyncio.wait_for(process.communicate(), 60)
    assert process.returncode == 2
    assert (out, said.count(b"\n")) == (b"", 1)
    assert f"cannot listen on port {port}: Address already in use".encode() in said
    assert b"choose another with --port" in said


async def test_the_port_of_a_node_that_is_taken_is_refused_in_one_line():
    site, port = adjacent_ports()
    async with await asyncio.start_server(lambda *_: None, "127.0.0.1", port):
        process = await asyncio.create_subprocess_exec(
            *(sys.executable, "-m", "tacit", "serve", "--host", "127.0.0.1"),
            *("--port", str(site), "--workers", "2", "--db", "postgresql://127.0.0.1:1/none"),
            stdout=asyncio.subprocess.PIPE,
            stderr=asyncio.subprocess.PIPE,
        )
        _, said = await asyncio.wait_for(process.communicate(), 60)
    assert process.returncode == 2
    assert said.count(b"\n") == 1
    assert f"Node 1 cannot listen on port {port}: Address already in use".encode() in said


def test_nodes_take_the_ports_after_the_sites():
    assert workers.node_ports(8000, 4) == [8001, 8002, 8003, 8004]
    with pytest.raises(workers.WorkersError, match="choose a lower one"):
        workers.node_ports(65_534, 2)


async def test_this_machine_reads_the_figures_of_every_node_and_visitors_read_none():
    db = await asyncio.to_thread(new_place)
    process = await asyncio.create_subprocess_exec(
        *(sys.executable, "-m", "tacit", "serve", "--host", "127.0.0.1", "--port", "0"),
        *("--workers", "2", "--json", "--db", db),
        cwd=ROOT,
        stdout=asyncio.subprocess.PIPE,
    )
    try:
        told = json.loads(await asyncio.wait_for(process.stdout.readline(), 60))
        async with aiohttp.ClientSession() as http:
            for port in told["node_ports"]:
                async with http.get(f"http://127.0.0.1:{port}/metrics") as answer:
                    assert answer.status == 200
                    assert "tacit_build_info{" in await answer.text()
            for headers in ({}, {"Host": f"127.0.0.1:{told['node_ports'][0]}"}):
                site = f"http://127.0.0.1:{told['port']}/metrics"
                async with http.get(site, headers=headers) as answer:
                    assert answer.status == 404
    finally:
        process.terminate()
        await asyncio.wait_for(process.wait(), 30)


def descendants(pid: int) -> set[int]:
    found = set()
    for task in Path(f"/proc/{pid}/task").iterdir():
        for child in map(int, (task / "children").read_text().split()):
            found |= {child} | descendants(child)
    return found


def runs(pid: int) -> bool:
    """Whether a process is there and not only waits to be reaped."""
    try:
        return Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[0] != "Z"
    except OSError:
        return False


async def logged(process, event: str) -> dict:
    """Return the next line of that kind that the command writes without --log."""
    while True:
        line = json.loads(await asyncio.wait_for(process.stderr.readline(), 60))
        if line["event"] == event:
            return line


@pytest.mark.skipif(sys.platform != "linux", reason="only Linux tells children of it")
async def test_the_proxy_is_started_again_and_all_end_with_a_command_that_is_killed():
    db = await asyncio.to_thread(new_place)
    process = await asyncio.create_subprocess_exec(
        *(sys.executable, "-m", "tacit", "serve", "--host", "127.0.0.1", "--port", "0"),
        *("--workers", "2", "--json", "--db", db),
        cwd=ROOT,
        stdout=asyncio.subprocess.PIPE,
        stderr=asyncio.subprocess.PIPE,
    )
    children: set[int] = set()
    try:
        told = json.loads(await asyncio.wait_for(process.stdout.readline(), 60))
        (proxy,) = (
            descendants(process.pid)
            - set(told["nodes"])
            - {one for node in told["nodes"] for one in descendants(node)}
        )
        os.kill(proxy, signal.SIGKILL)
        ended = await logged(process, "proxy_ended")
        assert (ended["pid"], ended["code"]) == (proxy, -signal.SIGKILL)
        again = (await logged(process, "proxy_started_again"))["pid"]
        assert again != proxy
        async with people(f"http://127.0.0.1:{told['port']}", "Ann") as (ann,):
            await ann.open("extreme")
        os.kill(told["nodes"][0], signal.SIGKILL)
        assert (await logged(process, "node_ended"))["pid"] == told["nodes"][0]
        await logged(process, "node_started_again")
        children = descendants(process.pid)
        assert len(children) >= 3
        process.kill()
        await logged(process, "parent_ended")
        await eventually(lambda: not any(map(runs, children)))
        children.clear()
        await asyncio.wait_for(process.communicate(), 30)  # to the end of what the last child wrote
    finally:
        if process.returncode is None:
            process.kill()
        for child in children:
            os.kill(child, signal.SIGKILL)


def test_without_caddy_it_is_told_how_to_get_it(monkeypatch, tmp_path):
    monkeypatch.setattr(sys, "executable", str(tmp_path / "python"))
    monkeypatch.setenv("PATH", str(tmp_path))
    with pytest.raises(workers.WorkersError, match=r"pip install 'tacit-games\[cluster\]'"):
        workers.caddy_program()
