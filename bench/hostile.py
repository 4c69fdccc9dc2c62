"""What does one hostile address cost the others? Each behaviour runs beside an innocent table.

A player at another address picks a card and takes it back, twenty times a second. The delay of
these moves is printed for each behaviour, with the memory that the site took beyond calm and its
CPU. Calm is the same machine with as many busy processes and no attack. The behaviours come from
the site's OpenAPI description; words choose some: `tacit bench hostile chunked hello`.
"""

from __future__ import annotations

import argparse
import asyncio
import contextlib
import json
import os
import sys
import tempfile
import time
from pathlib import Path
from typing import Any

import aiohttp

ROOT = Path(__file__).parents[1]
sys.path.insert(0, str(Path(__file__).parent))

from peers.adversary import catalogue, described  # noqa: E402

EVERY_S = 0.05
INNOCENT = "127.0.0.2"
UNUSED = 5000
"""Where the addresses begin that attack nothing."""
TIMES, LONGEST_MS, MEMORY_MB = 3.0, 250.0, 300.0
"""What one hostile address may cost: the p99 beside calm, the longest delay, the memory."""
TIMES_OF_20, LONGEST_OF_20_MS, MEMORY_OF_20_MB = 10.0, 1000.0, 1000.0
FEW = (
    "compressed api/tables",
    "chunked api/replays",
    "malformed home",
    "pipelined home",
    "propose",
)
"""What the short form tries: one of each cause that was ever found."""


class Site:
    """A site as `tacit serve` runs it, and what it uses."""

    def __init__(self, process: asyncio.subprocess.Process, port: int) -> None:
        self.process, self.port = process, port
        self.peak_mb = self.memory_mb()

    def memory_mb(self) -> float:
        pages = int(Path(f"/proc/{self.process.pid}/statm").read_text().split()[1])
        return pages * os.sysconf("SC_PAGESIZE") / 2**20

    def cpu_s(self) -> float:
        parts = Path(f"/proc/{self.process.pid}/stat").read_text().rpartition(")")[2].split()
        return (int(parts[11]) + int(parts[12])) / os.sysconf("SC_CLK_TCK")

    async def watch(self) -> None:
        while True:
            self.peak_mb = max(self.peak_mb, self.memory_mb())
            await asyncio.sleep(0.2)


@contextlib.asynccontextmanager
async def running(folder: Path) -> Any:
    """Run a site with the limits that hosts have."""
    command = [sys.executable, "-m", "tacit", "serve", "--host", "127.0.0.1", "--port", "0"]
    command += ["--db", str(folder / "tacit.db"), "--json"]
    process = await asyncio.create_subprocess_exec(*command, stdout=asyncio.subprocess.PIPE)
    assert process.stdout is not None
    try:
        site = Site(process, json.loads(await process.stdout.readline())["port"])
        watching = asyncio.create_task(site.watch())
        yield site
        watching.cancel()
    finally:
        if process.returncode is None:
            process.terminate()
            await process.wait()


class Innocent:
    """A player who picks and takes back, and notes how long it takes."""

    def __init__(self) -> None:
        self.delays: list[float] = []
        self._answered = asyncio.Event()

    async def play(self, port: int) -> None:
        connector = aiohttp.TCPConnector(local_addr=(INNOCENT, 0))
        jar = aiohttp.CookieJar(unsafe=True)
        async with aiohttp.ClientSession(connector=connector, cookie_jar=jar) as http:
            url = f"http://127.0.0.1:{port}"
            body = {"game": "mindup", "name": "Nora", "bots": ["greedy"]}
            async with http.post(f"{url}/api/tables", json=body) as answer:
                table = (await answer.json())["table"]
            friend = aiohttp.ClientSession(
                connector=aiohttp.TCPConnector(local_addr=(INNOCENT, 0)),
                cookie_jar=aiohttp.CookieJar(unsafe=True),
            )
            async with friend:
                await friend.get(f"{url}/api/me")
                join = {"name": "Ned"}
                async with friend.post(f"{url}/api/tables/{table}/join", json=join) as answer:
                    assert answer.status == 200, await answer.text()
                await self._pick(http, f"{url}/ws/{table}")

    async def _pick(self, http: aiohttp.ClientSession, url: str) -> None:
        async with http.ws_connect(url, heartbeat=None) as socket:
            await socket.send_json({"type": "hello", "protocol": 1})
            await self._ask(socket, "start", {"do": "start"})
            hand: list[int] = []
            number = 0
            while not hand:
                message = await self._next(socket)
                hand = ((message.get("view") or {}).get("hand")) or []
            acts = ({"kind": "pick", "card": hand[0]}, {"kind": "take-back"})
            while True:
                number += 1
                begin = time.perf_counter()
                await self._ask(socket, f"n{number}", {"do": "act", "action": acts[number % 2 - 1]})
                self.delays.append(time.perf_counter() - begin)
                await asyncio.sleep(EVERY_S)

    async def _ask(self, socket: Any, name: str, request: dict[str, Any]) -> None:
        await socket.send_json({"type": "do", "id": name, "request": request})
        if name == "start":
            return
        while True:
            message = await self._next(socket)
            if message.get("id") == name:
                assert message["type"] == "ack", message
                return

    async def _next(self, socket: Any) -> dict[str, Any]:
        message = await socket.receive_json()
        if message["type"] == "ping":
            await socket.send_json({"type": "pong", "n": message["n"]})
        return message

    def taken(self) -> dict[str, float]:
        """Return the delays since the last call in milliseconds."""
        delays, self.delays = sorted(self.delays) or [float("inf")], []
        p50, p99 = (delays[int(share * (len(delays) - 1))] * 1000 for share in (0.5, 0.99))
        moves = 0 if delays == [float("inf")] else len(delays)
        return {"moves": moves, "p50_ms": p50, "p99_ms": p99, "most_ms": delays[-1] * 1000}


async def attack(
    site: Site, innocent: Innocent, name: str, seconds: float, addresses: list[str]
) -> dict[str, Any]:
    """Let some addresses do something, and return what it cost."""
    adversary = str(Path(__file__).parent / "peers" / "adversary.py")
    site.peak_mb, innocent.delays = site.memory_mb(), []
    begin, cpu = time.monotonic(), site.cpu_s()
    processes = [
        await asyncio.create_subprocess_exec(
            sys.executable,
            adversary,
            str(site.port),
            address,
            name,
            str(seconds),
            env=os.environ | {"PYTHONPATH": os.pathsep.join(sys.path)},
        )
        for address in addresses
    ]
    try:
        async with asyncio.timeout(seconds * 2 + 60):
            codes = [await process.wait() for process in processes]
    except TimeoutError:
        codes = [-1]
        for process in processes:
            with contextlib.suppress(ProcessLookupError):
                process.kill()
    found = innocent.taken()
    lasted = time.monotonic() - begin
    return {
        "name": name,
        "addresses": len(addresses),
        **found,
        "peak_mb": site.peak_mb,
        "cpu": (site.cpu_s() - cpu) / lasted,
        "failed": any(codes),
    }


def addresses(number: int, count: int) -> list[str]:
    """Return addresses that nobody used before."""
    return [f"127.{1 + number // 200}.{1 + number % 200}.{1 + one}" for one in range(count)]


async def measure(args: argparse.Namespace, row: Any) -> list[dict[str, Any]]:
    with tempfile.TemporaryDirectory() as folder:
        async with running(Path(folder)) as site:
            innocent = Innocent()
            playing = asyncio.create_task(innocent.play(site.port))
            try:
                return await _all(args, site, innocent, playing, row)
            finally:
                playing.cancel()
                with contextlib.suppress(asyncio.CancelledError):
                    await playing


async def _all(
    args: argparse.Namespace, site: Site, innocent: Innocent, playing: asyncio.Task[None], row: Any
) -> list[dict[str, Any]]:
    names = [*catalogue(await asyncio.to_thread(described, site.port))]
    if args.words:
        names = [name for name in names if any(word in name for word in args.words)]
    elif args.quick:
        names = [name for name in names if name in FEW]
    plan = [(name, args.seconds, 1) for name in names]
    if not args.words and not args.quick:
        plan.append(("mixed", args.mixed_seconds, 1))
    if args.addresses > 1:
        plan.append(("mixed", args.mixed_seconds, args.addresses))
    await asyncio.sleep(1.0)
    found: list[dict[str, Any]] = []
    calms: dict[int, dict[str, Any]] = {}
    for number, (name, seconds, count) in enumerate(plan):
        if playing.done():
            playing.result()
        if count not in calms:  # as many processes as will attack, and none of them does
            idle = addresses(UNUSED + number, count)
            calm = await attack(site, innocent, "calm", args.calm_seconds, idle)
            calms[count] = calm | {"times": 1.0, "more_mb": 0.0}
            row(calms[count])
            found.append(calms[count])
        one = await attack(site, innocent, name, seconds, addresses(number, count))
        one["times"] = one["p99_ms"] / calms[count]["p99_ms"]
        one["more_mb"] = one["peak_mb"] - found[0]["peak_mb"]
        row(one)
        found.append(one)
    return found


def broken(one: dict[str, Any]) -> bool:
    """Tell whether something cost more than is promised."""
    many = one["addresses"] > 1
    times, longest, memory = (
        (TIMES_OF_20, LONGEST_OF_20_MS, MEMORY_OF_20_MB) if many else (TIMES, LONGEST_MS, MEMORY_MB)
    )
    return bool(
        one["times"] > times
        or one["most_ms"] > longest
        or one["more_mb"] > memory
        or one["failed"]
        or not one["moves"]
    )


HEADINGS = (
    f"{'behaviour':34}{'moves':>7}{'p50':>8}{'p99':>8}{'most':>8}{'times':>7}{'MB':>7}{'cpu':>6}"
)


def _told(one: dict[str, Any]) -> str:
    name = one["name"] + (f" × {one['addresses']}" if one["addresses"] > 1 else "")
    mark = "  BROKEN" if one["name"] != "calm" and broken(one) else ""
    return (
        f"{name:34}{one['moves']:>7}{one['p50_ms']:>8.1f}{one['p99_ms']:>8.1f}{one['most_ms']:>8.1f}"
        f"{one['times']:>7.1f}{one['more_mb']:>7.0f}{one['cpu']:>6.0%}{mark}"
    )


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("words", nargs="*", help="only behaviours whose names hold one of these")
    parser.add_argument("--seconds", type=float, default=6.0, help="for each behaviour")
    parser.add_argument("--calm-seconds", type=float, default=20.0)
    parser.add_argument(
        "--mixed-seconds", type=float, default=60.0, help="for all of them by turns"
    )
    parser.add_argument(
        "--addresses", type=int, default=20, help="in the last run; 1 leaves it out"
    )
    parser.add_argument("--quick", action="store_true", help="one behaviour of each cause")
    parser.add_argument("--check", action="store_true", help="exit with 1 if a promise is broken")
    parser.add_argument("--json", action="store_true")
    args = parser.parse_args()
    row = (lambda _: None) if args.json else (lambda one: print(_told(one), flush=True))
    if not args.json:
        print(HEADINGS + "   (milliseconds; memory above calm)")
    found = asyncio.run(measure(args, row))
    if args.json:
        print(json.dumps(found))
    if args.check and any(broken(one) for one in found if one["name"] != "calm"):
        sys.exit(1)


if __name__ == "__main__":
    main()
