"""`make cluster-test`: hundreds play both games on three nodes while these are broken all the time.

Nodes are killed, stopped and started (as for an upgrade), paused for up to half a minute, cut off
from the database and from the proxy, and their clocks jump; the database is restarted and crashed,
and its disk is full, where one may be mounted for it. Half of what happens to nodes happens alone,
so that one knows what it costs; the rest comes on top of each other. Some tables belong to groups,
whose members change them and begin the deal of the day meanwhile (`tests/cluster/clubs.py`), and an
evening goes through its rounds (`tests/cluster/evenings.py`). At the end a checker compares what
everybody wrote down with the log. Prints the seed, what was done, and for killed and for paused
nodes how long players heard nothing, and how long tables took until the next move.
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

from tacit.store.postgres.log import PostgresStore
from tests.cluster.checker import Problem, check
from tests.cluster.clubs import Member, check_clubs, found_groups
from tests.cluster.evenings import EveningHost, check_evening, open_evening
from tests.cluster.nodes import Cluster, Node
from tests.cluster.players import Player
from tests.server.client import Person, people

PEOPLE_AT = {"mindup": 3, "extreme": 2}
ENDS_WITHIN = 90.0
EVENING_PEOPLE = 8
JUMP = 12 * 3600.0
"""Seconds by which a clock jumps at most, to either side."""
WEIGHTS = {
    "kill": 6,
    "upgrade": 2,
    "pause": 4,
    "cut from database": 2,
    "cut from proxy": 2,
    "clock": 2,
    "database": 1,
    "full disk": 1,
}
"""How often each happens, beside the others."""


NOTICED_S = {"kill": 0.5, "pause": 6.0}
"""Seconds within which connections to a node break that is killed, or paused for long enough."""
IN_FLIGHT_S = 0.1
"""Seconds in which an answer of the node may still arrive."""


class Fault(NamedTuple):
    """What was broken, and from when until when."""

    kind: str
    begun: float
    over: float


class Faults:
    """Breaks one thing after the other; at least one node is always whole."""

    def __init__(self, cluster: Cluster, rng: random.Random, args: Any) -> None:
        self._cluster = cluster
        self._rng = rng
        self._longest = args.longest
        self._at_once = min(args.at_once, len(cluster.nodes) - 1)
        self._weights = {kind: WEIGHTS[kind] for kind in args.kinds or WEIGHTS}
        self._busy: set[int] = set()
        self.counts: Counter[str] = Counter()
        self.done: list[Fault] = []
        self._tasks: set[asyncio.Task[None]] = set()
        self._node_faults: dict[str, Callable[[Node], Awaitable[None]]] = {
            "kill": self._kill,
            "upgrade": self._upgrade,
            "pause": self._pause,
            "cut from database": self._cut_from_database,
            "cut from proxy": self._cut_from_proxy,
            "clock": self._let_clock_jump,
        }
        self._database_faults: dict[str, Callable[[], Awaitable[None]]] = {
            "database": self._restart_database
        }
        if cluster.postgres.disk is not None:
            self._database_faults["full disk"] = self._fill_disk

    async def do(self, count: int, spacing: float) -> None:
        """Break `count` things, then let everything become whole again."""
        while self.counts.total() < count:
            (kind,) = self._rng.choices(tuple(self._weights), tuple(self._weights.values()))
            if kind in ("database", "full disk"):
                if kind not in self._database_faults:
                    continue
                await self._until_fewer_than(1)
                begun = time.monotonic()
                await self._database_faults[kind]()
                self.done.append(Fault(kind, begun, time.monotonic()))
                self.counts[kind] += 1
            else:
                alone = self._rng.random() < 0.5
                await self._until_fewer_than(1 if alone else self._at_once)
                whole = [one for one in self._cluster.nodes if one.number not in self._busy]
                self._begin(kind, self._rng.choice(whole))
                if alone:
                    await self._until_fewer_than(1)
            await asyncio.sleep(self._rng.uniform(0.2, 2 * spacing))
        await asyncio.gather(*self._tasks)

    async def _until_fewer_than(self, broken: int) -> None:
        while len(self._busy) >= broken:
            await asyncio.sleep(0.05)
            for task in tuple(self._tasks):
                if task.done():
                    self._tasks.discard(task)
                    task.result()

    def _begin(self, kind: str, node: Node) -> None:
        async def fault() -> None:
            begun = time.monotonic()
            try:
                await self._node_faults[kind](node)
                await asyncio.sleep(1.5)  # until the proxy has found it again
            finally:
                self._busy.discard(node.number)
                self.done.append(Fault(kind, begun, time.monotonic()))

        self._busy.add(node.number)
        self.counts[kind] += 1
        self._tasks.add(asyncio.create_task(fault()))

    async def _kill(self, node: Node) -> None:
        await node.end(signal.SIGKILL)
        await asyncio.sleep(self._rng.uniform(0, 2))
        await node.start()

    async def _upgrade(self, node: Node) -> None:
        await node.end(signal.SIGTERM)
        await node.start()

    async def _pause(self, node: Node) -> None:
        node.signal(signal.SIGSTOP)
        await asyncio.sleep(self._while())
        node.signal(signal.SIGCONT)

    async def _let_clock_jump(self, node: Node) -> None:
        """The clock is wrong from now on, and the node finds it so when it starts again, too."""
        node.set_clock(self._rng.uniform(-JUMP, JUMP))
        if self._rng.random() < 0.5:
            await self._upgrade(node)

    def _while(self) -> float:
        """Draw the seconds of a pause or a cut: mostly short ones."""
        return 0.5 + (self._longest - 0.5) * self._rng.random() ** 3

    async def _cut_from_database(self, node: Node) -> None:
        await self._cut(node.number)

    async def _cut_from_proxy(self, node: Node) -> None:
        await self._cut(len(self._cluster.nodes) + node.number)

    async def _cut(self, wire: int) -> None:
        self._cluster.wires.cut(wire)
        await asyncio.sleep(self._while())
        self._cluster.wires.mend(wire)

    async def _restart_database(self) -> None:
        how = self._rng.choice((signal.SIGINT, signal.SIGQUIT))
        await asyncio.to_thread(self._cluster.postgres.stop, how)
        await asyncio.sleep(self._rng.uniform(0, 1))
        await asyncio.to_thread(self._cluster.postgres.start)

    async def _fill_disk(self) -> None:
        """It refuses what does not fit, or ends, and is started again when there is room."""
        postgres = self._cluster.postgres
        assert postgres.disk is not None
        await asyncio.to_thread(postgres.disk.fill)
        await asyncio.sleep(self._rng.uniform(0.5, 5))
        postgres.disk.clear()
        await asyncio.sleep(0.2)
        if not postgres.running:
            await asyncio.to_thread(postgres.start)


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


class Recovery(NamedTuple):
    """What a killed or paused node cost one of its tables, and whether only that was broken."""

    kind: str
    silences: list[float]
    """Seconds until each player whose connection broke heard from the table again."""
    seconds: float
    """Until the table's next acknowledged action, with the time its players think."""
    alone: bool


def recoveries(players: list[Player], faults: list[Fault]) -> list[Recovery]:
    """Return what each table went through whose connections broke with its node.

    A pause too short to be noticed breaks none, and is not counted: all would be shorter.
    """
    tables: dict[str, list[Player]] = {}
    for player in players:
        tables.setdefault(player.table, []).append(player)
    found = []
    for fault in (one for one in faults if one.kind in NOTICED_S):
        for crowd in tables.values():
            acknowledged = [at for one in crowd for at in one.done if at > fault.begun]
            broken = [
                (at, one)
                for one in crowd
                for at in one.broken
                if fault.begun <= at <= fault.begun + NOTICED_S[fault.kind]
            ]
            first = min((at for at, _ in broken), default=0.0)
            if any(fault.begun + IN_FLIGHT_S < at < first for at in acknowledged) or not broken:
                continue  # another node plays it
            acknowledged = [at for at in acknowledged if at > first]
            until = min(acknowledged, default=fault.begun + ENDS_WITHIN)
            silences = [
                min((at for at in one.back if at > broke), default=fault.begun + ENDS_WITHIN)
                - fault.begun
                for broke, one in broken
            ]
            over = fault.begun + max(*silences, until - fault.begun)
            others = (one for one in faults if one.over > fault.begun and one.begun < over)
            alone = all(one is fault for one in others)
            found.append(Recovery(fault.kind, silences, until - fault.begun, alone))
    return found


def figures_of(found: list[Recovery]) -> dict[str, Any]:
    """Return how long players heard nothing, and tables did not go on, by kind of fault."""
    told: dict[str, Any] = {}
    for kind in NOTICED_S:
        for name, alone in (("alone", True), ("with another fault", False)):
            some = [one for one in found if one.kind == kind and one.alone is alone]
            told[f"{kind}, {name}"] = {
                "silence of players": distribution([at for one in some for at in one.silences]),
                "until a table's next move": distribution([one.seconds for one in some]),
            }
    return told


def distribution(times: list[float]) -> dict[str, float]:
    """Return how long most took, and the one that took longest."""
    ordered = sorted(times)
    parts = (("p50", 0.5), ("p90", 0.9), ("p99", 0.99), ("most", 1.0))
    return {"count": len(ordered)} | {name: round(_share(ordered, part), 2) for name, part in parts}


def _share(ordered: list[float], part: float) -> float:
    return ordered[min(len(ordered) - 1, int(part * len(ordered)))] if ordered else 0.0


async def run(args: Any) -> tuple[dict[str, Any], list[Problem]]:
    """Play, break, check; return the figures and what is wrong."""
    rng = random.Random(args.seed)
    names = [f"P{number}" for number in range(args.people)]
    async with Cluster(args.nodes) as cluster, people(cluster.url, *names) as crowd:
        players = await seat_people(crowd, rng)
        members = await found_groups(_by_table(players), rng)
        evening = await open_evening(crowd[:EVENING_PEOPLE], rng)
        faults = Faults(cluster, rng, args)
        lives = [asyncio.create_task(one.play(args.thinking)) for one in players]
        lives += [asyncio.create_task(one.live(args.thinking * 5)) for one in members]
        lives.append(asyncio.create_task(evening.live(args.thinking)))
        await asyncio.sleep(args.warm_up)
        await faults.do(args.faults, args.spacing)
        await asyncio.sleep(args.warm_up)
        for one in (*players, *members, evening):
            one.stopping = True
        _, late = await asyncio.wait(lives, timeout=ENDS_WITHIN)
        for task in late:
            task.cancel()
        for task in lives:
            if task not in late:
                task.result()
        logs, wrong = await asyncio.to_thread(
            _stored, cluster.postgres.url, players, members, evening
        )
    problems = wrong + check(logs, [one.record for one in players], rng)
    problems += [
        Problem("unanswered", one.table, f"{one.record.person} {message}")
        for one in players
        for message in one.unanswered
    ]
    if problems:
        print(f"What the nodes wrote down is in {cluster.folder}.", file=sys.stderr)
    else:
        cluster.forget()
    found = recoveries(players, faults.done)
    figures = {
        "seed": args.seed,
        "people": len(players),
        "tables": len(logs),
        "faults": dict(faults.counts),
        "acknowledged": sum(len(one.record.acknowledged) for one in players),
        "refused": sum(len(one.record.refused) for one in players),
        "versions_seen": sum(len(one.record.seen) for one in players),
        "entries": sum(map(len, logs.values())),
        "changes_of_groups": sum(len(one.names) for one in members),
        "rounds_of_an_evening": max((after for after, _ in evening.told), default=0),
        "daily_deals_begun": sum(len(one.deals) for one in members),
        "seconds_after_a_kill_or_a_pause": figures_of(found),
        "problems": dict(Counter(one.kind for one in problems)),
    }
    return figures, problems


def _by_table(players: list[Player]) -> dict[str, list[Person]]:
    tables: dict[str, list[Person]] = {}
    for one in players:
        tables.setdefault(one.table, []).append(one.person)
    return tables


def _stored(
    url: str, players: list[Player], members: list[Member], evening: EveningHost
) -> tuple[dict[str, list[bytes]], list[Problem]]:
    """Return the logs of all tables, and what is wrong with groups, deals and the evening."""
    store = PostgresStore(url)
    try:
        logs = {table: store.load(table) for table in {one.table for one in players}}
        return logs, check_clubs(store, members) + check_evening(store, evening)
    finally:
        store.close()


def parser() -> argparse.ArgumentParser:
    """Return what may be chosen."""
    options = argparse.ArgumentParser(prog="make cluster-test", description=__doc__)
    options.add_argument("--seed", type=int, default=random.randrange(2**32))
    options.add_argument("--nodes", type=int, default=3)
    options.add_argument("--people", type=int, default=300)
    options.add_argument("--faults", type=int, default=200)
    options.add_argument(
        "--at-once", type=int, default=2, help="nodes broken at once at most; one stays whole"
    )
    options.add_argument("--kinds", nargs="*", choices=tuple(WEIGHTS), help="all without it")
    options.add_argument("--spacing", type=float, default=1.5, help="seconds between two faults")
    options.add_argument(
        "--longest", type=float, default=30.0, help="seconds of the longest pause or cut"
    )
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
