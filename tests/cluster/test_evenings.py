"""The checker of an evening finds tables that were not played, and a board that is wrong."""

from __future__ import annotations

import random
from types import SimpleNamespace

import msgspec

from tacit.club.evening import KIND, Came, EveningOpened, RoundBegun
from tacit.club.evening_tables import RoundOf, table_name
from tacit.store import SqliteStore
from tacit.store.store import log_id
from tests.cluster.evenings import EveningHost, check_evening
from tests.cluster.test_clubs import append
from tests.table.logged import log_of


def test_a_table_that_was_not_played_and_a_wrong_board_are_found(tmp_path):
    store = SqliteStore(tmp_path / "a.db")
    seats = (("ann", "", ""), ("bob", "", ""))
    events = [
        EveningOpened("ann", "Ann", "Club", "mindup", 3, 20, 1),
        Came("bob", "Bob", 2),
        RoundBegun(seats, 3, 4),
    ]
    append(store, log_id(KIND, "E"), [msgspec.json.encode(one) for one in events])
    host = EveningHost(SimpleNamespace(), "E", random.Random(1))
    host.told = [(1, {0: 0.0, 1: 0.0})]
    tables = [table_name(store.secret("evenings"), RoundOf("E", 1), at) for at in range(2)]
    append(store, tables[0], log_of("mindup", [("ann", "Ann")], ["random"] * 2, seed=1))
    assert [(one.kind, one.table) for one in check_evening(store, host)] == [
        ("unplayed", tables[1])
    ]
    append(store, tables[1], log_of("mindup", [("bob", "Bob")], ["random"] * 2, seed=2))
    wrong = [one.what for one in check_evening(store, host)]
    assert wrong == ["after round 1: guest 0", "after round 1: guest 1"]
    store.close()
