"""The browsers themselves: what has to be installed, and how they are started and closed."""

from __future__ import annotations

import asyncio
import json
import re
import shutil
import socket
from collections.abc import AsyncIterator, Callable
from contextlib import AbstractAsyncContextManager, asynccontextmanager
from pathlib import Path
from typing import NamedTuple

import aiohttp

from tests.browsers.devices import BiDi, Device, WebDriver

STARTS_WITHIN = 60.0
STOPS_WITHIN = 10.0
PREFERENCES = {
    "browser.shell.checkDefaultBrowser": False,
    "datareporting.policy.dataSubmissionEnabled": False,
    "intl.accept_languages": "en-GB,en",
    "network.captive-portal-service.enabled": False,
    "network.connectivity-service.enabled": False,
}
"""Firefox comes without questions, in English, and calls nobody."""


class Engine(NamedTuple):
    """A browser that a test may run in."""

    name: str
    packages: dict[str, str]
    """The programs it needs, and the Debian packages that have them."""
    start: Callable[[Path], AbstractAsyncContextManager[Device]]

    def missing(self) -> str:
        """Say what has to be installed, if anything."""
        packages = [one for program, one in self.packages.items() if shutil.which(program) is None]
        return " ".join(packages)


@asynccontextmanager
async def _program(*command: str, log: Path, env: dict[str, str]) -> AsyncIterator[None]:
    with log.open("wb") as out:
        process = await asyncio.create_subprocess_exec(*command, stdout=out, stderr=out, env=env)
    try:
        yield
    finally:
        if process.returncode is None:
            process.terminate()
            try:
                await asyncio.wait_for(process.wait(), STOPS_WITHIN)
            except TimeoutError:
                process.kill()
                await process.wait()


async def _says(log: Path, pattern: str) -> str:
    """Wait until a program has written something."""
    async with asyncio.timeout(STARTS_WITHIN):
        while (found := re.search(pattern, log.read_text(errors="replace"))) is None:
            await asyncio.sleep(0.05)
    return found[1]


def _environment(home: Path, **more: str) -> dict[str, str]:
    """Nothing of the account that runs the test gets in."""
    return {"HOME": str(home), "PATH": "/usr/bin:/bin", "LANG": "en_GB.UTF-8", **more}


def _free_port() -> int:
    with socket.socket() as one:
        one.bind(("127.0.0.1", 0))
        return int(one.getsockname()[1])


async def _listens(port: int) -> None:
    async with asyncio.timeout(STARTS_WITHIN):
        while True:
            try:
                _, writer = await asyncio.open_connection("127.0.0.1", port)
            except ConnectionRefusedError:
                await asyncio.sleep(0.05)
            else:
                writer.close()
                return


@asynccontextmanager
async def webkit(home: Path) -> AsyncIterator[Device]:
    """Start WebKit's own small browser on a screen that nobody sees."""
    screen, log, port = home / "screen.log", home / "webkit.log", _free_port()
    display = ("Xvfb", "-displayfd", "1", "-screen", "0", "1600x1200x24", "-nolisten", "tcp")
    async with _program(*display, log=screen, env=_environment(home)):
        env = _environment(home, DISPLAY=":" + await _says(screen, r"^(\d+)\n"))
        driver = ("WebKitWebDriver", f"--port={port}")
        async with _program(*driver, log=log, env=env), aiohttp.ClientSession() as http:
            await _listens(port)
            device = WebDriver(http, f"http://127.0.0.1:{port}/session")
            await device.begin()
            try:
                yield device
            finally:
                await device.end()


@asynccontextmanager
async def firefox(home: Path) -> AsyncIterator[Device]:
    """Start Firefox without a window."""
    profile, log = home / "profile", home / "firefox.log"
    profile.mkdir()
    wishes = (
        f"user_pref({json.dumps(name)}, {json.dumps(value)});\n"
        for name, value in PREFERENCES.items()
    )
    (profile / "user.js").write_text("".join(wishes))
    command = ("firefox-esr", "--headless", "--no-remote", "--profile", str(profile))
    env = _environment(home)
    async with _program(*command, "--remote-debugging-port=0", log=log, env=env):
        url = await _says(log, r"BiDi listening on (ws://\S+)\n")
        async with (
            aiohttp.ClientSession() as http,
            http.ws_connect(url + "/session", max_msg_size=0) as line,
        ):
            device = BiDi(line)
            await device.begin()
            try:
                yield device
            finally:
                await device.end()


ENGINES = (
    Engine("WebKit", {"WebKitWebDriver": "webkit2gtk-driver", "Xvfb": "xvfb"}, webkit),
    Engine("Firefox", {"firefox-esr": "firefox-esr"}, firefox),
)
