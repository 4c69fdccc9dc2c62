"""A replay is watched together: one leads, the others follow, break free and come back."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import expect

from tests.browser.accessibility import violations
from tests.browser.person import PHONE
from tests.browser.test_replay import played_through, slider, stands_at


def named(person):
    """Let a device know what its owner is called."""
    person.page.goto("/")
    person.page.get_by_label("Your name").fill(person.name)
    return person


def invites(person, table: str) -> str:
    """Watch a replay together, and return the link for the others."""
    person.page.goto(f"/replay/{table}/1")
    person.button("Share").click()
    person.button("Watch together").click()
    expect(person.page.get_by_role("heading", name="Who is here")).to_be_visible()
    person.button("Close").click()
    person.sees("You are leading.")
    return person.page.url


def comes_to(person, link: str) -> None:
    person.page.goto(link)
    person.sees("You are following", exact=False)


def test_one_leads_and_the_others_follow_break_free_and_come_back(come):
    anna, table = played_through(come)
    link = invites(named(anna), table)
    assert re.search(r"/replay/[\w-]+/1#together=[\w-]{32}$", link)
    ben, cleo = named(come("Ben", **PHONE)), named(come("Cleo"))
    anna.page.keyboard.press("ArrowRight")
    for one in (ben, cleo):
        comes_to(one, link)
        one.sees("You are following Anna.")
        stands_at(one, 1)
    anna.sees("2 others are here.")
    for _ in range(4):
        anna.page.keyboard.press("ArrowRight")
    anna.page.get_by_label("Speed").select_option("2")
    anna.page.get_by_label("View as").select_option("1")
    for one in (ben, cleo):
        stands_at(one, 5)
        expect(one.page.get_by_label("View as")).to_have_value("1")
        expect(one.page.get_by_label("Speed")).to_have_value("2")
        expect(one.page.locator("footer [data-card]")).not_to_have_count(0)
    ben.button("One step forward").click()
    ben.sees("You are looking around on your own.")
    stands_at(ben, 6)
    anna.page.keyboard.press("End")
    last = int(slider(anna).input_value())
    stands_at(cleo, last)
    stands_at(ben, 6)
    ben.button("Back to Anna").click()
    stands_at(ben, last)
    ben.sees("You are following Anna.")


def test_what_the_leader_plays_is_played_for_all_and_a_follower_can_stop_it(come):
    anna, table = played_through(come)
    link = invites(named(anna), table)
    ben = named(come("Ben"))
    comes_to(ben, link)
    anna.page.get_by_label("Speed").select_option("4")
    anna.button("Play").click()
    expect(ben.button("Pause")).to_be_visible()
    expect(slider(ben)).not_to_have_value("0")
    ben.button("Pause").click()
    ben.sees("You are looking around on your own.")
    expect(ben.button("Play")).to_be_visible()
    anna.button("Pause").click()
    ben.button("Back to Anna").click()
    stands_at(ben, int(slider(anna).input_value()))


def test_the_lead_is_handed_on_and_taken_when_nobody_leads(come):
    anna, table = played_through(come)
    link = invites(named(anna), table)
    ben, cleo = named(come("Ben")), named(come("Cleo"))
    comes_to(ben, link)
    comes_to(cleo, link)
    anna.button("Who is here").click()
    anna.button("Let Ben lead").click()
    anna.button("Close").click()
    ben.sees("You are leading.")
    anna.sees("You are following Ben.")
    ben.page.keyboard.press("ArrowRight")
    for one in (anna, cleo):
        stands_at(one, 1)
    ben.button("Who is here").click()
    ben.button("Stop watching together").click()
    assert "#" not in ben.page.url
    cleo.sees("Nobody is leading.")
    cleo.button("Take the lead").click()
    cleo.sees("You are leading.")
    anna.sees("You are following Cleo.")
    cleo.page.keyboard.press("ArrowRight")
    stands_at(anna, 2)
    stands_at(ben, 1)


def test_a_lost_line_comes_back_and_the_leader_still_leads(come):
    anna, table = played_through(come)
    link = invites(named(anna), table)
    ben = named(come("Ben"))
    comes_to(ben, link)
    anna.page.reload()
    anna.sees("You are leading.")
    anna.page.keyboard.press("ArrowRight")
    stands_at(ben, 1)


def test_a_link_to_no_room_shows_the_replay_and_says_so(come):
    anna, table = played_through(come)
    anna.page.goto(f"/replay/{table}/1#together={'x' * 32}")
    anna.sees("This shared replay is not open.")
    stands_at(anna, 0)
    assert anna.page.locator(".together").count() == 0
    anna.troubles[:] = [one for one in anna.troubles if "404" not in one]


@pytest.mark.parametrize(
    ("speaks", "device"), [("en", {}), ("fr", PHONE), ("it", {})], ids=["en", "fr-phone", "it"]
)
def test_every_page_is_accessible(come, axe, device, speaks):
    anna, table = played_through(come)
    link = invites(named(anna), table)
    ben = come("Ben", speaks=speaks, **device)
    ben.page.goto(link)
    bar = ben.page.locator(".together")
    expect(bar.get_by_role("status")).to_contain_text("Anna")
    assert violations(ben, axe) == []
    ben.page.keyboard.press("ArrowRight")
    expect(bar.get_by_role("button")).to_have_count(2)
    assert violations(ben, axe) == []
    bar.get_by_role("button").first.click()
    expect(ben.page.get_by_role("dialog").get_by_role("listitem")).to_have_count(2)
    assert violations(ben, axe) == []
    anna.button("Who is here").click()
    assert violations(anna, axe) == []
