"""The luck of simulated people, compiled: the twin of `tacit.games.extreme.bots.splitmix`."""

from __future__ import annotations

import math
from typing import Any

from numba import float64, uint64

from tacit.games.extreme.bots.splitmix import FIRST_MIX, FRACTION, GOLDEN, SECOND_MIX, TURN
from tacit.games.extreme.kernel.state import compiled


@compiled
def uniform(table: Any, seat: int) -> float:
    """Return a number from 0 to below 1, with 53 random bits."""
    bits = table.luck[seat] + uint64(GOLDEN)
    table.luck[seat] = bits
    bits = (bits ^ (bits >> uint64(30))) * uint64(FIRST_MIX)
    bits = (bits ^ (bits >> uint64(27))) * uint64(SECOND_MIX)
    return float64((bits ^ (bits >> uint64(31))) >> uint64(11)) * FRACTION


@compiled
def gauss(table: Any, seat: int) -> float:
    """Return a number from the normal distribution, by Box and Muller."""
    reach = math.sqrt(-2 * math.log(1 - uniform(table, seat)))
    return reach * math.cos(TURN * uniform(table, seat))
