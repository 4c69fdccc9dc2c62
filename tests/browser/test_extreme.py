"""The Mind Extreme in the browser."""

from __future__ import annotations

import re

from playwright.sync_api import Locator, expect

from tests.browser.person import PHONE, Person, seated

GAME = "The Mind Extreme"


def pair(host: Person, guest: Person) -> str:
    """Two people begin a game."""
    path = host.opens(GAME)
    guest.joins(path)
    host.until(lambda: seated(host) == 2)
    host.starts()
    for one in (host, guest):
        one.until(lambda one=one: one.view.get("phase") == "gathering")
        one.sees("Press and hold", exact=False)
    return path


def both(one: Person, other: Person, phase: str) -> None:
    for person in (one, other):
        person.until(lambda person=person: person.view["phase"] == phase)


def holds(person: Person) -> None:
    """Press on the table and keep the button down."""
    box = person.page.get_by_text("Press and hold", exact=False).bounding_box()
    person.page.mouse.move(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)
    person.page.mouse.down()
    person.until(lambda: person.view["down"][person.copy.seat])


def begin_by_hand(anna: Person, ben: Person) -> None:
    """Lay hands and lift them together, with a mouse."""
    holds(anna)
    anna.sees(f"Hold on. Still missing: {ben.name}")
    partner = ben.page.get_by_role("list", name="Your partners").get_by_role("listitem")
    expect(partner.get_by_role("img", name="hand down")).to_be_visible()
    holds(ben)
    for one in (anna, ben):
        one.sees("All hands are down. Lift!")
        one.page.mouse.up()
    both(anna, ben, "playing")


def begin(*team: Person) -> None:
    """Lay hands and lift them, with the button that holds."""
    for one in team:
        one.presses("Hold it for me", lambda one=one: one.view["down"][one.copy.seat])
    for one in team:
        one.presses("Lift my hand", lambda one=one: one.view["phase"] == "playing" or not down(one))
    both(*team, "playing")


def down(person: Person) -> bool:
    return person.view["down"][person.copy.seat]


def said(card: str) -> str:
    return f"{'white' if card[0] == 'W' else 'red'} {card[1:]}"


def plays(person: Person, card: str) -> None:
    person.presses(f"Play {said(card)}", lambda: card not in person.view["hand"])


def next_card(*team: Person, wrong: bool = False) -> tuple[Person, str] | None:
    """Return who should lay what; or who could lay something too early, if anybody could."""
    for colour, sign in (("W", 1), ("R", -1)):
        tops = []
        for one in team:
            cards = [card for card in one.view["hand"] if card[0] == colour]
            if cards:
                card = min(cards, key=lambda card: sign * int(card[1:]))
                tops.append((sign * int(card[1:]), card, one))
        tops.sort(key=lambda top: top[0])
        if tops and not wrong:
            return tops[0][2], tops[0][1]
        if len(tops) > 1 and wrong:
            return tops[-1][2], tops[-1][1]
    return None


def play_level(*team: Person) -> None:
    """Lay all cards in order."""
    while found := next_card(*team):
        who, card = found
        plays(who, card)
    both(*team, "passed")


def looks_through(person: Person, end: Locator) -> None:
    """Look at a mistake and at piles turned over, until something else is to be seen."""
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
    both(*team, "gathering")


def test_hands_stop_star_and_the_next_level(come):
    anna, ben = come("Anna"), come("Ben", **PHONE)
    pair(anna, ben)
    begin_by_hand(anna, ben)

    ben.presses("Stop", lambda: ben.view["phase"] == "gathering")
    anna.sees("Ben asked to stop. Hands on the table, then on.")
    begin_by_hand(ben, anna)

    anna.presses("Propose a star", lambda: anna.view["phase"] == "voting")
    ben.sees("Anna would like to use a star.")
    ben.presses("Not now", lambda: ben.view["phase"] != "voting")
    anna.sees("Ben: not now. Play goes on.")
    both(anna, ben, "playing")
    play_level(anna, ben)
    go_on(anna, ben)

    assert anna.view["level"] == 2
    begin(anna, ben)
    ben.presses("Propose a star", lambda: ben.view["phase"] == "voting")
    anna.presses("Agree", lambda: anna.view["phase"] == "choosing")
    for one in (anna, ben):
        one.until(lambda one=one: one.copy.legal.get("discard"))
        card = one.copy.legal["discard"][0]
        name = said(card)
        one.presses(name, lambda one=one, card=card: card not in one.view["hand"] or gave(one))
    both(anna, ben, "gathering")
    anna.sees("Given to the star")
    assert anna.view["stars"] == 0
    begin(anna, ben)
    play_level(anna, ben)
    anna.sees("You get a star.")
    go_on(anna, ben)
    anna.sees("white face down")


def gave(person: Person) -> bool:
    return person.view["choice"] is not None or person.view["phase"] != "choosing"


def test_mistakes_until_the_last_light_is_out_and_a_rematch(come):
    anna, ben, cleo = come("Anna"), come("Ben", **PHONE), come("Cleo")
    path = pair(anna, ben)
    cleo.joins(path, watch=True)
    team = (anna, ben)
    shown = False
    while anna.view["outcome"] is None:
        begin(*team)
        while anna.view["phase"] == "playing":
            found = next_card(*team, wrong=True) or next_card(*team)
            plays(*found)
            for one in team:
                one.until(lambda one=one: one.copy.version >= max(o.copy.version for o in team))
        if anna.view["phase"] == "passed":
            go_on(*team)
        elif anna.view["outcome"] is None:
            shown = True
            for one in (*team, cleo):
                one.sees("One light goes out.", exact=False)
    for one in (*team, cleo):
        looks_through(one, one.page.get_by_role("heading", name="The last light is out."))
    assert shown or anna.view["turned"]
    assert cleo.view["hand"] == []
    ben.presses("Play again", lambda: ben.copy.stage == "lobby")
    for one in (anna, ben, cleo):
        expect(one.page.get_by_role("heading", name="Around the table")).to_be_visible()
        names = [seat["name"] for seat in one.copy.house["seats"]]
        assert names[:2] == ["Anna", "Ben"]
        one.sees("Watching: Cleo")


def test_a_blind_pile_is_turned_over(come):
    anna = come("Anna")
    team = (anna, come("Ben"))
    pair(*team)
    for level in (1, 2, 3):
        assert anna.view["level"] == level
        begin(*team)
        play_level(*team)
        if level < 3:
            go_on(*team)
    if any(card["card"][0] == "W" for card in anna.view["turned"]):
        expect(anna.page.get_by_role("heading", name=re.compile("^The white pile"))).to_be_visible()
        anna.sees("Every card in its place.")
    go_on(*team)
    assert anna.view["level"] == 4


def test_hands_and_cards_by_keyboard_alone(come):
    anna, ben = come("Anna"), come("Ben")
    pair(anna, ben)
    for one in (anna, ben):
        one.page.keyboard.down(" ")
        one.until(lambda one=one: down(one))
    for one in (anna, ben):
        one.page.keyboard.up(" ")
    both(anna, ben, "playing")
    anna.insist(lambda: anna.page.keyboard.press("s"), lambda: anna.view["phase"] == "gathering")
    begin(anna, ben)
    while found := next_card(anna, ben):
        who, card = found
        key = "ArrowLeft" if card[0] == "W" else "ArrowRight"
        who.insist(
            lambda who=who, key=key: who.page.keyboard.press(key),
            lambda who=who, card=card: card not in who.view["hand"],
        )
    both(anna, ben, "passed")
