"""A site that cannot start yet: it says so, answers 503, and starts as soon as it can.

After a crash on a full disk SQLite cannot recover its write-ahead log, so no game can be read.
After a power cut PostgreSQL may come up later than the site. A process that exited would be
restarted again and again, and visitors would find nothing at all.
"""

from __future__ import annotations

import asyncio
import sys
from contextlib import suppress

from aiohttp import web

from tacit.core.rulebook import Refused
from tacit.server.config import Config
from tacit.server.http.app import make_app
from tacit.server.http.pages import HEADERS
from tacit.server.http.replies import refuse, reply
from tacit.server.ops.logs import note
from tacit.server.transport.http_server import Runner
from tacit.store import NoRoom, StoreError, Unreachable
from tacit.store.upgrading import version_of

RETRY_S = 5.0
"""Between two attempts to start."""
DATABASE_WAIT_S = 300.0
"""After which a database that does not answer is given up: its address may be wrong."""
PAGE = """<!doctype html><html lang="en"><meta charset="utf-8"><title>Tacit</title>
<h1>Tacit</h1><p>This site cannot start just now: {why}. Nothing is lost, and its host has been
told. Please come back later.</p></html>
"""
FULL = ("full", "there is no room on its disk")
GONE = ("gone", "its database does not answer")


class _StartWait:
    """Logs once what the site waits for, and once that it is there; gives a database up in time."""

    def __init__(self, stop: asyncio.Event) -> None:
        self._stop = stop
        self._loop = asyncio.get_running_loop()
        self._until = self._loop.time() + DATABASE_WAIT_S
        self._told = ""

    async def wait(self, error: StoreError, meanwhile: str = "") -> None:
        """Wait a moment, or raise the error again."""
        if isinstance(error, Unreachable) and self._loop.time() >= self._until:
            raise error
        is_full = isinstance(error, NoRoom)
        if not self._told:
            _tell(f"{error} The site waits for {'that' if is_full else 'it'}{meanwhile}.")
        self._told = (
            "There is room on the disk again: the site starts."
            if is_full
            else "The database answers: the site starts."
        )
        with suppress(TimeoutError):
            await asyncio.wait_for(self._stop.wait(), RETRY_S)

    def end(self) -> None:
        """Log that it is there, if the site waited for anything."""
        if self._told:
            _tell(self._told)


async def set_up(config: Config, stop: asyncio.Event) -> tuple[Runner, int] | None:
    """Return the site, and the port for it, once it can start; None if it is stopped before."""
    waiting: web.AppRunner | None = None
    start_wait, port = _StartWait(stop), config.port
    try:
        while not stop.is_set():
            runner = Runner(make_app(config), access_log=None, shutdown_timeout=3.0)
            try:
                await runner.setup()
            except (NoRoom, Unreachable) as error:
                if waiting is None:
                    waiting = await _listen(config, FULL if isinstance(error, NoRoom) else GONE)
                    port = waiting.addresses[0][1]
                await start_wait.wait(error, ", and answers 503")
            else:
                start_wait.end()
                return runner, port
        return None
    finally:
        if waiting is not None:
            await waiting.cleanup()


async def wait_for_database(url: str, stop: asyncio.Event) -> bool:
    """Return once a database answers; False if the site is stopped before."""
    start_wait = _StartWait(stop)
    while not stop.is_set():
        try:
            await asyncio.to_thread(version_of, url)
        except Unreachable as error:
            await start_wait.wait(error)
            continue
        except StoreError:
            pass  # a new one, or one that the nodes refuse in words
        start_wait.end()
        return True
    return False


def _tell(text: str) -> None:
    print(f"tacit: {text}", file=sys.stderr, flush=True)
    note("waits", text=text)


async def _listen(config: Config, why: tuple[str, str]) -> web.AppRunner:
    reason, words = why

    async def answer(request: web.Request) -> web.Response:
        return _answer(request, reason, PAGE.format(why=words))

    app = web.Application()
    app.router.add_route("*", "/{path:.*}", answer)
    runner = web.AppRunner(app, access_log=None)
    await runner.setup()
    await web.TCPSite(runner, config.host, config.port).start()
    return runner


def _answer(request: web.Request, reason: str, page: str) -> web.Response:
    """Answer every request: not now."""
    if request.path.endswith(("/healthz", "/readyz", "/livez")):
        response = reply({"ok": False, "reason": reason}, 503)
    elif "/api/" in request.path:
        refused = Refused("not-read", "The games cannot be read. Try again later.")
        response = refuse(refused, 503)
    else:
        response = web.Response(text=page, status=503, content_type="text/html", charset="utf-8")
    response.headers.update(HEADERS)
    response.headers["Retry-After"] = str(round(RETRY_S))
    return response
