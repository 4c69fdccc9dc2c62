"""What-ifs: play on from a turn of a finished game, with bots at once or with friends."""

from __future__ import annotations

import pytest
from playwright.sync_api import expect

from tests.browser.accessibility import violations
from tests.browser.person import PHONE
from tests.browser.test_replay import played_through, slider


def looks_at(person, table: str, step: int) -> None:
    person.page.goto(f"/replay/{table}/1#step={step}")
    expect(slider(person)).to_have_value(str(step // 3))  # one stop a turn, and three players


def hand_shown(person) -> list[str]:
    return sorted(
        person.page.locator("footer [data-card]").evaluate_all(
            "cards => cards.map((card) => card.dataset.card)"
        )
    )


@pytest.mark.parametrize("device", [PHONE, {}], ids=["phone", "desktop"])
def test_one_plays_on_with_bots_from_the_turn_that_is_shown(come, axe, device):
    anna, table = played_through(come, **device)
    looks_at(anna, table, 30)
    mine = hand_shown(anna)
    anna.page.get_by_label("View as").select_option("1")
    anna.until(lambda: hand_shown(anna) not in ([], mine))
    held = hand_shown(anna)
    anna.button("Play on from here").click()
    anna.sees("A new table, set up as it was at round 2, turn 5.", exact=False)
    assert violations(anna, axe) == []
    chosen = anna.page.get_by_role("radio").nth(1)
    expect(chosen).to_be_checked()
    anna.button("Play on with bots").click()
    anna.until(lambda: anna.view.get("turn") == 5 and anna.view["round"] == 2)
    assert anna.copy.seat == 1
    assert sorted(str(card) for card in anna.view["hand"]) == held
    expect(anna.page.locator("footer [data-card]")).to_have_count(len(held))


def test_friends_are_told_what_they_come_to(come, axe):
    anna, table = played_through(come, **PHONE)
    looks_at(anna, table, 12)
    anna.button("Play on from here").click()
    anna.button("Play on with friends").click()
    anna.sees("What if…?")
    anna.sees("This game picks up at round 1, turn 5 of a finished game.")
    anna.sees("All 3 seats have to be taken.")
    expect(anna.page.get_by_label("Bonus Objectives")).to_be_disabled()
    assert violations(anna, axe) == []
    ben = come("Ben")
    ben.page.goto(anna.page.url)
    ben.page.get_by_label("Your name").fill("Ben")
    ben.button("Come in").click()
    ben.sees("What if…?")
    expect(anna.button("Start")).to_be_disabled()


def test_when_it_is_over_there_is_nothing_to_go_on_from(come):
    anna, table = played_through(come)
    looks_at(anna, table, 1)
    anna.page.keyboard.press("End")
    expect(anna.button("Play on from here")).to_be_disabled()
