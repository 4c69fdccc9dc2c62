"""What a seed stands for: who plays what, how often, and over which network and disk."""

from __future__ import annotations

import random
from typing import NamedTuple


class Weather(NamedTuple):
    """How bad the lines, the disk and the server are."""

    delay: tuple[int, int]
    """A line's usual way, from and to."""
    jitter: int
    """How much longer a message may take on top."""
    line_life: int
    """Milliseconds a line lasts on average."""
    tangled: bool
    """Messages themselves are doubled and overtake each other."""
    crash_every: int
    """Milliseconds on average."""
    save: tuple[int, int]
    """Milliseconds a write takes."""
    full_every: int
    """Milliseconds on average until the disk is full for a while."""
    unsure: float
    """How often a write that failed was written after all."""
    breaks: float = 0.0
    """How often a node's connection to the database breaks with a statement under way."""


CALM = Weather((5, 40), 10, 600_000, False, 10_000_000, (0, 3), 10_000_000, 0.0, 0.0)
ORDINARY = Weather((10, 120), 80, 90_000, False, 240_000, (0, 30), 400_000, 0.05, 0.01)
ROUGH = Weather((10, 350), 400, 25_000, False, 60_000, (0, 250), 90_000, 0.2, 0.04)
TANGLED = Weather((10, 200), 500, 60_000, True, 120_000, (0, 60), 200_000, 0.1, 0.02)
SLOW_DISK = Weather((5, 60), 30, 120_000, False, 90_000, (100, 1500), 200_000, 0.1, 0.02)
WEATHERS = (CALM, ORDINARY, ROUGH, TANGLED, SLOW_DISK)


class Scenario(NamedTuple):
    """One simulated evening."""

    game: str
    people: int
    watchers: int
    """How many of the people come to watch."""
    seats: tuple[int, ...]
    """How many seats the host fills before each game, with bots if need be."""
    games: int
    """Games to be played to their end."""
    weather: Weather
    secret: bytes
    """The seed of the first game."""
    kinds: tuple[str, ...] = ()
    """Of what kind each of the people is; the first is always an ordinary one."""
    nodes: int = 1
    """How many nodes there are; one of them has its log on a disk of its own."""


def scenario(rng: random.Random) -> Scenario:
    """Draw a scenario."""
    game = rng.choice(("mindup", "extreme"))
    least, most = (3, 6) if game == "mindup" else (2, 4)
    people = rng.randint(2, 6)
    watchers = rng.choice((0, 0, 1, 2)) if people > 2 else 0
    playing = min(most, people - watchers)
    games = rng.choice((1, 1, 1, 2))
    return Scenario(
        game=game,
        people=people,
        watchers=watchers,
        seats=tuple(
            min(most, max(least, playing + rng.choice((-1, 0, 0, 1, 2)))) for _ in range(games)
        ),
        games=games,
        weather=rng.choice(WEATHERS),
        secret=rng.randbytes(32),
        kinds=_kinds(rng, people),
    )


def _kinds(rng: random.Random, people: int) -> tuple[str, ...]:
    """Draw who means well: in half of the evenings everybody does."""
    hostile = rng.choice((0.0, 0.0, 0.3, 0.8))
    return ("ordinary", *(_kind(rng, hostile) for _ in range(1, people)))


def _kind(rng: random.Random, hostile: float) -> str:
    kind = rng.choice(("liar", "hammerer", "mute"))
    return kind if rng.random() < hostile else "ordinary"
