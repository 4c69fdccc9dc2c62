"""A page that is slow to come, or does not come, is never a white screen."""

from __future__ import annotations

import pytest
from playwright.sync_api import expect

from tests.browser.person import PHONE

DESKTOP = {"viewport": {"width": 1440, "height": 900}}


@pytest.mark.parametrize("device", [PHONE, DESKTOP], ids=["phone", "desktop"])
def test_a_page_that_does_not_come_says_so_and_is_tried_again(come, device):
    anna = come("Anna", **device)
    anna.offline = True  # the browser writes of the file that failed
    anna.page.goto("/")
    anna.context.route("**/GamesPage*.js", lambda route: route.abort())
    # Offline, the app does not reload by itself.
    anna.page.evaluate("Object.defineProperty(navigator, 'onLine', { get: () => false })")
    anna.page.get_by_role("link", name="My games").click()
    expect(anna.page.get_by_role("alert")).to_contain_text("This page could not be loaded")
    anna.context.unroute("**/GamesPage*.js")
    anna.button("Try again").click()
    expect(anna.page.get_by_role("heading", name="My games")).to_be_visible()


def test_a_page_that_is_slow_says_that_it_comes(come):
    anna = come("Anna", **PHONE)
    anna.page.goto("/")
    held = []

    def hold(route):
        held.append(route)

    anna.context.route("**/GamesPage*.js", hold)
    anna.page.get_by_role("link", name="My games").click()
    expect(anna.page.get_by_role("main").get_by_role("status")).to_contain_text("Connecting")
    anna.until(lambda: held)
    held[0].continue_()
    expect(anna.page.get_by_role("heading", name="My games")).to_be_visible()
