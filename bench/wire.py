"""What does a WebSocket cost by itself? One message in, four out, with three servers side by side.

A hundred groups of four: one of a group sends, all four are told, the next one sends. Each server
has one core and the load another; what counts is the processor time of the server for a message.
picows is measured where it is installed.
"""

from __future__ import annotations

import argparse
import asyncio
import importlib.util
import json
import sys
import tempfile
import time
from pathlib import Path
from typing import Any

import uvloop

sys.path.insert(0, str(Path(__file__).parent))

from peers.process import Server
from peers.wire import Connection, frame

GROUPS = 100
SIZE = 4
MESSAGE = frame(
    b'{"type":"do","id":"123","request":{"do":"act","action":{"kind":"pick","card":41}}}'
)
KINDS = ("aiohttp", "picows", "own")
HERE = Path(__file__).parent


class Group:
    """Four lines; one of them sends when all have the last message."""

    def __init__(self) -> None:
        self.lines: list[Member] = []
        self.missing = 0
        self.turn = 0
        self.done = 0

    def send(self) -> None:
        """Let the next one send."""
        self.missing = SIZE
        self.turn = (self.turn + 1) % SIZE
        self.lines[self.turn].write(MESSAGE)


class Member(Connection):
    """One line."""

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
                    group.lines.append(member)
            for group in groups:
                group.send()
            await asyncio.sleep(1.0)
            before, cpu, begin = sum(one.done for one in groups), server.cpu(), time.monotonic()
            await asyncio.sleep(seconds)
            moves = sum(one.done for one in groups) - before
            used, passed = server.cpu() - cpu, time.monotonic() - begin
            for group in groups:
                for line in group.lines:
                    line.transport.abort()
    return {
        "server": kind,
        "messages_per_second": round(moves / passed),
        "us_each": round(1e6 * used / max(1, moves), 1),
    }


def main() -> None:
    """Print what each server needs."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--json", action="store_true")
    parser.add_argument("--seconds", type=float, default=5.0)
    args = parser.parse_args()
    there = [kind for kind in KINDS if kind != "picows" or importlib.util.find_spec("picows")]
    rows = [uvloop.run(measure(kind, args.seconds)) for kind in there]
    if args.json:
        print(json.dumps(rows))
        return
    print(f"{'server':10}{'messages/s':>12}{'µs of processor each':>24}")
    for row in rows:
        print(f"{row['server']:10}{row['messages_per_second']:>12,}{row['us_each']:>24}")


if __name__ == "__main__":
    main()
