"""Joining and leaving a table: invitations, names, returning; rules and sound at the table."""

from __future__ import annotations

import pytest
from playwright.sync_api import expect

from tests.browser.accessibility import violations
from tests.browser.person import PHONE, seated

GAME = {"mindup": "Mind Up!", "extreme": "The Mind Extreme"}
BOTS = {"mindup": ("greedy", "random"), "extreme": ("metronome",)}


def test_an_invitation_says_who_invites_to_what_and_what_watching_needs(come, axe):
    anna, ben = come("Anna"), come("Ben", **PHONE)
    path = anna.opens("The Mind Extreme")
    anna.adds_bot("Echo")
    ben.page.goto(path)
    ben.sees("Anna invites you to play The Mind Extreme.")
    ben.sees("The Mind Extreme · 2–4 players · 20 minutes")
    ben.sees("At the table: Anna and Echo")
    expect(ben.page).to_have_title("Invitation: The Mind Extreme · Tacit")
    expect(ben.page.locator(".scene svg")).to_be_in_viewport(ratio=0.9)
    expect(ben.button("Just watch")).to_be_disabled()
    ben.sees("To watch, enter your name first. You do not have to play.")
    assert violations(ben, axe) == []
    ben.page.get_by_label("Your name").fill("Ben")
    ben.button("Just watch").click()
    ben.until(lambda: ben.copy.house)
    assert ben.copy.seat is None


SMALL = {"viewport": {"width": 360, "height": 640}, "has_touch": True}
SHARED = "navigator.share = async (what) => { window.shared = what }"


def test_a_lobby_begins_with_the_invitation_and_fills_with_bots_in_one_tap(come, axe):
    anna = come("Anna", speaks="fr", **SMALL)
    anna.page.add_init_script(SHARED)
    new = {"game": "mindup", "name": "Anna"}
    anna.page.goto(anna.page.request.post("/api/tables", data=new).json()["url"])
    for name in ("Partager", "Copier le lien", "Compléter avec des bots"):
        expect(anna.button(name)).to_be_in_viewport(ratio=1)
    anna.button("Partager").click()
    shared = anna.page.evaluate("window.shared")
    assert shared["title"] == "Anna t’invite à jouer à Mind Up!"
    assert shared["url"] == f"{anna.page.url}?lang=fr"
    preview = anna.page.request.get(shared["url"], headers={"Accept-Language": "en"}).text()
    assert 'og:title" content="Anna t’invite à jouer à Mind Up!"' in preview
    anna.button("Ajouter un bot").first.click()
    picker = anna.page.get_by_role("dialog")
    picker.get_by_role("button").nth(1).wait_for()
    faces, bots = picker.locator("button .avatar svg"), picker.locator("button:has(strong)")
    assert faces.count() == bots.count() > 3
    assert violations(anna, axe) == []
    anna.page.keyboard.press("Escape")
    anna.presses("Compléter avec des bots", lambda: seated(anna) == 6)
    expect(anna.button("Compléter avec des bots")).to_have_count(0)
    anna.presses("Commencer", lambda: anna.copy.stage == "playing")
    expect(anna.page).to_have_title("À toi de choisir · Tacit")


def test_a_name_can_be_changed_in_the_lobby(come):
    anna, ben = come("Anna"), come("Ben")
    ben.joins(anna.opens("Mind Up!"))
    ben.button("Change name").click()
    dialog = ben.page.get_by_role("dialog")
    dialog.get_by_label("Your name").fill("Benedikt")
    dialog.get_by_role("button", name="Use this name").click()
    anna.sees("Benedikt")
    anna.until(lambda: anna.copy.house["seats"][1]["name"] == "Benedikt")


@pytest.mark.parametrize("game", GAME)
def test_leaving_asks_once_tells_the_others_and_keeps_the_way_back(come, game):
    anna, ben = come("Anna"), come("Ben", **PHONE)
    path = anna.opens(GAME[game])
    ben.joins(path)
    if game == "mindup":
        anna.adds_bot("Quick")
    anna.starts()
    ben.until(lambda: ben.copy.stage == "playing")
    dialog, leave = ben.page.get_by_role("dialog"), "Leave the table"
    question = ben.page.get_by_role("heading", name="Leave in the middle of the game?")
    ben.presses("Menu", dialog.is_visible)
    ben.presses(leave, question.is_visible)
    ben.presses("Stay", lambda: not dialog.is_visible())
    assert ben.copy.house is not None
    ben.presses("Menu", dialog.is_visible)
    ben.presses(leave, question.is_visible)
    ben.presses(leave, lambda: not question.is_visible())
    anna.sees("Ben has left the game. Their seat is kept.")
    ben.sees("Pick up where you left off")
    with_whom = "with Anna and Quick" if game == "mindup" else "with Anna"
    row = ben.page.get_by_role("link", name=f"{GAME[game]} {with_whom}")
    expect(row).to_contain_text("round 1, turn 1" if game == "mindup" else "level 1")
    expect(row).to_contain_text("just now")
    row.click()
    ben.sees("Your seat is waiting")
    ben.button("Back to my seat").click()
    ben.until(lambda: ben.copy.house and ben.copy.seat == 1)
    anna.sees("Ben is back.")


def test_a_table_to_go_on_with_can_be_put_away(come):
    anna = come("Anna")
    anna.sits_down("mindup", "greedy", "random")
    anna.page.goto("/")
    anna.sees("Pick up where you left off")
    anna.page.get_by_role("button", name="Hide").click()
    expect(anna.page.get_by_text("Pick up where you left off")).to_have_count(0)
    anna.page.reload()
    expect(anna.page.get_by_role("heading", name="Open tables")).to_be_visible()
    expect(anna.page.get_by_text("Pick up where you left off")).to_have_count(0)


@pytest.mark.parametrize("game", GAME)
def test_rules_and_sound_are_one_tap_away_at_the_table(come, axe, game):
    anna = come("Anna", **PHONE)
    anna.sits_down(game, *BOTS[game])
    sound = anna.button("Sounds")
    expect(sound).to_have_attribute("aria-pressed", "false")
    sound.click()
    expect(sound).to_have_attribute("aria-pressed", "true")
    anna.button("Rules").click()
    dialog = anna.page.get_by_role("dialog")
    for more in dialog.locator("summary").all():
        more.click()
    expect(dialog.get_by_role("heading", name="The idea")).to_be_visible()
    assert violations(anna, axe) == []


def test_a_table_has_a_tempo_and_a_new_player_a_calm_one(come):
    anna = come("Anna")
    anna.opens("The Mind Extreme", now=True)
    assert anna.copy.house["settings"]["tempo"] == "calm"
    anna.page.goto("/")
    anna.page.get_by_role("radio", name="brisk").check()
    anna.opens("The Mind Extreme")
    assert anna.copy.house["settings"]["tempo"] == "brisk"
    anna.page.get_by_label("Tempo", exact=False).select_option("usual")
    anna.until(lambda: anna.copy.house["settings"]["tempo"] == "usual")


def test_the_score_pad_fits_a_small_phone_and_clearing_can_be_undone(come, axe):
    anna = come("Anna", **SMALL)
    anna.page.goto("/pad/mindup")
    for value in (2, 4, 1, 5, 3):
        anna.button(str(value)).first.click()
    for card in (22, 13, 25):
        chosen = anna.button(str(card)).last
        # The page scrolls to it in no time, so the first tap may come too soon.
        anna.insist(chosen.click, lambda it=chosen: it.get_attribute("aria-pressed") == "true")
    expect(anna.page.get_by_text("+2 You have exactly 1 or exactly 3 suns.")).to_be_visible()
    expect(anna.page.get_by_text("−2 Nobody has fewer petals than you.")).to_be_visible()
    anna.sees("sun: orange")
    points = anna.page.get_by_role("listitem").filter(has_text="Player 1")
    expect(points).to_contain_text("columns 7 · bonuses")
    assert anna.page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    assert violations(anna, axe) == []
    anna.button("Clear the pad").click()
    expect(points).not_to_contain_text("columns 7")
    anna.button("Undo the last step").click()
    expect(points).to_contain_text("columns 7 · bonuses")


def test_a_step_of_the_level_tracker_can_be_undone(come):
    anna = come("Anna", **SMALL)
    anna.page.goto("/pad/extreme")
    anna.button("3").click()
    lives = anna.page.get_by_role("definition").nth(1)
    expect(lives).to_have_text("3")
    anna.button("Life lost").click()
    expect(lives).to_have_text("2")
    anna.button("Undo the last step").click()
    expect(lives).to_have_text("3")
