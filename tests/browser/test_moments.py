"""What a table tells at a glance, and the moments worth telling others."""

from __future__ import annotations

import json
import math
import re
from itertools import accumulate, combinations

import pytest
from msgspec import structs
from playwright.sync_api import expect

from tacit.games import extreme, mindup
from tests.browser import staged, whole
from tests.browser.accessibility import violations
from tests.browser.mindup import prompt
from tests.browser.person import PHONE
from tests.server.sites import ROOT

SIDEWAYS = {"viewport": {"width": 844, "height": 390}, "has_touch": True}
WIDE = {"viewport": {"width": 1440, "height": 900}}
MOTION = {"reduced_motion": "no-preference"}
SUITS = ("sun", "petal", "wave", "leaf", "moon")


def points(text: str) -> int:
    """Return the number of points that a text shows."""
    return int(re.sub(r"\s", "", text).replace("−", "-"))


def round_points(score) -> int:
    return sum(score.columns) + sum(score.bonuses) + sum(score.objectives)


def lying(view, seat: int) -> tuple[int, int]:
    """Return the points of a player's columns, and separately the bonuses."""
    columns = zip(view.order, view.tableaux[seat], strict=True)
    bonuses = sum(mindup.BONUS[card] for column in view.tableaux[seat] for card in column)
    return sum(value * len(cards) for value, cards in columns), bonuses


# 10: everybody's points and who leads, at any time.


FEWEST = """() => {
    // In every frame: how many scores are seen whole?
    window.fewest = Infinity
    const whole = ({ width, left, top, right, bottom }) =>
        width > 0 && left >= 0 && top >= 0 && right <= innerWidth && bottom <= innerHeight
    const look = () => {
        const scores = [...document.querySelectorAll('[data-whole=player] .score')]
        const seen = scores.filter((one) => whole(one.getBoundingClientRect()))
        window.fewest = Math.min(window.fewest, seen.length)
        requestAnimationFrame(look)
    }
    look()
}"""


@pytest.mark.parametrize("device", [PHONE, SIDEWAYS], ids=["phone", "sideways"])
def test_a_phone_shows_everybodys_points_and_who_leads_at_any_time(come, device):
    anna = come("Anna", **device)
    play = staged.mind_up(6, at=(2, 4))
    table = staged.Staged(staged.table("mindup", play))
    table.open(anna)
    view = mindup.view(play, 0)
    totals = [
        sum(lying(view, seat)) + round_points(view.scores[0][seat]) for seat in range(view.players)
    ]
    players = anna.page.get_by_role("list", name="Players").get_by_role("listitem")

    def shows(totals: list[int]) -> None:
        whole.rests(anna)
        whole.check(anna, needs={"player"})
        scores = players.locator(".score")
        expect(scores).to_have_text([str(total) for total in totals])
        for seat in range(6):
            expect(scores.nth(seat)).to_be_in_viewport(ratio=0.99)
            leads = totals[seat] == max(totals)
            expect(scores.nth(seat).locator("svg")).to_have_count(1 if leads else 0)

    expect(players).to_have_count(6)
    shows(totals)
    players.nth(3).get_by_role("button").click()  # another player's columns are shown
    shows(totals)
    anna.page.evaluate(FEWEST)
    for seat, hand in enumerate(play.hands):
        table.act(mindup.Pick(seat, hand[0]))
    anna.sees("turn 5 of 7")
    expect(prompt(anna)).to_be_visible()  # cards have been taken
    assert anna.page.evaluate("fewest") == 6


# 11: every player has a colour and shape, bots have faces and names.

PRINTED = """() => {
    const style = getComputedStyle(document.documentElement)
    const read = (name) => style.getPropertyValue(name)
    return Object.fromEntries([
        ...[0, 1, 2, 3, 4, 5].map((seat) => `player-${seat}`), 'SUITS',
    ].map((name) => [name, read(`--${name}`)]))
}""".replace("'SUITS'", ", ".join(f"'{suit}'" for suit in SUITS))


def oklab(colour: str) -> tuple[float, float, float]:
    light, chroma, hue = (float(one) for one in re.findall(r"[\d.]+", colour)[:3])
    light = light / 100 if "%" in colour else light
    angle = math.radians(hue)
    return light, chroma * math.cos(angle), chroma * math.sin(angle)


UNLIKE = 0.05
"""How far apart two colours have to be; two neighbouring shades of one colour are about 0.02."""


@pytest.mark.parametrize("light", ["light", "dark"])
def test_players_have_shapes_and_colours_of_their_own_and_bots_faces(come, light):
    anna = come("Anna", color_scheme=light, **WIDE)
    bots = ("pebble", "linnet", "heron", "raven", "search")
    play = staged.mind_up(6, at=(1, 2))
    staged.Staged(staged.table("mindup", play, bots=bots)).open(anna)
    players = anna.page.locator("article > header")
    expect(players).to_have_count(6)
    shapes = players.locator(".avatar .shape")
    expect(shapes).to_have_count(6)
    looks = anna.page.locator("article > header .avatar").all()
    assert len({one.inner_html() + one.get_attribute("class") for one in looks}) == 6
    faces = players.locator(".avatar .line")
    assert len({one.get_attribute("d") for one in faces.all()}) == len(bots)
    assert len(set(players.locator("strong").all_inner_texts())) == 6
    colours = {name: oklab(text) for name, text in anna.page.evaluate(PRINTED).items()}
    own = [colours[f"player-{seat}"] for seat in range(6)]
    for one, other in combinations(own, 2):
        assert math.dist(one, other) > UNLIKE
    for suit in SUITS:
        assert min(math.dist(one, colours[suit]) for one in own) > UNLIKE, suit


# 12: one total for a column, and the bonus apart from it.


@pytest.mark.parametrize("device", [PHONE, WIDE], ids=["phone", "wide"])
def test_a_column_has_one_total_everywhere_and_the_bonus_stands_apart(come, device):
    anna = come("Anna", **device)
    play = staged.mind_up(3, at=(2, 6))
    staged.Staged(staged.table("mindup", play)).open(anna)
    view = mindup.view(play, 0)
    panels = anna.page.locator("[data-whole=own], [data-whole=panel]")
    expect(panels).to_have_count(3)
    bonuses = []
    for panel in panels.all():
        label = panel.get_attribute("aria-label")
        seat = max((at for at, name in enumerate(staged.NAMES[:3]) if name in label), default=0)
        columns, bonus = lying(view, seat)
        shown = [points(one.text_content()) for one in panel.locator("li .head > .points").all()]
        worth = [
            value * len(cards)
            for value, cards in zip(view.order, view.tableaux[seat], strict=True)
            if cards
        ]
        assert shown == worth
        assert points(panel.locator("header .points").text_content().split()[0]) == columns + bonus
        pill = panel.locator("header .bonus")
        told = points(pill.text_content().split()[0]) if pill.count() else 0
        assert told == bonus
        bonuses.append(bonus)
    assert any(bonuses)
    anna.button("Scores").click()  # the round before: the same sums, bonuses in a line of their own
    rows = anna.page.get_by_role("dialog").locator("tbody").first.get_by_role("row")
    for at, value in enumerate(view.past[0].order):
        shown = [points(text) for text in rows.nth(at).get_by_role("cell").all_inner_texts()]
        columns = [tableau[at] for tableau in view.past[0].tableaux]
        assert shown == [value * len(cards) for cards in columns]
        assert shown == [score.columns[at] for score in view.scores[0]]


# 17 and 21: the end of Mind Up!.

RECORDS = """{
    window.seen = []
    const note = () => {
        const dialog = document.querySelector('dialog')
        const said = ['.counting', 'h2'].map((one) => dialog?.querySelector(one)).find(Boolean)
            ?.textContent.trim()
        const first = dialog?.querySelector('ol > li strong')?.textContent
        if (!said || !first) return
        if (window.seen.at(-1)?.join() !== [said, first].join()) window.seen.push([said, first])
    }
    const all = { childList: true, characterData: true, subtree: true }
    new MutationObserver(note).observe(document, all)
}"""


SLOW = """{
    // After the first round the next one takes so long that only a press leads on.
    const set = setTimeout
    window.setTimeout = (act, ms = 0, ...rest) => set(act, ms > 1000 ? 1e7 : ms, ...rest)
}"""


def ended(come, before="", **device):
    anna = come("Anna", **device)
    anna.page.add_init_script(before)
    play = staged.mind_up(3, at=(9, 9), seed=5)
    anna.page.add_init_script(RECORDS)
    staged.Staged(staged.table("mindup", play)).open(anna)
    return anna, mindup.view(play, 0)


def test_a_win_is_counted_up_round_by_round_the_lead_changes_hands_and_suits_fly(come):
    anna, view = ended(come, **PHONE, **MOTION)
    rounds = [[round_points(score) for score in scores] for scores in view.scores]
    sums = list(accumulate(rounds, lambda before, now: [*map(sum, zip(before, now, strict=True))]))
    names = ["You", *staged.NAMES[1:]]
    leads = [names[total.index(max(total))] for total in sums]
    assert len(set(leads)) == 2  # or there would be nothing to see
    dialog = anna.page.get_by_role("dialog")
    expect(dialog.get_by_role("heading", name="You win")).to_be_visible()
    expect(dialog.locator(".sky > span")).not_to_have_count(0)
    seen = anna.page.evaluate("seen")
    for number, first in enumerate(leads[:-1], start=1):
        assert [f"After round {number}", first] in seen, seen
    expect(dialog.locator("ol > li > b")).to_have_text(
        [str(total) for total in sorted(sums[-1], reverse=True)]
    )
    assert dialog.locator("ol > li strong").first.inner_text() == leads[-1]


def test_the_counting_can_be_skipped_and_is_over_at_once_for_those_who_want_calm(come, axe):
    anna, _ = ended(come, SLOW, **PHONE, **MOTION)
    anna.sees("After round 1")
    dialog = anna.page.get_by_role("dialog")
    # Nobody is told before the count is over, not even behind it; nothing moves under a finger.
    assert dialog.bounding_box()["height"] == anna.page.viewport_size["height"]
    expect(dialog.get_by_text("wins")).to_have_count(0)
    group = dialog.get_by_role("button", name="Become a group")
    expect(group).to_have_count(0)  # in its place, a group has its tally
    again, share = (dialog.get_by_role("button", name=name) for name in ("Play again", "Share"))
    before = [one.bounding_box() for one in (again, share)]
    skip = dialog.get_by_role("button", name="Skip")
    spot = skip.bounding_box()
    skip.click()
    win = dialog.get_by_role("heading", name="You win")
    expect(win).to_be_visible()
    expect(dialog.locator("figure .crown")).to_be_visible()
    expect(dialog.get_by_text("largest swing")).to_be_visible()
    expect(group).to_have_count(1)
    assert [one.bounding_box() for one in (again, share)] == before
    assert spot["y"] + spot["height"] < before[0]["y"]
    ben, _ = ended(come, **PHONE)
    expect(ben.page.get_by_role("dialog").get_by_role("heading", name="You win")).to_be_visible()
    assert not [said for said, _ in ben.page.evaluate("seen") if said.startswith("After")]
    expect(ben.page.locator(".sky")).to_have_count(0)
    picture = (ROOT / "docs" / "images" / "home.png").read_bytes()
    ben.page.route("**/picture.png*", lambda route: route.fulfill(body=picture))
    ben.button("Share").click()
    expect(ben.page.get_by_role("link", name="Save the picture")).to_be_visible()
    drawn = ben.page.locator(".picture img")
    ben.until(lambda: drawn.evaluate("(one) => one.complete && one.naturalWidth > 0"))
    assert violations(ben, axe) == []


def test_the_last_sheet_calls_final_totals_final(come):
    anna, view = ended(come, **PHONE)
    dialog = anna.page.get_by_role("dialog")
    dialog.get_by_role("button", name="Point by point").click()
    expect(dialog.get_by_role("heading", name="Round 3 is over")).to_be_visible()
    rows = dialog.locator(".ranking > li")
    for seat, name in enumerate(("You", *staged.NAMES[1:3])):
        expect(rows.filter(has_text=name)).to_contain_text(f"{view.totals[seat]} in total")
    expect(dialog.get_by_text("so far")).to_have_count(0)
    dialog.get_by_role("button", name="Round 2").click()
    expect(dialog.get_by_text("so far").first).to_be_visible()
    expect(dialog.get_by_text("in total")).to_have_count(0)


# 22: objectives.


def test_objectives_light_up_as_they_are_met_and_land_one_by_one(come):
    anna = come("Anna", **PHONE, **MOTION)
    play = staged.mind_up(3, at=(1, 6), seed=4)
    table = staged.Staged(staged.table("mindup", play))
    table.open(anna)
    lights = anna.page.locator("header .objective")
    met = mindup.view(play, 0).met[0]
    assert 0 < sum(met) < len(met)

    def lit() -> list[bool]:
        return [one.evaluate("one => one.matches('.met')") for one in lights.all()]

    anna.until(lambda: lit() == list(met))
    anna.page.get_by_role("button", name=f"you meet {sum(met)} now").click()
    expect(anna.page.get_by_role("dialog").get_by_text("Met right now.")).to_have_count(sum(met))
    anna.page.keyboard.press("Escape")
    for seat, hand in enumerate(play.hands):
        table.act(mindup.Pick(seat, hand[0]))
    dialog = anna.page.get_by_role("dialog")
    over = dialog.get_by_role("heading", name="Round 1 is over")
    anna.insist(lambda: anna.button("Skip").click(timeout=500), over.is_visible)
    landing = dialog.locator("table .lands").evaluate_all(
        "all => all.map((one) => [one.textContent.trim(), getComputedStyle(one).animationDelay])"
    )
    score = mindup.view(table.state.play, 0).scores[0]
    told = [one.objectives[at] for at in range(len(score[0].objectives)) for one in score]
    assert [points(text) for text, _ in landing] == told
    delays = list(dict.fromkeys(float(delay.rstrip("s")) for _, delay in landing))
    assert len(delays) == len(score[0].objectives)
    assert delays == sorted(delays)
    best = sorted(score, key=round_points, reverse=True)
    brought = [value for one in best for value in one.objectives if value]
    seen = dialog.locator(".ranking .lands")  # without scrolling
    assert [points(text) for text in seen.all_inner_texts()] == brought
    for one in seen.all():
        expect(one).to_be_in_viewport()


# 23: the end of The Mind Extreme.

MIDDLE = 12
"""Pixels: a bar for scrolling takes a few from one side."""


def lost(players: int, level: int):
    """Return a game that is lost at a level."""
    state = staged.high_level(players, level, laid=0)
    state = structs.replace(state, lives=0)
    return extreme.evolve(state, extreme.GameEnded(outcome="lost", level=level))


def ends(anna, level: int) -> None:
    """See the end of a game that was lost at a level, with what the site tells of it."""
    told = {
        "level": level,
        "seats": [
            {"pace": 0.5, "steady": "steady", "heard": 9, "role": "follows"},
            {"pace": 0.25, "steady": "uneven", "heard": 9},
            None,
        ],
        "ladder": [
            {"level": one, "lost": (one == 2) + 2 * (one == level), "stars": int(one == 3)}
            for one in range(1, level + 1)
        ],
    }
    anna.page.route("**/tempi", lambda route: route.fulfill(body=json.dumps(told)))
    staged.Staged(staged.table("extreme", lost(3, level))).open(anna)
    anna.sees("● a life lost · ★ a star used")


def test_the_end_of_a_night_shows_the_ladder_the_lives_each_ones_tempo_and_the_best(come):
    anna = come("Anna", **PHONE)
    ends(anna, 4)
    ladder = anna.page.get_by_role("region", name="The levels of this game")
    rungs = ladder.get_by_role("list").first.get_by_role("listitem")
    expect(rungs).to_have_count(10)
    expect(rungs.nth(0)).to_have_class(re.compile("passed"))
    expect(rungs.nth(1)).to_have_text(re.compile("2 ●$"))
    expect(rungs.nth(2)).to_have_text(re.compile("3 ★$"))
    expect(rungs.nth(3)).to_have_class(re.compile("here"))
    expect(rungs.nth(3)).to_have_text(re.compile("4 ●●$"))
    expect(rungs.nth(4)).not_to_have_class(re.compile("passed"))
    tempi = ladder.get_by_role("list").last.get_by_role("listitem")
    expect(tempi).to_have_text(
        [
            "You about 0.50 s a number, steady, following the others",
            "Bartholomew about 0.25 s a number, uneven",
        ]
    )
    anna.sees("Your first game with 3 players on this device.")
    ends(anna, 6)
    anna.sees("Your best game with 3 players so far!")
    ends(anna, 5)
    anna.sees("Best so far with 3 players: level 6.")


def test_the_end_of_a_night_stands_in_the_middle_at_every_size(come):
    anna = come("Anna", has_touch=True)
    ends(anna, 4)
    rungs = anna.page.get_by_role("region", name="The levels of this game").locator("ol > li")
    for width, height in whole.SIZES:
        anna.page.set_viewport_size({"width": width, "height": height})
        whole.rests(anna)
        boxes = rungs.evaluate_all("all => all.map((one) => one.getBoundingClientRect().toJSON())")
        rows = [sum(one["y"] == y for one in boxes) for y in sorted({box["y"] for box in boxes})]
        assert rows in ([10], [5, 5]), (width, height)
        middle = (boxes[0]["x"] + boxes[-1]["x"] + boxes[-1]["width"]) / 2
        assert abs(middle - width / 2) < MIDDLE, (width, height)
        assert anna.page.evaluate("document.scrollingElement.scrollWidth") <= width
