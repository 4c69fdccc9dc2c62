"""Whole games, lessons and replays of both games, played by the accessibility tree alone."""

from __future__ import annotations

import contextlib
import json
import os
import re

import pytest
from playwright.sync_api import TimeoutError as TooLate

from tacit.log.replay import load
from tacit.review.reviewing import review
from tests.browser.ear import Ear
from tests.browser.mindup import TURNS
from tests.browser.test_replay import FILES, PART, opens_file

LANDS = "In the column worth"
PLAY_CARD = re.compile("^Play (white|red) ")
HEARD_TURNS = TURNS if os.environ.get("TACIT_BY_EAR") == "whole" else 7
"""`make by-ear` plays all of Mind Up!; `make test` one round, and on into the next."""
GOES_ON = ("Hold it down for me", "Lift my hand", "Go on", "Ready for the next level")


def lays(ear: Ear, card: str) -> None:
    """Lift a card of Mind Up! and lay it."""
    toolbar = ear.page.get_by_role("toolbar")
    button = toolbar.get_by_role("button", name=re.compile(rf"^{card}\b"))
    lifted = f"Tap {card} again to play it."
    # A card that has only just come is not lifted by the key that was pressed before.
    ear.person.insist(
        lambda: button.press("Enter"), lambda: any(lifted in one for one in ear.heard())
    )
    button.press("Enter")


def goes_on(ear: Ear) -> None:
    """Press the button that leads on; it does not count in the moment in which it appears."""
    before = len(ear.heard())
    ear.person.insist(lambda: ear.press("button", "Next"), lambda: len(ear.heard()) > before)


def test_a_whole_game_of_mind_up(come):
    ear = Ear(come("Anna"))
    ear.person.sits_down("mindup", "random", "random")
    ear.hears("Round 1. The columns are worth")
    for turn in range(HEARD_TURNS):
        toolbar = ear.page.get_by_role("toolbar")
        held = len(ear.person.view["hand"])
        ear.person.until(lambda it=toolbar, n=held: len(ear.names("button", it)) == n)
        before, hand = len(ear.heard()), ear.names("button", toolbar)
        lays(ear, hand[0].split(",")[0])
        ear.person.until(lambda at=before: any(LANDS in one for one in ear.heard()[at:]))
        told = next(one for one in ear.heard()[before:] if LANDS in one)
        assert told.count(" takes ") == told.count(LANDS) == 3
        for name in ("Dizzy 1", "Dizzy 2"):
            assert f"{name}: " in told
        if "is over" in told:
            assert "You " in told
            wanted = re.compile(r"^(On to round \d|Who won\?)$")
            ear.person.until(lambda it=wanted: ear.offers("button", it))
            if turn < TURNS - 1:
                ear.person.insist(
                    lambda it=wanted: ear.press("button", it),
                    lambda: (
                        ear.page.get_by_role("toolbar").count() > 0
                        and ear.page.get_by_role("dialog").count() == 0
                    ),
                )
        else:
            assert told.count("so far") == 3
            assert "The row: " in told
            assert "Your hand: " in told
    if HEARD_TURNS < TURNS:
        return
    ear.person.insist(
        lambda: ear.press("button", "Who won?"),
        lambda: re.search("win|won|shared", ear.page.get_by_role("dialog").aria_snapshot()),
    )


def test_a_whole_game_of_the_mind_extreme(come):
    ear = Ear(come("Anna"))
    ear.person.sits_down("extreme", "random")
    ear.hears("Level 1. Your hand: ")
    ear.hears("2 lives, 1 star. White pile, rising: ")

    def does_something() -> None:
        for name in GOES_ON:
            if ear.offers("button", name):
                return ear.press("button", name)
        if ear.offers("button", PLAY_CARD):
            ear.press("button", PLAY_CARD)
        return None

    ear.person.insist(does_something, lambda: ear.person.copy.stage == "over", soon=0.05)
    ear.person.insist(
        lambda: ear.press("button", "Go on"), lambda: ear.offers("button", "Play again"), soon=0.1
    )
    heard = " ".join(ear.heard())
    for said in ("Hands are up. Play!", "came before", "You: "):
        assert said in heard
    assert ear.offers("heading", re.compile("It is morning|The last light is out"))


def test_the_lesson_of_mind_up(come):
    ear = Ear(come("Anna"))
    ear.page.goto("/learn/mindup")
    ear.hears("This is the row.")
    for said in ("These values are the same for everyone.", "Pick the 52, your highest"):
        ear.press("button", "Next")
        ear.hears(said)
    lays(ear, "52")
    for said in ("All cards are turned over at once", "16, 30, 52", "takes the card above"):
        ear.hears(said)
        ear.person.until(lambda: ear.offers("button", "Next"))
        goes_on(ear)
    ear.hears("Your 52 takes 45, sun, plus 2")
    ear.hears("Now pick the 9 to be lowest.")
    ear.person.until(lambda: ear.offers("button", "See it again"))
    lays(ear, "9")
    ear.hears("Your 9 takes 16, sun, plus 2: 12 so far. In the column worth 4.")
    ear.hears("You took another sun")


def test_the_lesson_of_the_mind_extreme(come):
    ear = Ear(come("Anna"))
    ear.page.goto("/learn/extreme")
    ear.hears("Two piles: white climbs on the left")
    ear.press("button", "Next")
    ear.hears("Only two of your cards matter now")
    ear.press("button", "Next")
    ear.hears("Press and hold the palm")
    ear.press("button", "Hold it down for me")
    ear.person.insist(
        lambda: ear.press("button", "Lift my hand"), lambda: ear.offers("button", "Stop")
    )
    ear.hears("Hands are up. Play!")
    ear.hears("then play your white 12.")
    ear.hears("Steady: white 5.")
    ear.person.insist(
        lambda: ear.press("button", "Play white 12"), lambda: ear.offers("button", "Next")
    )
    ear.hears("You: white 12.")
    ear.hears("Your partner played the 5, then you the 12.")


@pytest.mark.parametrize("game", FILES)
def test_a_replay_step_by_step(come, game):
    ear = Ear(come("Anna"))
    opens_file(ear.person, FILES[game])
    ear.person.until(lambda: ear.offers("button", "One step forward"))
    sheet = json.loads(FILES[game].read_text())
    names = sheet["seats"]
    for _ in range(40):
        if ear.offers("button", "Skip"):
            with contextlib.suppress(TooLate):  # it may have ended by itself
                ear.press("button", "Skip")
        ear.press("button", "One step forward")
        heard = " ".join(ear.heard())
        if game == "mindup" and heard.count("takes") >= 2 * len(names):
            break
        if game == "extreme" and ("passed." in heard or "came before" in heard):
            break
    told = " ".join(ear.heard())
    if game == "mindup":
        assert told.count("In the column worth") >= len(names)
    else:
        assert re.search(r": (white|red) \d+\.", told)
    before = len(ear.heard())
    ear.press("button", "To the start")
    ear.person.until(lambda: len(ear.heard()) > before)


@pytest.mark.parametrize("game", FILES)
def test_a_review_reads_its_sentence_its_moments_and_where_they_were(come, game):
    ear = Ear(come("Anna"))
    page, file = ear.page, FILES[game].read_bytes()
    page.goto("/replay")
    told = page.request.post("/api/replays/tape", data=file).body()
    found = {"done": 2, "of": 63, "part": PART}
    if game == "extreme":
        found = review(load(file.rstrip(b"\n")))
    status = 202 if game == "mindup" else 200
    page.route("**/tables/somewhere/games/1", lambda route: route.fulfill(body=file))
    page.route("**/games/1/tape*", lambda route: route.fulfill(body=told))
    page.route("**/games/1/review*", lambda route: route.fulfill(status=status, json=found))
    page.goto("/replay/somewhere/1")
    ear.press("button", "Review")
    panel = page.get_by_role("region", name="Review")
    if game == "mindup":
        ear.hears("Weighing what was played: 2 of 63")
        panel.get_by_role("combobox", name="Whose game").select_option("0")
    sentence, reason = {
        "mindup": ("guessing brought 1, picks cost 6.", "the 9 was worth 1.5 points more"),
        "extreme": ("Reached level 5. Lives lost: ", "would have saved the life"),
    }[game]
    ear.hears(sentence)
    tree = panel.aria_snapshot()
    assert sentence in tree
    assert reason in tree
    begun = len(ear.heard())
    ear.press("button", "One step forward")
    ear.person.until(lambda: len(ear.heard()) > begun)
    before = len(ear.heard())
    panel.get_by_role("button", name="Show").first.press("Enter")
    ear.hears({"mindup": "The row: ", "extreme": "White pile, rising: "}[game], since=before)
