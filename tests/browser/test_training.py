"""The Mind Extreme alone with Echo: a level without lives, what it showed, and the days before."""

from __future__ import annotations

from typing import Any

from playwright.sync_api import expect

from tests.browser.accessibility import violations
from tests.browser.extreme import looks_through
from tests.browser.person import PHONE
from tests.browser.test_extreme import Counting


def test_a_level_is_practised_without_lives_and_its_timing_is_told_and_kept(come, axe):
    anna = come("Anna", **PHONE)
    anna.page.goto("/")
    anna.page.get_by_role("link", name="Train with Echo").click()
    anna.sees("Finish a level, and your history begins here.")
    anna.page.get_by_text("2", exact=True).click()
    anna.page.get_by_label("both open").check()
    assert violations(anna, axe) == []
    anna.button("Practise level 2").click()
    anna.until(lambda: anna.view.get("phase") == "gathering")
    assert anna.copy.house["settings"]["own"] == {"practice": 2, "piles": "open"}
    anna.sees("Practice: no lives")
    expect(anna.page.get_by_role("img", name="lives")).to_have_count(0)
    Counting(anna, pace=0.1).passes_level()
    assert (anna.view["level"], anna.view["lives"], anna.view["outcome"]) == (2, 2, "won")
    done = anna.page.get_by_role("heading", name="Level 2, practised")
    looks_through(anna, done)
    table = anna.page.url.rpartition("/")[2]
    told = anna.page.request.get(f"/api/tables/{table}/tempi").json()["trained"][0]
    anna.sees("s a number" if told["pace"] else "too few cards", exact=False)
    chart = anna.page.get_by_role("img", name="Early or late")
    for one in told["cards"]:
        expect(chart.get_by_text(one["card"][1:], exact=True).first).to_be_visible()
    expect(anna.page.get_by_text("on this device")).to_have_count(0)
    assert violations(anna, axe) == []
    anna.page.get_by_role("link", name="Another level").click()
    expect(anna.page.get_by_role("radio", name="2", exact=True)).to_be_checked()
    expect(anna.page.get_by_role("heading", name="Your last levels")).to_be_visible()
    expect(anna.page.get_by_role("link", name="Replay")).to_have_count(1)
    assert violations(anna, axe) == []
    anna.page.goto("/games")
    anna.sees("My games")
    expect(anna.page.get_by_role("link", name="Replay")).to_have_count(0)


def test_a_history_that_comes_late_changes_no_level_that_was_chosen(come):
    anna = come("Anna", **PHONE)
    anna.offline = True
    anna.page.route("**/api/me/practice**", lambda route: route.abort())
    anna.page.goto("/train/extreme")
    anna.sees("The site cannot be reached.")
    expect(anna.page.get_by_text("your history begins here")).to_have_count(0)
    anna.page.get_by_text("3", exact=True).click()
    anna.page.unroute("**/api/me/practice**")
    anna.page.route("**/api/me/practice**", lambda route: route.fulfill(json=_practised(level=5)))
    expect(anna.page.get_by_role("heading", name="Your last levels")).to_be_visible()
    expect(anna.button("Practise level 3")).to_be_visible()


def _practised(level: int) -> dict[str, Any]:
    """Return the site's answer to a player who has practised one level."""
    timing = {"pace": None, "steady": None, "spread": None, "habits": [], "cards": []}
    shown = {"level": level, "mistakes": 0} | timing
    one = {"game": "extreme", "table": "M2XA", "number": 1, "ended": 1_700_000_000_000}
    return {"practice": [one | {"shown": shown}], "pending": 0}
