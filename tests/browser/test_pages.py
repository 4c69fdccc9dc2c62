"""Every page beside the tables can be read in every language, on a phone, a desktop and a TV."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any

import pytest
from playwright.sync_api import expect

from tests.browser import legible
from tests.browser.accessibility import violations
from tests.browser.club import LONG, Club
from tests.browser.conftest import Hosted, hosted
from tests.browser.person import TIMEOUT_S, Person
from tests.browser.words import LANGUAGES

PHONE = {"width": 360, "height": 740}
DESKTOP = {"width": 1440, "height": 900}
SPEAK = """(language) => {
    const kept = JSON.parse(localStorage.getItem('tacit') ?? '{}')
    localStorage.setItem('tacit', JSON.stringify({...kept, language}))
}"""


@pytest.fixture(scope="module")
def place(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Hosted]:
    """Run a site of its own: a guest who plays today's deal is on its board all day."""
    with hosted(tmp_path_factory.mktemp("club") / "tacit.db") as place:
        yield place


@pytest.fixture(scope="module")
def club(place: Hosted, browser: Any) -> Iterator[Club]:
    """Set up a club once, with two devices that stay open."""
    usual = {"reduced_motion": "reduce", "service_workers": "block", "base_url": place.url}
    contexts = [browser.new_context(**usual) for _ in range(3)]
    for one in contexts:
        one.set_default_timeout(TIMEOUT_S * 1000)
    names = ("Ada", LONG, "Cy")
    yield Club(*(Person(name, one) for name, one in zip(names, contexts, strict=True)))
    for one in contexts:
        one.close()


def pages(club: Club) -> list[tuple[Person, str, str]]:
    """Return who opens which page, and what it shows when all of it is there."""
    host, stranger = club.host, club.stranger
    return [
        (host, club.group, "main table"),
        (stranger, club.group, "main input"),
        (host, "/daily/mindup", "main svg[role=img]"),
        (stranger, "/daily/mindup", "main .play button"),
        (stranger, "/daily/extreme", "main .play button"),
        (host, "/evening", "main select"),
        (host, club.lobby, "main button"),
        (stranger, club.lobby, "main input"),
        (host, club.evening, "main table"),
        (host, f"{club.evening}/1", "main article"),
        (host, "/train/extreme", "main [type=radio]"),
        (stranger, "/puzzles/mindup", "[role=toolbar] button"),
    ]


def screens(club: Club) -> list[tuple[Person, str, str]]:
    """Return what a TV shows, and what is there when all of it is."""
    host, stranger = club.host, club.stranger
    return [
        (stranger, f"{club.group}/tv", "figure img"),
        (stranger, f"{club.new_group}/tv", "figure img"),
        (stranger, f"{club.lobby}/tv", "figure img"),
        (stranger, f"{club.evening}/tv", "ol li"),
        (stranger, "/daily/mindup/tv", ".closed"),
        (host, "/daily/mindup/tv", "ol li"),
        (stranger, f"{club.lobbies['mindup']}/tv", "figure img"),
        (stranger, f"{club.lobbies['extreme']}/tv", "figure img"),
        (stranger, f"{club.tables['mindup']}/tv", ".lanes"),
        (stranger, f"{club.tables['extreme']}/tv", ".pile"),
    ]


def comes(person: Person, language: str, path: str, sees: str) -> None:
    """Open a page in a language, and wait until it is there."""
    person.page.evaluate(SPEAK, language)
    person.page.goto(path)
    person.page.locator(sees).first.wait_for()
    assert person.page.evaluate("document.documentElement.lang") == language


def barriers(person: Person, axe: str, number: int, language: str) -> list[str]:
    """Return what axe finds, in one language for each page: it looks at more than words."""
    in_turn = list(LANGUAGES)[number % len(LANGUAGES)]
    return violations(person, axe) if language == in_turn else []


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_page_can_be_read_on_a_phone_and_a_desktop(
    club: Club, axe: str, language: str
) -> None:
    found = []
    for number, (person, path, sees) in enumerate(pages(club)):
        person.page.set_viewport_size(PHONE)
        comes(person, language, path, sees)
        for later, size in enumerate((PHONE, DESKTOP)):
            person.page.set_viewport_size(size)
            told = legible.faults(person, names=(LONG,))
            told += barriers(person, axe, number + later, language)
            found += [f"{path} at {size['width']}: {one}" for one in told]
    assert not found, "\n".join(found)
    assert not club.troubles()


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_screen_for_the_room_can_be_read_from_four_metres(
    club: Club, axe: str, language: str
) -> None:
    found = []
    for number, (person, path, sees) in enumerate(screens(club)):
        person.page.set_viewport_size(legible.TV)
        comes(person, language, path, sees)
        told = legible.faults(person, names=(LONG,), least_px=legible.LEAST_ON_TV_PX)
        told += barriers(person, axe, number, language)
        found += [f"{path}: {one}" for one in told]
    assert not found, "\n".join(found)
    assert not club.troubles()


OVERLAYS = {
    "the evening": (lambda club: f"{club.evening}/tv", "ol li", "ol li"),
    "today's deal": (lambda _club: "/daily/mindup/tv", "h1", "ol li"),
    "a group": (lambda club: f"{club.new_group}/tv", "header", "header"),
}
"""The page, what it has at once, and what comes later with a delay."""
GROUND = "getComputedStyle(document.body).backgroundColor"
SEE_THROUGH = "rgba(0, 0, 0, 0)"
DELAY_S = 60


@pytest.mark.parametrize("what", OVERLAYS)
def test_an_overlay_has_no_ground_and_invites_no_viewer(club: Club, what: str) -> None:
    of, sees, _ = OVERLAYS[what]
    screen = club.host.page
    screen.set_viewport_size(legible.TV)
    comes(club.host, "en", of(club), sees)
    expect(screen.get_by_role("img", name="To scan with a phone")).to_have_count(1)
    assert screen.evaluate(GROUND) != SEE_THROUGH
    comes(club.host, "en", f"{of(club)}?overlay", sees)
    expect(screen.get_by_role("img", name="To scan with a phone")).to_have_count(0)
    assert screen.evaluate(GROUND) == SEE_THROUGH
    main = screen.locator("main").first
    assert main.evaluate("(one) => getComputedStyle(one).background").startswith(SEE_THROUGH)
    told = legible.faults(club.host, names=(LONG,), least_px=legible.LEAST_ON_TV_PX)
    assert not told


@pytest.mark.parametrize("what", OVERLAYS)
def test_an_overlay_shows_all_of_it_later(club: Club, what: str) -> None:
    of, _, comes_later = OVERLAYS[what]
    person = Person("Screen", club.host.context)
    screen = person.page
    screen.clock.install()
    told = re.compile("/api/(evenings/|daily/mindup/|groups/)")
    with screen.expect_response(lambda answer: bool(told.search(answer.url))):
        screen.goto(f"{of(club)}?overlay&delay={DELAY_S}")
    screen.clock.fast_forward((DELAY_S - 10) * 1000)
    shown = screen.locator(comes_later)
    expect(shown).to_have_count(0)
    person.insist(lambda: screen.clock.fast_forward(5000), lambda: shown.count() > 0)
    screen.close()
