"""A look at what `python -m tests.server.fuzz` does at length."""

from __future__ import annotations

import json

import pytest

from tacit.table.log.records import decode
from tests.server import leaks
from tests.server.callers import fuzz_http
from tests.server.client import people
from tests.server.playground import fuzz_tables
from tests.server.sites import inside, quick
from tests.server.vandals import fuzz_sockets

SEED = 20_001


@pytest.mark.parametrize("part", range(4))
def test_tables_take_any_message(part):
    print(f"seed {SEED + part}")
    counts = fuzz_tables(8000, SEED + part)
    assert counts["games finished"] == 4
    assert counts["read: Do"] > 1000
    assert sum(counts[f"unreadable: {kind}"] for kind in ("DecodeError", "ValidationError")) > 1000
    assert counts["told"] > 1000


async def test_lines_take_any_message(tmp_path):
    counts = await fuzz_sockets(4000, SEED, tmp_path / "a.db")
    assert counts["games finished"] == 2
    assert counts["lines opened"] > 50


async def test_the_site_takes_any_request(tmp_path):
    counts = await fuzz_http(1000, SEED, tmp_path / "a.db")
    assert counts["games finished"] == 1
    for status in ("200", "201", "400", "404", "405"):
        assert counts[f"status: {status}"] > 0


async def test_the_leak_check_sees_a_leak(tmp_path):
    """What finds nothing has to be able to find something."""
    async with inside(quick(tmp_path / "a.db")) as site, people(site.url, "A", "B", "C") as crowd:
        for game in ("mindup", "extreme"):
            table = await crowd[0].open(game)
            for person in crowd:
                await person.join(table)
            lines = [await person.line(table) for person in crowd]
            await lines[0].do("start")
            for line in lines:
                await line.until(lambda line=line: line.copy.stage == "playing")
            states = leaks.states_of(decode(site.site.store.load(table)))
            for seat, line in enumerate(lines):
                text = json.dumps(line.of("update")[-1])
                leaks.check(text, states[-1], crowd[seat].id)
                with pytest.raises(leaks.Leak):
                    leaks.check(text, states[-1], crowd[(seat + 1) % 3].id)
            for secret in (states[-1].seed.hex(), crowd[1].id):
                with pytest.raises(leaks.Leak):
                    leaks.check(f'{{"type":"ack","id":"{secret}"}}', states[-1], crowd[0].id)
