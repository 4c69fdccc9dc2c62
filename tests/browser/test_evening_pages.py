"""The pages of an evening: the way in by keyboard, a site out of reach, and 200 people."""

from __future__ import annotations

from playwright.sync_api import expect

from tests.browser.accessibility import violations
from tests.browser.person import PHONE
from tests.browser.test_evening_guests import opens, shot
from tests.browser.test_screen import TV

MANY = 200
YOURS = 141
"""The place of the player who looks, as the site would tell it."""


def test_the_enter_key_opens_an_evening_and_comes_in_once_the_site_can_be_reached(come, site):
    anna, ben = come("Anna"), come("Ben", **PHONE)
    anna.page.goto("/")
    anna.offline = True
    anna.page.route("**/api/evenings", lambda route: route.abort())
    anna.page.goto("/evening")
    expect(anna.page.get_by_role("alert")).to_be_visible()
    expect(anna.page.get_by_label("Your name")).to_have_count(0)
    shot(anna, "not-reached")
    anna.button("Try again").click()
    expect(anna.button("Try again")).to_be_enabled()
    anna.page.unroute("**/api/evenings")
    anna.button("Try again").click()
    anna.page.get_by_label("Your name").fill("Anna")
    anna.page.get_by_label("Your name").press("Enter")
    anna.page.wait_for_url("**/evening/*")
    ben.page.goto(anna.page.url)
    ben.page.get_by_label("Your name").fill("Ben")
    ben.page.get_by_label("Your name").press("Enter")
    ben.sees("The evening has not begun. The host begins the first round.")
    anna.sees("Mind Up! · 2 people are here")


def test_the_screen_of_an_evening_says_that_the_site_cannot_be_reached(come, site):
    anna, tv = come("Anna"), come("TV", **TV)
    path = opens(anna)
    tv.page.goto(f"{path}/tv")
    tv.sees("Mind Up! · 1 person is here")
    lost = tv.page.get_by_role("status").filter(has_text="Connection lost. Trying again…")
    tv.offline = True
    tv.context.set_offline(True)
    expect(lost).to_be_visible()
    expect(tv.page.get_by_role("heading", name="Club night")).to_be_visible()
    shot(tv, "lost")
    tv.context.set_offline(False)
    expect(lost).to_have_count(0)


def _crowded(route) -> None:
    """Answer as if 200 people had played a round."""
    told = route.fetch()
    now = told.json()
    you = now["guests"][0]
    names = [f"Guest {number}" for number in range(1, MANY)]
    guests = [you, *({**you, "number": at, "name": name} for at, name in enumerate(names, 1))]
    order = [*range(1, YOURS), 0, *range(YOURS, MANY)]
    board = [
        {"guest": guest, "place": place, "rounds": 1, "points": 20 - place / 5, "last": 1.0}
        for place, guest in enumerate(order, 1)
    ]
    route.fulfill(response=told, json=now | {"guests": guests, "board": board, "finished": 1})


def test_of_200_people_each_finds_their_line_and_the_way_out_at_once(come, site, axe):
    for one in (come("Anna"), come("Ben", **PHONE)):
        opens(one)
        one.page.route("**/api/evenings/*", _crowded)
        one.page.reload()
        mine = one.page.get_by_text(f"You: place {YOURS} of {MANY}")
        expect(mine).to_be_visible()
        shot(one, f"crowd-{one.name}")
        assert mine.bounding_box()["y"] < one.page.get_by_role("table").bounding_box()["y"]
        expect(one.page.get_by_role("row")).to_have_count(MANY + 1)
        # The list of people is closed, and the way out stands above it.
        summary = one.page.get_by_text(f"{MANY} people are here", exact=True)
        leave = one.button("Leave the evening")
        expect(one.button("Options for Guest 7")).to_be_hidden()
        assert leave.bounding_box()["y"] < summary.bounding_box()["y"]
        summary.click()
        expect(one.button("Options for Guest 7")).to_be_visible()
        assert violations(one, axe) == []
        assert one.page.evaluate("document.documentElement.scrollWidth <= innerWidth")
