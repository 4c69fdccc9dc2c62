"""Can a player with an even pace, fast or slow, win the first levels with two bots?

A real site with its own clock and its bots in threads. At each table one scripted person counts
steadily, at 0.15, 0.3, 0.6 or 1.0 seconds a number and 5 % off, with two `adaptive`. It prints how
many games reach level 4, and the shortest time in which a bot laid a card after the one before it
on a pile, or after hands were lifted. Games run in real time, all tables at once.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import subprocess
import sys
import tempfile
import time
from contextlib import suppress
from pathlib import Path
from typing import Any, NamedTuple

import aiohttp
import msgspec

from tacit.arena.interval import wilson
from tacit.core.rulebook import Millis, Seat
from tacit.games.extreme import Discard, Phase, View, Vote
from tacit.games.extreme.bots.people import Manner, Person

PACES = (0.15, 0.3, 0.6, 1.0)
AIM = 0.8
GOAL = 4
"""The level to reach."""


class Even(Person):
    """Counts steadily."""

    manner = Manner(0.05)


class Played(NamedTuple):
    """How far a game came, and the shortest time after which a bot laid a card."""

    level: int
    soonest: int


class Table:
    """One person at one table."""

    def __init__(self, line: aiohttp.ClientWebSocketResponse, pace: float, seed: int) -> None:
        self._line = line
        self._person = Even(0, 3, seed, pace)
        self._view: dict[str, Any] = {}
        self._offset = 0.0
        self._number = 0
        self._next: asyncio.Task[None] | None = None
        self._soonest = 10_000

    async def play(self) -> Played:
        """Play until the goal is reached or the game is over."""
        await self._line.send_json({"type": "hello", "protocol": 1})
        async for message in self._line:
            told = message.json()
            if told["type"] == "ping":
                await self._line.send_json({"type": "pong", "n": told["n"]})
            elif told["type"] in ("sync", "update") and told.get("view"):
                if told["type"] == "sync":
                    self._offset = told["now"] - 1000 * time.monotonic()
                whole = told["type"] == "sync" or told.get("fresh")
                self._view = told["view"] if whole else self._view | told["view"]
                view = msgspec.convert(self._view, View)
                self._watch(view)
                if view.level >= GOAL or view.phase is Phase.OVER:
                    break
                self._plan(view)
        if self._next is not None:
            self._next.cancel()
        return Played(self._view["level"], self._soonest)

    def _watch(self, view: View) -> None:
        """Note how soon a bot laid a card after the one before it on its pile, or after a sync."""
        for laid in view.events:
            before = [one.at for one in view.events if one.colour is laid.colour]
            before += [pause.at for pause in view.pauses if pause.playing]
            earlier = [at for at in before if at < laid.at]
            if laid.seat != 0 and earlier:
                self._soonest = min(self._soonest, laid.at - max(earlier))

    def _plan(self, view: View) -> None:
        """Decide what to do next, and when."""
        if self._next is not None:
            self._next.cancel()
        now = round(1000 * time.monotonic() + self._offset)
        seat = Seat(0)
        step: Any = None
        if view.phase is Phase.VOTING:
            if view.votes[0] is None:
                agree = self._person.agree_to_star(view)
                step = now + 600, Vote(seat=seat, agree=agree, at=Millis(now))
        elif view.phase is Phase.CHOOSING:
            card = self._person.discard(view)
            if card is not None and not view.chosen[0]:
                step = now + 600, Discard(seat=seat, card=card, at=Millis(now))
        else:
            step = self._person.plan(view, now)
        if step is not None:
            self._next = asyncio.create_task(self._act(*step))

    async def _act(self, at: int, action: Any) -> None:
        await asyncio.sleep(max(0.0, at - 1000 * time.monotonic() - self._offset) / 1000)
        self._number += 1
        record = msgspec.to_builtins(action)
        wanted = {name: record[name] for name in ("kind", "card", "agree") if name in record}
        request = {"do": "act", "action": wanted}
        with suppress(ConnectionError, aiohttp.ClientError):
            await self._line.send_json({"type": "do", "id": f"a{self._number}", "request": request})


async def one_game(address: str, pace: float, number: int) -> Played:
    """Open a table, play, and leave. Each player has an address of their own."""
    headers = {"X-Forwarded-For": f"10.0.{number // 250}.{number % 250 + 1}"}
    jar = aiohttp.CookieJar(unsafe=True)
    async with aiohttp.ClientSession(cookie_jar=jar, headers=headers) as session:
        body = {"game": "extreme", "name": "Ann", "bots": ["adaptive"] * 2, "start": True}
        async with session.post(f"{address}/api/tables", json=body) as answer:
            table = (await answer.json())["table"]
        async with session.ws_connect(f"{address}/ws/{table}") as line:
            return await Table(line, pace, number).play()


async def measure(address: str, tables: int) -> list[dict[str, Any]]:
    """Play all games at once, begun one after the other."""

    async def later(number: int, pace: float) -> Played:
        await asyncio.sleep(0.3 * number)
        return await one_game(address, pace, number)

    wanted = [pace for _ in range(tables) for pace in PACES]
    games = await asyncio.gather(*(later(number, pace) for number, pace in enumerate(wanted)))
    found = []
    for pace in PACES:
        mine = [game for game, its in zip(games, wanted, strict=True) if its == pace]
        reached = sum(game.level >= GOAL for game in mine)
        found.append(
            {
                "pace": pace,
                "games": len(mine),
                "reached": reached / len(mine),
                "ci95": list(wilson(reached, len(mine))),
                "aim": AIM,
                "soonest_ms": min(game.soonest for game in mine),
            }
        )
    return found


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--json", action="store_true")
    parser.add_argument("--tables", type=int, default=25, help="for each pace; default 25")
    args = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        command = [sys.executable, "-m", "tacit", "serve", "--host", "127.0.0.1", "--port", "0"]
        command += ["--db", str(Path(folder) / "partners.db"), "--behind-proxy", "--json"]
        with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as site:
            try:
                assert site.stdout is not None
                address = f"http://127.0.0.1:{json.loads(site.stdout.readline())['port']}"
                found = asyncio.run(measure(address, args.tables))
            finally:
                site.terminate()
    if args.json:
        print(json.dumps({"bench": "live_partners", "paces": found}))
        return
    print(f"{'s a number':>10}{'games':>7}{'level 4':>9}{'95 %':>15}{'aim':>6}{'soonest':>10}")
    for line in found:
        low, high = line["ci95"]
        print(
            f"{line['pace']:>10.2f}{line['games']:>7}{line['reached']:>9.0%}"
            f"{low:>9.0%} – {high:.0%}{line['aim']:>6.0%}{line['soonest_ms']:>7} ms"
        )


if __name__ == "__main__":
    main()
