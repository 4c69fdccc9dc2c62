"""Nothing that acts appears where something else was tapped within half a second."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, NamedTuple

import pytest
from playwright.sync_api import Locator, expect

from tacit.games import extreme, mindup
from tacit.table.log.records import Entry, Guest, WantedAgain
from tests.browser import staged, whole
from tests.browser.mindup import prompt
from tests.browser.person import PHONE, Person
from tests.browser.test_moments import MOTION, SLOW, lost
from tests.browser.test_replay import PART, played_through
from tests.browser.test_tutorials import coach, goes_on
from tests.browser.test_tutorials import lays as lays_in_lesson

CLOCK = """{
    const now = performance.now.bind(performance)
    performance.now = () => window.stopped ?? now()
}"""
"""The app's clock can be stopped: two taps are as close as meant, however slow the machine is."""
HALF_A_SECOND = 500
STOP = "() => { window.stopped = performance.now() }"
LATER = f"() => {{ window.stopped += {HALF_A_SECOND} }}"
Point = tuple[float, float]


class Scene(NamedTuple):
    """A table, what happens at it, and what appears by that."""

    table: staged.Staged
    happens: Callable[[Person], None]
    appears: Callable[[Person], Locator]
    done: Callable[[Person], bool]
    """Whether that was pressed."""


def opened(come: Any, scene: Scene, **device: Any) -> Person:
    person = come("Anna", **(PHONE | device))
    comes_to(person, scene.table)
    return person


def comes_to(person: Person, table: staged.Staged) -> None:
    """Let a page whose clock can be stopped come to a table."""
    person.page.add_init_script(CLOCK)
    told = {"level": 1, "seats": [None] * len(table.state.seats), "ladder": []}
    person.page.route("**/tempi", lambda route: route.fulfill(json=told))
    table.open(person)
    person.page.locator("[data-whole]").first.wait_for()
    whole.rests(person)


def centre(locator: Locator) -> Point:
    locator.scroll_into_view_if_needed()
    box = locator.bounding_box()
    assert box is not None
    return box["x"] + box["width"] / 2, box["y"] + box["height"] / 2


def taps(person: Person, at: Point) -> None:
    person.page.touchscreen.tap(*at)
    person.page.evaluate("() => new Promise(requestAnimationFrame)")


def asked(table: staged.Staged, kind: str) -> Callable[[Person], bool]:
    def done(_: Person) -> bool:
        return any(kind in (one["do"], one.get("action", {}).get("kind")) for one in table.asked)

    return done


def in_dialog(name: str) -> Callable[[Person], Locator]:
    def found(person: Person) -> Locator:
        return person.page.get_by_role("dialog").get_by_role("button", name=name, exact=True)

    return found


def skips(person: Person) -> None:
    """See a round to its end without a tap anywhere."""
    over = person.page.get_by_role("dialog")
    person.insist(
        lambda: person.button("Skip").dispatch_event("click", timeout=400), over.is_visible
    )


def ends_round(table: staged.Staged) -> Callable[[Person], None]:
    def happens(person: Person) -> None:
        for seat, hand in enumerate(table.state.play.hands):
            table.act(mindup.Pick(seat, hand[0]))
        skips(person)

    return happens


def round_sheet() -> Scene:
    table = staged.Staged(staged.table("mindup", staged.mind_up(3, at=(1, 6))))
    return Scene(
        table,
        ends_round(table),
        in_dialog("On to round 2"),
        lambda person: person.page.get_by_role("dialog").count() == 0,
    )


def last_sheet() -> Scene:
    table = staged.Staged(staged.table("mindup", staged.mind_up(3, at=(3, 8))))
    heading = "Round 3 is over"
    return Scene(
        table,
        ends_round(table),
        in_dialog("Who won?"),
        lambda person: person.page.get_by_role("heading", name=heading).count() == 0,
    )


def final_sheet() -> Scene:
    table = staged.Staged(staged.table("mindup", staged.mind_up(3, at=(3, 8))))
    ends = ends_round(table)

    def happens(person: Person) -> None:
        ends(person)
        in_dialog("Who won?")(person).dispatch_event("click")

    return Scene(table, happens, in_dialog("Play again"), asked(table, "rematch"))


def result_at_the_table() -> Scene:
    """The sheet is put away: what lies under it acts."""
    table = staged.Staged(staged.table("mindup", staged.mind_up(3, at=(9, 9))))

    def happens(person: Person) -> None:
        person.page.get_by_role("button", name="Close").dispatch_event("click")

    return Scene(
        table, happens, lambda person: person.button("Play again"), asked(table, "rematch")
    )


def star_question() -> Scene:
    table = staged.Staged(staged.table("extreme", staged.high_level(3, 5, laid=2)))
    return Scene(
        table,
        lambda _: table.act(extreme.ProposeStar(1, at=9000)),
        lambda person: person.button("Agree"),
        asked(table, "vote"),
    )


def level_end() -> Scene:
    table = staged.Staged(staged.table("extreme", staged.high_level(2, 1, laid=0)))
    (mine,), (theirs,) = table.state.play.hands

    def happens(_: Person) -> None:
        table.act(extreme.Play(1, theirs, at=3000), extreme.Play(0, mine, at=6000))

    return Scene(
        table,
        happens,
        lambda person: person.button("Ready for the next level"),
        asked(table, "ready"),
    )


SCENES = [
    round_sheet,
    last_sheet,
    final_sheet,
    result_at_the_table,
    star_question,
    level_end,
]


@pytest.mark.parametrize("scene", SCENES, ids=lambda one: one.__name__)
def test_what_appears_under_a_finger_does_not_act_for_half_a_second(come, scene):
    before = scene()
    scout = opened(come, before)
    before.happens(scout)
    place = centre(before.appears(scout))  # here it will be

    now = scene()
    anna = opened(come, now)
    anna.page.evaluate(STOP)
    taps(anna, place)
    now.table.asked.clear()
    now.happens(anna)
    expect(now.appears(anna)).to_be_visible()
    anna.until(lambda: centre(now.appears(anna)) == place)
    now.table.asked.clear()
    taps(anna, place)
    assert not now.done(anna)
    anna.page.evaluate(LATER)
    taps(anna, place)
    anna.until(lambda: now.done(anna))


def twice(person: Person, button: Locator) -> None:
    """Tap something twice in the same place, the second time once what follows is there."""
    at = centre(button)
    person.page.evaluate(STOP)
    taps(person, at)
    whole.rests(person)
    taps(person, at)


def test_skip_does_not_become_play_again_under_the_finger(come):
    play = staged.mind_up(3, at=(9, 9))
    table = staged.Staged(staged.table("mindup", play))
    anna = come("Anna", **PHONE, **MOTION)
    anna.page.add_init_script(CLOCK)
    anna.page.add_init_script(SLOW)
    table.open(anna)
    anna.sees("After round 1")
    skip, again = in_dialog("Skip")(anna), in_dialog("Play again")(anna)
    twice(anna, skip)
    anna.sees("You win", exact=False)
    assert not asked(table, "rematch")(anna)
    anna.page.evaluate(LATER)
    again.click()
    anna.until(lambda: asked(table, "rematch")(anna))


def test_a_rematch_asked_for_twice_does_not_leave_the_others_behind(come):
    table = staged.Staged(staged.table("extreme", lost(3, 4)))
    anna = come("Anna", **PHONE)
    comes_to(anna, table)
    again, without = anna.button("Play again"), anna.button("Start without them")
    anna.page.evaluate(STOP)
    anna.page.evaluate(LATER)
    at = centre(again)
    taps(anna, at)
    anna.until(lambda: asked(table, "rematch")(anna))
    table.tell(Entry(house=(WantedAgain(guest=Guest(0)),)))
    expect(without).to_be_visible()
    taps(anna, at)
    assert [one for one in table.asked if one.get("go")] == []
    for _ in range(3):  # going on without the others has to be meant: it waits longer
        anna.page.evaluate(LATER)
    taps(anna, centre(without))
    anna.until(lambda: [one for one in table.asked if one.get("go")])


def test_a_menu_opened_by_two_taps_stays_open(come):
    anna = come("Anna", **PHONE)
    anna.page.add_init_script(CLOCK)
    staged.Staged(staged.table("mindup", staged.mind_up(3, at=(1, 2)))).open(anna)
    expect(prompt(anna)).to_be_visible()
    twice(anna, anna.button("Menu"))
    expect(anna.page.get_by_role("dialog").get_by_role("heading", name="Menu")).to_be_visible()
    anna.page.evaluate(LATER)
    taps(anna, (195, 20))  # beside the sheet
    expect(anna.page.get_by_role("dialog")).to_have_count(0)


def test_the_end_of_a_lesson_does_not_begin_a_game_by_itself(come):
    anna = come("Anna", has_touch=True)
    anna.page.add_init_script(CLOCK)
    anna.page.goto("/learn/mindup")
    for number in (1, 2):
        expect(coach(anna).get_by_text(f"Step {number} of")).to_be_visible()
        goes_on(anna)
    lays_in_lesson(anna, 52)
    for number in (4, 5, 6):
        expect(coach(anna).get_by_text(f"Step {number} of")).to_be_visible()
        goes_on(anna)
    anna.button("See it again").wait_for()
    lays_in_lesson(anna, 9)
    anna.button("See it again").wait_for()
    goes_on(anna)
    expect(coach(anna).get_by_text("Step 9 of")).to_be_visible()
    twice(anna, coach(anna).get_by_role("button", name="Next"))
    expect(coach(anna).get_by_text("Step 10 of")).to_be_visible()
    play = coach(anna).get_by_role("button", name="Play")
    expect(play).to_be_enabled()
    taps(anna, centre(play))
    assert anna.page.url.endswith("/learn/mindup")
    anna.page.evaluate(LATER)
    taps(anna, centre(play))
    anna.page.wait_for_url("**/t/*")


def test_a_review_does_not_lead_to_a_moment_by_itself(come):
    anna, table = played_through(come, **PHONE)
    anna.page.add_init_script(CLOCK)
    part = {"done": 2, "of": 63, "part": PART}
    anna.page.route("**/games/1/review*", lambda route: route.fulfill(status=202, json=part))
    shown = anna.page.locator("[aria-current=step]")
    show = anna.page.get_by_role("button", name="Show", exact=True).first

    def reads() -> Point:
        if not show.is_visible():
            anna.button("Review").dispatch_event("click")
        expect(show).to_be_visible()
        return centre(show)

    anna.page.goto(f"/replay/{table}/1")
    place = reads()
    anna.page.reload()
    anna.page.locator("[data-whole]").first.wait_for()
    anna.page.evaluate(STOP)
    taps(anna, place)
    anna.until(lambda: reads() == place)
    taps(anna, place)
    expect(shown).to_have_count(0)
    anna.page.evaluate(LATER)
    taps(anna, place)
    expect(shown).to_have_count(1)


def test_cards_are_played_one_after_the_other_under_the_same_thumb(come):
    table = staged.Staged(staged.table("extreme", staged.high_level(2, 5, laid=0)))
    table.act(extreme.Play(1, "R47", at=1000), extreme.Play(1, "R42", at=2000))
    anna = come("Anna", **PHONE)
    comes_to(anna, table)
    anna.page.evaluate(STOP)
    anna.page.evaluate(LATER)  # the hand has been seen
    place = None
    for number, card in enumerate(("R26", "R24", "R22")):
        thumb = anna.button(f"Play red {card[1:]}")
        place = place or centre(thumb)
        anna.until(lambda thumb=thumb: "wait" not in (thumb.get_attribute("class") or ""))
        taps(anna, place)
        anna.until(lambda number=number: len(table.asked) == number + 1)
        assert table.asked[-1]["action"]["card"] == card
        table.act(extreme.Play(0, card, at=3000 + number))
        anna.page.evaluate("() => { window.stopped += 130 }")


def test_a_key_pressed_twice_does_not_act_on_what_has_come(come):
    scene = last_sheet()
    anna = opened(come, scene)
    scene.happens(anna)
    again = in_dialog("Play again")(anna)
    anna.page.evaluate(STOP)
    scene.appears(anna).focus()
    anna.page.keyboard.down("Enter")
    again.focus()
    anna.page.keyboard.down("Enter")  # the same key, held
    anna.page.keyboard.up("Enter")
    anna.page.keyboard.press("Enter")
    anna.page.keyboard.press(" ")
    assert not asked(scene.table, "rematch")(anna)
    anna.page.evaluate(LATER)
    anna.page.keyboard.press(" ")
    anna.until(lambda: asked(scene.table, "rematch")(anna))
