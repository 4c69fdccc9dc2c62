"""Cards a page may not know: none in what it was sent, in what it shows, or in what it keeps."""

from __future__ import annotations

import re
from collections.abc import Iterable

from tacit.store import SqliteStore
from tacit.table.log.records import decode
from tests.browser.conftest import Hosted
from tests.browser.person import Person
from tests.server import leaks

NAMED = """() => {
    const all = (selector) => [...document.querySelectorAll(selector)]
    return [
        ...all('[data-card]').map((one) => one.dataset.card),
        ...all('.card .number, .card text, .small').map((one) => one.textContent.trim()),
        ...all('[aria-label]').map((one) => one.getAttribute('aria-label')),
    ]
}"""
"""Whatever in a page names a card: by its data, by its print, by its words."""
KEPT = """async () => JSON.stringify([
    {...localStorage}, {...sessionStorage}, document.cookie, await indexedDB.databases(),
])"""
CACHED = """async () => {
    const caches_ = await Promise.all((await caches.keys()).map((name) => caches.open(name)))
    const requests = await Promise.all(caches_.map((cache) => cache.keys()))
    return requests.flat().map((request) => new URL(request.url).pathname)
}"""


def numbers_shown(person: Person) -> set[int]:
    """Return the numbers of the cards that a page of Mind Up! has anywhere in it."""
    named = (re.match(r"\d+\b", one) for one in person.page.evaluate(NAMED))
    return {int(one.group()) for one in named if one}


def cards_shown(person: Person) -> set[str]:
    """Return the cards that a page of The Mind Extreme has anywhere in it."""
    named = " ".join(person.page.evaluate(NAMED))
    spoken = re.findall(r"\b(white|red) (\d+)", named)
    return {*re.findall(r"\b[WR]\d+\b", named)} | {
        f"{'W' if colour == 'white' else 'R'}{number}" for colour, number in spoken
    }


def check_frames(site: Hosted, path: str, people: Iterable[Person]) -> None:
    """No client was sent anything that it must not know at that moment."""
    store = SqliteStore(site.db)
    try:
        states = leaks.states_of(decode(store.load(path.rpartition("/")[2])))
    finally:
        store.close()
    for one in people:
        one.until(lambda one=one: one.copy.version == len(states))
        assert leaks.check_all(one.raw, states, one.id) > 10


def check_kept(person: Person, cards: Iterable[int | str]) -> list[str]:
    """Nothing of a game is kept on the device, and nothing but the app itself in its cache.

    Return what is in the cache: nothing, unless the device keeps the app for offline use.
    """
    kept = re.sub(r'\\"(?:mark|drawn)\\":\{[^}]*\}', "", person.page.evaluate(KEPT))
    assert not {*re.findall(r"\b[WR]?\d+\b", kept)} & {*map(str, cards)}, kept
    cached: list[str] = person.page.evaluate(CACHED)
    assert [path for path in cached if not re.match(r"/(static/.*|worker\.js)?$", path)] == []
    return cached
