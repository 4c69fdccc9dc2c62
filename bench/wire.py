"""What does a WebSocket cost by itself? One message in, four out, with five servers by turns.

A hundred groups of four: one of a group sends a small masked text, all four are told, the next one
sends. Each server has one core and the load another; what counts is the processor time of the
server for a message. Every server is measured in each round, and the median of the rounds counts.
`own`, `websockets` and `wsproto` are frame parsers without I/O under the same protocol on the same
transport; for those, two columns more leave the sockets out: reading the message and making four
frames in this process, and the memory of an open connection. Libraries are measured where they are
installed.
"""

from __future__ import annotations

import argparse
import asyncio
import importlib.util
import json
import statistics
import sys
import tempfile
import time
import tracemalloc
from pathlib import Path
from typing import Any

import uvloop

sys.path.insert(0, str(Path(__file__).parent))

from peers.echo_server import SANSIO, SIZE, Sansio
from peers.process import Server
from peers.wire import Connection, frame

GROUPS = 100
MESSAGE = frame(
    b'{"type":"do","id":"123","request":{"do":"act","action":{"kind":"pick","card":41}}}'
)
KINDS = ("aiohttp", "picows", "websockets", "wsproto", "own")
ROUNDS = 3
PARSED = 20_000
IDLE = 1000
REQUEST = (
    b"GET / HTTP/1.1\r\nHost: here\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
    b"Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\nSec-WebSocket-Version: 13\r\n\r\n"
)
HERE = Path(__file__).parent


class Group:
    """Four connections; one of them sends when all have the last message."""

    def __init__(self) -> None:
        self.members: list[Member] = []
        self.missing = 0
        self.turn = 0
        self.done = 0

    def send(self) -> None:
        """Let the next one send."""
        self.missing = SIZE
        self.turn = (self.turn + 1) % SIZE
        self.members[self.turn].write(MESSAGE)


class Member(Connection):
    """One connection."""

    def __init__(self, group: Group) -> None:
        super().__init__()
        self._group = group

    def message(self, data: bytes, start: int, end: int) -> None:  # noqa: ARG002
        """Take note; the last of the group lets the next one send."""
        group = self._group
        group.missing -= 1
        if not group.missing:
            group.done += 1
            group.send()


async def measure(kind: str, seconds: float) -> dict[str, Any]:
    """Return what one server needs for a message."""
    with tempfile.TemporaryDirectory() as folder:
        command = [sys.executable, str(HERE / "peers" / "echo_server.py"), kind]
        with Server(command, Path(folder), Path(folder) / "errors") as server:
            groups = [Group() for _ in range(GROUPS)]
            for group in groups:
                for _ in range(SIZE):
                    member = Member(group)
                    await member.open(server.port, "/")
                    group.members.append(member)
            for group in groups:
                group.send()
            await asyncio.sleep(1.0)
            before, cpu, begin = sum(one.done for one in groups), server.cpu(), time.monotonic()
            await asyncio.sleep(seconds)
            moves = sum(one.done for one in groups) - before
            used, passed = server.cpu() - cpu, time.monotonic() - begin
            for group in groups:
                for member in group.members:
                    member.transport.abort()
    return {
        "server": kind,
        "messages_per_second": round(moves / passed),
        "us_each": round(1e6 * used / max(1, moves), 1),
        **(parse(kind) if kind in SANSIO else {}),
    }


class Nowhere(asyncio.Transport):
    """Takes bytes."""

    def write(self, data: Any) -> None:
        """Keep nothing."""


def opened(kind: str, count: int) -> list[Sansio]:
    """Return open connections that lead nowhere."""
    made, nowhere = SANSIO[kind](), Nowhere()
    connections = [made() for _ in range(count)]
    for one in connections:
        one.connection_made(nowhere)
        one.data_received(REQUEST)
    return connections


def parse(kind: str) -> dict[str, float]:
    """Return what reading a message and making the frames for a group costs, and the memory."""
    reader = opened(kind, SIZE)[0]
    begin = time.process_time()
    for _ in range(PARSED):
        reader.data_received(MESSAGE)
    spent = time.process_time() - begin
    tracemalloc.start()
    kept = opened(kind, IDLE)
    size, _ = tracemalloc.get_traced_memory()
    tracemalloc.stop()
    return {"parse_us": round(1e6 * spent / PARSED, 1), "idle_bytes": round(size / len(kept))}


def median(runs: list[dict[str, Any]]) -> dict[str, Any]:
    """Return the median of what one server needed."""
    figures = {
        name: statistics.median(run[name] for run in runs)
        for name in ("messages_per_second", "us_each", "parse_us", "idle_bytes")
        if name in runs[0]
    }
    return {"server": runs[0]["server"], **figures}


def main() -> None:
    """Print what each server needs."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--json", action="store_true")
    parser.add_argument("--seconds", type=float, default=5.0, help="for each server")
    args = parser.parse_args()
    there = [kind for kind in KINDS if kind == "own" or importlib.util.find_spec(kind)]
    runs = [
        uvloop.run(measure(kind, args.seconds / ROUNDS)) for _ in range(ROUNDS) for kind in there
    ]
    rows = [median([run for run in runs if run["server"] == kind]) for kind in there]
    if args.json:
        print(json.dumps(rows))
        return
    head = f"{'server':12}{'messages/s':>12}{'µs of processor each':>24}"
    print(f"{head}{'without sockets':>18}{'bytes open':>12}")
    for row in rows:
        figures = f"{row['messages_per_second']:>12,.0f}{row['us_each']:>24}"
        alone = f"{row.get('parse_us', ''):>18}{row.get('idle_bytes', ''):>12}"
        print(f"{row['server']:12}{figures}{alone}")


if __name__ == "__main__":
    main()
