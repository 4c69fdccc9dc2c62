"""The tutorials, played to the end, on a small phone and on a wide screen."""

from __future__ import annotations

import pytest
from playwright.sync_api import Locator, expect

from tests.browser.accessibility import violations
from tests.browser.person import SOON, Person

SMALL = {"viewport": {"width": 360, "height": 640}, "has_touch": True}
SIZES = pytest.mark.parametrize("device", [SMALL, {}], ids=["small", "wide"])

SHINES = """() => {
    const ring = document.querySelector('.lesson > span')
    if (ring === null) return null
    const coach = document.querySelector('aside').getBoundingClientRect()
    const box = ring.getBoundingClientRect()
    return [box.top - coach.bottom, innerHeight - box.bottom]
}"""
"""How far what shines is from the coach and from the lower edge."""
TOUCHES = -9
"""Pixels by which the shine itself may lie over the coach or the edge."""


PARTNER = """{
    // The partner lays a card after some seconds: here when the test says so.
    const [set, clear] = [setTimeout, clearTimeout]
    const THEIRS = -1
    let lays = null
    window.setTimeout = (act, ms = 0, ...rest) => {
        if (ms < 2000 || ms > 4000) return set(act, ms, ...rest)
        lays = act
        return THEIRS
    }
    window.clearTimeout = (timer) => (timer === THEIRS ? (lays = null) : clear(timer))
    window.partnerLays = () => [lays, (lays = null)][0]?.()
}"""


def coach(person: Person) -> Locator:
    return person.page.get_by_role("complementary")


def step(person: Person, number: int, axe: str) -> None:
    """See a step: the highlighted thing is uncovered, and the page is accessible."""
    expect(coach(person).get_by_text(f"Step {number} of")).to_be_visible()
    person.until(lambda: clear(person.page.evaluate(SHINES)))
    assert person.page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    if person.page.viewport_size == SMALL["viewport"]:  # test_everyone looks at wide tables
        assert violations(person, axe) == []


def clear(room: list[float] | None) -> bool:
    return room is None or min(room) > TOUCHES


def goes_on(person: Person, button: str = "Next") -> None:
    coach(person).get_by_role("button", name=button).click()


def lays(person: Person, card: int) -> None:
    """Pick a card of Mind Up! in two taps."""
    button = person.page.get_by_role("toolbar").locator(f"[data-card='{card}']")
    button.click()
    button.click()


@SIZES
def test_the_lesson_of_mind_up(come, axe, device):
    anna = come("Anna", **device)
    anna.page.goto("/learn/mindup")
    step(anna, 1, axe)
    goes_on(anna)
    step(anna, 2, axe)
    goes_on(anna)
    lays(anna, 24)
    anna.sees("For now, pick the glowing card.")
    step(anna, 3, axe)
    lays(anna, 52)
    step(anna, 4, axe)
    # The table stands still at each moment: turned over, in order, taken.
    played = anna.page.locator("[data-shows=picks] .pick .number")
    anna.until(lambda: sorted(played.all_text_contents()) == ["16", "30", "52"])
    goes_on(anna)
    step(anna, 5, axe)
    expect(anna.page.locator(".place .number")).to_have_text(["16", "30", "52"])
    goes_on(anna)
    step(anna, 6, axe)
    expect(anna.page.get_by_role("article", name="Your columns").locator(".number")).to_have_text(
        ["45"]
    )
    goes_on(anna)
    anna.button("See it again").wait_for()
    step(anna, 7, axe)
    lays(anna, 9)
    anna.button("See it again").wait_for()
    step(anna, 8, axe)
    goes_on(anna)
    step(anna, 9, axe)
    goes_on(anna)
    step(anna, 10, axe)
    play = coach(anna).get_by_role("button", name="Play")
    anna.insist(lambda: play.click(timeout=SOON * 1000), lambda: "/t/" in anna.page.url)
    anna.until(lambda: anna.copy.stage == "playing")


@SIZES
def test_the_lesson_of_the_mind_extreme(come, axe, device):
    anna = come("Anna", **device)
    anna.page.add_init_script(PARTNER)
    anna.page.goto("/learn/extreme")
    for number in (1, 2):
        step(anna, number, axe)
        goes_on(anna)
    begins(anna)
    step(anna, 5, axe)
    plays(anna, "white 12", then=6)
    step(anna, 6, axe)
    anna.sees("12 came before 5")
    goes_on(anna, "Try again")
    begins(anna)
    anna.page.evaluate("partnerLays()")
    expect(anna.page.get_by_label("White pile", exact=False).get_by_text("Steady")).to_be_visible()
    plays(anna, "white 12", then=7)
    for number in (7, 8, 9):
        step(anna, number, axe)
        goes_on(anna)
    step(anna, 10, axe)
    anna.button("Propose a star").click()
    step(anna, 11, axe)
    anna.insist(
        lambda: anna.button("red 40").click(timeout=SOON * 1000),
        coach(anna).get_by_text("Step 12 of").is_visible,
    )
    step(anna, 12, axe)
    goes_on(anna)
    step(anna, 13, axe)
    anna.sees("white face down")
    goes_on(anna)
    begins(anna)
    step(anna, 16, axe)
    plays(anna, "white 9", then=17)
    step(anna, 17, axe)
    anna.page.evaluate("partnerLays()")
    expect(anna.page.get_by_label("White pile, rising: 2 cards face down")).to_be_visible()
    anna.insist(
        lambda: anna.button("Play white 31").click(timeout=SOON * 1000),
        coach(anna).get_by_text("Only now is the pile turned over").is_visible,
    )
    anna.sees("9, 20, 31, 44", exact=False)
    goes_on(anna)
    step(anna, 20, axe)
    coach(anna).get_by_role("link", name="Read the rules").click()
    anna.sees("The idea")


def plays(person: Person, card: str, then: int) -> None:
    """Lay a card of The Mind Extreme: what has only just appeared is not taken as meant."""
    person.insist(
        lambda: person.button(f"Play {card}").click(timeout=SOON * 1000),
        coach(person).get_by_text(f"Step {then} of").is_visible,
    )


def begins(person: Person) -> None:
    """Lay the hand down and lift it."""
    person.button("Hold it down for me").click()
    person.button("Lift my hand").click()
    person.button("Stop").wait_for()
