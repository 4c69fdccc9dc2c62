"""Every screen of both games is whole at every size, with many and few players and long names."""

from __future__ import annotations

import pytest
from playwright.sync_api import expect

from tacit.games import extreme, mindup
from tests.browser import staged, whole

NEEDS = {"header", "row", "player", "own", "prompt", "hand"}
MOMENTS = {
    "six with full hands": (6, (3, 1), "en"),
    "six with full hands, in French": (6, (3, 1), "fr"),
    "six with full hands, in Italian": (6, (3, 1), "it"),
    "six with full hands, in German": (6, (3, 1), "de"),
    "six with full hands, in Spanish": (6, (3, 1), "es"),
    "six with full hands, in Portuguese": (6, (3, 1), "pt"),
    "six with long columns": (6, (3, 8), "en"),
    "three at the first turn": (3, (1, 1), "en"),
    "three with long columns": (3, (3, 8), "en"),
}
TWICE = "document.documentElement.style.fontSize = '200%'"


def resize(person, width, height):
    person.page.set_viewport_size({"width": width, "height": height})
    whole.rests(person)


def at_moment(come, moment):
    """Come to a table of Mind Up! at a moment; two have picked."""
    players, at, speaks = MOMENTS[moment]
    anna = come("Anna", speaks=speaks, has_touch=True)
    play = staged.mind_up(players, at=at, objectives=5)
    table = staged.Staged(staged.table("mindup", play, bots=("heron", "raven")[: players - 2]))
    table.open(anna)
    expect(anna.page.get_by_role("toolbar")).to_be_visible()
    for seat in (0, players - 1):
        table.act(mindup.Pick(seat, table.state.play.hands[seat][0]))
    expect(anna.page.locator(".pick.laid")).to_have_count(2)
    return anna


@pytest.mark.parametrize("moment", MOMENTS)
def test_mind_up_is_whole_at_every_size(come, moment):
    anna = at_moment(come, moment)
    for width, height in whole.SIZES:
        resize(anna, width, height)
        whole.check(anna, needs=NEEDS | ({"known"} if MOMENTS[moment][1][0] > 1 else set()))


@pytest.mark.parametrize("speaks", ["en", "fr", "it", "de", "es", "pt"])
def test_a_coached_game_is_whole_at_every_size(come, speaks):
    anna = come("Anna", speaks=speaks, has_touch=True)
    play = staged.mind_up(6, at=(1, 3), objectives=5)
    bots = ("linnet", "pebble", "heron", "raven", "linnet")
    staged.Staged(staged.table("mindup", play, bots=bots)).open(anna)
    expect(anna.page.locator(".advice")).to_be_visible()
    for width, height in whole.SIZES:
        resize(anna, width, height)
        whole.check(anna, needs=NEEDS)


LATER = 20_000
"""Milliseconds of a game: after all that has happened in it so far."""


def gathers(table, _anna):
    """Hands have to be laid down; one lies there."""
    table.act(extreme.LayHand(1, at=LATER))


def plays_on(_table, _anna):
    """Cards are being laid."""


def votes(table, _anna):
    """A player would like to use a star."""
    table.act(extreme.ProposeStar(1, at=LATER))


def chooses(table, _anna):
    """Everybody gives a card to the star."""
    table.act(extreme.ProposeStar(1, at=LATER))
    table.act(
        *(
            extreme.Vote(seat, agree=True, at=LATER)
            for seat in range(table.state.play.players)
            if seat != 1
        )
    )


def has_given(table, anna):
    """The cards given to the star are shown."""
    chooses(table, anna)
    state = table.state.play
    table.act(*(extreme.Discard(seat, hand[0], at=LATER) for seat, hand in enumerate(state.hands)))


def errs(table, _anna):
    """A player lays a white card long before its time."""
    seat, card = staged.next_of(table.state.play, extreme.Colour.WHITE, worst=True)
    table.act(extreme.Play(seat, card, at=LATER))


def lays_all(table, _anna):
    """All cards are laid, and a blind pile is turned over."""
    at = LATER
    while any(table.state.play.hands):
        colours = {extreme.COLOUR[card] for hand in table.state.play.hands for card in hand}
        at += 1000
        table.act(extreme.Play(*staged.next_of(table.state.play, colours.pop()), at=at))


def turns(table, anna):
    """A blind pile is turned over, and all of it lies open."""
    lays_all(table, anna)
    anna.page.get_by_text("Tap to see it all").click()
    expect(anna.page.locator(".sum.done")).to_be_visible()


AT_NIGHT = {"header", "player"}
PILES = AT_NIGHT | {"level", "pile"}
EXTREME = {
    "two gather": (2, 12, gathers, PILES | {"palm"}),
    "four are coached": (4, 3, gathers, PILES | {"palm"}),
    "four gather": (4, 8, gathers, PILES | {"palm"}),
    "two play": (2, 12, plays_on, PILES | {"hand", "rest", "ways"}),
    "four play": (4, 8, plays_on, PILES | {"hand", "rest", "ways"}),
    "four vote": (4, 8, votes, PILES | {"vote"}),
    "four choose": (4, 8, chooses, PILES | {"choice"}),
    "four have given": (4, 8, has_given, AT_NIGHT | {"moment"}),
    "four err": (4, 7, errs, AT_NIGHT | {"moment"}),
    "four pass a level": (4, 6, turns, AT_NIGHT | {"moment", "passed"}),
}
"""Players, level, what happens there, and what has to be seen then."""


@pytest.mark.parametrize("moment", EXTREME)
def test_the_mind_extreme_is_whole_at_every_size(come, moment):
    players, level, happens, needs = EXTREME[moment]
    anna = come("Anna", has_touch=True)
    dealt = staged.level_dealt(players, level)
    table = staged.Staged(
        staged.table("extreme", dealt if happens is gathers else staged.high_level(players, level))
    )
    table.open(anna)
    expect(anna.page.locator("[data-whole=level]")).to_be_visible()
    happens(table, anna)
    anna.until(lambda: needs <= whole.marks(anna))
    for width, height in whole.SIZES:
        resize(anna, width, height)
        # Between levels there is time to scroll through what a blind pile was.
        whole.check(anna, needs=needs, scrolls="passed" in needs)


def test_a_pick_shows_its_number_to_its_player_and_a_lost_connection_covers_nothing(come):
    anna = at_moment(come, "six with full hands")
    number = anna.page.locator("[data-shows=pick] > .kept")
    expect(number).to_have_text("7")
    spot = anna.page.locator("[data-shows=pick]").bounding_box()
    shown = number.bounding_box()
    assert spot is not None
    assert shown is not None
    assert shown["height"] <= spot["height"] + 1
    anna.offline = True
    anna.context.set_offline(True)
    expect(anna.page.locator(".lost")).to_be_visible()
    for width, height in whole.SIZES:
        resize(anna, width, height)
        whole.check(anna, needs=NEEDS)


@pytest.mark.parametrize("moment", ["six with full hands", "three with long columns"])
def test_nothing_of_mind_up_is_lost_with_letters_twice_as_large(come, moment):
    anna = at_moment(come, moment)
    anna.page.evaluate(TWICE)
    for width, height in whole.SIZES:
        resize(anna, width, height)
        whole.check(anna, needs=NEEDS, scrolls=True)
