"""The site as `tacit serve` runs it, without limits that would stop a benchmark."""

from __future__ import annotations

import asyncio
import json
import signal
import sys
import time

import uvloop
from aiohttp import web

from tacit.server.config import Config, Limits
from tacit.server.http.app import make_app
from tacit.server.transport.http_server import Runner
from tacit.store.store import StoreError
from tacit.store.writer import Append, Writer

PLENTY = 10**9


def plenty(idle_minutes: float = Limits().idle_minutes) -> Limits:
    """Return limits that no benchmark reaches."""
    names = "tables new_tables lines lines_per_address connections connections_per_address joins"
    names += " changes messages messages_per_address hellos lines_per_person requests"
    names += " connections_per_second loop_pace loop_share loop_overdraft"
    return Limits(**dict.fromkeys(names.split(), PLENTY), idle_minutes=idle_minutes)


async def serve(database: str, limits: Limits) -> None:
    config = Config(host="127.0.0.1", port=0, db=database, bot_pace_ms=(1, 2), limits=limits)
    runner = Runner(make_app(config), access_log=None, shutdown_timeout=1.0)
    await runner.setup()
    await web.TCPSite(runner, config.host, config.port, backlog=4096).start()
    print(json.dumps({"port": runner.addresses[0][1]}), flush=True)
    stop = asyncio.Event()
    loop = asyncio.get_running_loop()
    loop.add_signal_handler(signal.SIGTERM, stop.set)
    loop.add_reader(sys.stdin, stop.set)
    await stop.wait()
    await runner.cleanup()


def slow_down(milliseconds: float) -> None:
    """Make every write slower, as on a slow disk."""
    write = Writer._outcomes  # noqa: SLF001 - no disk can be told to be slow

    def slow(self: Writer, batch: list[Append]) -> list[StoreError | None]:
        outcomes = write(self, batch)
        time.sleep(milliseconds / 1000)
        return outcomes

    Writer._outcomes = slow  # type: ignore[method-assign]  # noqa: SLF001


if __name__ == "__main__":
    address, slower, idle = (*sys.argv[1:], *("0", "")[len(sys.argv) - 2 :])
    if float(slower):
        slow_down(float(slower))
    uvloop.run(serve(address, plenty(float(idle)) if idle else plenty()))
