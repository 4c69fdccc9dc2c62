"""The frozen fields of Mind Up!: one bot against three copies of each of these."""

from __future__ import annotations

from tacit.arena.field import Field

FIELDS = {
    1: Field(
        seed=20261116,
        others=("random", "greedy", "linnet", "swift", "flat#100", "search#30"),
        deals=40,
        players=4,
        then={"linnet": "linnet-1"},
    ),
}
