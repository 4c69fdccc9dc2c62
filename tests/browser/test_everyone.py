"""For everyone: three languages, and pages that those who cannot see them well can use."""

from __future__ import annotations

import pytest
from playwright.sync_api import expect

from tests.browser.barriers import violations
from tests.browser.person import PHONE, Person
from tests.browser.test_mindup import closes_result, moment, picks, sees_turn_through

LANGUAGES = {
    "fr": ("fr-CA", "Français", "Ton nom", "Inviter des amis", "Autour de la table", "Commencer"),
    "it": ("it-IT", "Italiano", "Il tuo nome", "Invita gli amici", "Intorno al tavolo", "Inizia"),
}


def speaks(person: Person, language: str) -> None:
    """The home page and a lobby speak a language."""
    _, _, name, invite, around, start = LANGUAGES[language]
    page = person.page
    expect(page.locator("html")).to_have_attribute("lang", language)
    page.get_by_label(name).fill(person.name)
    page.get_by_role("button", name=invite).first.click()
    expect(page.get_by_role("heading", name=around)).to_be_visible()
    expect(page.get_by_role("button", name=start, exact=True)).to_be_visible()


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_device_decides_the_language(come, language):
    person = come("Chiara", locale=LANGUAGES[language][0])
    person.page.goto("/")
    speaks(person, language)


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_language_is_chosen_and_kept(come, language):
    person = come("Chiara", **PHONE)
    person.page.goto("/")
    person.button("Settings").click()
    person.page.get_by_label("Language").select_option(label=LANGUAGES[language][1])
    person.page.keyboard.press("Escape")
    expect(person.page.get_by_role("dialog")).to_have_count(0)
    person.page.reload()
    speaks(person, language)


PAGES = {
    "/": "Open tables",
    "/rules/mindup": "The idea",
    "/rules/extreme": "The idea",
    "/pad/mindup": "Score pad for Mind Up!",
    "/pad/extreme": "Level tracker for The Mind Extreme",
    "/learn/mindup": "Step 1 of 8",
    "/learn/extreme": "Step 1 of 10",
}
LIGHTS = ("light", "dark")


@pytest.mark.parametrize("light", LIGHTS)
@pytest.mark.parametrize("path", PAGES)
def test_pages_have_no_barriers(come, axe, path, light):
    anna = come("Anna", color_scheme=light, **PHONE)
    anna.page.goto(path)
    anna.sees(PAGES[path])
    assert violations(anna, axe) == []


@pytest.mark.parametrize("light", LIGHTS)
@pytest.mark.parametrize("game", ["Mind Up!", "The Mind Extreme"])
def test_lobbies_have_no_barriers(come, axe, game, light):
    anna, ben = come("Anna", color_scheme=light), come("Ben", color_scheme=light, **PHONE)
    ben.page.goto(anna.opens(game))
    ben.sees("You are invited!")
    assert violations(ben, axe) == []
    anna.sees("Around the table")
    assert violations(anna, axe) == []
    anna.button("Add a bot").first.click()
    expect(anna.page.get_by_role("dialog").get_by_role("button")).not_to_have_count(1)
    assert violations(anna, axe) == []
    anna.page.keyboard.press("Escape")
    anna.button("Menu").click()
    anna.button("Settings").click()
    anna.sees("Language")
    assert violations(anna, axe) == []


@pytest.mark.parametrize("light", LIGHTS)
@pytest.mark.parametrize("device", [PHONE, {}], ids=["phone", "wide"])
def test_a_table_of_mind_up_has_no_barriers(come, axe, device, light):
    anna = come("Anna", color_scheme=light, **device)
    anna.opens("Mind Up!", now=True)
    anna.sees("Pick a card.")
    assert violations(anna, axe) == []
    while anna.view["round"] == 1:
        before = moment(anna)
        picks(anna)
        sees_turn_through(anna, before)
    anna.sees("Round 1 is over")
    assert violations(anna, axe) == []
    closes_result(anna)
    anna.sees("Pick a card.")
    assert anna.view["known"][1] != []
    assert violations(anna, axe) == []


@pytest.mark.parametrize("light", LIGHTS)
@pytest.mark.parametrize("device", [PHONE, {}], ids=["phone", "wide"])
def test_a_table_of_the_mind_extreme_has_no_barriers(come, axe, device, light):
    anna, ben = come("Anna", color_scheme=light, **device), come("Ben")
    ben.joins(anna.opens("The Mind Extreme"))
    anna.sees("Ben")
    anna.starts()
    anna.sees("Press and hold", exact=False)
    assert violations(anna, axe) == []
    for one in (anna, ben):
        one.presses("Hold it for me", lambda one=one: one.view["down"][one.copy.seat])
    for one in (anna, ben):
        one.presses(
            "Lift my hand",
            lambda one=one: one.view["phase"] == "playing" or not one.view["down"][one.copy.seat],
        )
    anna.until(lambda: anna.view["phase"] == "playing")
    expect(anna.button("Stop")).to_be_visible()
    assert violations(anna, axe) == []
