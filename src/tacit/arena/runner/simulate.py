"""Whole games between bots, from one seed: the same seed gives the same games."""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Iterator, Sequence
from typing import Any

from tacit.arena.runner.asking import BUDGET_S, Care, Timeouts, Watch
from tacit.arena.runner.crew import Crew, Task
from tacit.arena.runner.match import Forfeited, play_match
from tacit.bots.asking import asking_of, kind_of
from tacit.bots.bot import BotError
from tacit.bots.registry import find_bot
from tacit.log.game import Game, seed_from

TIMEOUTS = Timeouts()


def simulate(
    game: str,
    settings: dict[str, Any],
    bots: Sequence[tuple[str, Callable[[int, int, int], Any]]],
    games: int,
    seed: int,
) -> Iterator[Game]:
    """Play games between named bots, one name for each seat, and yield each when it is over."""
    for number in range(1, games + 1):
        yield _simulated(game, settings, bots, f"simulate {seed} game {number}")


def _simulated(
    game: str,
    settings: dict[str, Any],
    bots: Sequence[tuple[str, Callable[[int, int, int], Any]]],
    label: str,
    care: Care | None = None,
) -> Game:
    one = Game(
        game,
        settings,
        seed=seed_from(label),
        contributions=[_contribution(label, seat) for seat in range(len(bots))],
        names=[name for name, _ in bots],
    )
    play_match(one, [make for _, make in bots], label, care=care)
    return one


class Simulation(Task, frozen=True, kw_only=True):
    """Games for a watched process; its parts are their numbers."""

    game: str
    settings: dict[str, Any]
    names: tuple[str, ...]
    seed: int

    def label(self, _timeouts: Timeouts, slot: int) -> str:
        """Return who sits in a seat."""
        return self.names[slot]

    def play(self, timeouts: Timeouts, part: int, watch: Watch) -> Game | str:
        """Play one game, or return why it cannot be finished."""
        for slot, reason in self.lost.get(part, {}).items():
            return str(Forfeited(slot, self.names[slot], reason))
        try:
            bots = [(name, find_bot(name, self.game)) for name in self.names]
            label = f"simulate {self.seed} game {part}"
            return _simulated(
                self.game, self.settings, bots, label, Care(watch, BUDGET_S, timeouts)
            )
        except BotError as error:
            return str(error)


def simulate_watched(what: Simulation, timeouts: Timeouts = TIMEOUTS) -> Iterator[Game]:
    """Play the same games in a watched process, for bots that may do anything.

    A bot that raises, exits, hangs or does what it may not ends the simulation: BotError names it
    and says why.
    """
    crew = Crew(timeouts, jobs=1)
    try:
        for found in crew.play([what]):
            if isinstance(found, str):
                raise BotError(found)
            yield found
    finally:
        crew.close()


def built_in(names: Sequence[str], game: str) -> bool:
    """Tell whether all bots come with the game: they need not be watched."""
    return asking_of(game).bots.keys() >= set(map(kind_of, names))


def _contribution(label: str, seat: int) -> bytes:
    """Return what a bot adds to the shuffle, as a player's device does."""
    return hashlib.sha256(f"tacit contribution {label} seat {seat}".encode()).digest()[:16]
