"""Messages to players: nothing too early, nothing stale, nothing missing."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import expect

from tacit.core.rulebook import Millis
from tacit.games import mindup
from tacit.table.log.records import Entry, Guest, HostChanged
from tacit.table.tell.messages import ENCODER, Gesture, Heard
from tests.browser import staged, whole
from tests.browser.mindup import GAME, cards, prompt, table_of_three
from tests.browser.person import PHONE, Person
from tests.browser.test_moments import WIDE, lost
from tests.browser.test_replay import FILES, opens_file
from tests.browser.test_shuffle import PLAY_ON


def spoken(person: Person) -> str:
    """Return what a screen reader was told last."""
    return "".join(person.page.get_by_role("log").all_inner_texts())


# The question who won.


@pytest.mark.parametrize("device", [PHONE, WIDE], ids=["phone", "wide"])
def test_nothing_tells_who_won_before_it_is_asked(come, device):
    anna = come("Anna", **device)
    table = staged.Staged(staged.table("mindup", staged.mind_up(3, at=(3, 8))))
    table.open(anna)
    expect(prompt(anna)).to_be_visible()
    for seat, hand in enumerate(table.state.play.hands):
        table.act(mindup.Pick(seat, hand[0]))
    dialog = anna.page.get_by_role("dialog")
    skip = anna.button("Skip")
    anna.insist(lambda: skip.dispatch_event("click", timeout=400), dialog.is_visible)
    expect(dialog.get_by_role("heading", name="Round 3 is over")).to_be_visible()
    totals = [str(total) for total in mindup.view(table.state.play, 0).totals]
    expect(dialog.get_by_text("in total")).to_have_count(0)
    assert not re.search(r"\bwins?\b", spoken(anna))
    scores = anna.page.locator("[data-whole=player] .score")
    assert scores.all_inner_texts() != totals
    dialog.get_by_role("button", name="Round 2").click()
    expect(dialog.get_by_text("so far").first).to_be_visible()
    dialog.get_by_role("button", name="Who won?").click()
    expect(dialog.get_by_role("heading", name=re.compile(r"\bwins?\b"))).to_be_visible()
    anna.until(lambda: re.search(r"\bwins?\b", spoken(anna)))
    anna.insist(
        lambda: dialog.get_by_role("button", name="Point by point").click(timeout=400),
        dialog.get_by_text("in total").first.is_visible,
    )


# Small things that were said wrongly.


@pytest.mark.parametrize("game", FILES)
def test_the_way_out_of_a_replay_is_called_what_it_is(come, game):
    anna = come("Anna")
    opens_file(anna, FILES[game])
    expect(anna.page.get_by_role("link", name="Close the replay")).to_be_visible()
    expect(anna.page.get_by_role("link", name="Leave the lesson")).to_have_count(0)


def test_what_was_said_at_a_table_is_not_said_on_home(come):
    anna = come("Anna")
    anna.page.goto("/")
    anna.sees("Open tables")
    anna.sits_down("mindup", "greedy", "random")
    anna.until(lambda: "Your hand" in spoken(anna))
    anna.page.evaluate("history.pushState(null, '', '/')")
    anna.page.evaluate("dispatchEvent(new PopStateEvent('popstate'))")
    anna.sees("Open tables")
    anna.until(lambda: spoken(anna) == "")


def test_what_is_said_of_a_seat_begins_with_a_word(come):
    anna, ben = come("Anna"), come("Ben", **PHONE)
    ben.joins(anna.opens(GAME))
    ben.sees("Around the table")
    seats = ben.page.get_by_role("listitem")
    expect(seats.nth(0).locator("small")).to_have_text("host")
    expect(seats.nth(1).locator("small")).to_have_text("you")
    expect(anna.page.get_by_role("listitem").nth(0).locator("small")).to_have_text("you · host")


CUT = """() => [...document.querySelectorAll('.chance')].flatMap((one) => {
    // What is drawn around a box lies outside it, and what lies outside a clipping box is cut off.
    const shadow = getComputedStyle(one).boxShadow
    const lengths = shadow.replace(/[a-z-]+[(][^)]*[)]/g, '').match(/-?[0-9.]+px/g).map(parseFloat)
    const out = shadow.includes('inset') ? 0 : lengths[3]
    const { left, top, right, bottom } = one.getBoundingClientRect()
    const cut = []
    for (let around = one.parentElement; around; around = around.parentElement) {
        const style = getComputedStyle(around)
        const clips = style.overflow !== 'visible' || /paint|strict|content/.test(style.contain)
        const box = around.getBoundingClientRect()
        const inside = left - out >= box.left && top - out >= box.top
            && right + out <= box.right && bottom + out <= box.bottom
        if (clips && !inside) cut.push(around.className)
    }
    return cut
})"""


@pytest.mark.parametrize("device", [PHONE, WIDE], ids=["phone", "wide"])
def test_likely_columns_are_outlined_all_around(come, device):
    anna = come("Anna", **device)
    anna.sits_down("mindup", "greedy", "random")
    expect(anna.button("Show the odds")).to_have_attribute("aria-pressed", "true")
    seen = 0
    for card in cards(anna).all():
        card.click()
        anna.until(lambda: anna.page.locator(".chance").count())
        seen += anna.page.locator(".chance").count()
        assert anna.page.evaluate(CUT) == []
    assert seen


def test_the_odds_of_a_card_add_up_to_a_hundred(come):
    anna = come("Anna", **PHONE)
    anna.sits_down("mindup", *5 * ["greedy"])
    expect(prompt(anna)).to_be_visible()
    row = anna.page.get_by_role("list", name="The row")
    for card in cards(anna).all():
        card.click()
        number = card.get_attribute("data-card")
        expect(row.locator(".odds i").first).to_have_text(str(number))
        shown = [int(text.split()[0]) for text in row.locator(".odds b").all_inner_texts()]
        assert sum(shown) == 100, (number, shown)


# Who declines, hosts, talks.


def test_the_others_are_told_who_declines_a_rematch_and_find_the_result(come):
    anna, ben = come("Anna", **PHONE), come("Ben")
    table_of_three(anna, ben)
    ben.page.evaluate(f"void ({PLAY_ON})()")
    anna.page.evaluate(PLAY_ON)
    for one in (anna, ben):
        one.page.reload()
        one.until(lambda one=one: one.copy.stage == "over")
    again = anna.page.get_by_role("dialog").get_by_role("button", name="Play again")
    asks = anna.page.get_by_text("Waiting for Ben to answer…").first
    anna.insist(lambda: again.click(timeout=400), asks.is_visible)
    ben.page.keyboard.press("Escape")
    ben.presses("Menu", ben.button("Leave the table").is_visible)
    ben.presses("Leave the table", lambda: ben.page.url.endswith("/"))
    anna.until(lambda: anna.copy.stage == "lobby")
    notices = anna.page.get_by_role("status")
    expect(notices.filter(has_text="Ben is not playing the next game.")).to_be_visible()
    main = anna.page.get_by_role("main")
    expect(main.get_by_text("Ben is not playing the next game.")).to_be_visible()
    main.get_by_role("link", name="Result of the last game").click()
    anna.presses("Result", anna.page.get_by_role("dialog").is_visible)
    expect(anna.page.get_by_role("dialog").get_by_role("listitem")).to_have_count(3)


@pytest.mark.parametrize("device", [PHONE, WIDE], ids=["phone", "wide"])
def test_a_new_host_and_the_others_are_told(come, device):
    anna = come("Anna", **device)
    table = staged.Staged(staged.table("mindup", staged.mind_up(3, at=(1, 2))))
    table.open(anna)
    expect(prompt(anna)).to_be_visible()
    notices = anna.page.get_by_role("status")
    table.tell(Entry(house=(HostChanged(guest=Guest(1)),)))
    expect(notices.filter(has_text=f"{staged.NAMES[1]} is the host now.")).to_be_visible()
    table.tell(Entry(house=(HostChanged(guest=Guest(0)),)))
    expect(notices.filter(has_text="You are the host now.")).to_be_visible()


LINE = "Where will your 40 land? " * 8
TABLES = {
    "mindup": lambda: staged.table("mindup", staged.mind_up(6, at=(1, 2))),
    "extreme": lambda: staged.table("extreme", lost(4, 4)),
}


@pytest.mark.parametrize("game", TABLES)
def test_what_is_said_appears_beside_who_says_it_and_over_nobodys_hand(come, game):
    anna = come("Anna", has_touch=True)
    told = {"level": 1, "seats": [None] * 4, "ladder": []}
    anna.page.route("**/tempi", lambda route: route.fulfill(json=told))
    table = staged.Staged(TABLES[game]())
    table.open(anna)
    tools = anna.page.locator("header").first.get_by_role("button")
    bubble = anna.page.locator("[data-expresses=words]")
    for number, (width, height) in enumerate(whole.SIZES, 1):
        anna.page.set_viewport_size({"width": width, "height": height})
        expect(tools.last).to_be_visible()
        whole.rests(anna)
        table.send(ENCODER.encode(Heard(guest=Guest(1), text=f"{number}. {LINE}", at=Millis(1))))
        expect(bubble).to_contain_text(f"{number}. Where will")
        here = sides(bubble.evaluate(UNMOVED))
        assert whole.within(here, {"left": 0, "top": 0, "right": width, "bottom": height})
        assert here["bottom"] - here["top"] < 5 * 20, "bounded, however long the message is"
        speaker = anna.page.evaluate(SPEAKER, 1)
        assert gap(here, sides(speaker["box"])) < 2 * GAP, (width, height, here, speaker)
        named = bubble.get_by_text(staged.NAMES[1], exact=True).is_visible()
        assert named is not speaker["seated"], "a mark says who it is, or else the name"
        for mark in anna.page.evaluate(whole.LOOK)["marks"]:
            apart = mark["name"] != "hand" or whole.apart(here, mark["box"])
            assert apart, (width, height, mark)
        assert not bubble.evaluate(TAKES_TAPS), "it takes no taps"
        assert spoken(anna) == f"{staged.NAMES[1]}: {number}. {LINE.strip()}"
        expect(anna.button(f"Talk: {number} new")).to_be_visible()
    expect(bubble).to_have_count(0)  # soon
    flies = anna.page.locator("[data-expresses=reaction]")
    table.send(ENCODER.encode(Gesture(guest=Guest(1), emote="clap")))
    expect(flies).to_contain_text("Well done")
    assert spoken(anna) == f"{staged.NAMES[1]}: Well done"
    expect(flies).to_have_count(0)


GAP = 8
UNMOVED = """(one) => {
    for (const moves of one.getAnimations()) moves.finish()
    return one.getBoundingClientRect().toJSON()
}"""
SPEAKER = """(seat) => {
    const area = (one) => {
        const { left, right, width } = one.getBoundingClientRect()
        return left >= 0 && right <= innerWidth ? width : 0
    }
    const marks = [...document.querySelectorAll(`[data-seat="${seat}"]`)].filter(area)
    marks.sort((one, other) => area(other) - area(one))
    const shown = marks[0] ?? document.querySelector('[data-talks]')
    return { box: shown.getBoundingClientRect().toJSON(), seated: marks.length > 0 }
}"""
TAKES_TAPS = """(one) => {
    const { x, y, width, height } = one.getBoundingClientRect()
    return one.contains(document.elementFromPoint(x + width / 2, y + height / 2))
}"""


def gap(one, other):
    """Return how many pixels there are between two boxes."""
    across = max(one["left"] - other["right"], other["left"] - one["right"], 0)
    down = max(one["top"] - other["bottom"], other["top"] - one["bottom"], 0)
    return max(across, down)


def test_a_reaction_is_one_tap_at_a_result_and_is_still_for_who_wants_no_motion(come):
    anna = come("Anna", **PHONE, reduced_motion="reduce")
    told = {"level": 1, "seats": [None] * 2, "ladder": []}
    anna.page.route("**/tempi", lambda route: route.fulfill(json=told))
    table = staged.Staged(staged.table("extreme", lost(2, 3)))
    table.open(anna)
    anna.button("Ha!").click()
    anna.until(lambda: {"do": "show", "emote": "laugh"} in table.asked)
    table.send(ENCODER.encode(Gesture(guest=Guest(0), emote="laugh")))
    flies = anna.page.locator("[data-expresses=reaction]")
    expect(flies).to_contain_text("Ha!")
    still = flies.locator(".flight").evaluate("(one) => getComputedStyle(one).animationName")
    assert still == "none"
    assert spoken(anna) != f"{staged.NAMES[0]}: Ha!", "nobody is told what they did themselves"


def test_a_reaction_is_read_out_above_the_open_chat_which_reads_out_what_is_typed(come):
    anna = come("Anna", **PHONE)
    table = staged.Staged(staged.table("mindup", staged.mind_up(3, at=(1, 2))))
    table.open(anna)
    anna.button("Talk").click()
    chat = anna.page.get_by_role("dialog", name="Talk")
    expect(chat).to_be_visible()
    table.send(ENCODER.encode(Heard(guest=Guest(1), text="Hello", at=Millis(1))))
    expect(chat.get_by_role("listitem")).to_contain_text("Hello")
    assert "Hello" not in spoken(anna)
    table.send(ENCODER.encode(Gesture(guest=Guest(1), emote="laugh")))
    anna.until(lambda: spoken(anna) == f"{staged.NAMES[1]}: Ha!")


def sides(box):
    """Return a box by its sides."""
    return {
        "left": box["x"],
        "top": box["y"],
        "right": box["x"] + box["width"],
        "bottom": box["y"] + box["height"],
    }
