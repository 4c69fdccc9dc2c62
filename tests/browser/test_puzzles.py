"""Puzzles: a position, answered with the hand itself, and explained in words."""

from __future__ import annotations

from playwright.sync_api import expect

from tacit.review.puzzle import puzzles
from tests.browser.accessibility import violations
from tests.browser.mindup import LIFTS_WITHIN, hand
from tests.browser.person import PHONE


def pick(person, number):
    """Lift a card of the hand, and lay it."""
    card = hand(person).locator(f"[data-card='{number}']")
    lifted = person.page.get_by_text(person.words.lay_it(number), exact=True).first
    person.insist(card.click, lifted.is_visible, soon=LIFTS_WITHIN)
    card.click()


def test_a_puzzle_is_answered_on_the_hand_and_explained(come, axe):
    first, second = puzzles("mindup")[:2]
    anna = come("Anna", **PHONE)
    anna.page.goto("/")
    anna.page.get_by_role("link", name="Puzzles").click()
    anna.sees("Which card would you play?")
    assert violations(anna, axe) == []
    wrong = next(card for card in first.lost if card != first.best)
    pick(anna, int(wrong))
    expect(anna.page.get_by_text(f"The {first.best} is better.")).to_be_visible()
    anna.sees(f"Your card: the {wrong}.")
    expect(anna.page.get_by_text("This is a replay.")).to_have_count(0)
    anna.button("Next puzzle").click()
    anna.sees("Which card would you play?")
    pick(anna, int(second.best))
    expect(anna.page.get_by_text(f"Right: the {second.best}.")).to_be_visible()
    assert violations(anna, axe) == []
    assert anna.page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    # The device knows how far it came.
    anna.page.reload()
    anna.sees("3 of", exact=False)
