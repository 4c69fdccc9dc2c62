"""An agent of your own at a live table: open one with bots, play, and say how it went.

python examples/outside_agent.py http://localhost:8000
"""

from __future__ import annotations

import asyncio
import sys

from tacit.client import open_table


async def play(site: str) -> tuple[int, ...]:
    """Play a whole game of Mind Up! against two bots, always the middle card of the hand."""
    async with await open_table(site, "mindup", "Middle", bots=("greedy", "linnet")) as seat:
        print("watch it at", seat.url)
        await seat.ask("start")
        while await seat.until_asked():
            hand = seat.view.hand
            await seat.act("pick", card=hand[len(hand) // 2])
        return seat.view.places


if __name__ == "__main__":
    print(
        "places:", asyncio.run(play(sys.argv[1] if len(sys.argv) > 1 else "http://localhost:8000"))
    )
