"""Plays Mind Up! in the browser."""

from __future__ import annotations

import re

from playwright.sync_api import Locator, expect

from tests.browser.person import Person

GAME = "Mind Up!"
TURNS = 6 + 7 + 8

LIFTS_WITHIN = 3.0
"""Seconds within which a tapped card is lifted."""


def hand(person: Person) -> Locator:
    return person.page.get_by_role("toolbar", name=person.words.hand)


def cards(person: Person) -> Locator:
    return hand(person).get_by_role("button")


def prompt(person: Person) -> Locator:
    return person.page.get_by_text(person.words.pick, exact=True)


def rests(person: Person) -> bool:
    """Tell whether the page shows the current state and nothing moves."""
    if person.copy.seat is not None:
        return prompt(person).is_visible()
    return person.page.get_by_text("You are watching.").first.is_visible()


def picks(person: Person, which: int = 0) -> None:
    """Lay a card: one click lifts it, the next lays it."""
    expect(prompt(person)).to_be_visible()
    number = person.view["hand"][which % len(person.view["hand"])]
    card = hand(person).locator(f"[data-card='{number}']")
    # A robot may tap where its last card was within half a second; the app ignores such a tap.
    lifted = person.page.get_by_text(person.words.lay_it(number), exact=True).first
    person.insist(card.click, lifted.is_visible, soon=LIFTS_WITHIN)
    card.click()


def lays(person: Person, which: int = 0) -> None:
    """Lay a card with Enter: once to lift it, once to lay it."""
    expect(prompt(person)).to_be_visible()
    number = person.view["hand"][which % len(person.view["hand"])]
    card = hand(person).locator(f"[data-card='{number}']")
    card.press("Enter")
    person.sees(person.words.lay_it(number))
    card.press("Enter")


def picks_by_keyboard(person: Person, which: int = 0) -> None:
    """Lay a card without touching anything but keys."""
    expect(prompt(person)).to_be_visible()
    if (
        not hand(person)
        .locator(":focus")
        .or_(hand(person).and_(person.page.locator(":focus")))
        .count()
    ):
        person.reaches(cards(person))
    person.page.keyboard.press("Home")
    which %= len(person.view["hand"])
    for _ in range(which):
        person.page.keyboard.press("ArrowRight")
    expect(cards(person).nth(which)).to_be_focused()
    person.page.keyboard.press("Enter")
    person.sees(person.words.lay_it(person.view["hand"][which]))
    person.page.keyboard.press("Enter")


def moment(person: Person) -> tuple[int, int, bool]:
    view = person.view
    return view["round"], view["turn"], view["places"] is not None


def sees_turn_through(person: Person, before: tuple[int, int, bool], *, keys: bool = False) -> None:
    """Wait until all have picked, and skip the reveal."""
    person.until(lambda: moment(person) != before)
    skip = person.button(person.words.skip)
    result = person.page.get_by_role("dialog")

    def shown() -> bool:
        return result.is_visible() or (not skip.is_visible() and rests(person))

    def hurries() -> None:
        if keys:
            person.reaches(skip, back=True)
            person.page.keyboard.press("Enter")
        else:
            skip.dispatch_event("click", timeout=500)  # a key would stay down if it is gone

    person.insist(hurries, shown)


def closes_result(person: Person, *, keys: bool = False) -> None:
    """Close the points of a round."""
    dialog = person.page.get_by_role("dialog")
    expect(dialog.get_by_role("heading", name=person.words.over)).to_be_visible()
    on = dialog.get_by_role("button", name=person.words.on)
    if keys:
        person.reaches(on)
        person.page.keyboard.press("Enter")
    else:
        on.click()


def finishes_turn(person: Person, before: tuple[int, int, bool], *, keys: bool = False) -> None:
    """See a turn, the points if the round is over, and the next deal."""
    sees_turn_through(person, before, keys=keys)
    if person.page.get_by_role("dialog").is_visible():
        closes_result(person, keys=keys)
        person.until(lambda: person.copy.stage == "over" or rests(person))


def plays_turn(person: Person, which: int = 0) -> None:
    """Play a turn where everybody else is a bot."""
    before = moment(person)
    lays(person, which)
    finishes_turn(person, before)


def play_turn(*people: Person) -> None:
    """Let several people play a turn together."""
    before = moment(people[0])
    for one in people:
        lays(one)
    for one in people:
        finishes_turn(one, before)


def sees_the_end(person: Person) -> None:
    """See who won, and everybody's points."""
    dialog = person.page.get_by_role("dialog")
    expect(dialog.get_by_role("heading", name=person.words.won)).to_be_visible()
    ranking = dialog.get_by_role("listitem")
    expect(ranking).to_have_count(person.view["players"])
    totals = sorted(person.view["totals"], reverse=True)
    shown = [text.replace("−", "-") for text in ranking.locator("> b").all_inner_texts()]
    assert [int(re.sub(r"\s", "", text)) for text in shown] == totals


def table_of_three(host: Person, guest: Person) -> str:
    """Two people and a bot begin a game."""
    path = host.opens(GAME)
    guest.joins(path)
    host.sees(guest.name)
    host.adds_bot("Quick")
    host.starts()
    guest.until(lambda: guest.copy.stage == "playing")
    return path
