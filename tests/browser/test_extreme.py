"""The Mind Extreme in the browser."""

from __future__ import annotations

import math
import re
import time
from decimal import ROUND_HALF_UP, Decimal

from playwright.sync_api import expect

from tacit.games import extreme
from tests.browser import hidden, staged
from tests.browser.accessibility import violations
from tests.browser.cuttable_proxy import CuttableProxy
from tests.browser.extreme import (
    BOUNCE,
    GAME,
    all_in,
    begin,
    begin_by_keyboard,
    first_cards,
    gather,
    gives,
    go_on,
    looks_through,
    next_card,
    play_level,
    plays,
    plays_by_keyboard,
    sees_end,
    thumb,
    vote,
    wrong_card,
)
from tests.browser.person import OFFLINE, PHONE, Person
from tests.browser.test_mindup import loses_connection, reconnects


def holds(person: Person) -> None:
    """Press on the table and keep the button down."""
    box = person.page.get_by_text("Press and hold", exact=False).bounding_box()
    person.page.mouse.move(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)
    person.page.mouse.down()
    person.until(lambda: person.view["down"][person.copy.seat])


def begin_by_hand(*team: Person) -> None:
    """Lay hands and lift them together, with a mouse."""
    first, last = team[0], team[-1]
    for one in team[:-1]:
        holds(one)
    first.sees(f"Keep holding. Waiting for {last.name}")
    partners = last.page.get_by_role("list", name="Your partners").get_by_role("listitem")
    expect(partners.get_by_role("img", name="hand down")).to_have_count(len(team) - 1)
    holds(last)
    for one in team:
        one.sees("All hands are down. Lift!")
        one.page.mouse.up()
    all_in("playing", *team)


def stops_by_keyboard(person: Person) -> None:
    person.insist(
        lambda: person.page.keyboard.press("s"), lambda: person.view["phase"] == "gathering"
    )


def unseen(person: Person) -> list[str]:
    """Return what only this person knows."""
    view, seat = person.view, person.copy.seat
    laid = [one for one in view["events"] if one["seat"] == seat and one["colour"] in view["blind"]]
    return [*view["hand"], *(one["card"] for one in laid)]


def check_pages(team: tuple[Person, ...]) -> None:
    """No page shows a card that another player holds, or has laid face down."""
    for one in team:
        shown = hidden.cards_shown(one)
        assert {*one.view["hand"]} <= shown
        assert not shown & {card for other in team if other is not one for card in unseen(other)}


def play_wrong_until(team: tuple[Person, ...], phase: str) -> None:
    """Lay the wrong card wherever there is one."""
    while team[0].view["phase"] == "playing":
        plays(*(wrong_card(team) or next_card(team)))
        for one in team:
            one.until(lambda one=one: one.copy.version >= max(o.copy.version for o in team))
    assert team[0].view["phase"] in (phase, "passed", "over")


def test_two_people_win(come, site):
    """Twelve levels without a mistake, six with cards face down; hands and cards by keyboard."""
    team = (come("Anna", **OFFLINE), come("Ben"))
    path = gather(*team)
    held: set[str] = set()
    for level in range(1, 13):
        assert team[0].view["level"] == level
        check_pages(team)
        held |= {card for one in team for card in one.view["hand"]}
        begin_by_keyboard(*team)
        if level == 1:
            stops_by_keyboard(team[0])
            begin_by_keyboard(*team)
        for _ in range(2):
            plays_by_keyboard(*next_card(team))
        check_pages(team)
        play_level(*team, keys=True)
        if level == 3:
            pile = team[0].page.get_by_role("heading", name=re.compile("^The white pile"))
            expect(pile).to_be_visible()
        if level < 12:
            go_on(*team)
    for one in team:
        sees_end(one, "It is morning.")
        assert one.view["outcome"] == "won"
    kept = [hidden.check_kept(one, held) for one in team]
    assert kept[0], "Anna's device keeps the app"
    hidden.check_frames(site, path, team)


def test_three_people_lose_and_play_again(come, site):
    """Mistakes in a row, a lost connection, a reload, and a spectator."""
    with CuttableProxy(site.url) as wire:
        anna, ben = come("Anna"), come("Ben", **PHONE)
        chiara, eva = come("Chiara", base_url=wire.url, **OFFLINE), come("Eva")
        team = (anna, ben, chiara)
        path = gather(*team)
        eva.joins(path, watch=True)
        begin(*team)
        plays(*wrong_card(team))
        for one in (*team, eva):
            one.sees("One light goes out.", exact=False)
        assert eva.view["hand"] == []
        hand = ben.view["hand"]
        ben.page.reload()
        ben.sees("Press and hold", exact=False)
        assert ben.view["hand"] == hand
        loses_connection(chiara, wire)
        partners = anna.page.get_by_role("list", name="Your partners").get_by_role("listitem")
        expect(partners.filter(has_text="Chiara").get_by_text("away")).to_be_visible()
        reconnects(chiara, wire)
        while anna.view["outcome"] is None:
            if anna.view["phase"] == "passed":
                go_on(*team)
            begin_by_keyboard(*team)
            play_wrong_until(team, "gathering")
        for one in (*team, eva):
            sees_end(one, "The last light is out.")
        ladder = anna.page.get_by_role("region", name="The levels of this game")
        expect(ladder.get_by_role("listitem", name="lost").first).to_be_visible()
        ben.sees("Your first game with 3 players on this device.")
        hidden.check_frames(site, path, (anna, ben, eva))
        ben.presses("Play again", lambda: ben.copy.house["again"] == [1])
        ben.sees("Waiting for Anna and Chiara to answer…")
        for one in (anna, chiara, eva):
            one.sees("Ben wants another round.")
            sees_end(one, "The last light is out.")
        anna.presses("Play again", lambda: 0 in anna.copy.house["again"])
        anna.presses("Start without them", lambda: anna.copy.stage == "lobby")
        for one in (chiara, eva):  # they did not ask for it, and keep the result until they do
            one.sees("The others have started the next game.")
            sees_end(one, "The last light is out.")
            one.button("Join them").click()
        chiara.button("Sit here").first.click()
        for one in (*team, eva):
            expect(one.page.get_by_role("heading", name="Around the table")).to_be_visible()
            one.until(lambda one=one: one.copy.house["seats"][2]["name"] == "Chiara")
            names = [seat["name"] for seat in one.copy.house["seats"]]
            assert names[:3] == ["Anna", "Ben", "Chiara"]
            one.sees("Watching: Eva")
        chiara.context.close()


def test_a_stop_for_a_lost_connection_is_told_as_one(come, site):
    with CuttableProxy(site.url) as wire:
        anna, ben = team = come("Anna", **PHONE), come("Ben", base_url=wire.url, **PHONE, **OFFLINE)
        gather(*team)
        begin(*team)
        loses_connection(ben, wire)
        anna.sees("Ben’s connection was lost, so play stopped.", exact=False)
        reconnects(ben, wire)
        ben.sees("Your connection was lost, so play stopped.", exact=False)
        anna.sees("Ben’s connection was lost, so play stopped.", exact=False)
        ben.page.reload()
        ben.sees("Your connection was lost, so play stopped.", exact=False)
        begin(*team)
        ben.presses("Stop", lambda: ben.view["phase"] == "gathering")
        anna.sees("Ben asked to stop.", exact=False)
        ben.sees("You asked to stop.", exact=False)
        ben.context.close()


def test_four_people_with_stars_and_a_blind_pile(come, site):
    """Hands, Stop, a star refused, one used; and a mistake in a blind pile."""
    anna, ben, chiara, dora = team = (
        come("Anna"),
        come("Ben", **PHONE),
        come("Chiara"),
        come("Dora", **PHONE),
    )
    path = gather(*team)
    begin_by_hand(*team)
    ben.presses("Stop", lambda: ben.view["phase"] == "gathering")
    anna.sees("Ben asked to stop. Hands on the table, then play goes on.")
    begin_by_hand(dora, *team[:3])
    vote(anna, chiara, ben, dora, agree=False)
    anna.sees("Chiara: not now. Play goes on.")
    play_level(*team)
    go_on(*team)

    begin(*team)
    vote(ben, anna, chiara, dora, agree=True)
    for one in team:
        gives(one)
    all_in("gathering", *team)
    anna.sees("Given to the star")
    assert anna.view["stars"] == 0
    begin_by_keyboard(*team)
    play_level(*team)
    anna.sees("You get a star.")
    go_on(*team)

    anna.sees("white face down")
    begin_by_keyboard(*team)
    while found := wrong_card(team):
        if found[1][0] == "R":
            break
        plays(*found)
    play_level(*team)
    anna.until(lambda: anna.view["turned"])
    assert any(one["overtook"] for one in anna.view["turned"])
    expect(anna.page.get_by_role("heading", name=re.compile("^The white pile"))).to_be_visible()
    hidden.check_frames(site, path, team)


AGAIN = """() => {
    // Let go at once, and hold on again when the site has heard of the first press only.
    const palm = document.querySelector('[data-shows=palm]')
    const key = (kind) => dispatchEvent(new KeyboardEvent(kind, { key: ' ' }))
    key('keydown')
    key('keyup')
    const watch = new MutationObserver(() => {
        if (!palm.classList.contains('mine')) return
        watch.disconnect()
        key('keydown')
    })
    watch.observe(palm, { attributes: true })
}"""


def test_a_hand_that_is_held_again_at_once_lies_there(come):
    anna, ben = team = come("Anna"), come("Ben")
    gather(*team)
    anna.page.evaluate(AGAIN)
    told = lambda: re.findall(r'"down":\[(true|false)', "".join(anna.raw))  # noqa: E731
    ben.until(lambda: told()[-3:] == ["true", "false", "true"])
    assert anna.view["phase"] == "gathering"


class Counting:
    """A player who counts on from the top of each pile, at one pace."""

    def __init__(self, person: Person, pace: float = 0.2) -> None:
        self.person = person
        self.pace = pace
        self.since: dict[tuple[str, int], float] = {}
        """When a pile was first seen with a number of cards."""

    def passes_level(self) -> None:
        """Get through a level with bots, well or badly."""
        person = self.person
        while person.view["phase"] not in ("passed", "over"):
            if person.view["phase"] in ("gathering", "lifting"):
                looks_through(person, person.button("Hold it down for me"))
                begin(person)
                self.since.clear()
            nexts = [card for colour in "WR" for _, card in first_cards((person,), colour)]
            due, card = min(((self.due(card), card) for card in nexts), default=(math.inf, ""))
            if time.monotonic() >= due:
                self.plays(card)
            person.page.wait_for_timeout(20)

    def due(self, card: str) -> float:
        white = card[0] == "W"
        pile = self.person.view["piles"]["white" if white else "red"]
        top = int(pile["top"][1:]) if pile["top"] else 0 if white else 51
        since = self.since.setdefault((card[0], pile["count"]), time.monotonic())
        return since + self.pace * abs(int(card[1:]) - top)

    def plays(self, card: str) -> None:
        """Lay a card, unless a mistake comes first."""
        person = self.person
        person.insist(
            lambda: thumb(person, card).click(timeout=300),
            lambda: card not in person.view["hand"] or person.view["phase"] != "playing",
            soon=BOUNCE,
        )


def test_a_new_player_is_told_one_sentence_at_a_time_and_none_twice(come, axe):
    anna = come("Anna", **PHONE)
    tips = anna.page.get_by_role("complementary")
    for level, tip in ((1, "Hold the palm"), (2, "You have a star"), (3, "a pile lies face down")):
        table = staged.Staged(staged.table("extreme", staged.level_dealt(2, level)))
        table.open(anna)
        expect(tips).to_have_count(1)
        expect(tips.get_by_role("status")).to_contain_text(tip)
        if level == 1:
            assert violations(anna, axe) == []
            hands = [extreme.LayHand(seat, at=seat) for seat in (0, 1)]
            table.act(*hands, *(extreme.LiftHand(seat, at=9 + seat) for seat in (0, 1)))
            expect(tips).to_contain_text("Low white or high red? Go soon.")
        anna.button("Got it").click()
        expect(tips).to_have_count(0)
        if level == 3:
            anna.page.reload()
            anna.sees("Press and hold", exact=False)
            expect(tips).to_have_count(0)


def test_after_a_level_echo_says_what_it_heard(come):
    """A person and bots; what is shown is what the site's listener believes."""
    anna = come("Anna", **PHONE)
    path = anna.opens(GAME, now=True)
    Counting(anna).passes_level()
    looks_through(anna, anna.page.get_by_role("heading", name="Level 1 passed"))
    anna.page.get_by_text("What Echo heard").click()
    told = anna.page.request.get(f"/api/tables/{path.removeprefix('/t/')}/tempi").json()
    mine = told["seats"][anna.copy.seat]
    if mine is None:
        anna.sees("Not enough yet.")
    else:
        # What a number is exactly is rounded, halves up, as browsers do.
        pace = Decimal(mine["pace"]).quantize(Decimal("0.01"), ROUND_HALF_UP)
        anna.sees(f"about {pace} s a number, {mine['steady']}", exact=False)
