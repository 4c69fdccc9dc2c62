"""Rounds 2 and 3: who is known to hold which cards, and what the columns are worth now."""

import pytest
from playwright.sync_api import expect

from tacit.core.mark import bot_face
from tacit.games import mindup
from tests.browser import staged
from tests.browser.person import PHONE

WIDE = {"viewport": {"width": 1440, "height": 900}}
SIDEWAYS = {"viewport": {"width": 844, "height": 390}, "has_touch": True}


@pytest.mark.parametrize("device", [PHONE, SIDEWAYS, WIDE], ids=["phone", "sideways", "desktop"])
def test_what_is_known_of_everybody_is_in_one_labelled_strip(come, device):
    anna = come("Anna", **device)
    play = staged.mind_up(4, at=(2, 3))
    staged.Staged(staged.table("mindup", play, bots=("raven",))).open(anna)
    strip = anna.page.get_by_role("region", name="Known to hold")
    expect(strip.get_by_role("heading", name="Known to hold")).to_be_visible()
    holders = strip.locator(".holders > li")
    expect(holders).to_have_count(3)
    for seat, holder in enumerate(holders.all(), start=1):
        shown = holder.locator("ul > li:not(.unknown) > [aria-hidden]").all_inner_texts()
        assert list(map(int, shown)) == list(mindup.view(play, 0).known[seat])
    assert bot_face("raven", "mindup").line in holders.last.inner_html()


def test_in_the_first_round_nothing_is_known_and_nothing_is_new(come):
    anna = come("Anna", **PHONE)
    staged.Staged(staged.table("mindup", staged.mind_up(4, at=(1, 2)))).open(anna)
    expect(anna.page.get_by_text("Your columns").first).to_be_visible()
    expect(anna.page.get_by_text("Known to hold")).to_have_count(0)
    expect(anna.page.get_by_text("a new order")).to_have_count(0)


@pytest.mark.parametrize("device", [PHONE, WIDE], ids=["phone", "desktop"])
def test_a_new_order_of_the_score_cards_is_announced_until_a_card_is_touched(come, device):
    anna = come("Anna", **device)
    play = staged.mind_up(4, at=(2, 1))
    staged.Staged(staged.table("mindup", play)).open(anna)
    fresh = anna.page.locator("[data-shows=new-order]")
    expect(fresh).to_contain_text("Round 2: a new order. The columns are now worth")
    order = [str(value) for value in mindup.view(play, 0).order]
    expect(fresh.locator("li > b")).to_have_text(order)
    expect(anna.page.get_by_role("log").first).to_contain_text(f"worth {', '.join(order)}")
    anna.page.locator(".hand button").first.click()
    expect(fresh).to_have_count(0)
