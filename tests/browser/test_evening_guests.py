"""Guests of an evening: the host's role goes on, a guest sits out, and the next round finds all."""

from __future__ import annotations

import os

from playwright.sync_api import expect

from tests.browser.accessibility import violations
from tests.browser.person import PHONE


def shot(one, name: str) -> None:
    folder = os.environ.get("TACIT_SHOTS")
    if folder:
        one.page.screenshot(path=f"{folder}/{name}.png", full_page=True)


def opens(one) -> str:
    one.page.goto("/evening")
    one.page.get_by_label("Name of the evening").fill("Club night")
    one.page.get_by_label("Your name").fill(one.name)
    one.button("Open the evening").click()
    one.page.wait_for_url("**/evening/*")
    return "/evening/" + one.page.url.rpartition("/")[2]


def test_the_role_of_host_goes_on_a_guest_sits_out_and_the_next_round_finds_a_player(
    come, site, axe
):
    anna, ben = come("Anna"), come("Ben", **PHONE)
    path = opens(anna)
    ben.page.goto(path)
    ben.page.get_by_label("Your name").fill("Ben")
    ben.button("Come in").click()
    anna.button("Options for Ben").click()
    expect(anna.page.get_by_role("dialog")).to_be_visible()
    assert violations(anna, axe) == []
    shot(anna, "options")
    anna.page.get_by_role("dialog").get_by_role("button", name="Make Ben the host").click()
    anna.page.get_by_role("dialog").get_by_role("button", name="Make Ben the host").click()
    expect(anna.button("Be the host again")).to_be_visible()
    expect(ben.button("Begin round 1")).to_be_visible()
    ben.button("Sit out from the next round").click()
    ben.sees("You sit out until you come back.")
    expect(ben.button("Begin round 1")).to_be_disabled()
    assert violations(ben, axe) == []
    shot(ben, "sits-out")
    ben.button("Play again from the next round").click()
    ben.button("Begin round 1").click()
    for one in (anna, ben):
        one.page.wait_for_url("**/t/evening-*")
        one.until(lambda one=one: one.copy.stage == "playing")
    _next_round(anna, ben, path)


def test_a_host_lets_no_more_newcomers_in(come, site, axe):
    anna, ben = come("Anna"), come("Ben", **PHONE)
    path = opens(anna)
    anna.button("Let no more newcomers in").click()
    anna.sees("The host lets no newcomers in.", exact=False)
    assert violations(anna, axe) == []
    shot(anna, "locked")
    ben.page.goto(path)
    ben.sees("If you were here before, come back in.", exact=False)
    ben.page.get_by_label("Your name").fill("Ben")
    ben.button("Come in").click()
    ben.sees("The host lets no more newcomers into this evening.")
    assert violations(ben, axe) == []
    shot(ben, "locked-out")
    assert all("409" in trouble for trouble in ben.troubles), ben.troubles
    ben.troubles.clear()  # the browser itself says that it was refused
    anna.button("Let newcomers in again").click()
    expect(anna.button("Let no more newcomers in")).to_be_visible()
    ben.button("Come in").click()
    expect(ben.button("Sit out from the next round")).to_be_visible()


def _next_round(anna, ben, path: str) -> None:
    """Anna still looks at the result of her table when the next round begins."""
    for one in (anna, ben):
        one.page.request.get(f"/api{path.replace('evening', 'evenings')}")
    first = anna.page.url
    ben.page.goto(path)
    ben.button("End this round now").click()
    ben.page.get_by_role("dialog").get_by_role("button", name="End this round now").click()
    anna.until(lambda: anna.copy.stage == "over")
    shot(anna, "result")
    # Her table is over, and others still play: the evening knows, not the clock.
    open_to_all = anna.page.get_by_role("link", name="Watch the replay")
    anna.page.route("**/api/evenings/*", _goes_on)
    anna.page.reload()
    anna.sees("Others are still playing these cards. Wait for the round to end.")
    expect(open_to_all).to_have_count(0)
    anna.page.unroute("**/api/evenings/*")
    anna.page.reload()
    expect(open_to_all).to_be_visible()
    expect(ben.button("Begin round 2")).to_be_visible()
    ben.button("Begin round 2").click()
    anna.sees("Round 2 has begun.", exact=False)
    assert anna.page.url == first, "not before it can be read"
    shot(anna, "round-2")
    anna.page.wait_for_url(lambda url: "/t/evening-" in url and url != first)
    anna.until(lambda: anna.copy.stage == "playing")


def _goes_on(route) -> None:
    """Answer as if other tables of the round were not done."""
    told = route.fetch()
    route.fulfill(response=told, json={**told.json(), "finished": 0})


def test_a_guest_takes_over_when_the_host_is_away(come, site, axe):
    anna, ben = come("Anna"), come("Ben", **PHONE)
    path = opens(anna)
    ben.page.goto(path)
    ben.page.get_by_label("Your name").fill("Ben")
    ben.button("Come in").click()
    expect(ben.button("Take over")).to_have_count(0)
    ben.page.route("**/api/evenings/*", _away)
    ben.page.reload()
    ben.sees("The host is away. Take over?")
    assert violations(ben, axe) == []
    shot(ben, "host-away")
    ben.button("Take over").click()
    ben.sees("The host is here.")
    ben.troubles.clear()  # the browser itself says that it was refused


def _away(route) -> None:
    """Answer as if the host had not been seen for a minute; the site itself knows better."""
    told = route.fetch()
    route.fulfill(response=told, json={**told.json(), "host_away": True})
