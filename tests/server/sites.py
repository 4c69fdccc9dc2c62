"""Sites to test: a real process of its own, or one in this process whose inside can be reached."""

from __future__ import annotations

import asyncio
import json
import signal
import sys
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

import aiohttp
import msgspec
from aiohttp.test_utils import TestServer
from prometheus_client.parser import text_string_to_metric_families

from tacit.server.config import Config, Limits
from tacit.server.http.app import make_app
from tacit.server.site import SITE, Site
from tacit.server.transport.http_server import Runner

ROOT = Path(__file__).parents[2]
QUICK = (1, 5)
"""A bot's pace in milliseconds, when nobody watches."""
STARTS_WITHIN = 30.0
STOPS_WITHIN = 15.0


def roomy(**changes: Any) -> Limits:
    """Return limits that a test never meets by accident."""
    ample = {"new_tables": 100_000, "messages": 1e6, "requests": 1e6, "lobby_seconds": 1e-6}
    ample |= {"talk": 1e6, "pauses": 1e6, "changes": 1e6, "joins": 100_000, "replays": 1e6}
    ample |= {"files": 1e6, "links": 100_000, "sign_ins": 100_000, "evening_tables": 100_000}
    ample |= {"evening_requests": 1e6, "hellos": 1e6, "messages_per_address": 1e6}
    ample |= {"connections_per_second": 1e6, "refusal_seconds": 1e-6}
    ample |= dict.fromkeys(("loop_pace", "loop_share", "loop_overdraft"), 1e6)
    return Limits(**(ample | changes))


def quick(db: Path | str, **changes: Any) -> Config:
    """Return settings for a test: on loopback, any port, bots that do not dawdle."""
    usual = {"host": "127.0.0.1", "port": 0, "bot_pace_ms": QUICK, "limits": roomy()}
    return Config(**(usual | {"db": str(db)} | changes))


class Inside:
    """A site in this process."""

    def __init__(self, server: TestServer, config: Config) -> None:
        self._server = server
        self.config = config
        self.url = str(server.make_url("")).rstrip("/")
        self.port = server.port
        self.site: Site = server.app[SITE]

    @property
    def app(self) -> Any:
        return self._server.app

    def later(self, seconds: float) -> None:
        """Let the site's clock jump."""
        self.site._epoch += seconds


class _Server(TestServer):
    """A test server with the site's own HTTP server."""

    async def _make_runner(self, **kwargs: Any) -> Runner:
        return Runner(self.app, **kwargs)


@asynccontextmanager
async def inside(config: Config) -> AsyncIterator[Inside]:
    """Run a site in this process."""
    server = _Server(make_app(config), host="127.0.0.1")
    await server.start_server()
    try:
        yield Inside(server, config)
    finally:
        await server.close()


class Outside:
    """A site in a process of its own, which can be stopped, killed and started again."""

    def __init__(self, db: Path, config: Config | None = None) -> None:
        """With `config` it runs by the launcher, without by the real command line."""
        self.db = db
        self._config = config
        self._process: asyncio.subprocess.Process | None = None
        self._log = db.with_suffix(".log")
        self.url = ""
        self.port = 0

    @property
    def pid(self) -> int:
        assert self._process is not None
        return self._process.pid

    @property
    def log(self) -> list[str]:
        """What all runs so far wrote to stderr."""
        return self._log.read_text().splitlines()

    def _command(self) -> list[str]:
        if self._config is not None:
            config = msgspec.json.encode(self._config).decode()
            return [sys.executable, "-m", "tests.server.launcher", config]
        here = ["--host", "127.0.0.1", "--port", "0", "--db", str(self.db)]
        return [sys.executable, "-m", "tacit", "serve", *here, "--json", "--log"]

    async def start(self) -> None:
        """Start, and return when it takes requests."""
        with self._log.open("ab") as log:
            self._process = await asyncio.create_subprocess_exec(
                *self._command(), cwd=ROOT, stdout=asyncio.subprocess.PIPE, stderr=log
            )
        assert self._process.stdout is not None
        line = await asyncio.wait_for(self._process.stdout.readline(), STARTS_WITHIN)
        assert line, "\n".join(self.log)
        self.port = json.loads(line)["port"]
        self.url = f"http://127.0.0.1:{self.port}"

    async def _end(self, number: signal.Signals) -> int:
        assert self._process is not None
        self._process.send_signal(number)
        return await asyncio.wait_for(self._process.wait(), STOPS_WITHIN)

    async def stop(self) -> int:
        """Ask it to stop, and return its exit code."""
        return await self._end(signal.SIGTERM)

    async def kill(self) -> None:
        """Kill it at once, as a crash would."""
        await self._end(signal.SIGKILL)

    async def __aenter__(self) -> Outside:
        await self.start()
        return self

    async def __aexit__(self, *_: object) -> None:
        if self._process is not None and self._process.returncode is None:
            await self.kill()


async def figure(site: Inside | Outside, name: str, **labels: str) -> float:
    """Return one of a site's figures."""
    async with aiohttp.ClientSession() as http, http.get(site.url + "/metrics") as response:
        text = await response.text()
    return sum(
        sample.value
        for family in text_string_to_metric_families(text)
        for sample in family.samples
        if sample.name == name and sample.labels == labels
    )
