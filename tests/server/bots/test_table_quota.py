"""The bots of one table that think hard: for whom they count, and which are on their way."""

from __future__ import annotations

from tacit.core.rulebook import Refused
from tacit.server.bots.quota import HardBotQuota, TableQuota
from tacit.table.log.state import Sitter

RAVEN = Sitter(bot="raven")
EMPTY = (None, None, None)


def begin(most=4):
    hard = HardBotQuota(most)
    return hard, TableQuota("A", "mindup", hard)


def test_they_count_for_the_address_that_was_there_first():
    hard, bots = begin()
    bots.came_from("here")
    bots.came_from("there")
    bots.count((RAVEN, RAVEN, None))
    assert hard.refused("mindup", ["raven"], "here").key == "bots-busy"
    assert hard.refused("mindup", ["raven", "raven"], "there") is None


def test_only_bots_that_think_hard_count():
    hard, bots = begin()
    bots.count((None, Sitter(bot="greedy"), RAVEN, Sitter(guest=0)))
    assert hard.playing == 1


def test_one_on_its_way_counts_until_it_is_answered():
    hard, bots = begin()
    assert bots.invite("raven", "here", None) is None
    bots.count(EMPTY)
    assert hard.playing == 1
    bots.answered()
    bots.count((RAVEN, None, None))
    assert hard.playing == 1, "it has a seat, and counts once"
    bots.answered()
    bots.count(EMPTY)
    assert hard.playing == 0


def test_one_that_is_refused_is_answered_before_those_on_their_way():
    hard, bots = begin()
    bots.invite("raven", "here", None)
    assert bots.invite("raven", "here", Refused("too-fast", "Not so fast.")).key == "too-fast"
    bots.answered()
    bots.count(EMPTY)
    assert hard.playing == 1, "the first is still on its way"


def test_nobody_can_invite_more_than_there_is_room_for():
    hard, bots = begin(most=2)
    assert bots.invite("raven", "here", None) is None
    bots.count(EMPTY)
    assert bots.invite("raven", "here", None).key == "bots-busy"
    assert bots.invite("greedy", "here", None) is None, "it does not think hard"
    bots.all_gone()
    bots.count(EMPTY)
    assert hard.playing == 0


def test_a_table_nobody_is_at_takes_no_room_and_needs_it_anew():
    hard, bots = begin(most=2)
    seats = (RAVEN, None, None)
    bots.came_from("here")
    bots.count_none(seats)
    assert bots.counted is seats
    assert hard.playing == 0
    assert bots.have_room(seats, "there")
    hard.play("B", "mindup", "elsewhere", ("raven", "raven"))
    assert not bots.have_room(seats, "there")
