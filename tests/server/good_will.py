"""After all the nonsense: everybody behaves, and a game is played to its end."""

from __future__ import annotations

import asyncio
import contextlib
import random
from itertools import count
from typing import Any

from tests.server.client import OVER, Copy, Line, next_move


class Stuck(AssertionError):
    """A table at which no game can be finished."""


def wish(copy: Copy, game: int, *, may_claim: bool) -> dict[str, Any] | None:
    """Return what a player asks for who wants to see a table's game of this number through."""
    house = copy.house
    if copy.door is not None:
        return None if copy.door["removed"] else {"do": "join", "name": "Somebody"}
    if copy.stage == "playing" and house["paused"]:
        return {"do": "resume"} if copy.seat is not None else None
    if copy.stage == "playing":
        return next_move(copy, random.Random(copy.version))
    if copy.stage == OVER and house["games"] >= game:
        return None
    if copy.stage == OVER and copy.seat is not None:
        return {"do": "rematch"}
    if house["you"] != house["host"]:
        return {"do": "claim-host"} if may_claim else None
    if copy.stage == OVER:
        return {"do": "rematch", "go": True}
    free = [seat for seat, sitter in enumerate(house["seats"]) if sitter["name"] is None]
    if len(house["seats"]) - len(free) < 3:
        return {"do": "add-bot", "seat": free[0], "bot": "random"}
    return {"do": "start"}


async def finish(lines: list[Line]) -> None:
    """Play a game to its end over lines."""
    ids = count(1)
    finished = False
    first = next(line for line in lines if line.copy.house)
    begun = first.copy.house["games"] + (first.copy.stage != "playing")

    async def behave(line: Line, place: int) -> None:
        nonlocal finished
        while not finished:
            house = line.copy.house
            if house and house["games"] == begun and line.copy.stage == OVER:
                finished = True
                return
            request = wish(line.copy, begun, may_claim=next(ids) % 7 == place)
            if request is not None:
                await line.ask(request, f"finish-{place}-{next(ids)}")
            with contextlib.suppress(TimeoutError):
                await line.until(lambda: False, timeout_s=0.005)

    async with asyncio.timeout(60):
        await asyncio.gather(*(behave(line, place) for place, line in enumerate(lines)))
