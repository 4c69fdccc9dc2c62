"""What is written down, and what is not."""

from __future__ import annotations

import asyncio
import contextlib
import json
import re
from pathlib import Path
from types import SimpleNamespace

import pytest

from tacit.server.cluster.peers import Node, PeerNodes
from tacit.server.ops import logs
from tacit.server.ops.health import Health
from tacit.store import SqliteStore, StoreError
from tacit.table.log.records import decode
from tests.server.answers import call
from tests.server.client import people, seated
from tests.server.ops.test_health import Checked
from tests.server.sites import Outside, inside, quick


async def test_logs_are_json_and_name_no_table_nobody_and_no_card(tmp_path):
    async with Outside(tmp_path / "a.db") as site, people(site.url, "Annabelle", "Bobby") as two:
        ann, bob = two
        table = await ann.open("extreme", contribution="c0ffeec0ffee")
        lines = await seated(table, *two)
        await lines[0].do("start")
        await lines[0].do("pause")
        await lines[0].do("resume")
        for _ in range(6):
            await lines[1].socket.send_str("nonsense about W12")
        await lines[1].until_closed()
        with contextlib.suppress(ConnectionError):
            for number in range(100):
                await lines[0].socket.send_json({"type": "pong", "n": number})
        await lines[0].until_closed()
        for junk in (
            "GET /t/{}\x00 HTTP/1.1",
            "GET /t/{} HTTP/1.1\r\nContent-Length: W7",
            "W12 R7",
        ):
            await _send_junk(site, f"{junk.format(table)}\r\n\r\n".encode())
        hand = lines[0].copy.view["hand"]
        assert await site.stop() == 0
        await site.start()
        ann.url = site.url
        await ann.line(table)
        assert await site.stop() == 0
        text = "\n".join(site.log)
        events = [json.loads(line)["event"] for line in site.log]
        assert events.count("started") == events.count("stopped") == 2
        assert {"table_opened", "table_woken", "connection_flooded", "bad_http"} <= set(events)
        seed = decode(_load(site.db, table))[0].house[0].seed
        secrets = [table, "Annabelle", "Bobby", ann.id, bob.id, seed, "c0ffee", "127.0.0.1"]
        for secret in secrets:
            assert secret not in text
        assert not re.findall(r"\b[WR]\d{1,2}\b", text)
        assert hand


async def _send_junk(site: Outside, junk: bytes) -> None:
    reader, writer = await asyncio.open_connection("127.0.0.1", site.port)
    writer.write(junk)
    await reader.read()
    writer.close()
    await writer.wait_closed()


def _load(db: Path, table: str) -> list[bytes]:
    store = SqliteStore(db)
    log = store.load(table)
    store.close()
    return log


@pytest.fixture
def written(caplog):
    """What is written to the log, line by line."""
    caplog.set_level("INFO", logger="tacit.server")
    return lambda: [json.loads(one.getMessage()) for one in caplog.records]


def test_a_line_has_a_level_and_a_node(written, monkeypatch):
    monkeypatch.setattr(logs, "_node", "before")
    logs.name_node("club-2")
    logs.note("quiet")
    logs.warn("loud", reason="full")
    quiet, loud = written()
    assert (quiet["level"], quiet["node"], "request" in quiet) == ("info", "club-2", False)
    assert (loud["level"], loud["reason"]) == ("warning", "full")
    logs.name_node("")
    assert logs.node_name() not in ("", "club-2")


async def test_lines_of_a_request_have_the_id_that_its_answer_has(tmp_path, written):
    async with inside(quick(tmp_path / "a.db")) as site, people(site.url, "Ann") as (ann,):
        given = {"X-Request-Id": "forged"}
        async with ann.http.post(
            f"{site.url}/api/tables", json={"game": "mindup", "name": "Ann"}, headers=given
        ) as answer:
            assert answer.status in (200, 201), await answer.text()
            told = answer.headers["X-Request-Id"]
        other = (await call(site, "GET", "/nowhere")).headers["X-Request-Id"]
    assert re.fullmatch(r"[0-9a-f]{16}", told)
    assert told != other
    (opened,) = [line for line in written() if line["event"] == "table_opened"]
    assert opened["request"] == told
    (stopped,) = [line for line in written() if line["event"] == "stopped"]
    assert "request" not in stopped


async def test_an_outage_of_the_store_is_a_warning_when_it_begins_and_when_it_ends(written):
    store = Checked()
    health = Health(store, None)
    for fail in (None, StoreError("disk full"), StoreError("disk full"), None, None):
        store.fail = fail
        health._looking = None  # as if a second had passed
        await health.trouble()
    lines = [(line["level"], line["event"], line.get("reason")) for line in written()]
    assert lines == [
        ("warning", "games_not_saved", "full"),
        ("warning", "games_saved_again", None),
    ]


def test_a_node_that_is_gone_is_a_warning_but_not_after_an_outage(written):
    class Store:
        node = "me"

    nodes = PeerNodes(Store(), SimpleNamespace(clock=lambda: 0))
    two = {"me": Node(tables=0, connections=0), "you": Node(tables=0, connections=0, name="club-2")}
    one = {"me": two["me"]}
    nodes._meet(two)
    nodes._meet(one)
    nodes._meet(two)
    nodes._cut_off = True
    nodes._meet(one)
    lines = [(line["level"], line["event"], line.get("peer")) for line in written()]
    assert lines == [
        ("info", "node_come", "club-2"),
        ("warning", "node_gone", "club-2"),
        ("info", "node_come", "club-2"),
        ("warning", "neighbours_heard_again", None),
    ]


def test_a_fault_that_is_caused_again_and_again_is_logged_now_and_then(
    written, monkeypatch, caplog
):
    monkeypatch.setattr(logs, "_troubles", logs.Troubles(now=0.0))
    now = 0.0
    monkeypatch.setattr(logs.time, "monotonic", lambda: now)
    for _ in range(1000):
        logs.trouble("request_failed", ValueError("x" * 100_000))
    assert len(written()) == logs.TROUBLES_AT_ONCE
    assert all(len(line["trace"]) <= logs.MAX_TRACE_CHARS for line in written())
    now = 1.0
    logs.trouble("request_failed", ValueError("the last"))
    last = written()[-1]
    assert last["left_out"] == 1000 - logs.TROUBLES_AT_ONCE
    assert last["trace"].endswith("ValueError: the last\n")
    caplog.clear()
