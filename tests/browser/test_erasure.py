"""The research question and the erasure of a guest, both on My games."""

from __future__ import annotations

from contextlib import closing

import pytest
from playwright.sync_api import expect

from tacit.store import SqliteStore
from tests.browser.accessibility import violations
from tests.browser.person import PHONE
from tests.browser.played_games import has_played
from tests.browser.test_shuffle import PLAY_ON

SMALL = {"viewport": {"width": 360, "height": 640}, "has_touch": True}
WIDE = {"viewport": {"width": 1440, "height": 900}}
QUESTION = {
    "en": "May researchers use your games, without your name?",
    "fr": "La recherche peut-elle utiliser tes parties, sans ton nom ?",
    "it": "La ricerca può usare le tue partite, senza il tuo nome?",
}
NO = {"en": "No", "fr": "Non", "it": "No"}
DELETE = {
    "en": ("Delete my data", "Keep everything", "Yes, delete it", "Delete for good"),
    "fr": ("Me supprimer", "Tout garder", "Oui, me supprimer", "Supprimer pour de bon"),
    "it": ("Cancellami", "Tieni tutto", "Sì, cancellami", "Cancella per sempre"),
}
DONE = {
    "en": "Done. Nothing about you is left here.",
    "fr": "C’est fait. Plus rien ici ne te connaît.",
    "it": "Fatto. Qui nulla ti conosce più.",
}


def consent(site, person):
    with closing(SqliteStore(site.db)) as store:
        return store.consent(person)


def test_the_question_comes_once_after_a_game_and_no_is_no(come, site, axe):
    anna = come("Anna", **PHONE)
    anna.opens("Mind Up!", now=True)
    anna.page.evaluate(PLAY_ON)
    anna.page.reload()
    question = anna.page.get_by_role("region", name=QUESTION["en"])
    question.scroll_into_view_if_needed()
    assert violations(anna, axe) == []
    assert consent(site, anna.id) is None, "nothing is agreed to by being asked"
    question.get_by_role("button", name="No", exact=True).click()
    expect(question).to_have_count(0)
    anna.until(lambda: consent(site, anna.id) is not None)
    assert consent(site, anna.id).agreed is False
    anna.page.reload()
    expect(anna.page.get_by_role("link", name="My games").first).to_be_visible()
    expect(question).to_have_count(0)


def test_a_player_who_does_not_answer_is_not_asked_again_after_the_next_game(come, site):
    anna = come("Anna")
    anna.opens("Mind Up!", now=True)
    anna.page.evaluate(PLAY_ON)
    anna.page.reload()
    question = anna.page.get_by_role("region", name=QUESTION["en"])
    expect(question).to_have_count(1)
    anna.page.reload()
    expect(anna.page.get_by_role("link", name="My games").first).to_be_visible()
    expect(question).to_have_count(0)
    # It waits on My games, where it disturbs no player.
    anna.page.goto("/games")
    expect(question).to_have_count(1)
    assert consent(site, anna.id) is None


@pytest.mark.parametrize(
    ("speaks", "device"),
    [
        ("en", WIDE),
        ("fr", SMALL | {"color_scheme": "dark"}),
        ("it", SMALL),
    ],
    ids=["en-wide", "fr-phone-dark", "it-phone"],
)
def test_the_answer_can_be_changed_at_any_time(come, site, axe, speaks, device):
    anna = come("Anna", speaks=speaks, **device)
    anna.page.goto("/")
    has_played(site.db, anna.id, "Anna", tables=3)
    anna.page.goto("/games")
    question = anna.page.get_by_role("region", name=QUESTION[speaks])
    expect(question).to_be_visible()
    assert violations(anna, axe) == []
    question.get_by_role("button", name=NO[speaks], exact=True).click()
    switch = anna.page.get_by_role("switch")
    expect(switch).not_to_be_checked()
    switch.click()
    anna.until(lambda: consent(site, anna.id).agreed)
    anna.page.reload()
    expect(switch).to_be_checked()
    assert violations(anna, axe) == []
    switch.click()
    anna.until(lambda: not consent(site, anna.id).agreed)
    assert anna.page.evaluate("document.documentElement.scrollWidth <= innerWidth")


@pytest.mark.parametrize(
    ("speaks", "device"),
    [
        ("en", WIDE | {"color_scheme": "dark"}),
        ("fr", SMALL),
        ("it", SMALL | {"color_scheme": "dark"}),
    ],
    ids=["en-wide-dark", "fr-phone", "it-phone-dark"],
)
def test_erasure_is_asked_twice_and_leaves_no_trace_of_the_guest(come, site, axe, speaks, device):
    anna = come("Annabelle", speaks=speaks, **device)
    anna.page.goto("/")
    has_played(site.db, anna.id, "Annabelle", tables=3)
    person = anna.id
    ask, keep, yes, good = DELETE[speaks]
    anna.page.goto("/games")
    expect(anna.page.locator("main li")).to_have_count(3)
    anna.button(ask).click()
    assert violations(anna, axe) == []
    anna.presses(keep, lambda: not anna.button(keep).is_visible())
    expect(anna.page.get_by_role("dialog")).to_have_count(0)
    anna.presses(ask, anna.button(yes).is_visible)
    anna.presses(yes, anna.button(good).is_visible)
    assert violations(anna, axe) == []
    assert anna.page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    anna.button(keep).click()
    anna.page.reload()
    expect(anna.page.locator("main li")).to_have_count(3)
    anna.presses(ask, anna.button(yes).is_visible)
    anna.presses(yes, anna.button(good).is_visible)
    anna.presses(good, lambda: anna.page.url.endswith("/"))
    anna.sees(DONE[speaks])
    expect(anna.page.get_by_label(anna.words.name)).to_have_value("")
    anna.page.goto("/games")
    expect(anna.page.locator("main li")).to_have_count(0)
    assert anna.id != person
    with closing(SqliteStore(site.db)) as store:
        assert store.games.of(person, 10) == []
        assert all(b"Annabelle" not in b"".join(store.load(f"past-{person}-{n}")) for n in range(3))


def test_the_others_see_an_erased_player_at_the_table_and_play_on(come):
    anna, ben = come("Annabelle"), come("Ben", speaks="it")
    url = anna.opens("Mind Up!")
    ben.joins(url)
    anna.until(lambda: len(anna.copy.house["guests"]) == 2)
    anna.page.goto("/games")
    ask, _, yes, good = DELETE["en"]
    anna.presses(ask, anna.button(yes).is_visible)
    anna.presses(yes, anna.button(good).is_visible)
    anna.button(good).click()
    anna.sees(DONE["en"])
    ben.until(lambda: [one["name"] for one in ben.copy.house["guests"]] == ["Ben"])
    assert ben.copy.house["host"] == 1
    assert not ben.page.get_by_text("Annabelle").count()
