"""Compile the strong bots of Mind Up! ahead of time, by asking each for one card."""

from __future__ import annotations

from tacit.bots.asking import asking_of
from tacit.bots.registry import find_bot, offered
from tacit.core.chance import SEED_BYTES, Chance
from tacit.core.rulebook import Seat, settle
from tacit.games.mindup import Event, Settings, draw, evolve, follows, initial, view


def main() -> None:
    """Ask every bot that is compiled for one card."""
    dealt: list[Event] = []
    setup = draw(Settings(players=4), Chance(bytes(SEED_BYTES)))
    state = settle(initial(setup), dealt, follows, evolve)
    for name in sorted(asking_of("mindup").compiled.intersection(offered("mindup"))):
        find_bot(name, "mindup")(0, 4, 1).choose(view(state, Seat(0)), 0.01)
