"""Every screen of both games is whole at every size, with many and few players and long names."""

from __future__ import annotations

import pytest
from playwright.sync_api import expect

from tacit.games import mindup
from tests.browser import staged, whole

NEEDS = {"header", "row", "player", "own", "prompt", "hand"}
MOMENTS = {
    "six with full hands": (6, (3, 1), "en"),
    "six with full hands, in French": (6, (3, 1), "fr"),
    "six with full hands, in Italian": (6, (3, 1), "it"),
    "six with full hands, in German": (6, (3, 1), "de"),
    "six with full hands, in Spanish": (6, (3, 1), "es"),
    "six with full hands, in Portuguese": (6, (3, 1), "pt"),
    "six with long columns": (6, (3, 8), "en"),
    "three at the first turn": (3, (1, 1), "en"),
    "three with long columns": (3, (3, 8), "en"),
}
TWICE = "document.documentElement.style.fontSize = '200%'"
STILL = """() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(() => {
    const at = () => [...document.querySelectorAll('[data-whole]')].map((one) => {
        const { x, y, width, height } = one.getBoundingClientRect()
        return [x, y, width, height].join()
    }).join(' ')
    const before = at()
    requestAnimationFrame(() => requestAnimationFrame(() => done(before === at())))
})))"""
"""Nothing has moved for two frames."""


def resize(person, width, height):
    person.page.set_viewport_size({"width": width, "height": height})
    person.until(lambda: person.page.evaluate(STILL))


def at_moment(come, moment):
    """Come to a table of Mind Up! at a moment; two have picked."""
    players, at, speaks = MOMENTS[moment]
    anna = come("Anna", speaks=speaks, has_touch=True)
    play = staged.mind_up(players, at=at, objectives=5)
    table = staged.Staged(staged.table("mindup", play, bots=("heron", "raven")[: players - 2]))
    table.open(anna)
    expect(anna.page.get_by_role("toolbar")).to_be_visible()
    for seat in (0, players - 1):
        table.act(mindup.Pick(seat, table.state.play.hands[seat][0]))
    expect(anna.page.locator(".pick.laid")).to_have_count(2)
    return anna


@pytest.mark.parametrize("moment", MOMENTS)
def test_mind_up_is_whole_at_every_size(come, moment):
    anna = at_moment(come, moment)
    for width, height in whole.SIZES:
        resize(anna, width, height)
        whole.check(anna, needs=NEEDS)


@pytest.mark.parametrize("speaks", ["en", "fr", "it"])
def test_a_coached_game_is_whole_at_every_size(come, speaks):
    anna = come("Anna", speaks=speaks, has_touch=True)
    play = staged.mind_up(6, at=(1, 3), objectives=5)
    bots = ("linnet", "pebble", "heron", "raven", "linnet")
    staged.Staged(staged.table("mindup", play, bots=bots)).open(anna)
    expect(anna.page.locator(".advice")).to_be_visible()
    for width, height in whole.SIZES:
        resize(anna, width, height)
        whole.check(anna, needs=NEEDS)


@pytest.mark.parametrize(("players", "level"), [(2, 12), (4, 8)])
def test_a_high_level_of_the_mind_extreme_does_not_scroll_at_any_size(come, players, level):
    anna = come("Anna", has_touch=True)
    play = staged.high_level(players, level)
    staged.Staged(staged.table("extreme", play)).open(anna)
    expect(anna.button("Stop")).to_be_visible()
    for width, height in whole.SIZES:
        resize(anna, width, height)
        whole.check(anna, needs=set())
        for shown in ("pile", "hand", "stop", "level"):
            for box in anna.page.locator(f"[data-shows={shown}]:visible").all():
                at = box.bounding_box()
                assert at is not None
                where = {"left": at["x"], "top": at["y"]}
                where |= {"right": at["x"] + at["width"], "bottom": at["y"] + at["height"]}
                window = {"left": 0, "top": 0, "right": width, "bottom": height}
                assert whole.within(where, window), (shown, width, height)


def test_a_pick_shows_its_number_to_whoever_laid_it_and_a_lost_line_covers_nothing(come):
    anna = at_moment(come, "six with full hands")
    number = anna.page.locator("[data-shows=pick] > .kept")
    expect(number).to_have_text("7")
    spot = anna.page.locator("[data-shows=pick]").bounding_box()
    shown = number.bounding_box()
    assert spot is not None
    assert shown is not None
    assert shown["height"] <= spot["height"] + 1
    anna.offline = True
    anna.context.set_offline(True)
    expect(anna.page.locator(".lost")).to_be_visible()
    for width, height in whole.SIZES:
        resize(anna, width, height)
        whole.check(anna, needs=NEEDS)


@pytest.mark.parametrize("moment", ["six with full hands", "three with long columns"])
def test_nothing_of_mind_up_is_lost_with_letters_twice_as_large(come, moment):
    anna = at_moment(come, moment)
    anna.page.evaluate(TWICE)
    for width, height in whole.SIZES:
        resize(anna, width, height)
        whole.check(anna, needs=NEEDS, scrolls=True)
