"""Dialogs: what is told while one is open, where the focus goes after it, what flies above it."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import expect

from tacit.table.log.records import Guest
from tacit.table.tell.messages import ENCODER, Gesture
from tests.browser import staged
from tests.browser.accessibility import violations
from tests.browser.person import PHONE

DESKTOP = {"viewport": {"width": 1440, "height": 900}}
TOP_LAYER = """{
    window.topLayer = []
    for (const [kind, way] of [[HTMLDialogElement, 'showModal'], [HTMLElement, 'showPopover']]) {
        const show = kind.prototype[way]
        kind.prototype[way] = function () {
            window.topLayer.push(this)
            return show.call(this)
        }
    }
}"""
"""What was shown above the page, the topmost last."""
ON_TOP = "(one) => window.topLayer.at(-1) === one.closest('[popover]:popover-open')"


@pytest.mark.parametrize("device", [PHONE, DESKTOP], ids=["phone", "desktop"])
def test_what_goes_wrong_in_a_sheet_is_seen_above_it_and_read_out_in_it(come, axe, device):
    anna = come("Anna", **device)
    anna.context.add_init_script(TOP_LAYER)
    anna.page.route("**/api/me/link", lambda route: route.abort())
    anna.page.goto("/")
    anna.button("Settings").click()
    sheet = anna.page.get_by_role("dialog")
    anna.offline = True  # the browser writes of the request that failed
    told = "The site cannot be reached"
    anna.presses("Continue on another device", sheet.get_by_role("status").get_by_text(told).count)
    notice = anna.page.locator(".notices").get_by_text(told, exact=False).first
    expect(notice).to_be_visible()
    assert notice.evaluate(ON_TOP), "no dialog covers it"
    assert violations(anna, axe) == []


def test_a_wrong_webhook_is_told_beside_its_field(come, axe):
    anna = come("Anna", **PHONE)
    anna.opens("Mind Up!")
    anna.adds_bot("Pebble")
    anna.page.get_by_label("Time per turn").select_option(label="3 days")
    anna.button("Menu").click()
    anna.page.get_by_text("Write into a chat").click()
    field = anna.page.get_by_label("Address of the webhook")
    field.fill("https://127.0.0.1/secret")
    anna.button("Save").click()
    told = "It has to begin with https:// and lead to a public server"
    expect(anna.page.get_by_role("alert").filter(has_text=told)).to_be_visible()
    expect(field).to_have_attribute("aria-invalid", "true")
    expect(field).to_have_accessible_description(re.compile(told))
    assert violations(anna, axe) == []
    assert all("400" in trouble for trouble in anna.troubles), anna.troubles
    anna.troubles.clear()


def test_the_focus_goes_back_when_a_sheet_is_closed_by_what_was_tapped_in_it(come):
    anna = come("Anna", **DESKTOP)
    table = staged.Staged(staged.table("mindup", staged.mind_up(3, at=(1, 2))))
    table.open(anna)
    talk = anna.button("Talk")
    anna.reaches(talk)
    anna.page.keyboard.press("Enter")
    expect(anna.page.get_by_role("dialog")).to_be_visible()
    anna.reaches(anna.button("Ha!"))
    anna.page.keyboard.press("Enter")
    expect(anna.page.get_by_role("dialog")).to_have_count(0)
    expect(talk).to_be_focused()
    assert {"do": "show", "emote": "laugh"} in table.asked


def test_the_focus_stays_near_a_button_that_is_busy_when_its_sheet_closes(come):
    anna = come("Anna", **DESKTOP)
    anna.page.goto("/")
    new = {"title": "Club night", "game": "mindup", "name": "Anna", "size": 3, "minutes": 20}
    made = anna.page.request.post("/api/evenings", data=new)
    anna.page.goto(f"/evening/{made.json()['evening']}")
    anna.page.route("**/leave", lambda route: route.abort())
    anna.offline = True
    leave = anna.button("Leave the evening")
    anna.reaches(leave)
    anna.page.keyboard.press("Enter")
    anna.reaches(anna.page.get_by_role("dialog").get_by_role("button", name="Leave the evening"))
    anna.page.keyboard.press("Enter")
    expect(anna.page.get_by_role("dialog")).to_have_count(0)
    expect(anna.page.locator("section", has=leave)).to_be_focused()


STAYS = """;{
    const later = window.setTimeout
    window.setTimeout = (act, ms, ...rest) => later(act, ms === 1900 ? 60_000 : ms, ...rest)
}"""
"""A reaction stays on the page until a slow machine has looked at it."""
MARK = "(one) => (one.getAnimations()[0].marked = true)"
MARKED = "(one) => one.getAnimations()[0]?.marked === true"


def test_a_reaction_flies_on_when_another_starts_and_over_a_sheet_that_opens(come):
    anna = come("Anna", **PHONE, reduced_motion="no-preference")
    anna.context.add_init_script(TOP_LAYER + STAYS)
    table = staged.Staged(staged.table("mindup", staged.mind_up(3, at=(1, 2))))
    table.open(anna)
    expect(anna.page.locator("[popover]")).to_have_count(2)  # of notices, and of reactions
    flies = anna.page.locator("[data-expresses=reaction] .flight")

    def shows(seat: int) -> None:
        table.send(ENCODER.encode(Gesture(guest=Guest(seat), emote="clap")))

    shows(1)
    flies.first.evaluate(MARK)
    shows(2)
    expect(flies).to_have_count(2)
    assert flies.first.evaluate(MARKED), "it goes on, and does not start again"
    # A phone's keyboard takes height away.
    anna.page.set_viewport_size({"width": 390, "height": 500})
    assert flies.count() == 2
    anna.button("Menu").click()
    expect(anna.page.get_by_role("dialog")).to_be_visible()
    shows(1)
    expect(flies).to_have_count(3)
    assert flies.last.evaluate(ON_TOP)


def test_a_chat_that_was_open_does_not_open_again_over_the_first_turn(come):
    anna, ben = come("Anna"), come("Ben", **PHONE)
    path = anna.opens("Mind Up!")
    ben.joins(path)
    anna.adds_bot("Pebble")
    ben.button("Talk").click()
    chat = ben.page.get_by_role("dialog")
    chat.get_by_label("Say something").fill("Good luck, and")
    anna.starts()
    ben.until(lambda: ben.copy.stage == "playing")
    expect(ben.page.locator(".hand button").first).to_be_visible()
    expect(chat).to_have_count(0)
    # Nothing that was written is lost.
    ben.button("Talk").click()
    expect(chat.get_by_label("Say something")).to_have_value("Good luck, and")
