"""What a move costs on one, two, three nodes that share a PostgreSQL.

All nodes run from the beginning, each with tables of its own, as the proxy would spread them; one,
two or three of them are played on by turns. At a fixed pace for each node their cost can be
compared, whatever else shares the cores: it is the nodes' own CPU time. At full speed the
load and the database want the cores, too, so moves a second say less there than what they cost.
"""

from __future__ import annotations

import asyncio
import math
import statistics
import tempfile
import time
from contextlib import ExitStack
from pathlib import Path

from peers import tacit_peer
from peers.load import PLAYERS, TURNS, Load, Match, Metronome
from peers.own_postgres import postgres
from peers.process import Server, cpu_of_all

OUT = Path(__file__).parents[2] / "out" / "bench"
TABLES = 40
"""For each node."""
PACE = 150
"""Moves a second on each node."""
SECONDS = 3.0
PARTS = 5
FULL_PARTS = 2

Row = dict[str, float]


class Played:
    """A node and its players."""

    def __init__(self, server: Server) -> None:
        self.server = server
        self.load = Load()
        self.matches = [Match(self.load) for _ in range(TABLES)]

    async def seat(self) -> None:
        """Fill its tables."""
        await tacit_peer.seat_people(self.server.port, self.matches)
        await tacit_peer.connect(self.server.port, self.matches)
        await tacit_peer.begin(self.load, self.matches)
        for number, match in enumerate(self.matches):  # so that not all games end at once
            match.pick(PLAYERS * (number % TURNS) + number % PLAYERS)
        await self.load.quiet()

    async def at_a_pace(self) -> None:
        """Play at the pace for a while."""
        await Metronome(self.load, self.matches, PACE).run(SECONDS)
        await self.load.quiet()

    async def at_full_speed(self) -> None:
        """Play as fast as the game allows."""
        for match in self.matches:
            match.pick(math.inf)
        await asyncio.sleep(SECONDS)
        for match in self.matches:
            match.quota = 0
        await self.load.quiet()


async def measured(nodes: list[Played], database: int, *, full: bool) -> Row:
    """Play on some nodes; return what it cost."""
    moves = sum(node.load.moves for node in nodes)
    for node in nodes:
        del node.load.delays[:]
    used, theirs = sum(node.server.cpu() for node in nodes), cpu_of_all(database)
    mine, begin = time.process_time(), time.monotonic()
    await asyncio.gather(*(node.at_full_speed() if full else node.at_a_pace() for node in nodes))
    seconds = time.monotonic() - begin
    made = sum(node.load.moves for node in nodes) - moves
    return {
        "us": 1e6 * (sum(node.server.cpu() for node in nodes) - used) / made,
        "database_us": 1e6 * (cpu_of_all(database) - theirs) / made,
        "load_us": 1e6 * (time.process_time() - mine) / made,
        "p50_ms": 1000 * statistics.median(one for node in nodes for one in node.load.delays),
        "moves_per_second": made / seconds,
    }


async def along_nodes(steps: tuple[int, ...]) -> list[Row]:
    """Play on more and more nodes."""
    OUT.mkdir(parents=True, exist_ok=True)
    with ExitStack() as stack:
        url, pid = stack.enter_context(postgres())
        nodes, starts = [], []
        for number in range(max(steps)):
            folder = Path(stack.enter_context(tempfile.TemporaryDirectory(dir=OUT)))
            begin = time.perf_counter()
            server = stack.enter_context(tacit_peer.serve(url, folder, apart=False))
            starts.append(1000 * (time.perf_counter() - begin))
            nodes.append(Played(server))
            await nodes[number].seat()
        paced: dict[int, list[Row]] = {step: [] for step in steps}
        full: dict[int, list[Row]] = {step: [] for step in steps}
        for kept, parts, fast in ((paced, PARTS, False), (full, FULL_PARTS, True)):
            for _ in range(parts):
                for step in steps:
                    kept[step].append(await measured(nodes[:step], pid, full=fast))
        faults = [fault for node in nodes for fault in node.load.faults]
        if faults:
            raise RuntimeError(f"{len(faults)} faults: {faults[0]}")
        rows = [row_of(step, paced[step], full[step]) for step in steps]
        for number, row in enumerate(rows):
            row["carries"] = round(row["nodes"] * rows[0]["us_a_move"] / row["us_a_move"], 2)
            row["start_ms"] = round(starts[steps[number] - 1])
            row["mb_a_node"] = round(nodes[steps[number] - 1].server.memory() / 2**20, 1)
        for node in nodes:
            for match in node.matches:
                for player in match.players:
                    player.hang_up()
        await asyncio.sleep(0.2)
    return rows


def row_of(step: int, paced: list[Row], full: list[Row]) -> Row:
    """Return the best of all turns with this many nodes."""
    return {
        "nodes": step,
        "us_a_move": round(min(one["us"] for one in paced), 1),
        "database_us": round(min(one["database_us"] for one in paced), 1),
        "load_us": round(min(one["load_us"] for one in paced), 1),
        "p50_ms": round(min(one["p50_ms"] for one in paced), 2),
        "full_us": round(min(one["us"] for one in full), 1),
        "full_database_us": round(min(one["database_us"] for one in full), 1),
        "full_moves_s": round(max(one["moves_per_second"] for one in full)),
    }
