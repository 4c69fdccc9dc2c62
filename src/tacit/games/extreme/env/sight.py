"""What each seat of a table of The Mind Extreme may know, as `extreme_layout` has it, compiled."""

from __future__ import annotations

from typing import Any

import numpy as np
import numpy.typing as npt

from tacit.games.extreme.bots.numbers import CHOOSING, NOBODY, OVER, PLAYING, VOTING
from tacit.games.extreme.env import layout
from tacit.games.extreme.env.clock import RED, STAR, STOP, WAIT, WHATS, WHITE
from tacit.games.extreme.env.layout import (
    BLIND,
    COUNT,
    GONE,
    LAST_LEVEL,
    LEVEL,
    LIVES,
    MINE,
    MINE_LAID_BLIND,
    PHASE,
    PLAYED,
    SEATS,
    SINCE,
    STARS,
    TOP,
)
from tacit.games.extreme.env.table import compiled
from tacit.games.extreme.kernel.rules import first_of, played

Rows = npt.NDArray[np.int16]
Masks = npt.NDArray[np.int8]
CARDS = layout.LEVEL
PILE = CARDS // 2

hundredths = compiled(layout.hundredths)


@compiled
def to_give(game: Any, seat: int) -> bool:
    """Tell whether a seat still has to give a card to the star."""
    return game.left[seat] > 0 and game.chosen[seat] == NOBODY


@compiled
def allowed(game: Any, seat: int, what: int) -> bool:
    """Tell whether a seat may want this now; one that has nothing to say waits."""
    if game.phase == VOTING:
        return what == WAIT or (what == STAR and game.votes[seat] == NOBODY)
    if what in (WHITE, RED):
        if game.phase == CHOOSING and not to_give(game, seat):
            return False
        return first_of(game, seat, what - WHITE) > 0
    if game.phase == CHOOSING:
        return what == WAIT and not to_give(game, seat)
    return what in (WAIT, STOP) or (what == STAR and game.stars > 0)


@compiled
def _write_mask(game: Any, seat: int, delays: int, ticking: int, mask: Masks) -> None:
    for what in range(WHATS):
        may = 1 if game.phase != OVER and allowed(game, seat, what) else 0
        later = may if game.phase == PLAYING else 0
        for place in range(what * delays, (what + 1) * delays):
            mask[place] = later
        mask[what * delays] = may
    if game.phase == PLAYING and not ticking:
        mask[WAIT * delays] = 0


@compiled
def _write_laid(game: Any, me: int, now: int, row: Rows) -> None:
    """Write what is known of the cards that were laid."""
    players = game.players
    for here in range(game.laid):
        seat, pile, card = game.laid_seat[here], game.laid_colour[here], game.laid_card[here]
        away = seat - me if seat >= me else seat - me + players
        row[SEATS + 2 * players + 2 * away + pile] += 1
        row[COUNT + pile] += 1
        row[SINCE + pile] = hundredths(now - game.laid_played[here])
        hidden = game.blind[pile] and not game.turned
        if not hidden or seat == me:
            row[PILE * pile + card - 1] = MINE_LAID_BLIND if hidden else GONE
            row[TOP + pile] = card


@compiled
def _write_row(game: Any, me: int, row: Rows) -> None:
    """Write what one seat may know."""
    players, now = game.players, played(game, game.now)
    for place in range(len(row)):
        row[place] = 0
    row[LEVEL], row[LAST_LEVEL] = game.level, game.last_level
    row[LIVES], row[STARS] = game.lives, game.stars
    row[PHASE] = layout.OVER
    if game.phase == PLAYING:
        row[PHASE] = layout.PLAYING
    elif game.phase == VOTING:
        row[PHASE] = layout.VOTING
    elif game.phase == CHOOSING:
        row[PHASE] = layout.CHOOSING
    row[PLAYED] = hundredths(now)
    for pile in range(2):
        row[BLIND + pile] = game.blind[pile]
        row[SINCE + pile] = row[PLAYED]
        place = game.held[me, pile]
        while game.hands[me, pile, place]:
            row[PILE * pile + game.hands[me, pile, place] - 1] = MINE
            place += 1
    for here in range(game.aside):
        row[PILE * game.aside_colour[here] + game.aside_card[here] - 1] = GONE
    _write_laid(game, me, now, row)
    for seat in range(players):
        away = seat - me if seat >= me else seat - me + players
        row[SEATS + away] = game.left[seat]
        vote = game.votes[seat]
        row[SEATS + players + away] = 0 if vote == NOBODY else 1 if vote else -1


@compiled
def observe(game: Any, first: int, delays: int, ticking: int, rows: Rows, masks: Masks) -> None:
    """Write what each seat of a game may know and do, into the rows from `first` on."""
    for seat in range(game.players):
        _write_row(game, seat, rows[first + seat])
        _write_mask(game, seat, delays, ticking, masks[first + seat])
