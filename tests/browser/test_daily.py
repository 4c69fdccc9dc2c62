"""The deal of the day: found on the home page, played once, and compared afterwards."""

from __future__ import annotations

from playwright.sync_api import expect

from tests.browser.accessibility import violations
from tests.browser.person import PHONE
from tests.browser.test_shuffle import PLAY_ON


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
    anna.page.wait_for_url("**/daily/mindup")
    anna.sees("Place 1 of 1 among people")
    expect(anna.page.get_by_role("button", name="Play it")).to_have_count(0)
    assert violations(anna, axe) == []
    assert anna.page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    anna.page.goto("/")
    expect(anna.page.get_by_role("link", name="Today’s deal").first).to_contain_text("Place 1 of 1")
