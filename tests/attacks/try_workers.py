"""One address keeps the workers that make replays, reviews and pictures busy."""

from __future__ import annotations

import asyncio
import json
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any

import aiohttp
import msgspec

import tacit
from tacit.games.extreme import LayHand, LiftHand
from tacit.log.replay import dump
from tacit.server.history.replay_cache import File, ReplayCache
from tacit.server.http.api import replays
from tests.attacks.attack import Effort, Outcome, attack
from tests.server.sites import Inside, inside, quick

HOSTILE = {"X-Forwarded-For": "192.0.2.1"}
VISITOR = {"X-Forwarded-For": "198.51.100.1"}
SOON = 2
"""Works of another address before a visitor's: the one that is being done, and one in turn."""
MOST_EVENTS = 5000
MOST_PLAYERS = 6


class Gate:
    """Work that is begun in an order we keep, and ends when we open."""

    def __init__(self) -> None:
        self.begun: list[str] = []
        self.asked = 0
        self._open = threading.Event()

    def open(self) -> None:
        self._open.set()

    async def until_asked(self, count: int) -> None:
        async with asyncio.timeout(30):
            while self.asked < count:
                await asyncio.sleep(0.001)

    def counted(self, call: Callable[..., Any]) -> Callable[..., Any]:
        """Return the same call, counted when it is made."""

        def count(*given: Any) -> Any:
            self.asked += 1
            return call(*given)

        return count

    def wait(self, name: str) -> None:
        self.begun.append(name)
        assert self._open.wait(30)

    async def come(self, name: str) -> None:
        self.begun.append(name)
        while not self._open.is_set():
            await asyncio.sleep(0.001)


@contextmanager
def instead(owner: Any, name: str, other: Any) -> Iterator[None]:
    """Have another thing under a name for a while."""
    kept = getattr(owner, name)
    setattr(owner, name, other)
    try:
        yield
    finally:
        setattr(owner, name, kept)


@attack("a visitor's file waits for one or two of another address, not for all", small=12, full=100)
async def hold_up_others_files(effort: Effort) -> Outcome:
    gate = Gate()
    judge = replays._verdict

    def held(body: bytes) -> Any:
        gate.wait(body.decode())
        return judge(body)

    config = quick(effort.folder / "a.db", behind_proxy=True)
    think = gate.counted(ReplayCache.think)
    async with inside(config) as site, aiohttp.ClientSession() as http:
        path = f"{site.url}/api/replays/verify"
        with instead(replays, "_verdict", held), instead(ReplayCache, "think", think):
            hostile = [
                asyncio.create_task(_status(http.post(path, data=f"h{n}", headers=HOSTILE)))
                for n in range(effort.tries)
            ]
            await gate.until_asked(effort.tries)
            visitor = asyncio.create_task(_status(http.post(path, data="visitor", headers=VISITOR)))
            await gate.until_asked(effort.tries + 1)
            gate.open()
            served = await visitor == 200 and gate.begun.index("visitor") <= SOON
            refused = [await one for one in hostile].count(429)
    told = f"begun: {', '.join(gate.begun[:4])} …; {refused} of the hostile were refused"
    return Outcome(effort.tries, 0 if served else effort.tries, told)


@attack("a visitor's picture waits for no review, and for two pictures at most", small=40, full=200)
async def hold_up_others_pictures(effort: Effort) -> Outcome:
    gate = Gate()
    config = quick(effort.folder / "a.db", behind_proxy=True)
    async with inside(config) as site, aiohttp.ClientSession() as http:
        _prepare(site, gate)
        games = f"{site.url}/api/tables/t/games"
        for number in range(effort.tries):
            await _status(http.get(f"{games}/{number}/review", headers=HOSTILE))
        pictures = [
            asyncio.create_task(_status(http.get(f"{games}/{n}/picture.png", headers=HOSTILE)))
            for n in range(effort.tries)
        ]
        await gate.until_asked(2 * effort.tries)
        mine = http.get(f"{games}/{effort.tries}/picture.png", headers=VISITOR)
        visitor = asyncio.create_task(_status(mine))
        await gate.until_asked(2 * effort.tries + 1)
        gate.open()
        status = await visitor
        drawn = [name for name in gate.begun if name.startswith("picture")]
        served = status == 200 and drawn.index(f"picture {effort.tries}") <= SOON
        await asyncio.gather(*pictures)
    told = f"the visitor got {status}; drawn: {', '.join(drawn[:4])} …"
    return Outcome(effort.tries, 0 if served else effort.tries, told)


def _prepare(site: Inside, gate: Gate) -> None:
    """Let there be as many finished games as anybody asks for, and hold what is made of them."""

    async def replay(*given: Any) -> File:
        return File("game", str(given[-1]).encode())

    async def ask(key: Any, body: bytes) -> msgspec.Raw:
        await gate.come(f"{key.what} {body.decode()}")
        return msgspec.Raw(b'""')

    reviews: Any = site.site.reviews
    site.site.replay_cache.replay = replay  # type: ignore[method-assign]
    reviews._ask = ask
    reviews.begin = gate.counted(reviews.begin)


async def _status(asked: Any) -> int:
    async with asked as response:
        await response.read()
        return int(response.status)


@attack("a file costs no more than a long game, whatever is in it", small=5, full=5)
async def bring_a_file_that_costs_much(effort: Effort) -> Outcome:
    costs: list[tuple[int, int]] = []

    def seen(call: Callable[..., Any]) -> Callable[..., Any]:
        def note(replay: Any, *rest: Any) -> Any:
            costs.append((len(replay.events), len(replay.contributions)))
            return call(replay, *rest)

        return note

    answers = []
    async with inside(quick(effort.folder / "a.db")) as site, aiohttp.ClientSession() as http:
        with (
            instead(replays, "verify", seen(replays.verify)),
            instead(replays, "tape", seen(replays.tape)),
        ):
            for file in _costly()[: effort.tries]:
                for what in ("verify", "tape"):
                    path = f"{site.url}/api/replays/{what}"
                    async with http.post(path, data=file) as response:
                        answers.append(len(await response.read()))
    dear = sum(events > MOST_EVENTS or parts > MOST_PLAYERS for events, parts in costs)
    long = sum(length > 2000 for length in answers)
    told = f"judged or played (events, contributions): {costs}; longest answer {max(answers)} bytes"
    return Outcome(2 * effort.tries, dear + long, told)


def _costly() -> list[bytes]:
    """Return files of up to a megabyte that a short check has to see through."""
    game = tacit.new("extreme", players=2, seed=1)
    for _ in range(15_000):
        game.play(0, LayHand(seat=0))
        game.play(0, LiftHand(seat=0))
    while not game.over:
        seat = game.waiting[0]
        game.play(seat, game.legal(seat)[0])
    long = dump(game.replay())
    short = json.loads(long) | {"events": []}
    return [
        long,
        json.dumps(short | {"contributions": [""] * 200_000}).encode(),
        json.dumps(short | {"seats": ["x"] * 150_000}).encode(),
        json.dumps(short | {"format": "x" * 1_000_000}).encode(),
        json.dumps(short | {"x" * 1_000_000: 1}).encode(),
    ]
