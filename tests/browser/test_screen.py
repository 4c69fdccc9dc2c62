"""A screen for the room: the table without anybody's hand, and phones as the hands."""

from __future__ import annotations

import json

import pytest
from playwright.sync_api import expect

from tacit.core.rulebook import Millis
from tacit.games import mindup
from tacit.table.log.records import Guest
from tacit.table.tell.messages import ENCODER, Gesture, Heard
from tests.browser import legible, staged
from tests.browser.accessibility import violations
from tests.browser.person import PHONE
from tests.browser.test_moments import lost
from tests.browser.test_whole import (
    chooses,
    errs,
    gathers,
    has_given,
    lays_all,
    plays_on,
    votes,
)
from tests.table.tell.test_screens import hands_in

TV = {"viewport": legible.TV}
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
    assert refusal(person, path, **request) is None


def refusal(person, path: str, **request) -> str | None:
    """Ask for something, and return why it is refused."""
    refused: str | None = person.page.evaluate(
        """([path, request]) => new Promise((done) => {
          const socket = new WebSocket(location.origin.replace('http', 'ws') + '/ws/' + path)
          socket.onopen = () => socket.send(JSON.stringify({type: 'hello', protocol: 1}))
          socket.onmessage = ({data}) => {
            const {type, key} = JSON.parse(data)
            const id = crypto.randomUUID()
            if (type === 'sync') socket.send(JSON.stringify({type: 'do', id, request}))
            if (type === 'ack' || type === 'refused') done(key ?? null, socket.close())
          }
        })""",
        [path.rpartition("/")[2], request],
    )
    return refused


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
        asks(ben, path, do="show", emote="heart")
        expect(screen.page.locator("[data-expresses=reaction]")).to_contain_text("Lovely")
        asks(ben, path, do="say", text="Where does it go?")
        said = screen.page.locator("[data-expresses=words]")
        expect(said).to_contain_text("Where does it go?")
        assert said.evaluate("(one) => parseFloat(getComputedStyle(one).fontSize)") > 24
    else:  # a level runs: the server refuses, so nothing can be told about cards
        assert refusal(ben, path, do="show", emote="heart") == "silence"
        assert refusal(ben, path, do="say", text="I have a 3") == "silence"
        expect(screen.page.locator("[data-expresses]")).to_have_count(0)
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


def reads(screen, needs: str) -> None:
    """What a screen shows can be read from four metres."""
    screen.page.locator(needs).first.wait_for()
    assert legible.faults(screen, least_px=legible.LEAST_ON_TV_PX, names=staged.NAMES) == []


@pytest.mark.parametrize("players", [3, 6])
def test_every_moment_of_mind_up_is_read_from_four_metres(come, players):
    screen = come("Screen", **TV)
    play = staged.mind_up(players, at=(2, 7), objectives=5)
    table = staged.Staged(staged.table("mindup", play, bots=("heron", "raven")[: players - 2]))
    table.open(screen, screen=True)
    reads(screen, ".lanes")
    for seat in range(players):
        table.act(mindup.Pick(seat, table.state.play.hands[seat][0]))
    reads(screen, "section ol")
    over = staged.mind_up(players, at=(4, 1), objectives=5)
    staged.Staged(staged.table("mindup", over)).open(screen, screen=True)
    reads(screen, "section .first")


NIGHT = {
    "gathers": (".partner", gathers),
    "plays": (".pile", plays_on),
    "votes": (".under strong", votes),
    "chooses": (".under strong", chooses),
    "has given": (".moment", has_given),
    "errs": (".moment", errs),
    "turns over": (".sum.done", lays_all),
    "has lost": (".end ol", None),
}
"""What the screen has then, and what happens for it."""


WHO = [*((one, 4) for one in NIGHT), *((one, 2) for one in NIGHT if one != "errs")]
"""With two players no level has a white card that is early."""


@pytest.mark.parametrize(("moment", "players"), WHO)
def test_every_moment_of_the_mind_extreme_is_read_from_four_metres(come, moment, players):
    needs, happens = NIGHT[moment]
    screen = come("Screen", **TV)
    level = 6 if moment == "turns over" else 7
    play = staged.high_level(players, level)
    if happens is None:
        play = lost(players, level)
    elif happens is gathers:
        play = staged.level_dealt(players, level)
    table = staged.Staged(staged.table("extreme", play))
    table.open(screen, screen=True)
    screen.page.locator("main.night").wait_for()
    if happens is not None:
        happens(table, screen)
    reads(screen, needs)


RINGS = """() => {
    window.rung = []
    const start = OscillatorNode.prototype.start
    OscillatorNode.prototype.start = function (...at) {
        window.rung.push(this.frequency.value)
        return start.apply(this, at)
    }
}"""
"""Counts the notes that a page makes."""


def test_a_screen_makes_the_sounds_of_the_table_once_sound_is_turned_on(come):
    screen = come("Screen", **TV)
    screen.page.add_init_script(f"({RINGS})()")
    table = staged.Staged(staged.table("mindup", staged.mind_up(3, at=(1, 2))))
    table.open(screen, screen=True)
    turn = screen.page.locator(".when span").first

    def plays() -> None:
        before = turn.inner_text()
        for seat in range(3):
            table.act(mindup.Pick(seat, table.state.play.hands[seat][0]))
        expect(turn).not_to_have_text(before)

    plays()
    assert screen.page.evaluate("window.rung") == [], "no page makes a sound by itself"
    screen.button("Turn the sound on").click()
    screen.until(lambda: screen.page.evaluate("window.rung.length") > 0)
    expect(screen.button("Turn the sound on")).to_have_count(0)
    before = screen.page.evaluate("window.rung.length")
    plays()
    screen.until(lambda: screen.page.evaluate("window.rung.length") > before)


ALLOWS = "Object.defineProperty(AudioContext.prototype, 'state', { get: () => 'running' })"
"""Lets a page sound without a touch, as programs for streams do."""
BLOCKED = "The AudioContext was not allowed to start"
"""What this browser itself says meanwhile."""


def rung_by_itself(screen) -> bool:
    screen.troubles[:] = [trouble for trouble in screen.troubles if BLOCKED not in trouble]
    return bool(screen.page.evaluate("window.rung.length > 0"))


def test_a_stream_sounds_without_a_touch_and_shows_reactions_but_no_typed_words(come):
    screen = come("Screen", **TV)
    screen.page.add_init_script(f"({RINGS})(); {ALLOWS}")
    table = staged.Staged(staged.table("mindup", staged.mind_up(3, at=(1, 2))))
    table.open(screen, screen=True)
    screen.page.goto(f"{screen.page.url}?overlay&sound&quiet")
    screen.page.locator(SHOWN["mindup"]).first.wait_for()
    for seat in range(3):
        table.act(mindup.Pick(seat, table.state.play.hands[seat][0]))
    screen.until(lambda: rung_by_itself(screen))
    assert not screen.page.evaluate("JSON.parse(localStorage.getItem('tacit')).sound")
    table.send(ENCODER.encode(Heard(guest=Guest(1), text="Buy this!", at=Millis(1))))
    table.send(ENCODER.encode(Gesture(guest=Guest(1), emote="clap")))
    expect(screen.page.locator("[data-expresses=reaction]")).to_contain_text("Well done")
    expect(screen.page.locator("[data-expresses=words]")).to_have_count(0)


def test_a_screen_that_is_opened_while_the_site_restarts_shows_the_table_soon(come):
    anna, screen = come("Anna", **PHONE), come("Screen", **TV)
    path = begin(anna, "mindup")
    screen.page.route("**/api/tables/*", lambda route: route.fulfill(status=502))
    screen.page.goto(f"{path}/tv")
    screen.sees("That did not work. Please try again.")
    screen.page.unroute("**/api/tables/*")
    screen.sees("Anna")
    screen.troubles.clear()  # the browser itself says that it was refused
