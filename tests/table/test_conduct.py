"""The plainest conduct: what a game gets that says nothing of its own."""

from __future__ import annotations

import pytest

from tacit.games.rulebook import Millis
from tacit.table.conduct import Conduct
from tacit.table.records import Settings

PLAIN = Conduct()


@pytest.mark.parametrize(
    ("settings", "wrong"),
    [
        (Settings(), None),
        (Settings(objectives=2), "has no objectives"),
        (Settings(own={"players": 3}), None),
        (Settings(own={"magic": 3}), "no such settings"),
        (Settings(own={"players": 9}), "players"),
        (Settings(own={"players": "many"}), "Expected `int`"),
    ],
)
def test_what_a_host_chose_is_tried_on_the_rules(settings, wrong):
    said = PLAIN.wrong_settings("extreme", settings)
    assert said is None if wrong is None else wrong in said


def test_without_races_there_is_no_close_call_and_people_may_talk():
    assert PLAIN.close_call(None, None, Millis(0), Millis(0)) is None
    assert PLAIN.ends_close_call(None)
    assert PLAIN.may_talk(None)
    assert PLAIN.chapter(None) is None
    assert PLAIN.rules_settings(Settings(), 3) == {"players": 3}
