"""A client sends what is no message: pings, answers nobody asked for, pieces of nothing."""

from __future__ import annotations

import asyncio
import base64
import os
import socket
import time

from tacit.server.people.identity import COOKIE
from tests.attacks.attack import Effort, Outcome, attack
from tests.attacks.bystander import bystander
from tests.server.client import Person, people
from tests.server.sites import Outside

MASK = b"mask"
KINDS = {
    "pings": b"\x89\x80" + MASK,
    "pongs": b"\x8a\x80" + MASK,
    "empty pieces": b"\x00\x80" + MASK,
    "full pings": b"\x89\xfd" + MASK + bytes(125),
}
BEGIN = {"empty pieces": b"\x01\x80" + MASK}
"""What has to come first."""
MANY = 200_000
"""Frames after which a flood has got through."""
TIMEOUT_S = 8.0


@attack("a line that sends frames of any kind too fast is cut", small=4, full=40)
async def flood_a_line_with_frames(effort: Effort) -> Outcome:
    through, quickest = 0, []
    async with (
        Outside(effort.folder / "frames.db") as site,
        bystander(site.url) as other,
        people(site.url, "Eve") as (eve,),
    ):
        table = await eve.open("mindup")
        quiet = await other.quiet()
        kinds = list(KINDS)
        for number in range(effort.tries):
            kind = kinds[number % len(kinds)]
            line = await asyncio.to_thread(_connect, eve, site.port, table)
            sent = await asyncio.to_thread(_flood, line, kind)
            through += sent >= MANY
            quickest.append(sent)
        worst = other.worst
    told = f"at most {max(quickest):,} frames of a flood taken; "
    told += f"a bystander's slowest move {1000 * quiet:.0f} ms before, {1000 * worst:.0f} ms during"
    return Outcome(effort.tries, through, told)


def _connect(person: Person, port: int, table: str) -> socket.socket:
    line = socket.create_connection(("127.0.0.1", port), timeout=TIMEOUT_S)
    key = base64.b64encode(os.urandom(16)).decode()
    head = (
        f"GET /ws/{table} HTTP/1.1\r\nHost: 127.0.0.1:{port}\r\nUpgrade: websocket\r\n"
        f"Connection: Upgrade\r\nSec-WebSocket-Version: 13\r\nSec-WebSocket-Key: {key}\r\n"
        f"Cookie: {COOKIE}={person.cookie}\r\n\r\n"
    )
    line.sendall(head.encode())
    assert line.recv(4096).startswith(b"HTTP/1.1 101")
    return line


def _flood(line: socket.socket, kind: str) -> int:
    """Send as fast as it is taken, and return how many frames were."""
    frame, size, sent = KINDS[kind], 1000, 0
    data = frame * size
    end = time.monotonic() + TIMEOUT_S
    with line:
        try:
            line.sendall(BEGIN.get(kind, b""))
            while sent < MANY and time.monotonic() < end:
                line.sendall(data)
                sent += size
                time.sleep(0.002)  # what the system keeps for the site has not been taken by it
        except OSError:
            pass
    return sent
