"""Groups: the players of a table become one, a friend joins by the link, they play again."""

from __future__ import annotations

from concurrent.futures import Future
from contextlib import closing

from playwright.sync_api import expect

from tacit.store import SqliteStore
from tests.browser.accessibility import violations
from tests.browser.ear import Ear
from tests.browser.person import PHONE
from tests.table.logged import log_of


def have_played(db, *people) -> str:
    """Store a game that these people have just finished; return its table."""
    table = "played-just-now"
    log = log_of("mindup", [(one.id, one.name) for one in people], ["random"], seed=3)
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
