"""The table as an object: what it leaves behind."""

from __future__ import annotations

import gc
import weakref

from tests.table.tables import started


def test_an_evicted_table_leaves_memory_without_the_garbage_collector():
    desk = started("mindup", "ann", "bob", "cleo")
    table = weakref.ref(desk.table)
    gc.collect()
    gc.disable()
    try:
        desk.table.break_cycles()
        del desk.table
        assert table() is None
    finally:
        gc.enable()
