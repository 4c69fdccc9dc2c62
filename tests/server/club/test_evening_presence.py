"""When a host was last seen: on this node, on others, and what a node cannot know."""

from __future__ import annotations

import pytest

from tacit.club.evening import EveningOpened, fold
from tacit.server.club import evening_presence
from tacit.server.club.evening_presence import AWAY_MS, HostPresence

EVENING = fold([EveningOpened("ann", "Ann", "Club night", "mindup", 4, 20, at=0)])


class Clock:
    now = 1_000_000

    def __call__(self) -> int:
        return self.now


@pytest.fixture
def clock() -> Clock:
    return Clock()


def test_a_host_who_looks_is_here_for_a_minute_and_a_guest_who_looks_is_no_host(clock):
    presence = HostPresence(clock)
    clock.now += AWAY_MS
    presence.look("one", EVENING, "bob")
    presence.look("one", EVENING, None)
    assert presence.is_away("one", EVENING)
    presence.look("one", EVENING, "ann")
    clock.now += AWAY_MS - 1
    assert not presence.is_away("one", EVENING)
    clock.now += 1
    assert presence.is_away("one", EVENING)


def test_a_node_that_has_just_started_takes_every_host_to_be_here(clock):
    presence = HostPresence(clock)
    clock.now += AWAY_MS - 1
    assert not presence.is_away("one", EVENING)
    clock.now += 1
    assert presence.is_away("one", EVENING)


def test_what_peers_have_seen_counts_and_is_told_for_a_minute(clock):
    here, there = HostPresence(clock), HostPresence(clock)
    clock.now += 10 * AWAY_MS
    there.look("one", EVENING, "ann")
    here.meet([there.news, {}])
    assert not here.is_away("one", EVENING)
    clock.now += AWAY_MS
    here.meet([there.news])
    assert there.news == {}, "what is long ago is told no more"
    assert here.is_away("one", EVENING)


def test_a_node_that_hears_no_peers_takes_the_host_to_be_where_it_cannot_see(clock):
    presence = HostPresence(clock)
    presence.meet([])
    clock.now += 10 * AWAY_MS
    assert not presence.is_away("one", EVENING)
    presence.meet([])
    assert presence.is_away("one", EVENING)


def test_more_evenings_than_a_node_keeps_make_no_host_look_away(clock, monkeypatch):
    monkeypatch.setattr(evening_presence, "MOST_SEEN", 3)
    presence = HostPresence(clock)
    clock.now += 10 * AWAY_MS
    for name in "abcdef":
        presence.look(name, EVENING, "ann")
    assert not presence.is_away("a", EVENING)
    clock.now += AWAY_MS
    assert presence.is_away("a", EVENING)
