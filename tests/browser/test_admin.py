"""The host's page in a real browser: sign in, find, end, mute, remove, announce, close the doors.

On one node with SQLite, and on two with PostgreSQL, where the host's browser is at one of them and
the players at the other.
"""

from __future__ import annotations

import json
import subprocess
import sys
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import msgspec
import pytest
from playwright.sync_api import Locator, expect

from tests.browser.accessibility import violations
from tests.browser.conftest import PACE, SEED
from tests.browser.person import PHONE, Person
from tests.server.sites import ROOT, quick
from tests.store.postgres_server import new_place

TOKEN = "a token of twenty-eight chars"


@contextmanager
def served(db: str, log: Path) -> Iterator[str]:
    """Run a node with a host's page; return its address."""
    config = msgspec.json.encode(quick(db, bot_pace_ms=PACE, admin_token=TOKEN)).decode()
    command = [sys.executable, "-m", "tests.server.launcher", config, SEED]
    with (
        log.open("ab") as errors,
        subprocess.Popen(command, cwd=ROOT, stdout=subprocess.PIPE, stderr=errors) as process,
    ):
        try:
            line = process.stdout.readline()
            assert line, log.read_text()
            yield f"http://127.0.0.1:{json.loads(line)['port']}"
        finally:
            process.terminate()
            process.wait(30)


def signs_in(host: Person, token: str = TOKEN) -> None:
    host.page.goto("/admin")
    host.page.get_by_label("Admin token").fill(token)
    host.button("Sign in").click()


def the_table(host: Person) -> Locator:
    return host.page.get_by_role("article")


@pytest.fixture
def visit(come: Callable[..., Person]) -> Callable[..., Person]:
    """Open a device for a player at a chosen node."""
    return lambda name, url, **rest: come(name, base_url=url, **rest)


def test_only_the_token_opens_the_page_and_signing_out_closes_it(visit, tmp_path, axe):
    with served(str(tmp_path / "a.db"), tmp_path / "log") as url:
        host = visit("Host", url, **PHONE)
        signs_in(host, "a guess")
        host.sees("That is not the token. Check it and try again.")
        assert host.troubles, "the browser itself says that it was refused"
        host.troubles.clear()
        assert violations(host, axe) == []
        signs_in(host)
        host.sees("Open: anyone can start a table.")
        assert violations(host, axe) == []
        host.page.reload()
        host.sees("Open: anyone can start a table.")
        host.button("Sign out").click()
        expect(host.page.get_by_label("Admin token")).to_be_visible()
        host.page.reload()
        expect(host.page.get_by_label("Admin token")).to_be_visible()
        leave(host)


def test_a_club_night_on_one_node(visit, tmp_path, axe):
    db, log = str(tmp_path / "a.db"), tmp_path / "log"
    with served(db, log) as url:
        night(visit, url, url, axe)
        host = visit("Host", url)
        signs_in(host)
        host.button("Close the doors").click()
        host.sees("Closed: no new tables. Games in progress go on.")
        leave(host)
    with served(db, log) as url:
        host = visit("Host", url)
        signs_in(host)
        host.sees("Closed: no new tables. Games in progress go on.")
        new = {"game": "mindup", "name": "Ann"}
        assert host.page.request.post("/api/tables", data=new).status == 503
        host.button("Open the doors").click()
        host.sees("Open: anyone can start a table.")
        assert host.page.request.post("/api/tables", data=new).status == 201
        leave(host)


def test_a_club_night_on_two_nodes(visit, tmp_path, axe):
    with ThreadPoolExecutor(1) as elsewhere:  # Playwright has an event loop in this thread
        place = elsewhere.submit(new_place).result()
    with served(place, tmp_path / "one") as one, served(place, tmp_path / "two") as two:
        night(visit, one, two, axe)
        host, ann = visit("Host", one), visit("Ann", two)
        signs_in(host)
        host.sees("nodes")
        host.button("Close the doors").click()
        host.sees("Closed: no new tables. Games in progress go on.")
        new = {"game": "mindup", "name": "Ann"}
        ann.until(lambda: ann.page.request.post("/api/tables", data=new).status == 503)
        leave(host, ann)


def night(visit: Callable[..., Person], ours: str, theirs: str, axe: str) -> None:
    """Let the host do all there is to do, from one address, while people play at another."""
    ann, bob = visit("Ann", theirs), visit("Bob", theirs, **PHONE)
    host = visit("Host", ours)
    path = ann.opens("Mind Up!")
    bob.joins(path)
    signs_in(host)
    finds(host, theirs + path)
    announces(host, ann, bob, axe)
    mutes(host, ann, bob)
    removes(host, bob)
    ends(host, ann)
    bob.troubles.clear()  # the browser itself says that the table is gone
    leave(ann, bob, host)


def leave(*people: Person) -> None:
    """Close the pages, which would otherwise ask a node that is gone."""
    for person in people:
        person.page.goto("about:blank")


def finds(host: Person, link: str) -> None:
    expect(the_table(host)).to_contain_text("Bob")
    search = host.page.get_by_label("Find a table")
    search.fill("nobody like that")
    host.sees("No table found.")
    for text in ("bO", link):
        search.fill(text)
        expect(the_table(host)).to_contain_text("Ann")
    assert link.rpartition("/")[2] not in the_table(host).inner_text()


def announces(host: Person, ann: Person, bob: Person, axe: str) -> None:
    host.page.get_by_label("Text", exact=True).fill("We close at eleven")
    host.button("Announce").click()
    for person in (ann, bob):
        person.sees("We close at eleven", exact=False)
    banner = bob.page.get_by_role("status").filter(has_text="We close at eleven")
    expect(banner).to_have_attribute("aria-live", "polite")
    assert violations(bob, axe) == []
    bob.button("Hide the announcement").click()
    expect(bob.page.get_by_text("We close at eleven")).to_have_count(0)
    guest = ann.context.new_page()
    guest.goto("/")
    expect(guest.get_by_text("We close at eleven")).to_be_visible()
    guest.close()
    host.button("Take it down").click()
    expect(ann.page.get_by_text("We close at eleven")).to_have_count(0)


def says(person: Person, text: str) -> dict[str, Any]:
    """Have a person's own page say something, and return the answer."""
    return person.page.evaluate(
        """([text, name]) => new Promise((done) => {
            const socket = new WebSocket(`ws://${location.host}/ws/${name}`)
            socket.onopen = () => socket.send('{"type":"hello","protocol":1,"version":0}')
            socket.onmessage = ({ data }) => {
                const message = JSON.parse(data)
                const say = { type: 'do', id: text, request: { do: 'say', text } }
                if (message.type === 'sync') socket.send(JSON.stringify(say))
                if (message.id === text) { socket.close(); done(message) }
            }
        })""",
        [text, person.page.url.rpartition("/")[2]],
    )


def mutes(host: Person, ann: Person, bob: Person) -> None:
    host.button("Mute Bob").click()
    expect(host.button("Unmute Bob")).to_be_visible()
    assert says(bob, "Rude")["key"] == "muted"
    assert not ann.copy.house["chat"]
    host.button("Unmute Bob").click()
    expect(host.button("Mute Bob")).to_be_visible()
    assert says(bob, "Sorry")["type"] == "ack"
    ann.until(lambda: [line["text"] for line in ann.copy.house["chat"]] == ["Sorry"])


def removes(host: Person, bob: Person) -> None:
    host.button("Remove Bob").click()
    dialog = host.page.get_by_role("dialog")
    dialog.get_by_role("button", name="Cancel").click()
    expect(the_table(host)).to_contain_text("Bob")
    host.button("Remove Bob").click()
    dialog.get_by_role("button", name="Remove", exact=True).click()
    bob.until(lambda: bob.copy.door is not None and bob.copy.door["removed"])
    expect(the_table(host)).not_to_contain_text("Bob")


def ends(host: Person, ann: Person) -> None:
    host.button("End table").click()
    dialog = host.page.get_by_role("dialog")
    dialog.get_by_role("button", name="Cancel").click()
    expect(the_table(host)).to_contain_text("Ann")
    host.button("End table").click()
    dialog.get_by_role("button", name="End table").click()
    ann.sees("This table was closed by the host of the site", exact=False)
    ann.troubles.clear()  # the browser itself says that the table is gone
    expect(the_table(host)).to_have_count(0)
