"""Six languages, and accessible pages."""

from __future__ import annotations

import pytest
from playwright.sync_api import expect

from tests.browser.accessibility import violations
from tests.browser.extreme import begin, gather
from tests.browser.mindup import closes_result, moment, picks, sees_turn_through
from tests.browser.person import PHONE, Person

LANGUAGES = {
    "fr": ("Français", "Ton nom", "Inviter des amis", "Autour de la table", "Commencer"),
    "it": ("Italiano", "Il tuo nome", "Invita gli amici", "Intorno al tavolo", "Inizia"),
    "de": ("Deutsch", "Dein Name", "Freunde einladen", "Rund um den Tisch", "Los geht’s"),
    "es": ("Español", "Tu nombre", "Invitar amigos", "Alrededor de la mesa", "Empezar"),
    "pt": ("Português", "Seu nome", "Convidar amigos", "Em volta da mesa", "Começar"),
}


def speaks(person: Person, language: str) -> None:
    """The home page and a lobby speak a language."""
    _, name, invite, around, start = LANGUAGES[language]
    page = person.page
    expect(page.locator("html")).to_have_attribute("lang", language)
    page.get_by_label(name).fill(person.name)
    page.get_by_role("button", name=invite).first.click()
    expect(page.get_by_role("heading", name=around)).to_be_visible()
    expect(page.get_by_role("button", name=start, exact=True)).to_be_visible()


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_device_decides_the_language(come, language):
    person = come("Chiara", speaks=language)
    person.page.goto("/")
    speaks(person, language)


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_language_is_chosen_and_kept(come, language):
    person = come("Chiara", **PHONE)
    person.page.goto("/")
    person.button("Settings").click()
    person.page.get_by_label("Language").select_option(label=LANGUAGES[language][0])
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
}


def test_pages_have_no_barriers(come, axe):
    anna = come("Anna", **PHONE)
    for path, heading in PAGES.items():
        anna.page.goto(path)
        anna.sees(heading)
        assert violations(anna, axe) == [], path


@pytest.mark.parametrize("game", ["Mind Up!", "The Mind Extreme"])
def test_lobbies_have_no_barriers(come, axe, game):
    anna, ben = come("Anna"), come("Ben", **PHONE)
    ben.page.goto(anna.opens(game))
    ben.sees("You are invited!")
    assert violations(ben, axe) == []
    anna.sees("Around the table")
    assert violations(anna, axe) == []
    anna.button("Add a bot").first.click()
    expect(anna.page.get_by_role("dialog").get_by_role("button")).not_to_have_count(1)
    assert violations(anna, axe) == []
    anna.page.keyboard.press("Escape")
    anna.button("Change your mark").click()
    expect(anna.page.get_by_role("dialog").get_by_role("radio").first).to_be_visible()
    assert violations(anna, axe) == []
    anna.page.keyboard.press("Escape")
    anna.button("Menu").click()
    anna.button("Settings").click()
    anna.sees("Language")
    assert violations(anna, axe) == []


@pytest.mark.parametrize("device", [PHONE, {}], ids=["phone", "wide"])
def test_a_table_of_mind_up_has_no_barriers(come, axe, device):
    anna = come("Anna", **device)
    anna.sits_down("mindup", "greedy", "random", "greedy")
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


def test_a_table_of_the_mind_extreme_has_no_barriers(come, axe):
    team = (come("Anna"), come("Ben", **PHONE))
    gather(*team)
    for one in team:
        assert violations(one, axe) == []
    begin(*team)
    for one in team:
        expect(one.button("Stop")).to_be_visible()
        assert violations(one, axe) == []
