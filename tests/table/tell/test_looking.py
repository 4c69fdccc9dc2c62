"""What a player asks to see: turns that are over, and how their own chances stand."""

from tacit.games.mindup import Pick
from tacit.table.decide.requests import History, Join, Odds
from tacit.table.log.records import Settings
from tacit.table.tell.messages import HistoryTold, OddsTold
from tests.table.tables import Desk, pick, started


def played(turns):
    desk = started("mindup", "ann", "bob", "cleo")
    for _ in range(turns):
        for person in ("ann", "bob", "cleo"):
            desk.must(person, pick(desk.hand(person)[0]))
    return desk


def told(desk, person, kind):
    return desk.heard(person).of(kind)[-1]


def test_all_turns_are_told_to_those_who_ask_and_to_nobody_else():
    desk = played(8)
    desk.must("bob", History())
    turns = told(desk, "bob", HistoryTold).turns
    assert [(turn["round"], turn["turn"]) for turn in turns] == [
        *((1, number) for number in range(1, 7)),
        (2, 1),
        (2, 2),
    ]
    assert [sorted(turn["taken"]) for turn in turns] == [turn["row"] for turn in turns]
    assert desk.heard("ann").of(HistoryTold) == []


def test_a_spectator_sees_the_same_turns_and_has_no_odds():
    desk = played(2)
    desk.connect("dora")
    desk.must("dora", Join(name="Dora", watch=True))
    desk.must("dora", History(), Odds())
    desk.must("ann", History())
    assert told(desk, "dora", HistoryTold) == told(desk, "ann", HistoryTold)
    assert told(desk, "dora", OddsTold).odds is None


def test_a_pick_that_is_not_turned_over_is_in_nothing_that_is_told():
    """Two tables that differ in a face-down card only tell the same."""
    said = []
    for which in (0, 1):
        desk = played(1)
        desk.must("ann", pick(desk.hand("ann")[which]))
        desk.must("bob", History(), Odds())
        said.append((told(desk, "bob", HistoryTold), told(desk, "bob", OddsTold)))
    assert said[0] == said[1]


def test_odds_are_told_in_the_middle_of_a_game_without_being_a_setting():
    desk = played(1)
    assert desk.copy("ann").view["preview"] is None
    desk.must("ann", Odds())
    odds = told(desk, "ann", OddsTold)
    assert (odds.round, odds.turn) == (1, 2)
    assert [len(of_card) for of_card in odds.odds["chances"]] == [3] * 6
    before = len(desk.entries())
    desk.must("ann", Odds())
    assert len(desk.entries()) == before  # looking is no part of the log


def test_there_is_nothing_to_look_at_before_a_game():
    desk = Desk("mindup").seat("ann", "bob", "cleo")
    assert desk.refused("ann", History()) == "no-game"
    assert desk.refused("ann", Odds()) == "no-game"


def test_the_table_says_for_whom_a_card_was_played():
    desk = started(
        "mindup", "ann", "bob", "cleo", settings=Settings(turn_seconds=30), thinking=True
    )
    desk.must("ann", pick(desk.hand("ann")[0]))
    desk.wait(29_000)
    assert desk.copy("ann").house["played_for"] == []
    desk.wait(5000)
    late = [
        (one["seat"], one["round"], one["turn"]) for one in desk.copy("ann").house["played_for"]
    ]
    assert sorted(late) == [(1, 1, 1), (2, 1, 1)]
    entries = [entry for entry in desk.entries() if entry.house and entry.game]
    assert all(isinstance(entry.game[0], Pick) for entry in entries[-2:])
    for person in ("ann", "bob"):
        desk.must(person, pick(desk.hand(person)[0]))
    desk.wait(35_000)
    late = [(one["seat"], one["turn"]) for one in desk.copy("ann").house["played_for"]]
    assert late == [(2, 2)]
    desk.check_copies()
