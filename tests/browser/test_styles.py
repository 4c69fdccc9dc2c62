"""Styles are scoped: home looks the same before and after every page."""

from __future__ import annotations

import contextlib
import re

import pytest
from playwright.sync_api import expect

from tests.browser.conftest import STATIC
from tests.browser.person import PHONE, Person, TooLate
from tests.browser.played_games import has_played
from tests.browser.test_moments import ends
from tests.browser.test_shuffle import PLAY_ON
from tests.server.sites import ROOT

SIZES = {"phone": PHONE, "desktop": {"viewport": {"width": 1440, "height": 900}}}
LOOKS = """() => [...document.querySelectorAll('body, #app, main, main *')].map((one) => {
    const { x, y, width, height } = one.getBoundingClientRect()
    const style = getComputedStyle(one).cssText.replace(/-webkit-locale: [^;]*;/, '')
    return [one.tagName, x + scrollX, y + scrollY, width, height, style]
})"""
"""Where everything on a page is, and how it is drawn."""
SAME = """() => new Promise((done) => requestAnimationFrame(() => setTimeout(done)))"""
GO = """(path) => {
    history.pushState(null, '', path)
    dispatchEvent(new PopStateEvent('popstate'))
}"""
"""Go to another page of the app without loading the app anew."""
UNSCOPED = """(styles) => {
    const found = []
    const look = (rules) => {
        for (const rule of rules) {
            if (rule.selectorText !== undefined)
                found.push(...rule.selectorText.split(/,(?![^(]*[)])/).map((one) => one.trim()))
            else if (rule.cssRules && !(rule instanceof CSSKeyframesRule)) look(rule.cssRules)
        }
    }
    for (const style of styles) {
        const sheet = new CSSStyleSheet()
        sheet.replaceSync(style)
        look(sheet.cssRules)
    }
    return found.filter((one) => !one.includes('.svelte-'))
}"""
"""Selectors of components that do not hang on a component."""
OWN_ROOTS = (".mindup-table", ":root:has([data-room", "html.overlay")
"""What else a style may hang on: marks that no other page has."""


def looks(person: Person) -> list[list[object]]:
    """Return how home is drawn now."""
    person.sees("Open tables")
    person.page.evaluate("document.fonts.ready.then(() => undefined)")
    person.page.evaluate(SAME)
    return person.page.evaluate(LOOKS)


def settled(person: Person) -> list[list[object]]:
    """Return how home is drawn once nothing more comes."""
    before, now = [], looks(person)
    while now != before:
        person.page.wait_for_timeout(100)
        before, now = now, looks(person)
    return now


def visits(person: Person, path: str, sees: str) -> None:
    """Go from home to a page and back, and find home as it is when it is loaded anew."""
    person.page.goto("/")
    person.sees("Open tables")
    person.page.evaluate(GO, path)
    person.sees(sees, exact=False)
    person.page.evaluate("history.back()")
    after = settled(person)
    person.page.reload()
    fresh: list[list[object]] = []

    def is_the_same() -> bool:
        fresh[:] = looks(person)
        return fresh == after

    with contextlib.suppress(TooLate):  # what home asks the site for comes one by one
        person.until(is_the_same, 10)
    assert len(fresh) == len(after), (path, len(after), len(fresh))
    changed = [
        (one[:5], other[:5]) for one, other in zip(after, fresh, strict=True) if one != other
    ]
    assert not changed, (path, changed[:5])


@pytest.fixture
def paths(come):
    """Return the pages of the app, and words that each of them shows."""
    ben = come("Ben")
    lobbies = [
        ben.page.request.post("/api/tables", data={"game": game, "name": "Ben"}).json()["url"]
        for game in ("mindup", "extreme")
    ]
    device = ben.page.request.post("/api/me/link", data={}).json()["url"]
    made = ben.page.request.post("/api/groups", data={"title": "Fridays", "name": "Ben"}).json()
    wanted = {"title": "Club", "game": "mindup", "size": 4, "name": "Ben"}
    club = ben.page.request.post("/api/evenings", data=wanted).json()["evening"]
    return {
        "/rules/mindup": "The idea",
        "/rules/extreme": "The idea",
        "/pad/mindup": "Score pad for Mind Up!",
        "/pad/extreme": "Level tracker for The Mind Extreme",
        "/learn/mindup": "Step 1",
        "/learn/extreme": "Step 1",
        "/games": "My games",
        "/train/extreme": "Train with Echo",
        "/puzzles/mindup": "Which card would you play?",
        "/daily/mindup": "Play it",
        f"/g/{made['group']}": "Join the group",
        "/evening": "Open the evening",
        f"/evening/{club}": "Come in",
        f"/evening/{club}/tv": "Scan to come in",
        "/daily/mindup/tv": "Scan to play",
        "/replay": "replay",
        "/admin": "This site has no host’s page.",
        device: "device",
        **dict.fromkeys(lobbies, "You are invited!"),
    }


@pytest.mark.parametrize("size", SIZES)
def test_home_is_the_same_before_and_after_every_page(come, paths, size):
    anna = come("Anna", **SIZES[size])
    for path, sees in paths.items():
        visits(anna, path, sees)
    anna.troubles.clear()  # the browser itself says that there is no host's page here


def test_no_page_of_the_app_is_left_out(paths):
    router = (ROOT / "web" / "src" / "app" / "App.svelte").read_text()
    assert {path.split("/")[1] for path in paths} == {*re.findall(r"if page === '(\w+)'", router)}


@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize("game", ["mindup", "extreme"])
def test_home_is_the_same_before_and_after_a_table(come, game, size):
    anna = come("Anna", **SIZES[size])
    playing = {"mindup": "Pick a card.", "extreme": "Press and hold"}
    path = anna.sits_down(game, *{"mindup": ("greedy", "random"), "extreme": ("metronome",)}[game])
    visits(anna, path, playing[game])
    lobby = anna.page.request.post("/api/tables", data={"game": game, "name": "Anna"}).json()["url"]
    visits(anna, lobby, "Around the table")


@pytest.mark.parametrize("size", SIZES)
def test_home_is_the_same_before_and_after_a_result_and_a_replay(come, size):
    anna = come("Anna", **SIZES[size])
    path = anna.sits_down("mindup", "greedy", "random")
    anna.page.evaluate(PLAY_ON)
    visits(anna, path, "Point by point")
    visits(anna, f"/replay/{path.rpartition('/')[2]}/1", "This is a replay.")


@pytest.mark.parametrize("size", SIZES)
def test_home_is_the_same_before_and_after_a_lost_night_and_its_replay(come, site, size):
    anna = come("Anna", **SIZES[size])
    anna.page.goto("/games")
    has_played(site.db, anna.id, "Anna", tables=1)
    visits(anna, f"/replay/past-{anna.id}-0/1", "White waits")
    ends(anna, 4)
    visits(anna, anna.page.evaluate("location.pathname"), "Play again")


def test_every_style_of_a_component_hangs_on_it_or_on_a_mark_of_its_own(come):
    anna = come("Anna")
    anna.page.goto("/")
    styles = [
        file.read_text()
        for file in sorted(STATIC.glob("assets/*.css"))
        if not file.name.startswith("index-")
    ]
    loose = [one for one in anna.page.evaluate(UNSCOPED, styles) if not one.startswith(OWN_ROOTS)]
    assert loose == []
    expect(anna.page.locator(".mindup-table, [data-room]")).to_have_count(0)
