"""Plays The Mind Extreme in the browser, with a team that knows all its cards."""

from __future__ import annotations

from playwright.sync_api import Locator, expect

from tests.browser.person import Person, seated

GAME = "The Mind Extreme"
BOUNCE = 0.13
"""Seconds within which the app ignores a second press."""


def gather(host: Person, *guests: Person) -> str:
    """Begin a game together, and return its path."""
    path = host.opens(GAME)
    for number, guest in enumerate(guests, start=2):
        guest.joins(path)
        host.until(lambda number=number: seated(host) == number)
    host.starts()
    for one in (host, *guests):
        one.until(lambda one=one: one.view.get("phase") == "gathering")
        one.sees("Press and hold", exact=False)
    return path


def all_in(phase: str, *team: Person) -> None:
    for one in team:
        one.until(lambda one=one: one.view["phase"] == phase)


def down(person: Person) -> bool:
    return person.view["down"][person.copy.seat]


def begin(*team: Person) -> None:
    """Lay hands and lift them, with the button that holds."""
    for one in team:
        one.presses("Hold it down for me", lambda one=one: down(one))
    for one in team:
        one.presses("Lift my hand", lambda one=one: one.view["phase"] == "playing" or not down(one))
    all_in("playing", *team)


def begin_by_keyboard(*team: Person) -> None:
    """Lay hands and lift them, with the space bar."""
    for one in team:
        one.insist(lambda one=one: presses_space(one), lambda one=one: down(one))
    all_in("lifting", *team)
    for one in team:
        one.page.keyboard.up(" ")
    all_in("playing", *team)


def presses_space(person: Person) -> None:
    person.page.keyboard.up(" ")
    person.page.keyboard.down(" ")


def said(card: str) -> str:
    return f"{'white' if card[0] == 'W' else 'red'} {card[1:]}"


def thumb(person: Person, card: str) -> Locator:
    return person.button(f"Play {said(card)}")


def plays(person: Person, card: str) -> None:
    person.insist(
        lambda: thumb(person, card).click(timeout=1000),
        lambda: card not in person.view["hand"],
        soon=BOUNCE,
    )


def plays_by_keyboard(person: Person, card: str) -> None:
    key = "ArrowLeft" if card[0] == "W" else "ArrowRight"

    def press() -> None:
        if thumb(person, card).is_visible():  # or else it would be the next card
            person.page.keyboard.press(key)

    person.insist(press, lambda: card not in person.view["hand"], soon=BOUNCE)


def first_cards(team: tuple[Person, ...], colour: str) -> list[tuple[Person, str]]:
    """Return everybody's next card of a colour, in the order they have to be laid."""
    sign = 1 if colour == "W" else -1
    nexts = []
    for one in team:
        cards = [card for card in one.view["hand"] if card[0] == colour]
        if cards:
            nexts.append((one, min(cards, key=lambda card: sign * int(card[1:]))))
    return sorted(nexts, key=lambda found: sign * int(found[1][1:]))


def next_card(team: tuple[Person, ...], last: Person | None = None) -> tuple[Person, str] | None:
    """Return who should lay what; preferably not the player of the last card."""
    found = [cards[0] for colour in "WR" if (cards := first_cards(team, colour))]
    found.sort(key=lambda one: one[0] is last)
    return found[0] if found else None


def wrong_card(team: tuple[Person, ...]) -> tuple[Person, str] | None:
    """Return a player who could lay a card too early, if there is one."""
    found = [cards[-1] for colour in "WR" if len(cards := first_cards(team, colour)) > 1]
    return found[0] if found else None


def play_level(*team: Person, keys: bool = False) -> None:
    """Lay all cards in order."""
    last = None
    while found := next_card(team, last):
        last, card = found
        (plays_by_keyboard if keys else plays)(last, card)
    all_in("passed" if team[0].view["level"] < team[0].view["last_level"] else "over", *team)


def looks_through(person: Person, end: Locator) -> None:
    """Go on from mistakes and reveals until none is shown."""
    tap, on = person.page.get_by_text("Tap to see it all"), person.button("Go on")
    person.insist(
        lambda: (tap if tap.is_visible() else on).first.click(timeout=500), end.is_visible
    )


def go_on(*team: Person) -> None:
    """Look at what happened, and be ready for the next level."""
    level = team[0].view["level"]
    for one in team:
        looks_through(one, one.page.get_by_role("heading", name=f"Level {level} passed"))
        one.presses(
            "Ready for the next level",
            lambda one=one: one.view["level"] > level or one.view["ready"][one.copy.seat],
        )
    all_in("gathering", *team)


def vote(proposer: Person, *others: Person, agree: bool) -> None:
    """Propose a star and vote for it."""
    proposer.presses("Propose a star", lambda: proposer.view["phase"] == "voting")
    for one in others:
        one.sees(f"{proposer.name} would like to use a star.")
    last = "choosing" if agree else "playing"
    for one in others:
        if proposer.view["phase"] == "voting":
            answered = lambda one=one: one.view["phase"] != "voting" or voted(one)  # noqa: E731
            one.presses("Agree" if agree else "Not now", answered)
    all_in(last, proposer, *others)


def voted(person: Person) -> bool:
    return person.view["votes"][person.copy.seat] is not None


def gives(person: Person) -> None:
    """Give a card to the star."""
    person.until(lambda: person.copy.legal.get("discard"))
    card = person.copy.legal["discard"][0]
    person.presses(said(card), lambda: card not in person.view["hand"] or gave(person))


def gave(person: Person) -> bool:
    return person.view["choice"] is not None or person.view["phase"] != "choosing"


def sees_end(person: Person, words: str) -> None:
    looks_through(person, person.page.get_by_role("heading", name=words))
    expect(person.page.get_by_role("heading", name=words)).to_be_visible()
