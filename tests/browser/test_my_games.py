"""My games: a player's own games and figures, which no other guest sees."""

from __future__ import annotations

import pytest
from playwright.sync_api import expect

from tests.browser.accessibility import violations
from tests.browser.person import PHONE
from tests.browser.played_games import has_played
from tests.browser.test_shuffle import PLAY_ON

TITLES = {"en": "My games", "fr": "Mes parties", "it": "Le mie partite"}


def rows(person):
    return person.page.locator("main li")


def test_a_game_just_played_is_there_and_leads_to_its_replay(come):
    anna = come("Anna")
    table = anna.opens("Mind Up!", now=True).rpartition("/")[2]
    anna.page.evaluate(PLAY_ON)
    anna.page.reload()
    anna.page.get_by_role("link", name="My games").first.click()
    expect(rows(anna)).to_have_count(1)
    expect(rows(anna).first).to_contain_text("of 4")
    expect(anna.page.get_by_text("Rating in Mind Up!")).to_be_visible()
    rows(anna).first.get_by_role("link").click()
    anna.page.wait_for_url(f"**/replay/{table}/1")
    ben = come("Ben")
    ben.page.goto("/")
    ben.page.get_by_role("link", name="My games").click()
    ben.sees("Nothing yet. Your first finished game will be here.")


@pytest.mark.parametrize(
    ("speaks", "device"),
    [("en", {}), ("fr", PHONE | {"color_scheme": "dark"}), ("it", PHONE)],
    ids=["en-wide", "fr-phone-dark", "it-phone"],
)
def test_figures_and_filters(come, site, axe, speaks, device):
    anna = come("Anna", speaks=speaks, **device)
    anna.page.goto("/")
    has_played(site.db, anna.id, "Anna")
    anna.page.goto("/games")
    expect(anna.page.get_by_role("heading", level=1)).to_have_text(TITLES[speaks])
    expect(rows(anna)).to_have_count(12)
    expect(anna.page.locator("svg[role=img]")).to_have_count(4)
    assert violations(anna, axe) == []
    assert anna.page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    game, company, period = anna.page.get_by_role("combobox").all()
    game.select_option("extreme")
    expect(rows(anna)).to_have_count(4)
    company.select_option("Zoé")
    expect(rows(anna)).to_have_count(2)
    game.select_option("mindup")
    expect(rows(anna)).to_have_count(0)
    company.select_option("")
    expect(rows(anna)).to_have_count(8)
    period.select_option("month")
    expect(rows(anna)).to_have_count(0)
