"""`make wheel-test`: the built wheel as people run it, where nothing else of Tacit is.

By uvx, by `pipx run`, and by pip into an environment that the one who runs it cannot write, nor a
home. Each time a site starts in an empty folder, begins a game with a strong bot, waits until the
strong bots are compiled, ends when it is told to, and starts again: then they have to be there.
And by uvx a game in the terminal, as the documents tell: its first screen, and the way out.
What the wheel needs comes from PyPI, or from wherever pip and uv are told to look.
"""

from __future__ import annotations

import asyncio
import fcntl
import json
import os
import pty
import select
import shutil
import signal
import struct
import subprocess
import sys
import tempfile
import termios
import time
import venv
from contextlib import asynccontextmanager
from pathlib import Path

import aiohttp
from bench.start import first_card

from tests.test_distribution import as_nobody, build_wheel

COMPILED_WITHIN = 300.0
LOADED_WITHIN = 15.0
"""Seconds after the second start, when nothing is left to be compiled: many times what it takes."""
FIRST_CARD_WITHIN = 10.0
FIRST_SCREEN_WITHIN = 180.0
"""Seconds, most of which uv needs to install."""
PLAY = ["tacit", "play", "mindup"]
QUIT = b"\x11"
SERVE = ["tacit", "serve", "--port", "0", "--json"]


def environment(folder, **more):
    """Return the variables of a user who has just sat down at the machine."""
    kept = {name: value for name, value in os.environ.items() if name != "PYTHONPATH"}
    return kept | {"HOME": str(folder), "XDG_CACHE_HOME": str(folder / "cache")} | more


@asynccontextmanager
async def running(command, folder, env):
    """Start a site; give its address, and the seconds until it had one."""
    begin = time.monotonic()
    process = await asyncio.create_subprocess_exec(
        *map(str, command), cwd=folder, env=env, stdout=subprocess.PIPE
    )
    try:
        line = await process.stdout.readline()
        yield json.loads(line)["url"], time.monotonic() - begin
        os.kill(innermost(process.pid), signal.SIGTERM)
        assert await asyncio.wait_for(process.wait(), 30) == 0
    finally:
        if process.returncode is None:
            process.kill()
            await process.wait()


def innermost(pid):
    """Return the site's own process: what started it may not pass a signal on."""
    found = pid
    for one in descendants(pid):
        if b"serve" in Path(f"/proc/{one}/cmdline").read_bytes().split(b"\0"):
            found = one
    return found


def descendants(pid):
    """Return the processes that a process has started, and those that they have, in that order."""
    threads = Path(f"/proc/{pid}/task").glob("*/children")
    children = [int(child) for one in threads for child in one.read_text().split()]
    return children + [one for child in children for one in descendants(child)]


async def visit(command, folder, env, within):
    """Start, play, and wait for the strong bots; return what took how long."""
    async with (
        running(command, folder, env) as (url, started),
        aiohttp.ClientSession(cookie_jar=aiohttp.CookieJar(unsafe=True)) as session,
    ):
        begin = time.monotonic()
        async with session.get(url) as page:
            assert "<title>" in await page.text()
        card = await first_card(session, url)
        assert card < FIRST_CARD_WITHIN, f"Raven's first card took {card:.1f} s"
        while True:
            async with session.get(f"{url}/api/box") as box:
                if not (await box.json())["warming"]:
                    break
            assert time.monotonic() - begin < within, "the strong bots are not ready"
            await asyncio.sleep(0.25)
        ready = time.monotonic() - begin
        # From now on they are what they say they are.
        assert await first_card(session, url) < FIRST_CARD_WITHIN
    return started, card, ready


async def twice(name, command, folder, env):
    """Start a site twice in a folder, and say what was seen."""
    first = await visit(command, folder, env, COMPILED_WITHIN)
    again = await visit(command, folder, env, LOADED_WITHIN)
    for title, row in ((name, first), ("  again", again)):
        print(f"{title:28}" + "".join(f"{seconds:>16.1f} s" for seconds in row), flush=True)


def until(reads, words, within):
    """Read what a terminal is sent until it has these words; return all of it."""
    seen, end = b"", time.monotonic() + within
    while words not in seen:
        assert time.monotonic() < end, f"no {words!r} in the terminal: {seen[-2000:]!r}"
        if select.select([reads], [], [], 1.0)[0]:
            seen += os.read(reads, 65536)
    return seen


def play(command, folder, env):
    """Begin a game in a terminal of 100 × 30, see its first screen, and quit."""
    begin = time.monotonic()
    ours, theirs = pty.openpty()
    fcntl.ioctl(theirs, termios.TIOCSWINSZ, struct.pack("HHHH", 30, 100, 0, 0))
    process = subprocess.Popen(
        [*map(str, command)],
        cwd=folder,
        env=env | {"TERM": "xterm-256color"},
        stdin=theirs,
        stdout=theirs,
        stderr=theirs,
        start_new_session=True,
    )
    os.close(theirs)
    try:
        until(ours, b"Mind Up!", FIRST_SCREEN_WITHIN)
        seconds = time.monotonic() - begin
        os.write(ours, QUIT)
        until(ours, b"the game was left before its end", 30)
        assert process.wait(30) == 1
    finally:
        if process.poll() is None:
            os.killpg(process.pid, signal.SIGKILL)
        os.close(ours)
    print(f"{'tacit play mindup':28}{seconds:>16.1f} s to the first screen", flush=True)


async def try_all(here):
    wheel = build_wheel(here)
    asked = f"{wheel}[server,bots]"
    tools = here / "tools"
    venv.create(tools, with_pip=True)
    pip = [tools / "bin" / "python", "-m", "pip", "install", "--quiet"]
    subprocess.run([*pip, "uv", "pipx"], check=True)
    heads = ("site answers", "Raven's card", "strong bots")
    print(" " * 28 + "".join(f"{head:>18}" for head in heads))
    for name, words in (
        ("uvx --from", [tools / "bin" / "uvx", "--from", asked]),
        ("pipx run --spec", [tools / "bin" / "pipx", "run", "--spec", asked]),
    ):
        home = here / words[0].name
        home.mkdir()
        env = environment(home, PIPX_HOME=str(home / "pipx"), UV_CACHE_DIR=str(home / "uv"))
        (home / "empty").mkdir()
        await twice(name, [*words, *SERVE], home / "empty", env)
    # What docs/terminal.md names as the shortest way, with the wheel instead of PyPI.
    home = here / "uvx"
    env = environment(home, UV_CACHE_DIR=str(home / "uv"))
    play([tools / "bin" / "uvx", "--from", f"{wheel}[bots,terminal]", *PLAY], home, env)
    site, games = here / "site", here / "games"
    venv.create(site, with_pip=True)
    subprocess.run([site / "bin" / "pip", "install", "--quiet", asked], check=True)
    games.mkdir()
    who = as_nobody()
    if who:
        os.chown(games, 65534, 65534)
    else:
        subprocess.run(["chmod", "-R", "a-w", site], check=True)
    env = {"PATH": os.environ["PATH"], "HOME": "/dev/null/none"}
    try:
        await twice(
            "nothing to write but games", [*who, site / "bin" / SERVE[0], *SERVE[1:]], games, env
        )
    finally:
        subprocess.run(["chmod", "-R", "u+w", site], check=True)
    assert list((games / "tacit.db.compiled").rglob("*.nbi"))


def main():
    here = Path(tempfile.mkdtemp(prefix="tacit-wheel-"))
    here.chmod(0o755)
    try:
        asyncio.run(try_all(here))
    finally:
        shutil.rmtree(here, ignore_errors=True)
    print("The wheel plays each way.")


if __name__ == "__main__":
    sys.exit(main())
