"""The deal of the day: found on the home page, played once, and compared afterwards."""

from __future__ import annotations

import json
import os
import re
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from datetime import UTC, datetime
from pathlib import Path

import msgspec
import pytest
from playwright.sync_api import expect

from tests.browser.accessibility import violations
from tests.browser.conftest import PACE
from tests.browser.person import PHONE
from tests.browser.test_shuffle import PLAY_ON
from tests.server.sites import ROOT, quick, roomy

DAY_S = 86_400


class Calendar:
    """A site whose clock is at noon of a day, and stops and starts again on another one."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        self._process: subprocess.Popen[bytes] | None = None
        self._port = 0

    def at_noon(self, days: int, **limits: int) -> str:
        """Be at noon this many days from now; return that day."""
        self.stop()
        now = time.time()
        noon = (now // DAY_S + days) * DAY_S + DAY_S / 2
        wrong = self._folder / "clock"
        wrong.write_text(str(noon - now))
        more = {"bot_pace_ms": PACE, "port": self._port, "limits": roomy(**limits)}
        config = quick(self._folder / "a.db", **more)
        command = [sys.executable, "-m", "tests.server.launcher", msgspec.json.encode(config)]
        self._process = subprocess.Popen(
            command,
            cwd=ROOT,
            stdout=subprocess.PIPE,
            env=os.environ | {"TACIT_TEST_CLOCK": str(wrong)},
        )
        assert self._process.stdout is not None
        self._port = json.loads(self._process.stdout.readline())["port"]
        return str(datetime.fromtimestamp(noon, UTC).date())

    @property
    def url(self) -> str:
        return f"http://127.0.0.1:{self._port}"

    def stop(self) -> None:
        if self._process is not None:
            self._process.terminate()
            self._process.communicate(timeout=30)
            self._process = None


@pytest.fixture
def calendar(tmp_path: Path) -> Iterator[Calendar]:
    calendar = Calendar(tmp_path)
    yield calendar
    calendar.stop()


def begins(person, path: str) -> None:
    """Press the button of a deal's page."""
    person.page.goto(path)
    person.button("Play it").click()
    person.page.wait_for_url("**/t/*")


def looks_how_others_did(person) -> None:
    """Play the game to its end, and go to the page of its deal."""
    person.page.evaluate(PLAY_ON)
    person.page.reload()
    person.button("How did others do?").click()


def test_a_deal_is_played_once_and_shown_among_others(come, axe):
    anna = come("Anna", **PHONE)
    anna.page.goto("/")
    deal = anna.page.get_by_role("link", name="Today’s deal").first
    expect(deal).to_contain_text("Not played yet")
    deal.click()
    expect(anna.page.get_by_text("what others did stays closed")).to_be_visible()
    assert violations(anna, axe) == []
    anna.page.get_by_role("button", name="Play it").click()
    anna.page.wait_for_url("**/t/daily-mindup-*")
    anna.page.evaluate(PLAY_ON)
    anna.page.reload()  # straight to the final result
    expect(anna.page.get_by_role("button", name="Play again")).to_have_count(0)
    anna.page.get_by_role("button", name="How did others do?").click()
    anna.page.wait_for_url(re.compile(r"/daily/mindup/\d{4}-\d\d-\d\d$"))
    anna.sees("Place 1 of 1 among people")
    expect(anna.page.get_by_role("button", name="Play it")).to_have_count(0)
    assert violations(anna, axe) == []
    assert anna.page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    anna.page.goto("/")
    expect(anna.page.get_by_role("link", name="Today’s deal").first).to_contain_text("Place 1 of 1")


def test_a_game_that_will_not_count_says_so_before_its_first_card(
    calendar: Calendar, come: Callable, axe: str
):
    calendar.at_noon(1, daily_per_address=1)
    anna, ben, cleo = (come(name, base_url=calendar.url) for name in ("Anna", "Ben", "Cleo"))
    cleo.page.goto("/daily/mindup")
    expect(cleo.button("Play it")).to_be_visible()
    expect(cleo.page.get_by_text("will not count")).to_have_count(0)
    begins(anna, "/daily/mindup")
    ben.page.goto("/daily/mindup")
    ben.sees("this game will not count", exact=False)
    assert violations(ben, axe) == []
    cleo.button("Play it").click()  # her page was there before Anna had begun
    cleo.sees("this game will not count", exact=False)
    anna.page.goto("/daily/mindup")
    expect(anna.button("Go on playing")).to_be_visible()
    expect(anna.page.get_by_text("will not count")).to_have_count(0)


def test_a_game_for_fun_leads_to_its_own_day_and_is_compared_there(
    calendar: Calendar, come: Callable, axe: str
):
    first = calendar.at_noon(1)
    anna = come("Anna", base_url=calendar.url, **PHONE)
    begins(anna, "/daily/mindup")  # the page keeps the fingerprints of that day and the next
    looks_how_others_did(anna)
    anna.sees("Place 1 of 1 among people")
    promised = anna.page.evaluate("localStorage.getItem('tacit-fingerprints')")
    assert first in promised
    anna.page.goto("about:blank")
    calendar.at_noon(3)
    ben = come("Ben", base_url=calendar.url, **PHONE)
    begins(ben, f"/daily/mindup/{first}")
    looks_how_others_did(ben)
    ben.page.wait_for_url(f"**/daily/mindup/{first}")
    expect(ben.page.get_by_role("heading", name="Your last game for fun")).to_be_visible()
    expect(ben.page.get_by_text("It would be place")).to_contain_text("of 2 among people")
    ben.sees("Played after its day: it is not counted.")
    expect(ben.page.get_by_role("listitem").filter(has_text="Player 1")).to_have_count(1)
    assert violations(ben, axe) == []
    # Ben sees the fingerprint for the first time, Anna has seen it on the day.
    for person, said in ((ben, "The seed gives the fingerprint above."), (anna, "It matches:")):
        person.page.goto(f"/daily/mindup/{first}")
        fair, check = person.page.get_by_text("Can I check the cards?"), person.button("Check it")
        person.insist(fair.click, check.is_visible)
        check.click()
        person.sees(said, exact=False)
    anna.page.evaluate(
        "localStorage.setItem('tacit-fingerprints', localStorage.getItem('tacit-fingerprints')"
        '.replace(/"fingerprint":"..../g, \'"fingerprint":"0000\'))'
    )
    anna.button("Check it").click()
    anna.sees("It does not match", exact=False)
    assert violations(anna, axe) == []


def test_a_game_that_goes_on_after_midnight_leads_to_the_day_it_began(
    calendar: Calendar, come: Callable
):
    day = calendar.at_noon(1)
    anna = come("Anna", base_url=calendar.url, **PHONE)
    begins(anna, "/daily/mindup")
    table = anna.page.url
    anna.page.goto("about:blank")
    assert calendar.at_noon(2) > day
    anna.page.goto(table)
    looks_how_others_did(anna)
    anna.page.wait_for_url(f"**/daily/mindup/{day}")
    anna.sees("This game is not in the list", exact=False)
