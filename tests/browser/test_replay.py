"""Replays: step by step, from every seat, by a link or from a file."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest
from playwright.sync_api import expect

from tacit.log.replay import load
from tacit.review.reviewing import review
from tests.browser import whole
from tests.browser.accessibility import violations
from tests.browser.person import PHONE
from tests.browser.test_shuffle import PLAY_ON
from tests.server.sites import ROOT

KEPT = ROOT / "tests" / "replays"
SMALLEST = 38
"""The least width of a readable card, in pixels."""
FILES = {"mindup": KEPT / "v1-mindup.tacit.json", "extreme": KEPT / "v1-extreme.tacit.json"}


def opens_file(person, file: Path | dict) -> None:
    person.page.goto("/replay")
    person.page.set_input_files("input[type=file]", file)


def slider(person):
    return person.page.get_by_role("slider")


def stands_at(person, step: int) -> None:
    expect(slider(person)).to_have_value(str(step))


def test_a_game_just_played_is_seen_again_by_its_link_and_verified(come):
    anna = come("Anna")
    table = anna.opens("Mind Up!", now=True).rpartition("/")[2]
    anna.page.evaluate(PLAY_ON)
    anna.page.reload()
    anna.page.get_by_role("link", name="Watch the replay").first.click()
    stands_at(anna, 0)
    anna.page.keyboard.press("ArrowRight")
    anna.page.keyboard.press("ArrowRight")
    stands_at(anna, 2)
    anna.sees("turn 3 of 6")
    anna.page.keyboard.press("ArrowLeft")
    stands_at(anna, 1)
    anna.sees("turn 2 of 6")
    assert slider(anna).get_attribute("max") == "21", "one step is a turn"
    anna.page.keyboard.press("End")
    expect(anna.button("Result")).to_be_visible()
    assert anna.page.get_by_role("button", name="Play again").count() == 0
    anna.button("Verify").click()
    anna.sees("The fingerprint is the one this device was shown before the game.")
    anna.sees("The cards dealt match the seed and the players’ parts.")
    anna.sees("Dealt again from the seed", exact=False)
    assert anna.page.locator("dialog .bad").count() == 0
    ben = come("Ben")
    ben.page.goto(f"/replay/{table}/1#step=9")
    expect(slider(ben)).not_to_have_value("0")
    ben.button("Verify").click()
    ben.sees("This device was shown no fingerprint before this game, so it cannot compare.")


def test_ones_own_game_opens_from_ones_seat_and_everybody_elses_as_a_spectator(come):
    anna, ben = come("Anna", **PHONE), come("Ben", **PHONE)
    table = anna.opens("Mind Up!", now=True).rpartition("/")[2]
    anna.page.evaluate(PLAY_ON)
    anna.page.reload()
    seat = str(anna.copy.house["seat"])
    hand = anna.page.locator("footer [data-card]")
    view = anna.page.get_by_label("View as")
    anna.page.get_by_role("link", name="Watch the replay").first.click()
    stands_at(anna, 0)
    expect(view).to_have_value(seat)
    expect(hand).to_have_count(7)
    view.select_option("watch")
    expect(hand).to_have_count(0)
    view.select_option(seat)
    expect(hand).to_have_count(7)
    anna.page.goto("/games")
    anna.page.locator("main li a").first.click()
    expect(view).to_have_value(seat)
    ben.page.goto(f"/replay/{table}/1")
    stands_at(ben, 0)
    expect(ben.page.get_by_label("View as")).to_have_value("watch")
    expect(ben.page.locator("footer [data-card]")).to_have_count(0)


NEEDS = {"mindup": {"header", "row", "player"}, "extreme": {"header", "level", "pile", "player"}}


@pytest.mark.parametrize("game", FILES)
def test_a_replay_is_whole_at_every_size(come, game):
    """A viewer with little room scrolls, but nothing vanishes and nothing covers anything."""
    anna = come("Anna", has_touch=True)
    opens_file(anna, FILES[game])
    stands_at(anna, 0)
    for _ in range(13):  # of Mind Up! into the second round, where a low phone has the least room
        anna.page.keyboard.press("ArrowRight")
    anna.page.keyboard.press("ArrowLeft")  # back is at once: no card is in the air
    stands_at(anna, 12)
    for width, height in whole.SIZES:
        anna.page.set_viewport_size({"width": width, "height": height})
        whole.rests(anna)
        whole.check(anna, needs=NEEDS[game], scrolls=True)
        cards = anna.page.locator("[data-whole=pile], [data-whole=row] .card")
        widths = cards.evaluate_all("all => all.map((one) => one.getBoundingClientRect().width)")
        assert min(widths) >= SMALLEST, (width, height)


@pytest.mark.parametrize("game", FILES)
def test_a_file_is_opened_and_seen_from_every_seat(come, game):
    anna = come("Anna", **PHONE)
    opens_file(anna, FILES[game])
    stands_at(anna, 0)
    expect(anna.page.locator("[data-shows=hand], footer [data-card]")).to_have_count(0)
    seen = anna.page.get_by_label("View as")
    seen.select_option("1")
    hand = {"mindup": 7, "extreme": 1}[game]
    cards = "footer [data-card]" if game == "mindup" else "[data-shows=hand] [role=img]"
    expect(anna.page.locator(cards)).to_have_count(hand)
    seen.select_option("open")
    rows = anna.page.get_by_role("list", name="All hands open").get_by_role("listitem")
    names = json.loads(FILES[game].read_text())["seats"]
    expect(rows.filter(has_text=re.compile(r"\d"))).not_to_have_count(0)
    assert len(names) <= rows.count()
    anna.page.locator("h1").first.focus()
    anna.page.keyboard.press("End")
    stands_at(anna, int(slider(anna).get_attribute("max")))


def test_time_is_a_part_of_the_mind_extreme(come, axe):
    anna = come("Anna")
    opens_file(anna, FILES["extreme"])
    anna.sees("White waits", exact=False)
    anna.button("To the end").click()
    at = anna.page.locator("output").inner_text()
    assert at != "0:00"
    anna.button("Share").click()
    assert violations(anna, axe) == []
    anna.button("Copy a link to this moment").click()
    assert "#ms=" in anna.page.url
    anna.button("To the start").click()
    anna.page.get_by_label("Speed").select_option("4")
    anna.button("Play").click()
    expect(slider(anna)).not_to_have_value("0")
    anna.button("Pause").click()
    expect(anna.button("Play")).to_be_visible()


def test_a_changed_file_is_not_shown_and_says_why(come):
    anna = come("Anna")
    text = FILES["mindup"].read_text().replace('"totals":[', '"totals":[1')
    anna.offline = True  # the refusal is an error to the console
    opens_file(
        anna, {"name": "a.tacit.json", "mimeType": "application/json", "buffer": text.encode()}
    )
    expect(anna.page.get_by_role("alert")).to_be_visible()
    anna.troubles.clear()


def test_a_changed_file_that_could_be_a_game_is_caught_by_verify(come):
    """The game is true, but these are not the bytes that were written."""
    anna = come("Anna")
    text = FILES["mindup"].read_text().replace('"format":', '"format": ', 1)
    opens_file(
        anna, {"name": "a.tacit.json", "mimeType": "application/json", "buffer": text.encode()}
    )
    anna.button("Verify").click()
    anna.sees("The file was changed after it was written.")
    anna.sees("This game cannot have been played like this.", exact=False)


@pytest.mark.parametrize("speaks", ["en", "fr", "it"])
@pytest.mark.parametrize("game", FILES)
def test_every_page_is_accessible(come, axe, game, speaks):
    anna = come("Anna", speaks=speaks, **PHONE)
    opens_file(anna, FILES[game])
    stands_at(anna, 0)
    assert violations(anna, axe) == []
    anna.page.locator(".ways select").select_option("open")
    anna.page.keyboard.press("End")
    assert violations(anna, axe) == []


def played_through(come, **device):
    """Let a player finish a game and return to its result."""
    anna = come("Anna", **device)
    table = anna.sits_down("mindup", "greedy", "random").rpartition("/")[2]
    anna.page.evaluate(PLAY_ON)
    anna.page.reload()
    return anna, table


def test_ones_costliest_picks_are_one_tap_away_as_questions(come, axe):
    anna, _ = played_through(come, **PHONE)
    anna.page.get_by_role("link", name="Pick again").first.click()
    quiz = anna.page.get_by_role("region", name="Pick again")
    expect(quiz).to_contain_text("Question 1 of")
    assert violations(anna, axe) == []
    hand = anna.page.locator("footer [data-card]")
    questions = int(quiz.inner_text().split(":")[0].split()[-1])
    for number in range(1, questions + 1):
        expect(quiz).to_contain_text(f"Question {number} of {questions}")
        if number == 1:  # the others differ in their number only; what is answered is longer
            leaves_room(anna)
        expect(quiz.locator("button")).to_have_count(0)
        hand.first.focus()
        anna.page.keyboard.press("Enter")  # lift, and pick: the hand itself answers
        anna.page.keyboard.press("Enter")
        expect(quiz).to_contain_text("In the game it was the")
        expect(quiz).to_contain_text(re.compile(r"most likely takes? the \d+"))
        leaves_room(anna)
        quiz.get_by_role("button").last.click()
    expect(quiz).to_have_count(0)


def leaves_room(person) -> None:
    """See that what lies above the table is not most of the window, at any size."""
    for width, height in whole.SIZES:
        person.page.set_viewport_size({"width": width, "height": height})
        whole.rests(person)
        for what in ("aside", ".panel"):
            taken = person.page.locator(what).bounding_box()
            assert taken is not None
            beside = what == ".panel" and width >= 1100
            assert beside or taken["height"] < 0.6 * height, (what, width, height, taken)
    person.page.set_viewport_size(PHONE["viewport"])


def test_a_review_speaks_beside_the_board_and_stays_while_one_steps(come, axe):
    anna, table = played_through(come)
    anna.page.goto(f"/replay/{table}/1")
    anna.button("Review").click()
    panel = anna.page.get_by_role("region", name="Review")
    expect(panel.get_by_text(re.compile("^The cards (gave|cost) you"))).to_be_visible()
    lead = panel.get_by_role("heading", name="Where the lead came from")
    expect(lead).to_be_visible()
    assert violations(anna, axe) == []
    rows = {}
    for title in ("Chance of winning", "Where the lead came from"):
        chart = panel.locator("section").filter(has_text=title).last
        chart.get_by_text("The numbers").click()
        expect(chart.locator("tbody tr").first).to_be_visible()
        cells = [row.locator("td").all_inner_texts() for row in chart.locator("tbody tr").all()]
        rows[title] = [[cell.partition(" ±")[0].replace("−", "-") for cell in row] for row in cells]
    for _, *percents in rows["Chance of winning"]:
        assert sum(int(percent.split()[0]) for percent in percents) == 100
    assert "100" in {percent.split()[0] for percent in rows["Chance of winning"][-1][1:]}
    for _, *row in rows["Where the lead came from"]:
        deal, guess, picks, end = map(float, row)
        assert abs(deal + guess + picks - end) < 0.21, "but for the digits shown"
    panel.get_by_role("button", name="Show").first.click()
    expect(slider(anna)).not_to_have_value("0")
    shown = panel.locator("[aria-current=step]")
    expect(shown).to_contain_text(re.compile(r"You played the \d+; the \d+ was worth"))
    board = anna.page.locator(".replay").bounding_box()
    beside = anna.page.locator(".panel").bounding_box()
    assert board["x"] + board["width"] <= beside["x"] + 1, "side by side"
    anna.page.keyboard.press("ArrowRight")
    expect(shown).to_be_visible()
    anna.page.set_viewport_size(PHONE["viewport"])
    whole.rests(anna)
    strip = anna.page.locator(".panel").bounding_box()
    assert strip["height"] < 0.35 * PHONE["viewport"]["height"], "a strip below the board"
    assert violations(anna, axe) == []
    panel.get_by_label("Whose game").select_option("1")
    expect(panel.get_by_text(re.compile("^The cards (gave|cost) "))).not_to_contain_text("you")


PART = {
    "game": "mindup",
    "picks": [
        {
            "round": 1,
            "turn": 1,
            "seat": seat,
            "card": 3,
            "values": {
                "3": {"lead": lead, "win": 0.3, "se": 0.2},
                "9": {"lead": 2.0, "win": 0.5, "se": 0.2},
            },
            "equal": [9],
            "lost": 2.0 - lead,
            "luck": None,
        }
        for seat, lead in enumerate((0.5, -1.0))
    ],
    "seats": [],
    "moments": [
        {
            "seat": 0,
            "round": 1,
            "turn": 1,
            "card": 3,
            "better": 9,
            "lost": 1.5,
            "reasons": [{"kind": "later", "card": 3, "points": 1.5}],
        }
    ],
    "ready": [{"seat": 0, "lead": -4.0, "lost": 6.2, "deal": 1.0, "guess": 1.2}],
}


def test_the_first_answers_of_a_review_are_shown_while_the_others_are_weighed(come, axe):
    anna, table = played_through(come, **PHONE)
    weighing = [True]

    def answers(route):
        if weighing:
            route.fulfill(status=202, json={"done": 2, "of": 63, "part": PART})
        else:
            route.continue_()

    anna.page.route("**/games/1/review?seat=mine", answers)
    anna.page.goto(f"/replay/{table}/1")
    anna.button("Review").click()
    anna.sees("Weighing what was played: 2 of 63")
    anna.page.get_by_label("Whose game").select_option("0")
    expect(anna.page.get_by_text("guessing brought 1, picks cost 6.", exact=False)).to_be_visible()
    anna.sees("the 9 was worth 1.5 points more", exact=False)
    lead = anna.page.get_by_role("heading", name="Where the lead came from")
    expect(lead).to_have_count(0)
    assert violations(anna, axe) == []
    weighing.clear()
    expect(lead).to_be_visible()
    expect(anna.page.get_by_role("progressbar")).to_have_count(0)


def test_a_file_is_dropped_on_the_page_and_another_on_its_replay(come):
    anna = come("Anna")
    anna.page.goto("/replay")
    for game, players in (("mindup", "×5"), ("extreme", "White waits")):
        anna.page.evaluate(
            """text => {
                const data = new DataTransfer()
                data.items.add(new File([text], 'a.tacit.json', { type: 'application/json' }))
                const drop = { dataTransfer: data, bubbles: true, cancelable: true }
                document.body.dispatchEvent(new DragEvent('dragover', drop))
                document.body.dispatchEvent(new DragEvent('drop', drop))
            }""",
            FILES[game].read_text(),
        )
        anna.sees(players, exact=False)
        stands_at(anna, 0)


def test_the_file_is_saved_as_the_site_has_it(come):
    anna, table = played_through(come)
    anna.page.goto(f"/replay/{table}/1")
    anna.button("Share").click()
    with anna.page.expect_download() as download:
        anna.button("Save the replay").click()
    saved = Path(download.value.path()).read_bytes()
    assert saved == anna.page.request.get(f"/api/tables/{table}/games/1").body()
    assert download.value.suggested_filename == "mindup.tacit.json"
    anna.page.goto(f"/replay/{table}/1#ms=600000")
    expect(slider(anna)).not_to_have_value("0")


def test_the_review_of_the_mind_extreme_has_a_chart_for_every_level(come, axe, site):
    anna = come("Anna", **PHONE)
    anna.page.goto("/replay")
    anna.page.route(
        "**/api/tables/somewhere/games/1",
        lambda route: route.fulfill(path=FILES["extreme"], content_type="application/json"),
    )
    told = anna.page.request.post("/api/replays/tape", data=FILES["extreme"].read_bytes())
    anna.page.route("**/games/1/tape*", lambda route: route.fulfill(body=told.body(), status=200))
    found = review(load(FILES["extreme"].read_bytes().rstrip(b"\n")))
    anna.page.route("**/games/1/review?seat=mine", lambda route: route.fulfill(json=found))
    anna.page.goto("/replay/somewhere/1")
    anna.button("Review").click()
    panel = anna.page.get_by_role("region", name="Review")
    charts = panel.get_by_role("img")
    expect(charts).to_have_count(2 + len(found["levels"]))
    expect(panel).to_contain_text("Reached level 5. Lives lost: ")
    expect(panel).to_contain_text("would have saved the life")
    expect(panel).to_contain_text("where its clock said 10 seconds")
    expect(panel.get_by_role("button", name="Show")).to_have_count(len(found["moments"]))
    assert violations(anna, axe) == []
    panel.get_by_role("button", name="Show").first.click()
    expect(slider(anna)).not_to_have_value("0")
