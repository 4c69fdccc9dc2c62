"""Does a bot of The Mind Extreme lose anything by joining? `python -m tests.client.proof`.

A site on loopback, in real time. At every table a bot is host; the other is seated by the site, or
has joined from outside. The same deals are played both ways, all tables at once, and won games and
levels reached are printed side by side. It takes as long as the games do, so it is no part of
`make test`.
"""

from __future__ import annotations

import argparse
import asyncio
import itertools
import tempfile
from pathlib import Path
from unittest import mock

from tacit.client import join, open_table
from tacit.client.player import Player, bot_maker
from tacit.games.extreme.bots import metronome
from tests.server.sites import inside, quick


async def one_game(url: str, *, outside: bool) -> tuple[bool, int]:
    """Play one game and return whether it was won, and the level it came to."""
    host = await open_table(url, "extreme", "Ana", bots=() if outside else ("metronome",))
    async with host:
        seats = [host, *([await join(host.url, "Bo")] if outside else [])]
        players = [Player(seat, bot_maker("metronome", "extreme")) for seat in seats]
        playing = [asyncio.create_task(player.play()) for player in players]
        await host.ask("start")
        await asyncio.gather(*playing)
        view = host.view
        for seat in seats[1:]:
            await seat.close()
        return view.outcome == "won", view.level


async def all_games(games: int, *, outside: bool) -> list[tuple[bool, int]]:
    """Play this many games at once, the same deals for any players."""
    numbers = itertools.count(1)

    def seed() -> bytes:
        return next(numbers).to_bytes(32, "big")

    with tempfile.TemporaryDirectory() as folder, mock.patch("tacit.server.site.new_seed", seed):
        async with inside(quick(Path(folder) / "db")) as site:
            running = (one_game(site.url, outside=outside) for _ in range(games))
            return list(await asyncio.gather(*running))


def main() -> None:
    """Play both ways and tell."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--games", type=int, default=20)
    parser.add_argument("--pace", type=int, default=300, help="milliseconds a number")
    args = parser.parse_args()
    metronome.PACE_MS = args.pace
    for outside in (False, True):
        found = asyncio.run(all_games(args.games, outside=outside))
        won = sum(one for one, _ in found)
        level = sum(level for _, level in found) / len(found)
        who = "joined" if outside else "seated"
        print(f"{who}: won {won} of {len(found)}, mean level {level:.2f}", flush=True)


if __name__ == "__main__":
    main()
