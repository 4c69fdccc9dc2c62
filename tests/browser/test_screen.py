"""A screen for the room: the table without anybody's hand, and phones as the hands."""

from __future__ import annotations

import json

import pytest
from playwright.sync_api import expect

from tests.browser.accessibility import violations
from tests.browser.person import PHONE
from tests.table.tell.test_screens import hands_in

TV = {"viewport": {"width": 1920, "height": 1080}}
BOTS = {"mindup": "greedy", "extreme": "metronome"}
SHOWN = {"mindup": ".lanes", "extreme": ".pile"}
GROUND = "getComputedStyle(document.body).backgroundColor"


def begin(host, game: str, **settings) -> str:
    """Open a table on a phone, and return its path."""
    body = {"game": game, "name": host.name, "settings": settings}
    path = host.page.request.post("/api/tables", data=body).json()["url"]
    host.page.goto(path)
    host.until(lambda: host.copy.house and host.copy.house["contributed"])
    return path


def asks(person, path: str, **request) -> None:
    """Ask for something on a connection of its own, as the page would."""
    person.page.evaluate(
        """([path, request]) => new Promise((done) => {
          const socket = new WebSocket(location.origin.replace('http', 'ws') + '/ws/' + path)
          socket.onopen = () => socket.send(JSON.stringify({type: 'hello', protocol: 1}))
          socket.onmessage = ({data}) => {
            const {type} = JSON.parse(data)
            const id = crypto.randomUUID()
            if (type === 'sync') socket.send(JSON.stringify({type: 'do', id, request}))
            if (type === 'ack') done(socket.close())
          }
        })""",
        [path.rpartition("/")[2], request],
    )


@pytest.mark.parametrize("game", BOTS)
def test_two_phones_play_and_the_screen_shows_the_table_but_no_hand(come, axe, game):
    anna, ben, screen = come("Anna", **PHONE), come("Ben", **PHONE), come("Screen", **TV)
    path = begin(anna, game)
    screen.page.goto(f"{path}/tv")
    code = screen.page.get_by_role("img", name="To scan with a phone")
    expect(code).to_be_in_viewport(ratio=1)
    assert code.bounding_box()["width"] > 500, "it is scanned from across the room"
    ben.joins(path)
    screen.sees("Ben")
    anna.sees("A big screen shows this table.")
    assert violations(screen, axe) == []
    asks(anna, path, do="add-bot", seat=2, bot=BOTS[game])
    asks(anna, path, do="start")
    expect(screen.page.locator(SHOWN[game]).first).to_be_in_viewport(ratio=1)
    expect(code).to_be_in_viewport(ratio=1)
    for name in ("Anna", "Ben"):
        expect(screen.page.get_by_text(name, exact=True).first).to_be_in_viewport(ratio=1)
    if game == "mindup":
        for phone in (anna, ben):
            phone.until(lambda phone=phone: phone.view.get("hand"))
            asks(phone, path, do="act", action={"kind": "pick", "card": phone.view["hand"][0]})
        screen.sees("turn 2 of", exact=False)
    assert violations(screen, axe) == []
    assert anna.view["hand"]
    assert hands_in([json.loads(text) for text in screen.raw]) == []
    assert (screen.copy.house["you"], screen.copy.house["seat"]) == (None, None)
    assert screen.page.evaluate("document.documentElement.scrollHeight <= innerHeight")
    screen.page.goto(f"{path}/tv?overlay&delay=1")
    expect(screen.page.locator(SHOWN[game]).first).to_be_visible()
    assert screen.page.evaluate(GROUND) == "rgba(0, 0, 0, 0)"
    expect(code).to_have_count(0)


def test_a_table_without_spectators_says_why_no_screen_shows_it(come):
    anna, screen = come("Anna", **PHONE), come("Screen", **TV)
    path = begin(anna, "mindup", spectators=False)
    screen.page.goto(f"{path}/tv")
    screen.sees("This table cannot be shown here: its host does not allow spectators.")
    assert not any('"sync"' in text for text in screen.raw)
