"""Which tables a node with too many connections hands back, and which it leaves alone."""

from __future__ import annotations

from types import SimpleNamespace

from tacit.server.cluster import balance
from tacit.server.cluster.balance import Balance, is_quiet
from tacit.table.log.state import Stage

NOW = 1_000_000
UNEVEN = {"a": 120, "b": 40, "c": 0}


def table(name="one", *, changed=0, timed=False, stage=Stage.LOBBY, **rest):
    told = {"lines": 2, "chat": (), "saving": False, "paused": False} | rest
    state = SimpleNamespace(
        stage=stage, paused=told["paused"], conduct=SimpleNamespace(timed=timed)
    )
    inner = SimpleNamespace(connections=told["lines"], chat=told["chat"], state=state)
    return SimpleNamespace(name=name, table=inner, changed=changed, is_saving=told["saving"])


def steady(clock):
    """A balance that has known the nodes for long enough."""
    found = Balance(lambda: clock[0])
    assert found.choose([table()], "a", UNEVEN) == [], "a node has just come"
    clock[0] += balance.STEADY_MS
    return found


def test_a_few_tables_are_handed_back_at_a_time():
    clock = [NOW]
    tables = [table(f"t{number}") for number in range(10)]
    found = steady(clock)
    first = found.choose(tables, "a", UNEVEN)
    assert [live.name for live in first] == ["t0", "t1"]
    clock[0] += balance.SETTLE_MS - 1
    assert found.choose(tables, "a", UNEVEN) == [], "the others are on their way"
    clock[0] += 1
    assert [live.name for live in found.choose(tables, "a", UNEVEN)] == ["t2", "t3"]


def test_only_a_node_with_far_more_than_its_share_hands_tables_back():
    clock = [NOW]
    found = steady(clock)
    assert found.choose([table()], "b", UNEVEN) == []
    assert found.choose([table()], "a", {"a": 60, "b": 52, "c": 48}) == []
    assert found.choose([table()], "a", {"a": 120}) == [], "alone"


def test_a_table_that_came_back_is_left_alone_for_a_while():
    clock = [NOW]
    found = steady(clock)
    mine = table()
    assert found.choose([mine], "a", UNEVEN) == [mine]
    clock[0] += balance.AGAIN_MS - 1
    assert found.choose([mine], "a", UNEVEN) == []
    clock[0] += 1
    assert found.choose([mine], "a", UNEVEN) == [mine]


def test_nothing_moves_while_nodes_come_and_go():
    clock = [NOW]
    found = steady(clock)
    assert found.choose([table()], "a", UNEVEN | {"d": 0}) == []


def test_no_more_is_handed_back_than_is_too_much():
    clock = [NOW]
    found = Balance(lambda: clock[0])
    counts = {"a": 30, "b": 10}
    found.choose([], "a", counts)
    clock[0] += balance.STEADY_MS
    tables = [table("large", lines=12), table("small")]
    assert found.choose(tables, "a", counts) == tables[:1]


def test_players_are_sent_on_at_quiet_moments_only():
    assert is_quiet(table(), NOW)
    assert is_quiet(table(stage=Stage.PLAYING), NOW), "they think"
    assert is_quiet(table(stage=Stage.PLAYING, timed=True, paused=True), NOW)
    assert not is_quiet(table(stage=Stage.PLAYING, timed=True), NOW), "silence is that game"
    just = NOW - balance.QUIET_MS + 1
    assert not is_quiet(table(stage=Stage.PLAYING, changed=just), NOW)
    assert is_quiet(table(stage=Stage.OVER, changed=just), NOW)
    assert not is_quiet(table(stage=Stage.OVER, changed=NOW - balance.BETWEEN_MS + 1), NOW)
    assert not is_quiet(table(saving=True), NOW)
    assert not is_quiet(table(chat=("Hello",)), NOW), "their talk would be lost"
    assert not is_quiet(table(lines=0), NOW)
