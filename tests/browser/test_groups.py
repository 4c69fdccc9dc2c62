"""Groups: the players of a table become one, a friend joins by the link, they play again."""

from __future__ import annotations

from concurrent.futures import Future
from contextlib import closing

from playwright.sync_api import expect

from tacit.store import SqliteStore
from tests.browser import legible, staged
from tests.browser.accessibility import violations
from tests.browser.ear import Ear
from tests.browser.person import PHONE
from tests.browser.test_screen import TV
from tests.browser.test_shuffle import PLAY_ON
from tests.table.logged import log_of


def have_played(db, *people, table: str = "played-just-now", label: str = "") -> str:
    """Store a game that these people have just finished; return its table."""
    sat = [(one.id, one.name) for one in people]
    log = log_of("mindup", sat, ["random"], seed=3, label=label)
    with closing(SqliteStore(db)) as store:
        done: Future[object] = Future()
        there = {one.id: True for one in people}
        store.append(table, 0, log, done.set_result, closed=True, people=there)
        assert done.result(20) is None
    return table


def _renames(anna) -> None:
    """A name is kept in the form until the site has it, and the focus comes back to its button."""
    field = anna.page.get_by_label("Name of the group")
    for way, typed in (("Change the name", field), ("Change your name", None)):
        anna.button(way).click()
        expect(typed or anna.page.get_by_label(way)).to_be_focused()
        anna.button("Cancel").click()
        expect(anna.button(way)).to_be_focused()
    anna.button("Change the name").click()
    field.fill("Friday table")
    anna.offline = True
    anna.page.route("**/rename", lambda route: route.abort())
    anna.button("Save").click()
    expect(anna.page.get_by_text("The site cannot be reached.").first).to_be_visible()
    expect(field).to_have_value("Friday table")
    anna.page.unroute("**/rename")
    anna.offline = False
    anna.button("Save").click()
    expect(anna.page.get_by_role("heading", name="Friday table")).to_be_visible()
    expect(anna.button("Change the name")).to_be_focused()


def test_a_table_becomes_a_group_that_a_friend_joins_and_plays_with_again(come, site, axe):
    anna, ben, cleo = come("Anna", **PHONE), come("Ben"), come("Cleo", speaks="fr", **PHONE)
    ear = Ear(anna)
    for one in (anna, ben):
        one.page.goto("/")
    table = have_played(site.db, anna, ben)
    anna.page.goto(f"/t/{table}")
    if anna.button("Skip").is_visible():
        anna.button("Skip").click()
    anna.button("Become a group").click()  # one tap: the name is theirs until they choose another
    link = anna.page.get_by_role("link", name="Counted for Anna and Ben")
    expect(link).to_be_focused()
    ear.hears("You are a group now")
    path = link.get_attribute("href")
    # The game counts already, and the winner's line says so.
    expect(anna.page.get_by_role("list", name="Won").get_by_text("+1")).to_have_count(1)
    expect(anna.page.get_by_role("list", name="Head to head")).to_contain_text("1 : 0")
    assert violations(anna, axe) == []
    link.click()
    _renames(anna)
    # Ben is in it without a word, and finds it on the first page.
    ben.page.goto("/")
    ben.page.get_by_role("link", name="Friday table").click()
    ben.page.wait_for_url(f"**{path}")
    expect(ben.page.get_by_role("table").get_by_role("row")).to_have_count(3)
    assert violations(ben, axe) == []
    # Cleo has the link.
    cleo.page.goto(path)
    cleo.page.get_by_label("Ton nom").fill("Cleo")
    cleo.button("Rejoindre le groupe").click()
    expect(cleo.page.get_by_text("Quitter le groupe")).to_be_visible()
    assert violations(cleo, axe) == []
    assert cleo.page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    # All come to the same table.
    ben.page.get_by_text("Open another table").click()
    ben.button("The Mind Extreme").click()
    ben.page.wait_for_url("**/t/*")
    cleo.page.reload()
    there = cleo.page.get_by_role("list", name="À la table en ce moment")
    expect(there.get_by_role("listitem")).to_have_text(["Ben"])
    assert violations(cleo, axe) == []
    cleo.button("Aller à la table").click()
    cleo.page.wait_for_url(ben.page.url)
    # Anna opened the group, so she may remove Cleo, who stays outside.
    anna.page.goto(path)
    anna.button("Change your name").click()
    anna.page.get_by_label("Change your name").fill("Annie")
    anna.button("Save").click()
    me = anna.page.get_by_role("listitem").filter(has_text="opened the group")
    expect(me).to_contain_text("Annie")
    anna.button("Remove Cleo").click()
    anna.page.get_by_role("dialog").get_by_role("button", name="Remove Cleo").click()
    expect(anna.button("Remove Cleo")).to_have_count(0)
    cleo.page.goto(path)
    cleo.sees("Tu as été retiré de ce groupe.")
    cleo.troubles.clear()  # the refusal
    _lets_back(anna, cleo, axe)


def _lets_back(anna, cleo, axe) -> None:
    """Anna lets Cleo in again."""
    anna.page.get_by_text("1 removed member").click()
    assert violations(anna, axe) == []
    anna.button("Let Cleo back in").click()
    expect(anna.button("Remove Cleo")).to_be_visible()
    expect(anna.page.get_by_text("1 removed member")).to_have_count(0)
    cleo.page.reload()
    expect(cleo.page.get_by_text("Quitter le groupe")).to_be_visible()


def test_a_friend_who_came_by_the_tables_code_is_taken_into_the_group(come, site, axe):
    anna, cleo = come("Anna", **PHONE), come("Cleo", **PHONE)
    for one in (anna, cleo):
        one.page.goto("/")
    asked = anna.context.request.post("/api/groups", data={"title": "Friday table", "name": "Anna"})
    label = f"group:{asked.json()['group']}"
    table = have_played(site.db, anna, cleo, table="with-a-friend", label=label)
    for one in (cleo, anna):
        one.page.goto(f"/t/{table}")
        if one.button("Skip").is_visible():
            one.button("Skip").click()
    anna.button("Take Cleo into the group").wait_for()
    assert violations(anna, axe) == []
    anna.button("Take Cleo into the group").click()
    anna.sees("Cleo is in the group now. All games here count.")
    expect(anna.button("Take Cleo into the group")).to_have_count(0)
    # Now Cleo finds it, too.
    cleo.page.reload()
    cleo.page.get_by_role("link", name="Counted for Friday table").wait_for()
    cleo.troubles.clear()  # the page had asked for a group when Cleo was in none


def _crowded(route) -> None:
    """Answer as a group that plays both games often."""
    told = route.fetch()
    now = told.json()
    members = [{"number": at, "name": name, "here": True} for at, name in enumerate(staged.NAMES)]
    (game,) = now["tally"]["games"]
    scores = [game["scores"][0] | {"member": one["number"]} for one in members]
    games = [game | {"scores": scores}, game | {"game": "extreme", "together": True}]
    nights = [now["tally"]["nights"][0] | {"begun": day * 86_400_000} for day in range(9)]
    tally = now["tally"] | {"games": games, "nights": nights}
    route.fulfill(response=told, json=now | {"members": members, "tally": tally})


def test_a_screen_stays_with_the_group_from_table_to_table(come, site, axe):
    anna, ben, screen = come("Anna"), come("Ben"), come("Screen", **TV)
    for one in (anna, ben):
        one.page.goto("/")
    asks = anna.context.request
    table = have_played(site.db, anna, ben, table="before-the-screen")
    made = asks.post(f"/api/tables/{table}/group", data={"title": "Friday table"}).json()
    group = f"/api/groups/{made['group']}"
    anna.until(lambda: asks.get(group).json()["tally"]["games"])
    played = staged.Staged(staged.table("mindup", staged.mind_up(3, at=(1, 2))))
    screen.page.route_web_socket("**/ws/*", played.takes_screen)
    screen.page.goto(f"/g/{made['group']}/tv")
    lanes, title = screen.page.locator(".lanes"), screen.page.get_by_role("heading", level=1)
    expect(lanes).to_be_in_viewport()
    # Everyone has left: the tally stays, until there is another table.
    played.send(b'{"type":"bye","reason":"idle"}')
    expect(title).to_have_text("Friday table")
    expect(lanes).to_have_count(0)
    expect(screen.page.get_by_role("row")).to_have_count(3)
    expect(screen.page.get_by_role("img", name="To scan with a phone")).to_be_in_viewport(ratio=1)
    assert legible.faults(screen, least_px=legible.LEAST_ON_TV_PX) == []
    assert violations(screen, axe) == []
    screen.page.route(f"**{group}", _crowded)
    expect(screen.page.get_by_role("table")).to_have_count(2)
    expect(screen.page.get_by_role("table").first.get_by_role("row")).to_have_count(6)
    assert legible.faults(screen, least_px=legible.LEAST_ON_TV_PX, names=staged.NAMES) == []
    screen.page.unroute(f"**{group}")
    asks.post(f"{group}/play", data={"game": "mindup", "name": "Anna", "fresh": True})
    expect(lanes).to_be_in_viewport()
    assert screen.context.request.get(group).json()["you"] is None, "no member is needed"


def test_members_who_have_played_todays_deal_see_how_the_others_did(come, site, axe):
    anna, ben, cleo = come("Anna", **PHONE), come("Ben"), come("Cleo")
    for one in (anna, ben, cleo):
        one.page.goto("/")
    asked = anna.context.request.post("/api/groups", data={"title": "Daily four", "name": "Anna"})
    group = asked.json()["group"]
    for one in (ben, cleo):
        one.context.request.post(f"/api/groups/{group}/join", data={"name": one.name})
    today = anna.context.request.get("/api/daily").json()[0]["day"]
    for one in (anna, ben):
        play = f"/api/daily/mindup/{today}/play"
        one.page.goto(one.context.request.post(play, data={"name": one.name}).json()["url"])
        one.page.evaluate(PLAY_ON)
    anna.page.goto("/daily/mindup")
    anna.page.get_by_role("link", name="Daily four: place 1 of 2").click()
    deal = anna.page.get_by_role("article").filter(has=anna.page.get_by_role("heading", level=3))
    expect(deal.get_by_role("listitem")).to_have_count(2)
    expect(deal.get_by_role("listitem").first).to_contain_text("1")
    assert violations(anna, axe) == []
    assert anna.page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    cleo.page.goto(f"/g/{group}")
    expect(cleo.page.get_by_text("Play it, and you see how the group did.")).to_have_count(2)
    assert violations(cleo, axe) == []
