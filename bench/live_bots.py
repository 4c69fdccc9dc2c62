"""Do strong bots slow down the other tables of a site?

Fifty tables of four players make 200 moves a second at fixed times; the latency of a move counts
until all four have it. Then the same again while five `search` bots play with one person at a table
of their own, without a pause between two turns. The whole site, bots and all, has one core, and the
load another.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import re
import sys
import tempfile
from pathlib import Path
from typing import Any

import aiohttp
import uvloop

sys.path.insert(0, str(Path(__file__).parent))

from peers import tacit_peer
from peers.load import PLAYERS, Load, Match, Metronome

from server import OUT, seat, share

TABLES = 50
RATE = 200
SECONDS = 15.0


async def delays(load: Load, matches: list[Match]) -> dict[str, float]:
    """Make moves at fixed times; return how long they took."""
    await Metronome(load, matches, RATE).run(2.0)
    await load.quiet()
    del load.delays[:], load.lateness[:]
    await Metronome(load, matches, RATE).run(SECONDS)
    await load.quiet()
    return {
        f"p{round(100 * part)}_ms": round(share(load.delays, part), 2) for part in (0.5, 0.95, 0.99)
    }


async def play_with_bots(port: int, begun: asyncio.Event) -> None:
    """Play one game after the other with five bots; the person always plays their lowest card."""
    address = f"http://127.0.0.1:{port}"
    async with aiohttp.ClientSession(cookie_jar=aiohttp.CookieJar(unsafe=True)) as session:
        while True:
            body = {"game": "mindup", "name": "Ann", "bots": ["search"] * 5, "start": True}
            async with session.post(f"{address}/api/tables", json=body) as answer:
                table = (await answer.json())["table"]
            async with session.ws_connect(f"{address}/ws/{table}") as line:
                await line.send_json({"type": "hello", "protocol": 1})
                await _one_game(line, begun)


async def _one_game(line: aiohttp.ClientWebSocketResponse, begun: asyncio.Event) -> None:
    number = 0
    async for message in line:
        told = message.json()
        if told["type"] == "ping":
            await line.send_json({"type": "pong", "n": told["n"]})
        elif told["type"] in ("sync", "update"):
            if told.get("house", {}).get("stage") == "over":
                return
            if any(event["kind"] == "revealed" for event in told.get("events", ())):
                begun.set()
            cards = told.get("legal", {}).get("pick", ())
            if cards and "take-back" not in told["legal"]:
                number += 1
                action = {"kind": "pick", "card": cards[0]}
                request = {"do": "act", "action": action}
                await line.send_json({"type": "do", "id": str(number), "request": request})


async def thought(port: int) -> tuple[float, float]:
    """Return how often bots were asked, and the seconds they took in all."""
    async with aiohttp.ClientSession() as session:
        page = await (await session.get(f"http://127.0.0.1:{port}/metrics")).text()
    names = ("count", "sum")
    found = [re.search(rf"^tacit_bot_seconds_{name} (\S+)$", page, re.MULTILINE) for name in names]
    count, seconds = (float(match[1]) if match else 0.0 for match in found)
    return count, seconds


async def strong(port: int) -> None:
    """Wait until the strong bots are ready: until then a lighter bot picks for them."""
    address = f"http://127.0.0.1:{port}/api/box"
    async with aiohttp.ClientSession() as session:
        while (await (await session.get(address)).json())["warming"]:
            await asyncio.sleep(0.2)


async def measure() -> dict[str, Any]:
    OUT.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory(dir=OUT) as folder, tacit_peer.start(Path(folder)) as server:
        load, matches, _ = await seat(tacit_peer, server, TABLES)
        await tacit_peer.begin(load, matches)
        for number, match in enumerate(matches):
            match.pick(number % PLAYERS)
        await load.quiet()
        without = await delays(load, matches)
        begun = asyncio.Event()
        company = asyncio.create_task(play_with_bots(server.port, begun))
        await asyncio.wait_for(begun.wait(), 180)
        await asyncio.wait_for(strong(server.port), 180)  # they may have to be compiled
        count, seconds = await thought(server.port)
        beside = await delays(load, matches)
        after, more = await thought(server.port)
        company.cancel()
        figures = {
            "without": without,
            "with_bots": beside,
            "bot_answers": after - count,
            "seconds_an_answer": round((more - seconds) / max(1.0, after - count), 3),
            "faults": load.faults[:3],
        }
        for match in matches:
            for player in match.players:
                player.hang_up()
    return figures


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--json", action="store_true")
    args = parser.parse_args()
    found = uvloop.run(measure())
    if args.json:
        print(json.dumps(found))
        return
    print(f"{'':24}{'p50':>8}{'p95':>8}{'p99':>8}  ms")
    for title, name in (("without bots", "without"), ("five search bots beside", "with_bots")):
        print(f"{title:24}" + "".join(f"{value:>8.2f}" for value in found[name].values()))
    answers, each = found["bot_answers"], found["seconds_an_answer"]
    print(f"The bots answered {answers:.0f} times meanwhile, in {each:.3f} s each.")
    if found["faults"]:
        sys.exit(f"the figures are worth nothing: {found['faults']}")


if __name__ == "__main__":
    main()
