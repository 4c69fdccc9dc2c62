"""The end of a level, compiled: blind piles are turned over, and the reward is taken or not."""

from __future__ import annotations

from typing import Any

import numpy as np

from tacit.games.extreme import MOST_LIVES, MOST_STARS
from tacit.games.extreme.bots.numbers import LIFE, NOBODY, OVER, PASSED, STAR, TURNING
from tacit.games.extreme.bots.numbers import REWARDS as REWARD_TUPLE
from tacit.games.extreme.kernel.state import compiled
from tacit.games.extreme.kernel.trace import (
    ASIDE,
    GAME_ENDED,
    LEVEL_PASSED,
    RED_CARD,
    TURNED,
    Trace,
    note,
)

REWARDS = np.array(REWARD_TUPLE)


@compiled
def turn_piles(table: Any, trace: Trace) -> None:
    """Turn blind piles over; each card that overtook others costs a life (ME-23…ME-25)."""
    table.phase = TURNING
    table.turned = 1
    for colour in range(2):
        if table.blind[colour]:
            _turn_pile(table, colour, trace)
    if table.lives == 0:
        end_game(table, 0, trace)
    else:
        _pass(table, trace)


@compiled
def _turn_pile(table: Any, colour: int, trace: Trace) -> None:
    gone = 0  # a bit for each card laid that an earlier one has overtaken
    for here in range(table.laid):
        if table.laid_colour[here] != colour:
            continue
        card = table.laid_card[here]
        note(table, trace, TURNED, table.laid_seat[here], RED_CARD * colour + card, 0)
        overtook = 0
        for later in range(here + 1, 0 if gone >> here & 1 else table.laid):
            late = table.laid_card[later]
            if table.laid_colour[later] == colour and not gone >> later & 1 and late < card:
                gone |= 1 << later
                overtook += 1
                note(table, trace, ASIDE, table.laid_seat[later], RED_CARD * colour + late, 0)
        if overtook:
            table.lives = max(0, table.lives - 1)
            table.lives_lost += 1


@compiled
def _pass(table: Any, trace: Trace) -> None:
    """The level is passed: take the reward, if the supply has it (ME-20, ME-31)."""
    reward = REWARDS[table.level - 1]
    gained = 0
    if reward == LIFE and table.lives < MOST_LIVES:
        table.lives += 1
        gained = 1
    elif reward == STAR and table.stars < MOST_STARS:
        table.stars += 1
        gained = 1
    note(table, trace, LEVEL_PASSED, NOBODY, 0, gained)
    table.phase = PASSED
    if table.level == table.last_level:
        end_game(table, 1, trace)


@compiled
def end_game(table: Any, won: int, trace: Trace) -> None:
    """End the game at this level, won or lost."""
    table.won = won
    table.phase = OVER
    note(table, trace, GAME_ENDED, NOBODY, table.level, won)
