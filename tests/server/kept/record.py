"""Write a database as this version does, for later versions to open.

`python -m tests.server.kept.record tests/server/kept/vX.Y.Z`, in a folder that is there and empty.

A site is played on and stopped: one table in the lobby, one of each game in the middle, one of each
that is over. Beside the database go what everybody was told last, their cookies, and the replays.
"""

from __future__ import annotations

import asyncio
import json
import random
import sys
from pathlib import Path
from typing import Any

from tests.server.client import Line, next_move, people, play, seated
from tests.server.sites import Inside, inside, quick

TOLD = ("version", "house", "view", "legal", "waiting")


def told(line: Line) -> dict[str, Any]:
    """Return what a player has been told, the talk apart, which is not kept."""
    found = {name: getattr(line.copy, name) for name in TOLD}
    return found | {"house": found["house"] | {"chat": []}}


async def _until_equal(lines: list[Line]) -> None:
    last = max(line.copy.version for line in lines)
    for line in lines:
        await line.until(lambda line=line: line.copy.version >= last)


async def _some(lines: list[Line], moves: int, rng: random.Random) -> None:
    """Let people make this many moves, one after the other."""
    done = 0
    while done < moves:
        await asyncio.sleep(0.01)  # the bot has its turn, too
        for line in lines:
            request = next_move(line.copy, rng)
            if request is not None and done < moves:
                done += (await line.ask(request))["type"] == "ack"
                await _until_equal(lines)


async def _game(site: Inside, crowd: Any, game: str, moves: int | None) -> tuple[str, list[Line]]:
    rng = random.Random(f"{game} {moves}")
    table = await crowd[0].open(game)
    lines = await seated(table, *crowd)
    if game == "mindup":
        settings = {"objectives": 2, "preview": True, "turn_seconds": 3600}
        await lines[0].do("configure", settings=settings)
    await lines[0].do("add-bot", seat=3, bot="random")
    await lines[0].do("start")
    if moves is None:
        await asyncio.gather(*(play(line, rng) for line in lines))
    else:
        await _some(lines, moves, rng)
        await lines[1].do("pause")
    await _until_equal(lines)
    return table, lines


async def record(folder: Path) -> None:
    """Play on a site, stop it, and write what belongs beside its database."""
    config = quick(folder / "site.db")
    async with inside(config) as site, people(site.url, "Ann", "Bob", "Cleo") as crowd:
        tables: dict[str, Any] = {}
        lobby = await crowd[0].open("extreme")
        tables[lobby] = await seated(lobby, *crowd[:2])
        await _until_equal(tables[lobby])
        for game, moves in (("mindup", 17), ("mindup", None), ("extreme", 14), ("extreme", None)):
            table, tables[table] = await _game(site, crowd, game, moves)
            if moves is None:
                replay = f"{site.url}/api/tables/{table}/games/1"
                async with crowd[0].http.get(replay) as response:
                    (folder / f"{game}.tacit.json").write_bytes(await response.read())
        kept = {
            "cookies": [person.cookie for person in crowd],
            "tables": {table: [told(line) for line in lines] for table, lines in tables.items()},
        }
    (folder / "told.json").write_text(json.dumps(kept, separators=(",", ":")) + "\n")


if __name__ == "__main__":
    asyncio.run(record(Path(sys.argv[1])))
