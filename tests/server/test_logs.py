"""What is written down, and what is not."""

from __future__ import annotations

import asyncio
import contextlib
import json
import re
from pathlib import Path

from tacit.store import SqliteStore
from tacit.table.records import decode
from tests.server.client import people, seated
from tests.server.sites import Outside


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
        assert {"table_opened", "table_woken", "line_flooded", "bad_http"} <= set(events)
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
