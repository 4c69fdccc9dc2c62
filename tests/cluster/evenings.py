"""An evening while nodes break: its host begins rounds and ends their time, again and again.

A request over HTTP has no id, so the host asks again after no answer. Every round must end, each
table must have been played once, and the board that was told must be the one the logs give.
"""

from __future__ import annotations

import asyncio
import contextlib
import random
from collections.abc import Sequence
from fractions import Fraction
from typing import Any

import aiohttp
import msgspec

from tacit.club.evening import KIND, EveningEvent, fold
from tacit.club.evening_board import TableResult, board
from tacit.club.evening_game import evening_game
from tacit.club.evening_tables import RoundOf, table_name
from tacit.store.store import Store, log_id
from tacit.table.log.records import decode
from tacit.table.past.replays import replay_of
from tests.cluster.checker import Problem
from tests.cluster.players import BROKEN
from tests.server.client import Person

ROUNDS = 15
ANSWERS_WITHIN_S = 10.0
LOOKS_AGAIN_S = 0.5


class EveningHost:
    """A host who begins a round as soon as the last one is over."""

    def __init__(self, person: Person, evening: str, rng: random.Random) -> None:
        self.person = person
        self.evening = evening
        self.told: list[tuple[int, dict[int, float]]] = []
        """After how many rounds, and by guest the points that the site told."""
        self.stopping = False
        self._rng = rng

    async def live(self, longest_s: float) -> None:
        """Go on until told to stop, or until there were enough rounds."""
        for _ in range(ROUNDS):
            await self._ask("rounds")
            await asyncio.sleep(self._rng.uniform(0, longest_s))
            await self._ask("close")
            while not self.stopping:
                seen = await self._ask()
                if seen is not None and seen["round"] is not None and seen["round"]["over"]:
                    board = {row["guest"]: row["points"] for row in seen["board"]}
                    self.told.append((seen["finished"], board))
                    break
                await asyncio.sleep(LOOKS_AGAIN_S)
            if self.stopping:
                return

    async def _ask(self, what: str = "") -> Any:
        """Ask until there is an answer; None if it is a refusal, or it is time to stop."""
        path = f"{self.person.url}/api/evenings/{self.evening}"
        limit = aiohttp.ClientTimeout(total=ANSWERS_WITHIN_S)
        http = self.person.http
        while not self.stopping:
            with contextlib.suppress(*BROKEN):
                asked = (
                    http.post(f"{path}/{what}", timeout=limit)
                    if what
                    else http.get(path, timeout=limit)
                )
                async with asked as answer:
                    if answer.status < 500:
                        return await answer.json() if answer.status < 300 else None
            await asyncio.sleep(self._rng.uniform(0.1, 0.5))
        return None


async def open_evening(people: Sequence[Person], rng: random.Random) -> EveningHost:
    """Open an evening of these people; the first is its host."""
    host, *others = people
    made = await host.post("/api/evenings", title="Club", game="mindup", size=3, name=host.name)
    for one in others:
        await one.post(f"/api/evenings/{made['evening']}/join", name=one.name)
    return EveningHost(host, made["evening"], rng)


def check_evening(store: Store, host: EveningHost) -> list[Problem]:
    """Compare what the host was told with the logs of the evening and of its tables."""
    log = log_id(KIND, host.evening)
    evening = fold([msgspec.json.decode(one, type=EveningEvent) for one in store.load(log)])
    plays, secret = evening_game(evening.game), store.secret("evenings")
    assert plays is not None
    found: list[Problem] = []
    rounds: list[list[TableResult]] = []
    for number, one in enumerate(evening.rounds[: max((at for at, _ in host.told), default=0)], 1):
        results = []
        for at, seats in enumerate(one.tables):
            table = table_name(secret, RoundOf(host.evening, number), at)
            lines = store.load(table)
            replay = replay_of(decode(lines), 1) if lines else None
            if replay is None:
                found.append(Problem("unplayed", table, f"round {number}"))
                continue
            scores = tuple(plays.score(replay.result, seat) for seat in range(len(seats)))
            results.append(TableResult(seats, scores))
        rounds.append(results)
    people = [one.person for one in evening.guests]
    for after, told in host.told:
        right = {people.index(row.person): row.points for row in board(rounds[:after], people)}
        wrong = [at for at, points in told.items() if _differ(right[at], points)]
        found += [Problem("board", log, f"after round {after}: guest {at}") for at in wrong]
    return found


def _differ(points: Fraction, told: float) -> bool:
    return abs(float(points) - told) > 0.006
