"""Long titles break no page, however narrow."""

from __future__ import annotations

from tests.browser.person import Person

NARROW = {"viewport": {"width": 360, "height": 740}, "has_touch": True}
TITLE = "W" * 40
"""A word without an end, as wide as titles can be."""


def wider(person: Person) -> int:
    """Return by how many pixels the page is wider than the window."""
    return int(person.page.evaluate("document.documentElement.scrollWidth - innerWidth"))


def test_the_title_of_an_evening_fits_its_page_and_the_first_page(come):
    anna = come("Anna", **NARROW)
    anna.page.goto("/")
    new = {"title": TITLE, "game": "mindup", "name": "Anna", "size": 3}
    made = anna.page.request.post("/api/evenings", data=new)
    assert made.ok, made.text()
    anna.page.goto(f"/evening/{made.json()['evening']}")
    anna.sees("Who is here")
    assert wider(anna) <= 0
    anna.page.goto("/")
    anna.sees(TITLE)
    assert wider(anna) <= 0
