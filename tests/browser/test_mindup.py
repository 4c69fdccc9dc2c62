"""Mind Up! in the browser."""

from __future__ import annotations

import re

from playwright.sync_api import expect

from tacit.games import mindup
from tacit.table.decide.game import act
from tacit.table.log.records import Entry, PlayedFor
from tests.browser import hidden, staged, whole
from tests.browser.accessibility import violations
from tests.browser.cuttable_proxy import CuttableProxy
from tests.browser.mindup import (
    GAME,
    TURNS,
    cards,
    finishes_turn,
    lays,
    moment,
    picks,
    picks_by_keyboard,
    play_turn,
    plays_turn,
    prompt,
    sees_the_end,
    sees_turn_through,
    table_of_three,
)
from tests.browser.person import OFFLINE, PHONE, Person


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


def moves_to(device: Person, person: Person, path: str) -> None:
    """Go on at another device."""
    person.button("Menu").click()
    move, link = "Continue on another device", person.page.get_by_role("textbox", name="Copy link")
    person.presses("Settings", person.button(move).is_visible)
    person.presses(move, link.is_visible)
    device.page.goto(link.input_value())
    device.button("Continue here").click()
    device.page.wait_for_url("**" + path)
    expect(prompt(device)).to_be_visible()
    assert device.view["hand"] == person.view["hand"]
    assert device.copy.seat == person.copy.seat


def check_pages(players: list[Person], watcher: Person) -> None:
    """No page shows a card that only another player holds."""
    hands = {one.name: {*one.view["hand"]} for one in players}
    for one in (*players, watcher):
        shown = hidden.numbers_shown(one)
        mine = hands.get(one.name, set())
        known = {card for held in one.view["known"] for card in held}
        others = set().union(*hands.values()) - mine - known
        assert mine <= shown
        assert not shown & others


def test_four_players_in_three_languages_and_no_page_sees_too_much(come, site):
    """One of them has only keys, one a phone; one goes on at another device; one watches."""
    anna, ben = come("Anna", **OFFLINE), come("Ben", speaks="fr", **PHONE)
    chiara, dora = come("Chiara", speaks="it"), come("Dora")
    other, eva = come("Dora", **PHONE), come("Eva")
    path = anna.opens(GAME)
    players = [anna, ben, chiara, dora]
    for one in players[1:]:
        one.joins(path)
    anna.until(lambda: all(seat["name"] for seat in anna.copy.house["seats"][:4]))
    anna.starts()
    eva.joins(path, watch=True)
    eva.sees("You are watching.", exact=False)
    for one in players:
        one.until(lambda one=one: one.copy.stage == "playing")
    held: set[int] = set()
    for turn in range(TURNS):
        if turn == 8:
            moves_to(other, dora, path)
            players[3] = other
        check_pages(players, eva)
        held |= {card for one in players for card in one.view["hand"]}
        before = moment(anna)
        picks(ben, turn % 2)
        for one in players[2:]:
            lays(one, turn % 2)
        picks_by_keyboard(anna, turn % 3)
        for one in players[1:]:
            finishes_turn(one, before)
        finishes_turn(anna, before, keys=True)
        finishes_turn(eva, before)
    for one in players:
        sees_the_end(one)
    assert dora.view["totals"] == anna.view["totals"]
    expect(eva.page.get_by_role("toolbar")).to_have_count(0)
    assert eva.view["hand"] == []
    hidden.check_frames(site, path, [*players[:3], dora, eva])
    kept = [hidden.check_kept(one, held) for one in (*players, eva)]
    assert kept[0], "Anna's device keeps the app"


def test_six_players_on_a_phone_and_a_rematch(come):
    anna = come("Anna", **PHONE)
    anna.opens(GAME)
    for bot in ("Quick", "Quick", "Dizzy", "Dizzy", "Quick"):
        anna.adds_bot(bot)
    anna.starts()
    for turn in range(TURNS):
        plays_turn(anna, turn % 2)
        if turn == 8:
            at, hand = moment(anna), anna.view["hand"]
            anna.page.reload()
            expect(prompt(anna)).to_be_visible()
            assert (moment(anna), anna.view["hand"]) == (at, hand)
            expect(cards(anna)).to_have_count(len(hand))
            sees_the_past(anna)
    assert anna.copy.stage == "over"
    sees_the_end(anna)
    again = anna.page.get_by_role("dialog").get_by_role("button", name="Play again")
    # Alone with bots it starts at once.
    anna.insist(lambda: again.click(timeout=400), lambda: anna.copy.stage == "playing")
    assert len(anna.copy.house["seats"]) == 6
    expect(prompt(anna)).to_be_visible()


def test_three_players_lose_their_connection_and_play_on(come, site):
    with CuttableProxy(site.url) as wire:
        anna, ben = come("Anna"), come("Ben", base_url=wire.url, **PHONE, **OFFLINE)
        table_of_three(anna, ben)
        for turn in range(8):
            if turn not in (1, 6):
                play_turn(anna, ben)
                continue
            before = moment(ben)
            if turn == 1:  # what is picked offline is sent as soon as it can be
                loses_connection(ben, wire)
                picks(ben)
                reconnects(ben, wire)
                picks(anna)
                finishes_turn(ben, before)
            else:  # what happens meanwhile is shown afterwards
                picks(ben)
                anna.until(lambda: anna.view["picked"][ben.copy.seat])
                loses_connection(ben, wire)
                picks(anna)
                anna.until(lambda before=before: moment(anna) != before)
                reconnects(ben, wire)
                ben.until(lambda: moment(ben) == moment(anna))
                expect(ben.button("See it again")).to_be_visible()
            finishes_turn(anna, before)
        assert moment(anna) == moment(ben) == (2, 3, False)
        ben.context.close()


def loses_connection(person: Person, wire: CuttableProxy) -> None:
    person.offline = True
    person.context.set_offline(True)
    wire.cut()
    person.sees("Connection lost. Trying again…")


def reconnects(person: Person, wire: CuttableProxy) -> None:
    wire.mend()
    person.context.set_offline(False)
    expect(person.page.get_by_text("Connection lost.", exact=False)).to_have_count(0)
    person.offline = False


def test_two_people_and_a_bot_see_each_other_and_talk(come):
    anna, ben = come("Anna"), come("Ben", **PHONE)
    table_of_three(anna, ben)
    before = moment(anna)
    picks(anna)
    card = anna.view["hand"][0]
    anna.until(lambda: anna.view["pick"] == card)
    cards(anna).and_(anna.button(f"Take back {card}")).click()
    anna.until(lambda: anna.view["pick"] is None)
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
    ben.button("Talk: 1 new").click()
    ben.sees("Where will your 40 land?", exact=False)
    ben.page.get_by_role("dialog").get_by_role("button", name="Ha!").click()
    anna.page.keyboard.press("Escape")
    expect(anna.page.locator("[data-expresses=reaction]")).to_contain_text("Ha!")


def test_a_key_pressed_again_and_again_plays_one_turn(come):
    """Focus is on no card after a turn, lifts nothing, and a key that is held down is one press."""
    anna = come("Anna")
    anna.sits_down("mindup", "greedy", "random", "greedy")
    before = moment(anna)
    anna.until(lambda: all(anna.view["picked"][1:]))  # so that the turn is over once she has, too
    lays(anna)
    for _ in range(12):
        anna.page.keyboard.press("Enter")
    anna.until(lambda: moment(anna) != before)
    finishes_turn(anna, before)
    assert moment(anna) == (1, 2, False)
    assert anna.view["pick"] is None
    expect(anna.page.locator("[data-card]:focus")).to_have_count(0)
    expect(anna.page.locator("button.lifted")).to_have_count(0)
    for _ in range(3):
        anna.page.keyboard.press("Enter")
    assert anna.view["pick"] is None
    first = cards(anna).first
    first.focus()
    expect(first).not_to_have_class(re.compile("lifted"))
    anna.page.keyboard.down("Enter")
    for _ in range(5):
        anna.page.keyboard.down("Enter")  # the same key, held
    anna.page.keyboard.up("Enter")
    anna.sees(f"Tap {anna.view['hand'][0]} again to play it.")
    assert anna.view["pick"] is None


def test_a_card_is_lifted_as_soon_as_it_is_touched_and_laid_by_the_next_touch_only(come):
    anna = come("Anna")
    anna.sits_down("mindup", "greedy", "random", "greedy")
    expect(prompt(anna)).to_be_visible()
    lifted = anna.page.locator("button.lifted")
    mouse = anna.page.mouse
    cards(anna).first.hover()  # which waits until nothing lies over it
    whole.rests(anna)
    box = cards(anna).first.bounding_box()
    # At its lower edge, which is no longer there once the card is lifted.
    mouse.move(box["x"] + box["width"] / 4, box["y"] + box["height"] - 2)
    mouse.down()
    expect(lifted).to_have_count(1)
    mouse.up()
    anna.sees(f"Tap {anna.view['hand'][0]} again to play it.")
    assert anna.view["pick"] is None
    mouse.down()
    expect(lifted).to_have_count(1)
    mouse.up()
    anna.until(lambda: anna.view["turn"] == 2 or anna.view["pick"] is not None)


def test_a_touch_that_becomes_something_else_lifts_nothing(come):
    anna = come("Anna", has_touch=True)
    anna.sits_down("mindup", "greedy", "random", "greedy")
    expect(prompt(anna)).to_be_visible()
    first, finger = cards(anna).first, {"pointerId": 7, "isPrimary": True, "button": 0}
    first.dispatch_event("pointerdown", finger)
    expect(anna.page.locator("button.lifted")).to_have_count(1)
    first.dispatch_event("pointercancel", finger)
    expect(anna.page.locator("button.lifted")).to_have_count(0)


def test_all_turns_of_the_game_can_be_looked_at_after_a_reload_too(come):
    anna = come("Anna", **PHONE)
    anna.sits_down("mindup", "greedy", "random", "greedy")
    played = []
    for turn in range(7):
        row = anna.view["row"]
        plays_turn(anna, turn % 2)
        played.append(row)
    anna.page.reload()
    expect(prompt(anna)).to_be_visible()
    anna.button("All turns").click()
    dialog = anna.page.get_by_role("dialog")
    expect(dialog.get_by_role("heading", name=re.compile("^Round"))).to_have_count(7)
    headings = dialog.get_by_role("heading", name=re.compile("^Round")).all_inner_texts()
    assert (headings[0], headings[-1]) == ("Round 2, turn 1", "Round 1, turn 1")
    first = dialog.locator("ol > li").last
    shown = [int(text) for text in first.locator(".number").all_inner_texts()]
    assert shown[::2] == played[0]  # each taken card lies above the one played


def test_a_first_game_with_bots_is_coached_until_one_tap(come, axe):
    anna = come("Anna", **PHONE)
    anna.opens(GAME, now=True)
    anna.sees("Lift a card", exact=False)
    names = [seat["bot"] for seat in anna.copy.house["seats"][1:]]
    assert len(set(names)) == 3  # a mix of strengths
    assert anna.view["preview"] is None
    cards(anna).first.click()
    row = anna.page.get_by_role("list", name="The row")
    expect(row.get_by_text("%").first).to_be_visible()
    assert violations(anna, axe) == []
    anna.button("Show the odds").click()
    expect(row.get_by_text("%")).to_have_count(0)
    anna.button("Show the odds").click()
    expect(row.get_by_text("%").first).to_be_visible()
    anna.page.reload()
    anna.sees("Lift a card", exact=False)
    anna.button("No more tips").click()
    expect(anna.page.get_by_text("Lift a card", exact=False)).to_have_count(0)
    anna.page.reload()
    expect(prompt(anna)).to_be_visible()
    expect(anna.page.get_by_text("Lift a card", exact=False)).to_have_count(0)
    expect(anna.button("Show the odds")).to_have_attribute("aria-pressed", "true")


def test_a_first_game_among_friends_is_coached_for_those_who_are_new(come):
    anna = come("Anna", **PHONE)
    table = staged.Staged(staged.table("mindup", staged.mind_up(3, at=(1, 2), objectives=0)))
    table.open(anna)
    anna.sees("Only your rank counts", exact=False)
    anna.button("No more tips").click()
    expect(anna.page.get_by_text("Only your rank counts", exact=False)).to_have_count(0)


def test_the_turn_timer_warns_and_says_for_whom_a_card_was_played(come):
    anna = come("Anna", **PHONE)
    play = staged.mind_up(3, at=(1, 2), objectives=0)
    table = staged.Staged(staged.table("mindup", play, turn_seconds=30))
    table.deadline = 9000
    table.open(anna)
    anna.sees("seconds left, then a card is played for you.", exact=False)
    for seat in (1, 2):
        table.act(mindup.Pick(seat, table.state.play.hands[seat][0]))
    late = PlayedFor(seat=0, round=1, turn=2)
    done = act(table.state, mindup.Pick(0, table.state.play.hands[0][0]))
    table.tell(Entry(house=(late,), game=done.events))
    anna.sees("Your time was up: a card was played for you.")
    players = anna.page.get_by_role("list", name="Players")
    mine = players.get_by_role("button", name=re.compile("^You, .*time was up"))
    expect(mine).to_be_visible()


def test_rules_and_sound_are_one_tap_away_during_play(come, axe):
    anna = come("Anna", **PHONE)
    anna.sits_down("mindup", "greedy", "random", "greedy")
    expect(prompt(anna)).to_be_visible()
    sound = anna.button("Sounds")
    expect(sound).to_have_attribute("aria-pressed", "false")
    sound.click()
    expect(sound).to_have_attribute("aria-pressed", "true")
    anna.button("Rules").click()
    anna.sees("You take the row card above yours.", exact=False)
    assert violations(anna, axe) == []


def test_beginners_see_where_a_card_would_probably_land(come, axe):
    anna, ben = come("Anna", **PHONE), come("Ben")
    ben.joins(anna.opens(GAME))
    anna.adds_bot("Quick")
    anna.page.get_by_role("switch", name=re.compile("^Help beginners")).check()
    anna.until(lambda: anna.copy.house["settings"]["preview"])
    anna.starts()
    card = anna.view["hand"][0]
    cards(anna).first.click()
    chances = anna.view["preview"]["chances"][0]
    expect(anna.page.get_by_text(f"Your {card} would probably take", exact=False)).to_be_attached()
    row = anna.page.get_by_role("list", name="The row")
    shown = [int(text.split()[0]) for text in row.get_by_text("%").all_inner_texts()]
    assert sum(shown) == 100
    likely = [100 * chance for chance in chances if chance >= 0.01]
    assert all(any(abs(one - chance) < 1 for one in shown) for chance in likely)
    assert violations(anna, axe) == []
