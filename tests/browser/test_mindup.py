"""Mind Up! in the browser."""

from __future__ import annotations

import re

from playwright.sync_api import Locator, expect

from tacit.store import SqliteStore
from tacit.table.records import decode
from tests.browser.barriers import violations
from tests.browser.person import PHONE, Person
from tests.browser.wire import Wire
from tests.server import leaks

GAME = "Mind Up!"


def cards(person: Person) -> Locator:
    return person.page.get_by_role("toolbar", name="Your hand").get_by_role("button")


def prompt(person: Person) -> Locator:
    return person.page.get_by_text("Pick a card.", exact=True)


def picks(person: Person, which: int = 0) -> None:
    """Lay a card: one click lifts it, the next lays it."""
    expect(prompt(person)).to_be_visible()
    number = person.view["hand"][which]
    hand = person.page.get_by_role("toolbar", name="Your hand")
    card = hand.get_by_role("button", name=re.compile(rf"^{number}, "))
    card.click()
    person.sees(f"Tap {number} again to lay it.")
    card.click()


def moment(person: Person) -> tuple[int, int, bool]:
    view = person.view
    return view["round"], view["turn"], view["places"] is not None


def sees_turn_through(person: Person, before: tuple[int, int, bool]) -> None:
    """Wait until all have picked, and skip what is shown of it."""
    person.until(lambda: moment(person) != before)
    skip = person.button("Skip")
    result = person.page.get_by_role("dialog")

    def shown() -> bool:
        return result.is_visible() or (not skip.is_visible() and prompt(person).is_visible())

    person.insist(lambda: skip.click(timeout=500), shown)


def closes_result(person: Person) -> None:
    """Put the points of a round away."""
    dialog = person.page.get_by_role("dialog")
    expect(dialog.get_by_role("heading", name=re.compile(r"^Round \d is over$"))).to_be_visible()
    dialog.get_by_role("button", name=re.compile(r"^(On to round \d|Who won\?)$")).click()


def sees_the_past(person: Person) -> None:
    """Look at the first round again: what its columns were worth, and what lay in mine."""
    (past,) = person.view["past"]
    person.button("Scores").click()
    dialog = person.page.get_by_role("dialog")
    rows = dialog.get_by_role("rowheader").all_inner_texts()
    assert rows[:5] == [f"×{value}" for value in past["order"]]
    mine = dialog.get_by_role("listitem").filter(has=person.page.get_by_text("You", exact=True))
    laid = mine.last.get_by_role("img")
    expect(laid).to_have_count(sum(map(len, past["tableaux"][person.copy.seat])))
    dialog.get_by_role("button", name="Back to the table").click()


def plays_turn(person: Person, which: int = 0) -> None:
    before = moment(person)
    picks(person, which)
    sees_turn_through(person, before)
    if person.page.get_by_role("dialog").is_visible():
        closes_result(person)


def table_of_three(host: Person, guest: Person) -> str:
    """Two people and a bot begin a game."""
    path = host.opens(GAME)
    guest.joins(path)
    host.sees(guest.name)
    host.adds_bot("Quick")
    host.starts()
    guest.until(lambda: guest.copy.stage == "playing")
    return path


def test_a_whole_game_on_a_phone(come):
    anna = come("Anna", **PHONE)
    anna.opens(GAME, now=True)
    turns = 0
    while anna.copy.stage != "over":
        plays_turn(anna, turns % 2)
        turns += 1
        if turns == 9:
            at, hand = moment(anna), anna.view["hand"]
            anna.page.reload()
            expect(prompt(anna)).to_be_visible()
            assert (moment(anna), anna.view["hand"]) == (at, hand)
            expect(cards(anna)).to_have_count(len(hand))
            sees_the_past(anna)
    assert turns == 6 + 7 + 8
    dialog = anna.page.get_by_role("dialog")
    expect(dialog.get_by_role("heading", name=re.compile("win"))).to_be_visible()
    ranking = dialog.get_by_role("listitem")
    expect(ranking).to_have_count(4)
    totals = sorted(anna.view["totals"], reverse=True)
    shown = [text.replace("−", "-") for text in ranking.locator("> b").all_inner_texts()]
    assert [int(text) for text in shown] == totals
    dialog.get_by_role("button", name="Play again").click()
    expect(anna.page.get_by_role("heading", name="Around the table")).to_be_visible()
    assert [seat["name"] is not None for seat in anna.copy.house["seats"]].count(True) == 4
    anna.starts()
    expect(prompt(anna)).to_be_visible()


def test_two_people_and_a_bot_see_each_other_and_talk(come):
    anna, ben = come("Anna"), come("Ben", **PHONE)
    table_of_three(anna, ben)
    for _ in range(2):
        before = moment(anna)
        picks(anna)
        players = ben.page.get_by_role("list", name="Players")
        expect(players.get_by_role("button", name=re.compile("^Anna, has picked"))).to_be_visible()
        anna.sees("Waiting for Ben. You can still change.")
        picks(ben, 1)
        sees_turn_through(anna, before)
        sees_turn_through(ben, before)
        assert anna.view["row"] == ben.view["row"]
    anna.button("Talk").click()
    anna.page.get_by_label("Say something").fill("Where will your 40 land?")
    anna.button("Send").click()
    anna.sees("Where will your 40 land?", exact=False)
    ben.button("Talk : 1 new").click()
    ben.sees("Where will your 40 land?", exact=False)
    ben.page.get_by_role("dialog").get_by_role("button", name="Ha!").click()
    anna.page.keyboard.press("Escape")
    expect(anna.page.get_by_role("status").filter(has_text="Ha!")).to_be_visible()


def test_a_pick_is_taken_back(come):
    anna, ben = come("Anna"), come("Ben")
    table_of_three(anna, ben)
    picks(anna)
    card = anna.view["hand"][0]
    anna.until(lambda: anna.view["pick"] == card)
    cards(anna).and_(anna.button(f"Take back {card}")).click()
    anna.until(lambda: anna.view["pick"] is None)
    expect(prompt(anna)).to_be_visible()


def test_beginners_see_where_a_card_would_probably_land(come, axe):
    anna, ben = come("Anna", **PHONE), come("Ben")
    ben.joins(anna.opens(GAME))
    anna.adds_bot("Quick")
    anna.page.get_by_role("switch", name=re.compile("^Help beginners")).check()
    anna.until(lambda: anna.copy.house["settings"]["preview"])
    anna.starts()
    card = anna.view["hand"][0]
    cards(anna).first.click()
    percent = [int(100 * chance + 0.5) for chance in anna.view["preview"]["chances"][0]]
    expect(anna.page.get_by_text(f"Your {card} would probably take", exact=False)).to_be_attached()
    row = anna.page.get_by_role("list", name="The row")
    shown = [int(text.split()[0]) for text in row.get_by_text("%").all_inner_texts()]
    assert shown == [one for one in percent if one > 0]
    assert violations(anna, axe) == []


def test_no_page_is_told_what_it_may_not_know(come, site):
    anna, ben, cleo = come("Anna"), come("Ben"), come("Cleo")
    path = table_of_three(anna, ben)
    cleo.joins(path, watch=True)
    hands = set()
    while anna.view["round"] == 1:
        before = moment(anna)
        hands |= {*anna.view["hand"], *ben.view["hand"]}
        picks(anna)
        ben.until(lambda: ben.view["picked"][anna.copy.seat])
        picks(ben)
        for one in (anna, ben):
            sees_turn_through(one, before)
    store = SqliteStore(site.db)
    try:
        states = leaks.states_of(decode(store.load(path.rpartition("/")[2])))
    finally:
        store.close()
    cleo.until(lambda: cleo.view["round"] == 2)
    for one in (anna, ben, cleo):
        assert leaks.check_all(one.raw, states, one.id) > 10
        kept = one.page.evaluate("JSON.stringify({...localStorage, ...sessionStorage})")
        assert not {*map(int, re.findall(r"\b\d+\b", kept))} & hands, kept


def test_a_spectator_sees_no_hand(come):
    anna, ben, cleo = come("Anna"), come("Ben"), come("Cleo")
    path = table_of_three(anna, ben)
    cleo.joins(path, watch=True)
    cleo.sees("You are watching.", exact=False)
    before = moment(anna)
    picks(anna)
    cleo.page.get_by_role("group", name=re.compile("^Anna, has picked")).wait_for()
    picks(ben)
    sees_turn_through(anna, before)
    cleo.until(lambda: moment(cleo) != before)
    expect(cleo.page.get_by_role("toolbar")).to_have_count(0)
    assert cleo.view["hand"] == []
    assert cleo.copy.legal == {}


def test_a_lost_line_comes_back_and_the_game_goes_on(come, site):
    with Wire(site.url) as wire:
        anna = come("Anna", base_url=wire.url)
        anna.opens(GAME, now=True)
        plays_turn(anna)
        anna.offline = True
        anna.context.set_offline(True)
        wire.cut()
        anna.sees("The line is lost. Trying again…")
        before = moment(anna)
        picks(anna)
        wire.mend()
        anna.context.set_offline(False)
        expect(anna.page.get_by_text("The line is lost.", exact=False)).to_have_count(0)
        anna.offline = False
        sees_turn_through(anna, before)
        plays_turn(anna)
        anna.context.close()


def test_a_turn_that_was_missed_is_shown_when_the_line_comes_back(come, site):
    with Wire(site.url) as wire:
        anna, ben = come("Anna"), come("Ben", base_url=wire.url)
        table_of_three(anna, ben)
        before = moment(ben)
        picks(ben)
        anna.until(lambda: anna.view["picked"][ben.copy.seat])
        ben.offline = True
        ben.context.set_offline(True)
        wire.cut()
        ben.sees("The line is lost. Trying again…")
        picks(anna)
        sees_turn_through(anna, before)
        wire.mend()
        ben.context.set_offline(False)
        ben.until(lambda: moment(ben) == moment(anna))
        expect(ben.button("See it again")).to_be_visible()
        ben.context.close()


def test_a_card_is_picked_by_keyboard_alone(come):
    anna = come("Anna")
    anna.opens(GAME, now=True)
    expect(prompt(anna)).to_be_visible()
    before, focused = moment(anna), anna.page.locator(":focus")
    for _ in range(40):
        anna.page.keyboard.press("Tab")
        if cards(anna).and_(focused).count():
            break
    expect(cards(anna).nth(0)).to_be_focused()
    anna.page.keyboard.press("ArrowRight")
    anna.page.keyboard.press("ArrowRight")
    anna.page.keyboard.press("ArrowLeft")
    expect(cards(anna).nth(1)).to_be_focused()
    card = anna.view["hand"][1]
    anna.page.keyboard.press("Enter")
    anna.until(lambda: moment(anna) != before)
    revealed = [one for one in anna.raw if '"revealed"' in one]
    assert re.search(rf'"plays":\[[\d,]*\b{card}\b', revealed[-1])


def test_the_game_moves_to_another_device(come):
    anna, other = come("Anna"), come("Anna’s phone", **PHONE)
    path = anna.opens(GAME, now=True)
    anna.button("Menu").click()
    anna.button("Settings").click()
    anna.button("Go on on another device").click()
    link = anna.page.get_by_text(re.compile(r"/device/\S+")).inner_text()
    other.page.goto("http://" + link)
    other.button("Go on here").click()
    other.page.wait_for_url("**" + path)
    expect(prompt(other)).to_be_visible()
    assert other.view["hand"] == anna.view["hand"]
    assert other.copy.seat == anna.copy.seat
    before = moment(anna)
    picks(other)
    anna.until(lambda: moment(anna) != before)
