"""`tacit bench hostile` in its small form: the catalogue is whole, and what it measures is real.

How long the innocent waits is printed, not asserted: that is for a quiet machine (`make attack`).
"""

from __future__ import annotations

import argparse
import asyncio

import pytest
from bench import hostile
from bench.peers.adversary import SHAPES, Own, catalogue, endpoints, filled_in
from bench.peers.crowds import CROWDS

from tacit.server.http.openapi import describe
from tacit.table.decide.requests import AnyRequest

MOST_MB = 300.0
SHAPES_ASKED_FOR = {
    "big", "compressed", "chunked", "slow", "pipelined", "malformed", "repeated", "half-closed",
}  # fmt: skip


def test_everything_that_can_be_asked_or_said_is_in_the_catalogue():
    description = describe("")
    names = catalogue(description)
    assert len(names) >= 30
    assert SHAPES.keys() >= SHAPES_ASKED_FOR
    for shape in SHAPES:
        assert f"{shape} api/tables" in names
    for request in AnyRequest.__args__:
        tag = request.__struct_config__.tag
        assert {f"{how} do {tag}" for how in ("largest", "fastest", "oldest")} <= names.keys()
    described = {path.strip("/").split("/")[0] for path in description["paths"]}
    assert all(any(part in name for name in names) for part in described)
    assert set(hostile.FEW) <= names.keys()
    assert names.keys() >= CROWDS.keys()


def test_every_part_of_a_path_is_filled_in():
    filled = filled_in(Own("a-table", "a=cookie"))
    for endpoint in endpoints(describe("")):
        assert b"{" not in endpoint.head(filled), endpoint


@pytest.mark.timeout(180)
def test_an_innocent_table_plays_on_beside_each_cause_that_was_ever_found():
    args = argparse.Namespace(
        words=[], quick=True, seconds=1.0, calm_seconds=1.0, mixed_seconds=2.0, addresses=1
    )
    found = asyncio.run(hostile.measure(args, print))
    assert {one["name"] for one in found} == {"calm", *hostile.FEW}
    for one in found:
        assert not one["failed"], one
        assert one["moves"] > 0, one
        assert one["more_mb"] <= MOST_MB, one
