"""A table of The Mind Extreme as the vector environment has it: a lean record for compiled rules.

It has those fields of `kernel.state.TABLE` that the rules work on, without what players remember,
and in fewer bytes.
"""

from __future__ import annotations

from typing import Any

import numpy as np
import numpy.typing as npt

from tacit.core.compiled_random import FRACTION, GOLDEN, fraction, stream
from tacit.games.extreme import DECK, TEAMS, Setup
from tacit.games.extreme.bots.numbers import NOBODY
from tacit.games.extreme.kernel.state import SOURCES, TABLE, once_compiler
from tacit.games.extreme.rules.cards import in_order

compiled = once_compiler(
    (
        *SOURCES,
        "core/compiled_random.py",
        "envs/restart.py",
        *(
            f"games/extreme/env/{name}.py"
            for name in ("batch", "clock", "layout", "sight", "table")
        ),
    )
)

TIMES = (
    "now", "laid_at", "laid_played", "resumed", "played", "since", "counted_at",
    "mine", "traced",
)  # fmt: skip
"""What needs all the bytes: milliseconds, and what is only counted."""
SMALL = (
    "players", "last_level", "endless", "lives", "stars", "level", "phase", "resume", "won",
    "lives_lost", "stars_used", "held", "hands", "left", "down", "votes", "chosen", "ready",
    "blind", "laid", "laid_seat", "laid_colour", "laid_card", "turned", "aside", "aside_seat",
    "aside_colour", "aside_card", "playing", "counted", "counted_card",
)  # fmt: skip
LEVELS = 16
"""More levels than any game has: a game's number stands for this many streams of luck."""

Pool = npt.NDArray[np.uint8]
Games = npt.NDArray[Any]


def _field(name: str, kind: Any) -> tuple[Any, ...]:
    shape = TABLE.fields[name][0].shape  # type: ignore[index]
    return (name, kind, shape) if shape else (name, kind)


GAME = np.dtype(
    [
        *(_field(name, np.int64) for name in TIMES),
        ("cycles", np.int64),
        *(_field(name, np.int8) for name in SMALL),
    ],
    align=True,
)
"""One game; `cycles` counts its steps."""


def new_games(games: int, players: int) -> Games:
    """Return tables before their first deal."""
    found = np.zeros(games, GAME)
    found["players"] = players
    found["last_level"], found["lives"], found["stars"] = TEAMS[players]
    found["votes"] = found["chosen"] = NOBODY
    return found


@compiled
def shuffle(seed: int, number: int, level: int, dealt: int, pool: Pool) -> None:
    """Draw as many cards as are dealt in a level of a game, in order, as the deck numbers them."""
    rng = stream(seed, LEVELS * number + level)
    for card in range(len(DECK)):
        pool[card] = card
    for here in range(dealt):
        rng += GOLDEN
        there = here + ((fraction(rng) * (len(DECK) - here)) >> FRACTION)
        pool[here], pool[there] = pool[there], pool[here]


def setup_of(seed: int, number: int, players: int) -> Setup:
    """Return the luck of a game for the reference rules."""
    deals = []
    pool = np.zeros(len(DECK), np.uint8)
    for level in range(1, TEAMS[players].last_level + 1):
        shuffle(seed, number, level, level * players, pool)
        cards = [DECK[card] for card in pool[: level * players]]
        hands = (cards[start : start + level] for start in range(0, len(cards), level))
        deals.append(tuple(in_order(tuple(hand)) for hand in hands))
    return Setup(players=players, deals=tuple(deals))
