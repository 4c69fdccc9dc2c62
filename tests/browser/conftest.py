"""A browser and a site for every run; a separate device for each player."""

from __future__ import annotations

import json
import shutil
import subprocess
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import msgspec
import pytest

from tests.browser import finger
from tests.browser.person import TIMEOUT_S, Person
from tests.browser.words import LANGUAGES
from tests.server.sites import ROOT, quick

AXE = ROOT / "web" / "node_modules" / "axe-core" / "axe.min.js"
STATIC = ROOT / "src" / "tacit" / "server" / "static"
BROWSERS = ("chromium-headless-shell", "chromium", "chromium-browser", "google-chrome")
CHROMIUM = next(filter(None, map(shutil.which, BROWSERS)), None)
"""The headless shell is the same Chromium and needs a third of the time."""
ARGUMENTS = ["--no-sandbox", "--disable-gpu", "--disable-dev-shm-usage"]
PACE = (20, 60)
"""Milliseconds a bot takes, long enough to be seen."""
SEED = "7ac17" + 59 * "0"
"""The site's part of every shuffle."""
DRAWS = """{
    const draw = crypto.getRandomValues.bind(crypto)
    crypto.getRandomValues = (bytes) => (bytes.length === 16 ? bytes.fill(%d) : draw(bytes))
}"""
"""A player's contribution to the shuffle: sixteen bytes, here always the same."""


finger.calm()


class Hosted:
    """A site in a process of its own."""

    def __init__(self, url: str, db: Path) -> None:
        self.url = url
        self.db = db


@contextmanager
def hosted(db: Path, **changes: Any) -> Iterator[Hosted]:
    """Run a site on a free port; `changes` are settings of its own."""
    if not (STATIC / "index.html").exists():
        pytest.skip("The app is not built: run `npm run build` in web/.")
    config = msgspec.json.encode(
        quick(db, bot_pace_ms=PACE, push_services=("push.example.org",), **changes)
    ).decode()
    command = [sys.executable, "-m", "tests.server.launcher", config, SEED]
    with (
        db.with_suffix(".log").open("wb") as log,
        subprocess.Popen(command, cwd=ROOT, stdout=subprocess.PIPE, stderr=log) as process,
    ):
        try:
            line = process.stdout.readline()
            assert line, db.with_suffix(".log").read_text()
            yield Hosted(f"http://127.0.0.1:{json.loads(line)['port']}", db)
        finally:
            process.kill()


@pytest.fixture(scope="package")
def site(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Hosted]:
    """Run the site that most tests share."""
    with hosted(tmp_path_factory.mktemp("site") / "tacit.db") as site:
        yield site


# For this package only: while it is there, no other test could run an event loop of its own.
@pytest.fixture(scope="package")
def browser() -> Iterator[Any]:
    """Start the browser that the system has."""
    if CHROMIUM is None:
        pytest.skip("There is no Chromium to test with: `apt-get install chromium`.")
    api = pytest.importorskip("playwright.sync_api", reason="Playwright is not installed.")
    with api.sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=CHROMIUM, args=ARGUMENTS)
        yield browser
        browser.close()


@pytest.fixture
def come(site: Hosted, browser: Any) -> Iterator[Callable[..., Person]]:
    """Open a device for a player; afterwards its page must show no error.

    Players who come in the same order, or say what their device draws, get the same cards again.
    """
    came: list[Person] = []

    def person(name: str, *, speaks: str = "en", draws: int | None = None, **device: Any) -> Person:
        usual = {
            "locale": LANGUAGES[speaks].locale,
            "reduced_motion": "reduce",
            "service_workers": "block",
            "base_url": site.url,
        }
        context = browser.new_context(**(usual | device))
        context.set_default_timeout(TIMEOUT_S * 1000)
        context.add_init_script(DRAWS % (len(came) if draws is None else draws))
        came.append(Person(name, context, speaks))
        return came[-1]

    yield person
    for one in came:
        one.context.close()
    assert not [f"{one.name}: {trouble}" for one in came for trouble in one.troubles]


@pytest.fixture(scope="package")
def axe() -> str:
    """Return the script of axe-core."""
    if not AXE.exists():
        pytest.skip("axe-core is not installed: run `npm install` in web/.")
    return AXE.read_text()
