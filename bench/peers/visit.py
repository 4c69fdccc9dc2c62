"""A site for a browser to visit, and the browser."""

from __future__ import annotations

import shutil
import sys
import tempfile
from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

from aiohttp import web

from tacit.server.config import Config
from tacit.server.http.app import make_app
from tacit.server.site import SITE, Site
from tacit.server.transport.http_server import Runner

CHROMIUM = ("chromium-headless-shell", "chromium", "chromium-browser", "google-chrome")
"""The shell is the same Chromium without windows of its own, which would be busy beside ours."""
FLAGS = ("--no-sandbox", "--disable-gpu", "--disable-dev-shm-usage")


def chromium() -> str:
    """Return where the system's browser is."""
    found = next(filter(None, map(shutil.which, CHROMIUM)), None)
    if found is None:
        sys.exit("There is no Chromium: apt-get install chromium.")
    return found


@asynccontextmanager
async def site(cookies: Sequence[str] = (), **settings: Any) -> AsyncIterator[tuple[str, Site]]:
    """Run the site on a free port, with a database that is thrown away.

    A visitor gets the cookies that exist by then, and is the guest they belong to.
    """

    async def give(_: web.Request, response: web.StreamResponse) -> None:
        for cookie in cookies:
            response.headers.add("Set-Cookie", f"{cookie}; Path=/")

    with tempfile.TemporaryDirectory() as folder:
        app = make_app(Config(db=str(Path(folder) / "tacit.db"), **settings))
        app.on_response_prepare.append(give)
        runner = Runner(app, access_log=None, shutdown_timeout=1.0)
        await runner.setup()
        await web.TCPSite(runner, "127.0.0.1", 0).start()
        try:
            yield f"http://127.0.0.1:{runner.addresses[0][1]}", app[SITE]
        finally:
            await runner.cleanup()
