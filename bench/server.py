"""How many moves a second does the site make on one core, at which latency, and what does a
connection cost? The same load runs on boardgame.io, for a ratio.

A move is one player's pick in one of 500 tables of four: acknowledged, and told to all four. The
site writes every move to SQLite on disk before it tells a player (WAL, synchronous=FULL);
boardgame.io keeps it in memory. Each server has one core and the load another. Throughput is
measured with all players picking as soon as they can; latency at 2000 moves a second sent at fixed
times, from the moment a move was due until the last of the four has it. Other programs take some of
a core: moves for each second of CPU time hardly depend on that. A machine that stands still for a
moment delays everything in it: besides the p99 of all moves there is the median of the p99 of each
thousand moves, and the best of them, and what an empty loop and the bare disk do in the same run.
With `--postgres` the site is measured on a PostgreSQL as well, started for it, with fsync; that
runs wherever there is room.
"""

from __future__ import annotations

import argparse
import asyncio
import gc
import json
import math
import os
import resource
import statistics
import sys
import tempfile
import time
from collections.abc import Sequence
from contextlib import nullcontext
from pathlib import Path
from types import ModuleType, SimpleNamespace
from typing import Any, NamedTuple

import aiohttp
import uvloop

sys.path.insert(0, str(Path(__file__).parent))

from peers import boardgame_peer, tacit_peer
from peers.load import PLAYERS, TURNS, Load, Match, Metronome
from peers.own_postgres import postgres
from peers.process import CORES, Server

OUT = Path(__file__).parents[1] / "out" / "bench"
"""On a disk, which a folder for temporary files may not be."""
RATE = 2000
WARM_SECONDS = 2.0
WRITE_EVERY = 0.002
"""Seconds between two writes to the bare disk: about as often as the site commits."""
FREE_CPU = 0.9
"""Above this share of its core the load generator would be what is measured."""

Figures = dict[str, Any]
Peer = ModuleType | SimpleNamespace
"""A server, and how its clients speak."""


class Plan(NamedTuple):
    """How much is measured."""

    seconds: float
    """A second pass is left out if it would take longer in all."""
    passes: int
    tables: int
    windows: int
    window_seconds: float
    delay_seconds: float
    lines: int
    hold_seconds: float
    peer_lines: bool
    """Whether the peer has to hold the connections, too."""


FULL = Plan(
    seconds=200,
    passes=2,
    tables=500,
    windows=3,
    window_seconds=4.0,
    delay_seconds=12.0,
    lines=10_000,
    hold_seconds=12.0,
    peer_lines=True,
)
QUICK = Plan(
    seconds=40,
    passes=1,
    tables=200,
    windows=1,
    window_seconds=3.0,
    delay_seconds=4.0,
    lines=1_000,
    hold_seconds=5.0,
    peer_lines=False,
)


def say(text: str) -> None:
    """Print progress to stderr."""
    print(f"  {text}", file=sys.stderr, flush=True)


def told(figures: Figures) -> str:
    """Return figures on one line."""
    return "  " + ", ".join(f"{name} {value:.4g}" for name, value in figures.items())


def share(values: Sequence[float], part: float) -> float:
    """Return a quantile, in milliseconds."""
    ordered = sorted(values)
    return 1000 * ordered[min(len(ordered) - 1, math.ceil(part * len(ordered)) - 1)]


async def empty_loop(seconds: float) -> Figures:
    """Measure how late an empty event loop is: the machine's part."""
    late = []
    until = due = time.monotonic()
    until += seconds
    while due < until:
        due += 0.005
        await asyncio.sleep(due - time.monotonic())
        late.append(time.monotonic() - due)
    return {"empty_loop_p99_ms": share(late, 0.99), "empty_loop_most_ms": share(late, 1.0)}


async def bare_disk(folder: Path, seconds: float) -> Figures:
    """Measure a bare write of the size of a commit on an idle disk."""
    taken = []
    due = time.monotonic()
    until = due + seconds
    with (folder / "bare").open("wb", buffering=0) as file:
        while due < until:
            due = max(due + WRITE_EVERY, time.monotonic())
            file.seek(0)
            file.write(bytes(8192))
            begun = time.monotonic()
            os.fdatasync(file.fileno())
            taken.append(time.monotonic() - begun)
            await asyncio.sleep(due - time.monotonic())
    return {
        "disk_p50_ms": share(taken, 0.5),
        "disk_p99_ms": share(taken, 0.99),
        "disk_most_ms": share(taken, 1.0),
    }


async def seat(peer: Peer, server: Server, tables: int) -> tuple[Load, list[Match], int]:
    """Fill tables and connect all players; return also the memory of the connections in bytes."""
    load = Load()
    matches = [Match(load) for _ in range(tables)]
    await peer.seat_people(server.port, matches)
    before = server.memory()
    await peer.connect(server.port, matches)
    return load, matches, server.memory() - before


async def hang_up(matches: list[Match]) -> None:
    for match in matches:
        for player in match.players:
            player.hang_up()
    await asyncio.sleep(0.5)


async def throughput(load: Load, matches: list[Match], server: Server, plan: Plan) -> list[Figures]:
    """Let all players pick as soon as they can; count in windows of a few seconds."""
    for number, match in enumerate(matches):  # so that the games do not all end at once
        match.pick(PLAYERS * (number % TURNS))
    await load.quiet()
    for match in matches:
        match.pick(math.inf)
    await asyncio.sleep(WARM_SECONDS)
    windows = []
    for _ in range(plan.windows):
        moves, cpu, mine, begin = load.moves, server.cpu(), time.process_time(), time.monotonic()
        await asyncio.sleep(plan.window_seconds)
        seconds = time.monotonic() - begin
        made, used = load.moves - moves, server.cpu() - cpu
        windows.append(
            {
                "moves_per_second": made / seconds,
                "moves_per_cpu_second": made / used,
                "server_cpu": used / seconds,
                "client_cpu": (time.process_time() - mine) / seconds,
                "load_average": os.getloadavg()[0],
            }
        )
        say(told(windows[-1]))
    for match in matches:
        match.quota = 0
    await load.quiet()
    return windows


async def delays(load: Load, matches: list[Match], server: Server, plan: Plan) -> Figures:
    """Make moves at fixed times and measure their latency."""
    for number, match in enumerate(matches):  # so that not all tables reveal their cards at once
        match.pick(number % PLAYERS)
    await load.quiet()
    await Metronome(load, matches, RATE).run(WARM_SECONDS)
    await load.quiet()
    del load.delays[:], load.lateness[:]
    cpu, mine, begin = server.cpu(), time.process_time(), time.monotonic()
    await Metronome(load, matches, RATE).run(plan.delay_seconds)
    seconds = time.monotonic() - begin
    used, mine = server.cpu() - cpu, time.process_time() - mine
    await load.quiet()
    figures = {
        "moves": len(load.delays),
        "p50_ms": share(load.delays, 0.5),
        "p99_ms": share(load.delays, 0.99),
        **by_thousands(load.delays),
        "generator_late_p99_ms": share(load.lateness, 0.99) if load.lateness else math.inf,
        "server_cpu": used / seconds,
        "client_cpu": mine / seconds,
        "load_average": os.getloadavg()[0],
    }
    say(told(figures))
    return figures


def by_thousands(delays: Sequence[float]) -> Figures:
    """Return the p99 of a usual and of the calmest thousand moves."""
    whole = range(0, len(delays) - 999, 1000)
    found = [share(delays[start : start + 1000], 0.99) for start in whole] or [math.nan]
    return {"usual_p99_ms": statistics.median(found), "calm_p99_ms": min(found)}


async def one_pass(peer: Peer, plan: Plan, folder: Path) -> Figures:
    """Measure one server from its start to its end."""
    folder.mkdir()
    with peer.start(folder) as server:
        load, matches, _ = await seat(peer, server, plan.tables)
        await peer.begin(load, matches)
        gc.collect()
        gc.freeze()
        gc.disable()
        committed = await peer.commits(server.port) if hasattr(peer, "commits") else None
        windows = await throughput(load, matches, server, plan)
        figures: Figures = {"windows": windows}
        if committed:
            count, seconds, entries = (
                after - before
                for after, before in zip(await peer.commits(server.port), committed, strict=True)
            )
            figures["commit_ms"] = 1000 * seconds / count
            figures["moves_per_commit"] = entries / count
        figures["delays"] = await delays(load, matches, server, plan)
        figures["faults"] = load.faults + server.complaints().splitlines()[:3]
        await hang_up(matches)
        gc.enable()
        gc.unfreeze()
    return figures


async def memory(peer: Peer, plan: Plan, folder: Path) -> Figures:
    """Hold many connections that only answer pings."""
    folder.mkdir()
    with peer.start(folder) as server:
        empty = server.memory()
        load, matches, grown = await seat(peer, server, plan.lines // PLAYERS)
        players = [player for match in matches for player in match.players]
        answered = [player.pings for player in players]
        cpu, begin = server.cpu(), time.monotonic()
        longest = 0.0
        async with aiohttp.ClientSession() as session:
            while time.monotonic() - begin < plan.hold_seconds:
                asked = time.perf_counter()
                await (await session.get(f"http://127.0.0.1:{server.port}/")).read()
                longest = max(longest, time.perf_counter() - asked)
                await asyncio.sleep(0.1)
        alive = [
            player.is_open and player.pings > before
            for player, before in zip(players, answered, strict=True)
        ]
        figures = {
            "lines": sum(alive),
            "kb_per_line": grown / len(players) / 1000,
            "kb_per_line_with_table": (server.memory() - empty) / len(players) / 1000,
            "idle_cpu": (server.cpu() - cpu) / (time.monotonic() - begin),
            "slowest_page_ms": 1000 * longest,
            "faults": load.faults,
        }
        await hang_up(matches)
    return figures


def summary(passes: list[Figures]) -> Figures:
    """Return the medians of the passes of one server."""
    windows = [window for one in passes for window in one["windows"]]
    paced = [one["delays"] for one in passes]

    def median(rows: list[Figures], name: str, digits: int) -> float:
        return round(float(statistics.median(row[name] for row in rows)), digits)

    figures = {
        "moves_per_second": median(windows, "moves_per_second", 0),
        "moves_per_cpu_second": median(windows, "moves_per_cpu_second", 0),
        "server_cpu": median(windows, "server_cpu", 2),
        "client_cpu": median(windows, "client_cpu", 2),
        "p50_ms": median(paced, "p50_ms", 2),
        "p99_ms": median(paced, "p99_ms", 2),
        "usual_p99_ms": median(paced, "usual_p99_ms", 2),
        "calm_p99_ms": median(paced, "calm_p99_ms", 2),
        "paced_server_cpu": median(paced, "server_cpu", 2),
        "paced_client_cpu": median(paced, "client_cpu", 2),
        "generator_late_p99_ms": median(paced, "generator_late_p99_ms", 2),
        "load_average": median(windows + paced, "load_average", 1),
    }
    if "commit_ms" in passes[0]:
        figures["commit_ms"] = median(passes, "commit_ms", 2)
        figures["moves_per_commit"] = median(passes, "moves_per_commit", 1)
    return figures


def on_postgres(url: str) -> SimpleNamespace:
    """Return this project's server on a PostgreSQL."""
    return SimpleNamespace(
        start=lambda folder: tacit_peer.serve(url, folder),
        seat_people=tacit_peer.seat_people,
        connect=tacit_peer.connect,
        begin=tacit_peer.begin,
        commits=tacit_peer.commits,
    )


async def measure(plan: Plan, url: str = "") -> tuple[Figures, list[str]]:
    """Measure everything; return the report and the faults."""
    peers: dict[str, Peer] = {"tacit": tacit_peer, "boardgame": boardgame_peer}
    if url:
        peers["postgres"] = on_postgres(url)
    try:
        boardgame_peer.install()
    except boardgame_peer.NotThere as reason:
        say(f"boardgame.io is not measured: {reason}")
        del peers["boardgame"]
    report: Figures = {}
    faults: list[str] = []
    asyncio.get_running_loop().set_exception_handler(
        lambda _, context: faults.append(repr(context.get("exception", context["message"])))
    )
    OUT.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory(dir=OUT) as folder:
        passes: dict[str, list[Figures]] = {name: [] for name in peers}
        begin = time.monotonic()
        for number in range(plan.passes):
            taken = time.monotonic() - begin
            if number and taken * (number + 1) / number > plan.seconds:
                say(f"no pass {number + 1}: the machine is too busy")
                break
            for name, peer in peers.items():
                say(f"{name}, pass {number + 1} of {plan.passes}")
                figures = await one_pass(peer, plan, Path(folder) / f"{name}-{number}")
                passes[name].append(figures)
                faults += [f"{name}: {fault}" for fault in figures["faults"]]
        machine = await empty_loop(plan.delay_seconds)
        machine |= await bare_disk(Path(folder), plan.delay_seconds)
        for name, peer in peers.items():
            report[name] = summary(passes[name]) | machine
            report[name]["passes"] = passes[name]
            if name == "postgres" or (name != "tacit" and not plan.peer_lines):
                continue
            say(f"{name}, {plan.lines} connections")
            held = await memory(peer, plan, Path(folder) / f"{name}-lines")
            faults += [f"{name}: {fault}" for fault in held.pop("faults")]
            report[name] |= {key: round(value, 2) for key, value in held.items()}
    if "boardgame" in report:
        ours, theirs = report["tacit"], report["boardgame"]
        names = ("moves_per_second", "moves_per_cpu_second", "p50_ms", "p99_ms", "kb_per_line")
        report["ratio"] = {
            name: round(ours[name] / theirs[name], 3) for name in names if name in theirs
        }
    if "postgres" in report:
        sqlite, other = report["tacit"], report["postgres"]
        names = ("moves_per_second", "moves_per_cpu_second", "p50_ms", "p99_ms")
        report["postgres_ratio"] = {name: round(other[name] / sqlite[name], 3) for name in names}
    return report, faults


ROWS = (
    ("moves/s on one core", "moves_per_second", ",.0f"),
    ("moves per second of processor", "moves_per_cpu_second", ",.0f"),
    (f"delay at {RATE} moves/s, p50, ms", "p50_ms", ".2f"),
    (f"delay at {RATE} moves/s, p99, ms", "p99_ms", ".2f"),
    ("  of a usual thousand moves", "usual_p99_ms", ".2f"),
    ("  of the calmest thousand moves", "calm_p99_ms", ".2f"),
    ("kB for an idle connection", "kb_per_line", ".1f"),
    ("kB for it and its part of a table", "kb_per_line_with_table", ".1f"),
    ("connections held and answering", "lines", ",d"),
    ("slowest page meanwhile, ms", "slowest_page_ms", ".0f"),
    ("processor: server, full speed", "server_cpu", ".0%"),
    ("processor: load, full speed", "client_cpu", ".0%"),
    (f"processor: server, {RATE} moves/s", "paced_server_cpu", ".0%"),
    (f"processor: load, {RATE} moves/s", "paced_client_cpu", ".0%"),
    ("load's lateness, p99, ms", "generator_late_p99_ms", ".2f"),
    ("an empty loop's lateness, p99, ms", "empty_loop_p99_ms", ".2f"),
    ("  and at most", "empty_loop_most_ms", ".2f"),
    ("a bare write to the disk, p50, ms", "disk_p50_ms", ".2f"),
    ("  p99", "disk_p99_ms", ".2f"),
    ("  and at most", "disk_most_ms", ".2f"),
    ("moves in one commit", "moves_per_commit", ".1f"),
    ("one commit, ms", "commit_ms", ".2f"),
    ("load average of the machine", "load_average", ".1f"),
)


def show(report: Figures) -> None:
    peers = [name for name in ("tacit", "boardgame", "postgres") if name in report]
    print(f"{'':36}" + "".join(f"{name:>12}" for name in peers) + f"{'ratio':>9}")
    for title, name, form in ROWS:
        cells = [f"{report[peer][name]:{form}}" if name in report[peer] else "" for peer in peers]
        ratio = report.get("ratio", {}).get(name)
        last = "" if ratio is None else f"{ratio:>9.2f}"
        print(f"{title:36}" + "".join(f"{cell:>12}" for cell in cells) + last)
    if "postgres" in report:
        times = report["postgres_ratio"]["p50_ms"]
        print(f"on PostgreSQL the p50 is {times:.2f} times that on SQLite")
    for name in peers:
        if report[name]["client_cpu"] > FREE_CPU:
            print(f"note: {name} could be faster than this: the load had no more to give")
    if len(CORES) < 2:
        print("note: server and load shared one core")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--db", default="", help="postgresql://… instead of a SQLite file")
    parser.add_argument("--postgres", action="store_true", help="measure that as well")
    parser.add_argument("--json", action="store_true")
    parser.add_argument(
        "--quick", action="store_true", help="200 tables and 1000 connections, in under a minute"
    )
    args = parser.parse_args()
    os.environ["TACIT_BENCH_DB"] = args.db
    _, most = resource.getrlimit(resource.RLIMIT_NOFILE)
    resource.setrlimit(resource.RLIMIT_NOFILE, (most, most))
    with postgres() if args.postgres else nullcontext(("", 0)) as (url, _):
        report, faults = uvloop.run(measure(QUICK if args.quick else FULL, url))
    if args.json:
        print(json.dumps(report))
    else:
        show(report)
    if faults:
        worst = "; ".join(faults[:5])
        sys.exit(f"{len(faults)} faults, so the figures are worth nothing: {worst}")


if __name__ == "__main__":
    main()
