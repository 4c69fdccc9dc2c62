"""`make cluster-test`: hundreds play both games on three nodes while these are broken all the time.

Nodes are killed, stopped and started (as for an upgrade), paused, cut off from the database and
from the proxy; the database is restarted and crashed. At the end a checker compares what everybody
wrote down with the log. Prints the seed, what was done, and how long killed nodes' tables took.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import random
import signal
import sys
import time
from collections import Counter
from collections.abc import Awaitable, Callable
from typing import Any, NamedTuple

from tacit.store.postgres import PostgresStore
from tests.cluster.checker import Problem, check
from tests.cluster.nodes import Cluster, Node
from tests.cluster.players import Player
from tests.server.client import Person, people

PEOPLE_AT = {"mindup": 3, "extreme": 2}
ENDS_WITHIN = 90.0


class Kill(NamedTuple):
    """A node was killed."""

    at: float


class Faults:
    """Breaks one thing after the other; at least one node is always whole."""

    def __init__(self, cluster: Cluster, rng: random.Random, longest: float) -> None:
        self._cluster = cluster
        self._rng = rng
        self._longest = longest
        self._busy: set[int] = set()
        self.counts: Counter[str] = Counter()
        self.kills: list[Kill] = []
        self._tasks: set[asyncio.Task[None]] = set()
        self._node_faults: dict[str, Callable[[Node], Awaitable[None]]] = {
            "kill": self._kill,
            "upgrade": self._upgrade,
            "pause": self._pause,
            "cut from database": self._cut_from_database,
            "cut from proxy": self._cut_from_proxy,
        }

    async def do(self, count: int, spacing: float) -> None:
        """Do so many, then let everything become whole again."""
        while self.counts.total() < count:
            kind = self._rng.choices(
                [*self._node_faults, "database"], weights=[6, 2, 4, 2, 2, 1], k=1
            )[0]
            if kind == "database":
                await self._until(lambda: not self._busy)
                await self._restart_database()
                self.counts[kind] += 1
            else:
                await self._until(lambda: len(self._busy) < len(self._cluster.nodes) - 1)
                whole = [one for one in self._cluster.nodes if one.number not in self._busy]
                self._begin(kind, self._rng.choice(whole))
            await asyncio.sleep(self._rng.uniform(0.2, 2 * spacing))
        await self._until(lambda: not self._busy)

    async def _until(self, condition: Callable[[], bool]) -> None:
        while not condition():
            await asyncio.sleep(0.05)
            for task in tuple(self._tasks):
                if task.done():
                    self._tasks.discard(task)
                    task.result()

    def _begin(self, kind: str, node: Node) -> None:
        async def fault() -> None:
            try:
                await self._node_faults[kind](node)
                await asyncio.sleep(1.5)  # until the proxy has found it again
            finally:
                self._busy.discard(node.number)

        self._busy.add(node.number)
        self.counts[kind] += 1
        self._tasks.add(asyncio.create_task(fault()))

    async def _kill(self, node: Node) -> None:
        self.kills.append(Kill(time.monotonic()))
        await node.end(signal.SIGKILL)
        await asyncio.sleep(self._rng.uniform(0, 2))
        await node.start()

    async def _upgrade(self, node: Node) -> None:
        await node.end(signal.SIGTERM)
        await node.start()

    async def _pause(self, node: Node) -> None:
        node.signal(signal.SIGSTOP)
        await asyncio.sleep(self._rng.uniform(1, self._longest))
        node.signal(signal.SIGCONT)

    async def _cut_from_database(self, node: Node) -> None:
        await self._cut(node.number)

    async def _cut_from_proxy(self, node: Node) -> None:
        await self._cut(len(self._cluster.nodes) + node.number)

    async def _cut(self, wire: int) -> None:
        self._cluster.wires.cut(wire)
        await asyncio.sleep(self._rng.uniform(0.5, self._longest))
        self._cluster.wires.mend(wire)

    async def _restart_database(self) -> None:
        how = self._rng.choice((signal.SIGINT, signal.SIGQUIT))
        await asyncio.to_thread(self._cluster.postgres.stop, how)
        await asyncio.sleep(self._rng.uniform(0, 1))
        await asyncio.to_thread(self._cluster.postgres.start)


async def seat_people(crowd: list[Person], rng: random.Random) -> list[Player]:
    """Sit people down at tables of both games."""
    players: list[Player] = []
    left = list(crowd)
    for number in range(len(crowd)):
        game = ("mindup", "extreme")[number % 2]
        mine, left = left[: PEOPLE_AT[game]], left[PEOPLE_AT[game] :]
        if len(mine) < PEOPLE_AT[game]:
            break
        table = await mine[0].open(game)
        for person in mine[1:]:
            await person.join(table)
        players += [
            Player(one, table, random.Random(rng.random()), host=one is mine[0]) for one in mine
        ]
    return players


def recoveries(players: list[Player], kills: list[Kill]) -> list[float]:
    """Return how long each table took whose lines broke with a node: until its next ack."""
    tables: dict[str, list[Player]] = {}
    for player in players:
        tables.setdefault(player.table, []).append(player)
    found = []
    for kill in kills:
        for crowd in tables.values():
            if any(kill.at <= at <= kill.at + 0.5 for one in crowd for at in one.broken):
                after = [at for one in crowd for at in one.done if at > kill.at]
                found.append(min(after) - kill.at if after else ENDS_WITHIN)
    return sorted(found)


def _share(ordered: list[float], part: float) -> float:
    return ordered[min(len(ordered) - 1, int(part * len(ordered)))] if ordered else 0.0


async def run(args: Any) -> tuple[dict[str, Any], list[Problem]]:
    """Play, break, check; return the figures and what is wrong."""
    rng = random.Random(args.seed)
    names = [f"P{number}" for number in range(args.people)]
    async with Cluster(args.nodes) as cluster, people(cluster.url, *names) as crowd:
        players = await seat_people(crowd, rng)
        faults = Faults(cluster, rng, args.longest)
        lives = [asyncio.create_task(one.play(args.thinking)) for one in players]
        await asyncio.sleep(args.warm_up)
        await faults.do(args.faults, args.spacing)
        await asyncio.sleep(args.warm_up)
        for one in players:
            one.stopping = True
        _, late = await asyncio.wait(lives, timeout=ENDS_WITHIN)
        for task in late:
            task.cancel()
        for task in lives:
            if task not in late:
                task.result()
        logs = await asyncio.to_thread(_logs, cluster.postgres.url, {one.table for one in players})
    problems = check(logs, [one.record for one in players], rng)
    problems += [
        Problem("unanswered", one.table, f"{one.record.person} {message}")
        for one in players
        for message in one.unanswered
    ]
    times = recoveries(players, faults.kills)
    figures = {
        "seed": args.seed,
        "people": len(players),
        "tables": len(logs),
        "faults": dict(faults.counts),
        "acknowledged": sum(len(one.record.acknowledged) for one in players),
        "refused": sum(len(one.record.refused) for one in players),
        "versions_seen": sum(len(one.record.seen) for one in players),
        "entries": sum(map(len, logs.values())),
        "tables_of_killed_nodes": len(times),
        "seconds_until_they_play_on": {
            name: round(_share(times, part), 2)
            for name, part in (("p50", 0.5), ("p90", 0.9), ("p99", 0.99), ("most", 1.0))
        },
        "problems": dict(Counter(one.kind for one in problems)),
    }
    return figures, problems


def _logs(url: str, tables: set[str]) -> dict[str, list[bytes]]:
    store = PostgresStore(url)
    try:
        return {table: store.load(table) for table in tables}
    finally:
        store.close()


def parser() -> argparse.ArgumentParser:
    """Return what may be chosen."""
    options = argparse.ArgumentParser(prog="make cluster-test", description=__doc__)
    options.add_argument("--seed", type=int, default=random.randrange(2**32))
    options.add_argument("--nodes", type=int, default=3)
    options.add_argument("--people", type=int, default=300)
    options.add_argument("--faults", type=int, default=200)
    options.add_argument("--spacing", type=float, default=1.5, help="seconds between two faults")
    options.add_argument("--longest", type=float, default=10.0, help="seconds of a pause or cut")
    options.add_argument("--thinking", type=float, default=2.0, help="most seconds before a move")
    options.add_argument("--warm-up", type=float, default=5.0)
    return options


def main() -> int:
    args = parser().parse_args()
    print(f"seed {args.seed}", flush=True)
    figures, problems = asyncio.run(run(args))
    print(json.dumps(figures, indent=1))
    for problem in problems[:20]:
        print(*problem, file=sys.stderr)
    return int(bool(problems))


if __name__ == "__main__":
    sys.exit(main())
