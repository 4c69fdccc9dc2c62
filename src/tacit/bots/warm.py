"""Compile the strong bots ahead of time: `python -m tacit.bots.warm`.

What Numba compiles is kept for the next start. Without this the first game with a strong bot does
it, and its first card takes as long as the compiler, half a minute or so.
"""

from __future__ import annotations

from tacit.bots.registry import COMPILED, find_bot, offered
from tacit.games.chance import SEED_BYTES, Chance
from tacit.games.mindup import Event, Settings, draw, evolve, follows, initial, view
from tacit.games.rulebook import Seat, settle


def main() -> None:
    """Ask every bot that is compiled for one card."""
    dealt: list[Event] = []
    setup = draw(Settings(players=4), Chance(bytes(SEED_BYTES)))
    state = settle(initial(setup), dealt, follows, evolve)
    for name in sorted(COMPILED.intersection(offered("mindup"))):
        find_bot(name, "mindup")(0, 4, 1).choose(view(state, Seat(0)), 0.01)


if __name__ == "__main__":
    main()
