"""Feeds the site with what nobody should send, and looks whether it minds.

`python -m tests.server.fuzz --messages 1000000 --seed 1` sends most of it straight to tables, and
some over real WebSockets and as HTTP requests. Whatever happens: no exception escapes, nobody is
told what they may not know, and afterwards a normal game can be finished at every table.
"""

from __future__ import annotations

import argparse
import asyncio
import tempfile
import time
from pathlib import Path

from tests.server.callers import fuzz_http
from tests.server.playground import fuzz_tables
from tests.server.vandals import fuzz_sockets


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--messages", type=int, default=100_000)
    parser.add_argument("--seed", type=int, default=1)
    args = parser.parse_args()
    sockets, http = args.messages // 50, args.messages // 200
    tables = args.messages - sockets - http
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder)
        parts = {
            "tables": lambda: fuzz_tables(tables, args.seed),
            "sockets": lambda: asyncio.run(fuzz_sockets(sockets, args.seed, path / "s.db")),
            "http": lambda: asyncio.run(fuzz_http(http, args.seed, path / "h.db")),
        }
        for name, part in parts.items():
            start = time.perf_counter()
            counts = part()
            seconds = time.perf_counter() - start
            rate = counts["messages"] / seconds
            print(f"{name}: {counts.pop('messages'):,} messages, {seconds:.1f} s, {rate:,.0f}/s")
            for what, times in sorted(counts.items()):
                print(f"  {what} {times:,}")


if __name__ == "__main__":
    main()
