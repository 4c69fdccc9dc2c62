"""A cluster to be broken: PostgreSQL, nodes and Caddy, with wires between them that can be cut."""

from __future__ import annotations

import asyncio
import os
import shutil
import signal
import sys
import tempfile
from pathlib import Path

import msgspec

from tacit.server.cluster.workers import CADDYFILE, caddy_program
from tests.cluster.ports import free_ports
from tests.cluster.postgres import Postgres
from tests.cluster.wires import Wires
from tests.server.sites import ROOT, quick, roomy

STARTS_WITHIN = 60.0
CROWD = roomy(lines_per_address=100_000, connections_per_address=100_000, hard_bots=10_000)


class Node:
    """One node; all its connections go over wires."""

    def __init__(self, number: int, port: int, db: str, log: Path) -> None:
        self.number = number
        self._log = log
        config = quick(db, port=port, behind_proxy=True, limits=CROWD)
        self._command = [sys.executable, "-m", "tests.server.launcher"]
        self._command.append(msgspec.json.encode(config).decode())
        self._process: asyncio.subprocess.Process | None = None
        self._clock = log.with_suffix(".clock")
        self.set_clock(0)

    def set_clock(self, seconds: float) -> None:
        """Let its clock jump some seconds away from everybody else's."""
        self._clock.write_text(f"{seconds:030.6f}")

    async def start(self) -> None:
        with self._log.open("ab") as log:
            self._process = await asyncio.create_subprocess_exec(
                *self._command,
                cwd=ROOT,
                env=os.environ | {"TACIT_TEST_CLOCK": str(self._clock)},
                stdout=asyncio.subprocess.PIPE,
                stderr=log,
            )
        assert self._process.stdout is not None
        line = await asyncio.wait_for(self._process.stdout.readline(), STARTS_WITHIN)
        assert line, self._log.read_text()[-3000:]

    def signal(self, number: signal.Signals) -> None:
        assert self._process is not None
        self._process.send_signal(number)

    async def end(self, number: signal.Signals) -> None:
        """Send a signal that ends it, and wait for that."""
        assert self._process is not None
        if self._process.returncode is None:
            self._process.send_signal(number)
            await self._process.wait()


class Cluster:
    """A whole cluster, in a folder that goes with it."""

    def __init__(self, count: int) -> None:
        self.folder = Path(tempfile.mkdtemp(prefix="tacit-cluster-"))
        site, database, *rest = free_ports(2 + 3 * count)
        ports, to_database, to_node = rest[:count], rest[count : 2 * count], rest[2 * count :]
        self.url = f"http://127.0.0.1:{site}"
        self.postgres = Postgres(database, small=True)
        self._pairs = [(port, database) for port in to_database]
        self._pairs += list(zip(to_node, ports, strict=True))
        self.wires: Wires
        self.nodes = [
            Node(number, ports[number], self._address(port), self.folder / f"node-{number}.log")
            for number, port in enumerate(to_database)
        ]
        self._upstreams = " ".join(f"127.0.0.1:{port}" for port in to_node)
        self._proxy: asyncio.subprocess.Process | None = None

    def _address(self, port: int) -> str:
        return f"postgresql://tacit@127.0.0.1:{port}/postgres"

    async def __aenter__(self) -> Cluster:
        self.postgres.start()
        self.wires = Wires(self._pairs)
        await asyncio.gather(*(node.start() for node in self.nodes))
        told = {"TACIT_SITE": self.url, "TACIT_NODES": self._upstreams, "TACIT_CADDY_ADMIN": "off"}
        with (self.folder / "caddy.log").open("ab") as log:
            self._proxy = await asyncio.create_subprocess_exec(
                *(caddy_program(), "run", "--adapter", "caddyfile", "--config", str(CADDYFILE)),
                env=os.environ | told,
                stderr=log,
            )
        port = int(self.url.rpartition(":")[2])
        async with asyncio.timeout(STARTS_WITHIN):
            while True:
                try:
                    _, writer = await asyncio.open_connection("127.0.0.1", port)
                except OSError:
                    await asyncio.sleep(0.05)
                    continue
                writer.close()
                return self

    async def __aexit__(self, *_: object) -> None:
        for node in self.nodes:
            await node.end(signal.SIGKILL)
        if self._proxy is not None:
            self._proxy.kill()
            await self._proxy.wait()
        self.wires.close()
        self.postgres.close()

    def forget(self) -> None:
        """Throw away what nodes and proxy wrote down, if nobody has to find out anything by it."""
        shutil.rmtree(self.folder, ignore_errors=True)
