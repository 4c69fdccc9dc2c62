"""Restarts three nodes one after the other, and waits until they have their share of players again.

`python -m tests.cluster.rolling` prints how many connections each node has before, after the last
restart, and when the nodes are even again, and how long that took. With few tables the proxy's hash
itself is uneven: no node has to have fewer than before. Exit code 1 if they stay uneven.
"""

from __future__ import annotations

import argparse
import asyncio
import contextlib
import json
import signal
import sys
import time

import msgspec

from tacit.server.cluster.balance import too_many
from tacit.server.cluster.peers import GONE_AFTER_S, Node
from tacit.store.postgres.log import PostgresStore
from tests.cluster.nodes import Cluster
from tests.cluster.players import BROKEN
from tests.server.client import Person, people

AT_A_TABLE = 3
EVEN_WITHIN_S = 120.0


async def stay(person: Person, table: str) -> None:
    """Be at a table, and come back whenever the connection ends."""
    while True:
        with contextlib.suppress(*BROKEN):
            line = await person.line(table)
            await line.until_closed(3600)
        await asyncio.sleep(0.2)


def counted(store: PostgresStore) -> dict[str, int]:
    """Return how many connections each node has, as they tell each other."""
    notes = store.notes(GONE_AFTER_S)
    return {name: msgspec.json.decode(note, type=Node).lines for name, note in notes.items()}


def is_even(found: dict[str, int], most_before: int) -> bool:
    """Tell whether no node has far more than its share, or than it had before."""
    crowded = (have for name, have in found.items() if too_many(name, found))
    return all(have <= most_before for have in crowded)


async def until_all(store: PostgresStore, nodes: int, connections: int) -> dict[str, int]:
    """Wait until all nodes are there and all players are back."""
    async with asyncio.timeout(EVEN_WITHIN_S):
        while True:
            found = await asyncio.to_thread(counted, store)
            if len(found) == nodes and sum(found.values()) >= connections:
                return found
            await asyncio.sleep(0.5)


async def run(count: int) -> dict[str, object]:
    """Seat people, restart the nodes, and watch the tables go back."""
    names = [f"P{number}" for number in range(count)]
    async with Cluster(3) as cluster, people(cluster.url, *names) as crowd:
        store, stays = PostgresStore(cluster.postgres.url), []
        for first in range(0, count - AT_A_TABLE + 1, AT_A_TABLE):
            mine = crowd[first : first + AT_A_TABLE]
            table = await mine[0].open("mindup")
            for person in mine[1:]:
                await person.join(table)
            stays += [asyncio.create_task(stay(person, table)) for person in mine]
        told: dict[str, object] = {}
        told["before"] = before = sorted((await until_all(store, 3, len(stays))).values())
        for node in cluster.nodes:
            await node.end(signal.SIGTERM)
            await node.start()
            await asyncio.sleep(2)
        begun = time.monotonic()
        found = await until_all(store, 3, len(stays))
        told["after the restarts"] = sorted(found.values())
        with contextlib.suppress(TimeoutError):
            async with asyncio.timeout(EVEN_WITHIN_S):
                while not is_even(found, before[-1]):
                    await asyncio.sleep(1)
                    found = await until_all(store, 3, len(stays))
        told |= {"then": sorted(found.values()), "seconds": round(time.monotonic() - begun, 1)}
        told["even"] = is_even(found, before[-1])
        for task in stays:
            task.cancel()
        await asyncio.gather(*stays, return_exceptions=True)
        store.close()
    return told


def main() -> int:
    options = argparse.ArgumentParser(prog="python -m tests.cluster.rolling", description=__doc__)
    options.add_argument("--people", type=int, default=150)
    told = asyncio.run(run(options.parse_args().people))
    print(json.dumps(told, indent=1))
    return int(not told["even"])


if __name__ == "__main__":
    sys.exit(main())
