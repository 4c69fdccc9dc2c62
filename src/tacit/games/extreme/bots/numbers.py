"""The Mind Extreme in plain numbers, for arithmetic that Python runs and Numba compiles.

Colours are 0 for white and 1 for red, cards are their positions, times are milliseconds. The
functions that decide for the built-in bots take records of such numbers: objects with lists at a
live table, NumPy records in the kernel. So they write `hands[seat][colour]`, never
`hands[seat, colour]`, and their tables are tuples, which the kernel turns into arrays.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, TypeAlias

from tacit.games.extreme import LEVELS, PLAYERS, TEAMS, Colour, Phase, Reward
from tacit.games.extreme.rules.cards import HIGHEST

PHASES = tuple(Phase)
DEALING, GATHERING, LIFTING, PLAYING, VOTING, CHOOSING, TURNING, PASSED, OVER = (
    PHASES.index(phase)
    for phase in (
        Phase.DEALING, Phase.GATHERING, Phase.LIFTING, Phase.PLAYING, Phase.VOTING, Phase.CHOOSING,
        Phase.TURNING, Phase.PASSED, Phase.OVER,
    )
)  # fmt: skip
COLOURS = tuple(Colour)
WHITE, RED = COLOURS.index(Colour.WHITE), COLOURS.index(Colour.RED)
LIFE, STAR = 1, 2
REWARDS = tuple(
    {Reward.LIFE: LIFE, Reward.STAR: STAR, None: 0}[level.reward] for level in LEVELS.values()
)
"""By level, from the first."""

NOBODY = -1
"""No seat, no time, no vote."""
SEATS = PLAYERS[-1]
MAX_HAND = max(team.last_level for team in TEAMS.values())
MAX_LAID = max(players * team.last_level for players, team in TEAMS.items())
"""The most cards in one hand, and in all."""
PLACES = HIGHEST + 1
"""Positions of a pile, and 0 for before the first."""

Fields: TypeAlias = tuple[tuple[str, Any, tuple[int, ...]], ...]
"""The fields of a record: name, `int`, `float` or the fields of a record within, and shape."""


class Record:
    """A record of plain numbers, all 0 at first."""

    def __init__(self, fields: Fields) -> None:
        for name, kind, shape in fields:
            setattr(self, name, _zeros(kind, shape))

    if TYPE_CHECKING:

        def __getattr__(self, name: str) -> Any: ...
        def __setattr__(self, name: str, value: Any) -> None: ...


def _zeros(kind: Any, shape: tuple[int, ...]) -> Any:
    if shape:
        return [_zeros(kind, shape[1:]) for _ in range(shape[0])]
    return Record(kind) if isinstance(kind, tuple) else kind()


def first_card(table: Any, seat: int, colour: int) -> int:
    """Return the only card of a colour that a seat may lay, 0 if it has none (ME-12)."""
    return int(table.hands[seat][colour][table.held[seat][colour]])


def last_laid(table: Any) -> int:
    """Return when the latest card of the level was laid, 0 if there is none."""
    return int(table.laid_at[table.laid - 1]) if table.laid else 0
