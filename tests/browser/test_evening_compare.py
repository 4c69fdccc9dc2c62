"""Games of an evening side by side: of a game in real time, in its own time."""

from __future__ import annotations

from playwright.sync_api import expect

from tests.browser.accessibility import violations
from tests.browser.ear import Ear
from tests.browser.person import PHONE
from tests.browser.test_evening_guests import shot
from tests.browser.test_screen import ALLOWS, RINGS, TV, rung_by_itself


def begins(anna, ben) -> str:
    """Open an evening of The Mind Extreme for two players, each at a table; return its path."""
    anna.page.goto("/evening")
    anna.page.get_by_label("Name of the evening").fill("Night club")
    anna.page.get_by_label("Your name").fill("Anna")
    anna.page.get_by_text("The Mind Extreme", exact=True).click()
    anna.page.get_by_label("Seats at a table").select_option("2")
    anna.button("Open the evening").click()
    anna.page.wait_for_url("**/evening/*")
    path = "/evening/" + anna.page.url.rpartition("/")[2]
    ben.page.goto(path)
    ben.page.get_by_label("Your name").fill("Ben")
    ben.button("Come in").click()
    anna.sees("2 people at 2 tables. Bots take the seats that stay free.")
    anna.button("Begin round 1").click()
    for one in (anna, ben):
        one.page.wait_for_url("**/t/evening-*")
        one.until(lambda one=one: one.copy.stage == "playing")
    return path


def ends(anna, path: str) -> None:
    anna.page.goto(path)
    anna.button("End this round now").click()
    anna.page.get_by_role("dialog").get_by_role("button", name="End this round now").click()
    expect(anna.page.get_by_role("table").get_by_role("row")).to_have_count(3)


def tapes(person, path: str) -> list[dict]:
    """Return the game of every table, as the site tells it to those who watch."""
    get = person.page.request.get
    told = get(f"/api{path.replace('evening', 'evenings')}/rounds/1").json()
    return [
        get(f"/api/tables/{one['table']}/games/{one['number']}/tape").json()
        for one in told["tables"]
    ]


def level_at(tape: dict, moment: int) -> int:
    """Return the level of a game at a moment of its clock."""
    views = [step["told"].get("view") or {} for step in tape["steps"] if step["at"] <= moment]
    return [view["level"] for view in (tape["begin"]["view"], *views) if "level" in view][-1]


def test_two_tables_of_the_mind_extreme_side_by_side_in_their_own_time(come, site, axe):
    anna, ben = come("Anna"), come("Ben", **PHONE)
    ear, other_ear = Ear(anna), Ear(ben)
    path = begins(anna, ben)
    for one in (ear, other_ear):
        one.hears("Round 1 has begun.")
    tv = come("TV", **TV)
    tv.page.add_init_script(f"({RINGS})(); {ALLOWS}")
    tv.page.goto(f"{path}/tv?sound")
    tv.sees("Round 1")
    assert not rung_by_itself(tv)
    shot(tv, "sound")
    ends(anna, path)
    tv.until(lambda: rung_by_itself(tv))
    ear.hears("Round 1 is over. The board is there.")
    for one in (anna, ben):
        one.page.goto(f"{path}/1")
        expect(one.page.get_by_role("article")).to_have_count(2)
        assert violations(one, axe) == []
        one.offline = True
        one.page.route("**/tape", lambda route: route.abort())
        one.button("Games side by side").click()
        expect(one.page.get_by_role("heading", name="Round 1, table by table")).to_be_focused()
    _tries_again(anna, 2, axe)
    _tries_again(ben, 1, axe)
    frames = anna.page.locator(".frame main.night")
    expect(frames).to_have_count(2)
    for _ in range(3):
        anna.button("One step forward").click()
    games = tapes(anna, path)
    moments = sorted({step["at"] for game in games for step in game["steps"]})
    both = [[level_at(game, moment) for game in games] for moment in moments]
    apart = next((at for at, (one, other) in enumerate(both) if one != other), len(both) // 2)
    anna.page.get_by_label("Position").fill(str(apart + 1))
    for frame, level in zip(frames.all(), both[apart], strict=True):
        expect(frame).to_contain_text(f"Level {level}")
    assert violations(anna, axe) == []
    shot(anna, "side-by-side")
    anna.button("Play").click()
    expect(anna.page.get_by_label("Position")).not_to_have_value(str(apart + 1))
    _one_after_the_other(ben, games, axe)
    other_ear.hears("hand")  # a game alone is told
    assert ear.heard() == [], "games side by side are not"
    anna.button("Table by table").click()
    expect(anna.button("Games side by side")).to_be_focused()
    _moved_on(anna, ben, ear, other_ear, path)


def _tries_again(one, games: int, axe) -> None:
    """Games that did not come say so, and come on demand."""
    again = one.button("Try again")
    expect(again).to_have_count(games)
    assert violations(one, axe) == []
    shot(one, f"missing-{one.name}")
    one.page.unroute("**/tape")
    one.offline = False
    for left in reversed(range(games)):
        again.first.click()
        expect(again).to_have_count(left)


def _moved_on(anna, ben, ear: Ear, other_ear: Ear, path: str) -> None:
    """Who looks at games side by side, or at a replay, hears of the next round and is moved."""
    anna.button("Games side by side").click()
    expect(anna.page.locator(".frame main.night")).to_have_count(2)
    ben.page.goto(f"{path}/1")
    ben.page.get_by_role("article").first.get_by_role("link").click()
    ben.page.wait_for_url("**/replay/**")
    expect(ben.page.get_by_label("Position")).to_be_visible()
    begun = anna.page.request.post(f"/api{path.replace('evening', 'evenings')}/rounds", data={})
    assert begun.ok
    for one, its_ear in ((anna, ear), (ben, other_ear)):
        its_ear.hears("Round 2 has begun.")
        one.page.wait_for_url(f"**/t{path.replace('evening/', 'evening-')}-2-*")


def _one_after_the_other(ben, games: list[dict], axe) -> None:
    """On a phone: one game, and another one at the same moment."""
    middle = len(games[0]["steps"]) // 2
    moment = games[0]["steps"][middle - 1]["at"]
    ben.button("One step forward").click()
    ben.page.get_by_label("Position").fill(str(middle))
    for number, game in enumerate(games):
        ben.page.get_by_label("Game 1").select_option(index=number)
        ben.sees(f"Level {level_at(game, moment)}", exact=False)
        assert violations(ben, axe) == []
        assert ben.page.evaluate("document.documentElement.scrollWidth <= innerWidth")
        shot(ben, f"one-of-two-{number}")
