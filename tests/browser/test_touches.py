"""A touch answers within a frame and lets go with a spring; players who want calm see no motion."""

import pytest
from playwright.sync_api import expect

from tests.browser import staged
from tests.browser.person import PHONE

LISTEN = """one => {
    const look = () => [getComputedStyle(one).scale, getComputedStyle(one).opacity]
    window.answer = new Promise((tell) => {
        const soon = () => requestAnimationFrame(() => tell(look()))
        one.addEventListener('pointerdown', soon, { once: true })
    })
}"""
REST = "one => getComputedStyle(one).scale === 'none'"


@pytest.mark.parametrize(
    ("motion", "pressed"), [("no-preference", ["0.95", "1"]), ("reduce", ["none", "0.8"])]
)
def test_a_card_and_a_button_answer_in_the_next_frame_and_spring_back(come, motion, pressed):
    anna = come("Anna", **PHONE, reduced_motion=motion)
    staged.Staged(staged.table("mindup", staged.mind_up(3, at=(1, 2)))).open(anna)
    page = anna.page
    card = page.locator(".hand button").first
    tool = page.get_by_role("button", name="All turns")
    for one in (card, tool):
        expect(one).to_be_visible()
        one.hover()
        one.evaluate(LISTEN)
        page.mouse.down()
        assert page.evaluate("window.answer") == pressed
        page.mouse.up()
        page.wait_for_function(REST, arg=one.element_handle())
