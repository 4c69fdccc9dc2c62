"""The levels and what the team starts with (ME-01, ME-03), as data in one place.

Levels 1, 2, 3, 6 and 10 and all rewards are printed in the rulebook; which colour is blind in the
others is the best public knowledge. An owner of the box can correct a level here in one line.
"""

from __future__ import annotations

from enum import StrEnum
from typing import NamedTuple

from tacit.games.extreme.rules.cards import Colour


class Reward(StrEnum):
    """What the team may take when it has passed a level."""

    STAR = "star"
    LIFE = "life"


class Level(NamedTuple):
    """A level card: the colours laid face down, and the reward."""

    blind: tuple[Colour, ...]
    reward: Reward | None


class Team(NamedTuple):
    """What a team of some size begins with, and the last level it has to pass."""

    last_level: int
    lives: int
    stars: int


_OPEN: tuple[Colour, ...] = ()
_WHITE = (Colour.WHITE,)
_RED = (Colour.RED,)
_BOTH = (Colour.WHITE, Colour.RED)

LEVELS: dict[int, Level] = {
    1: Level(_OPEN, None),
    2: Level(_OPEN, Reward.STAR),
    3: Level(_WHITE, Reward.LIFE),
    4: Level(_RED, None),
    5: Level(_OPEN, Reward.STAR),
    6: Level(_BOTH, Reward.LIFE),
    7: Level(_OPEN, None),
    8: Level(_WHITE, Reward.STAR),
    9: Level(_OPEN, Reward.LIFE),
    10: Level(_BOTH, None),
    11: Level(_OPEN, None),
    12: Level(_RED, None),
}

TEAMS: dict[int, Team] = {
    2: Team(last_level=12, lives=2, stars=1),
    3: Team(last_level=10, lives=3, stars=1),
    4: Team(last_level=8, lives=4, stars=1),
}

MOST_LIVES = 5
MOST_STARS = 3
