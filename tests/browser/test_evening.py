"""An evening: twelve people at three tables, the board when all are done, and a TV in the room."""

from __future__ import annotations

import asyncio
import random
from concurrent.futures import ThreadPoolExecutor

from playwright.sync_api import expect

from tests.browser.accessibility import violations
from tests.browser.person import PHONE
from tests.browser.test_screen import TV
from tests.server.client import Person as Client
from tests.server.client import next_move

NAMES = ("Cy", "Dee", "Eve", "Fay", "Gus", "Hal", "Ines", "Jon", "Kim", "Lou")


class Crowd:
    """People who play by themselves, in a thread of their own: each on a connection, no browser."""

    def __init__(self, url: str) -> None:
        self._url = url
        self._thread = ThreadPoolExecutor(1)

    def do(self, work):
        """Do something with everyone's connections, on an event loop of the thread."""
        return self._thread.submit(lambda: asyncio.run(work())).result(120)

    async def comes(self, path: str) -> list[dict[str, str]]:
        """Let everyone come in; return their cookies."""
        jars = []
        for name in NAMES:
            client = Client(self._url, name)
            await client.post(f"/api{path}/join", name=name)
            jars.append({one.key: one.value for one in client.http.cookie_jar})
            await client.close()
        return jars

    async def plays(self, path: str, jars: list[dict[str, str]]) -> None:
        """Play until nothing but the people at browsers is waited for."""
        rng = random.Random(5)
        clients = [Client(self._url, name) for name in NAMES]
        for client, jar in zip(clients, jars, strict=True):
            client.http.cookie_jar.update_cookies(jar)
        lines = []
        for client in clients:
            told = await client.get(f"/api{path}")
            lines.append(await client.line(told["round"]["table"]))
        while True:
            moves = [(line, next_move(line.copy, rng)) for line in lines]
            wanted = [(line, move) for line, move in moves if move is not None]
            if not wanted and not await _goes_on(lines):
                break
            await asyncio.gather(*(line.ask(move) for line, move in wanted))
        for client in clients:
            await client.close()


async def _goes_on(lines) -> bool:
    """Wait a moment for what crossed the last moves on its way; tell whether there is a move."""

    async def has_move(line) -> bool:
        try:
            await line.until(lambda: next_move(line.copy, random.Random(0)), timeout_s=0.5)
        except (TimeoutError, AssertionError):
            return False
        return True

    return any(await asyncio.gather(*map(has_move, lines)))


def test_twelve_people_at_three_tables_and_a_tv(come, site, axe):
    anna, ben, tv = come("Anna"), come("Ben", **PHONE), come("TV", **TV)
    anna.page.goto("/")
    anna.page.get_by_role("link", name="An evening for many").click()
    anna.page.get_by_label("Name of the evening").fill("Club night")
    anna.page.get_by_label("Your name").fill("Anna")
    assert violations(anna, axe) == []
    anna.button("Open the evening").click()
    anna.page.wait_for_url("**/evening/*")
    path = "/evening/" + anna.page.url.rpartition("/")[2]
    # The others come by the code on the TV.
    tv.page.goto(f"{path}/tv")
    expect(tv.page.get_by_role("img", name="To scan with a phone")).to_be_in_viewport(ratio=1)
    ben.page.goto(path)
    ben.page.get_by_label("Your name").fill("Ben")
    assert violations(ben, axe) == []
    ben.button("Come in").click()
    expect(ben.page.get_by_text("The host begins the first round", exact=False)).to_be_visible()
    crowd = Crowd(site.url)
    jars = crowd.do(lambda: crowd.comes(path.replace("evening", "evenings")))
    tv.sees("Mind Up! · 12 people are here")
    assert violations(tv, axe) == []
    # A round: everyone's table opens itself.
    anna.button("Begin round 1").click()
    for one in (anna, ben):
        one.page.wait_for_url("**/t/evening-*")
        one.until(lambda one=one: one.copy.stage == "playing")
    crowd.do(lambda: crowd.plays(path.replace("evening", "evenings"), jars))
    # A player who is done waits, and no page tells anything yet.
    expect(tv.page.get_by_role("timer")).to_be_visible()
    expect(tv.page.locator("ol li")).to_have_count(0)
    anna.page.goto(path)
    anna.sees("The board appears here after the first round.")
    # The host ends the time: bots play the rest, and the board is there.
    anna.button("End this round now").click()
    anna.page.get_by_role("dialog").get_by_role("button", name="End this round now").click()
    expect(tv.page.locator("ol li")).to_have_count(12)
    expect(anna.page.get_by_role("table").get_by_role("row")).to_have_count(13)
    told = anna.page.request.get(f"/api{path.replace('evening', 'evenings')}").json()
    shown = tv.page.locator("ol li .name").all_inner_texts()
    assert shown == [told["guests"][row["guest"]]["name"] for row in told["board"]]
    assert abs(sum(row["points"] for row in told["board"])) < 0.1, "above and below the field"
    for one in (anna, tv):
        assert violations(one, axe) == []
    assert tv.page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    _compare(anna, ben, path, axe)
    anna.page.goto(path)
    anna.button("End the evening").click()
    anna.page.get_by_role("dialog").get_by_role("button", name="End the evening").click()
    anna.sees("Final list")
    tv.sees("Final list")
    _keep(anna, shown[0])


def _keep(anna, first: str) -> None:
    """The list stays: as a file, as a text, and on the home page."""
    with anna.page.expect_download() as download:
        anna.page.get_by_role("link", name="Save as a table").click()
    assert download.value.suggested_filename == "Club night.csv"
    lines = download.value.path().read_text("utf-8-sig").splitlines()
    assert len(lines) == 13
    assert lines[1].startswith(f"1,{first},")
    keep = "(text) => (window.copied = text, Promise.resolve())"
    anna.page.evaluate(f"navigator.clipboard.writeText = {keep}")
    anna.button("Share the list").click()
    shared = anna.page.evaluate("window.copied").splitlines()
    assert shared[0] == "Club night: Final list"
    assert shared[1].startswith(f"1. {first} +")
    anna.page.goto("/")
    row = anna.page.get_by_role("link", name="Club night")
    expect(row).to_contain_text("final list")


def _compare(anna, ben, path, axe) -> None:
    """From Ben's own table back to the evening, then all games side by side."""
    assert ben.copy.house["time_up"]
    ben.button("Who won?").click()
    ben.button("To the evening").click()
    ben.page.get_by_role("link", name="Round 1, table by table").click()
    expect(ben.page.get_by_role("article")).to_have_count(3)
    assert violations(ben, axe) == []
    assert ben.page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    anna.page.goto(f"{path}/1")
    anna.button("Games side by side").click()
    expect(anna.page.locator(".frame .on-screen")).to_have_count(3)
    anna.page.get_by_label("Position").fill("9")
    for frame in anna.page.locator(".frame .when").all():
        expect(frame).to_have_text("Round 2 of 3 turn 4 of 7")  # all at the same turn
    assert violations(anna, axe) == []
