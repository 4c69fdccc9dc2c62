"""Many games of The Mind Extreme at once, compiled: the clock's jumps, rewards, new deals.

The rules are those of the kernel, the clock is the same as `env.clock`, and a seat of a game
is a row of everything but `games`: game after game, seat after seat. Nothing is allocated and no
lock is held.
"""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt

from tacit.core.compiled_random import FRACTION, GOLDEN, fraction
from tacit.envs.restart import SAME_STEP
from tacit.games.extreme import DECK
from tacit.games.extreme.bots.between_plays import LAY_AFTER_MS, LIFT_AFTER_MS, READY_AFTER_MS
from tacit.games.extreme.bots.numbers import (
    CHOOSING,
    GATHERING,
    LIFTING,
    NOBODY,
    OVER,
    PASSED,
    PLAYING,
    VOTING,
)
from tacit.games.extreme.env.clock import RED, STAR, STOP, WAIT, WHATS, WHITE
from tacit.games.extreme.env.layout import size
from tacit.games.extreme.env.sight import allowed, observe, to_give
from tacit.games.extreme.env.table import Games, Pool, compiled, new_games, shuffle
from tacit.games.extreme.kernel import rules

Rows = npt.NDArray[np.int16]
Masks = npt.NDArray[np.int8]
Words = npt.NDArray[np.int64]
Floats = npt.NDArray[np.float32]
Flags = npt.NDArray[np.bool_]

LEVELS, WIN = range(2)
"""What is rewarded."""
SEATED, REWARD, MODE, SEED, SEEING, TICK, DELAYS, TICKING, CYCLES = range(9)
"""What a batch is told in `terms`: players, a reward, a mode, a seed, whether observations are
written, a tick's milliseconds, the number of delays, whether it is the tick form, and after how
many steps a game is cut short."""


class Batch(NamedTuple):
    """The arrays of a batch."""

    games: Games
    numbers: Words
    """The number of each game's deal."""
    rows: Rows
    masks: Masks
    rewards: Floats
    ended: Flags
    cut: Flags
    """Which of those that ended were cut short."""
    illegal: Flags
    late: Flags
    last_rows: Rows
    """The last observations of games that ended and began anew in one step."""
    last_masks: Masks
    fresh: Games
    """A table before its first deal."""
    pool: Pool
    trace: Words
    """No room: nothing is traced."""


def new_batch(games: int, players: int, delays: int) -> Batch:
    """Return the arrays for this many games; nothing is dealt yet."""
    seats = games * players
    rows = np.zeros((2, seats, size(players)), np.int16)
    masks = np.zeros((2, seats, WHATS * delays), np.int8)
    ended, cut, illegal, late = (np.zeros(seats, np.bool_) for _ in range(4))
    return Batch(
        games=new_games(games, players),
        numbers=np.arange(games),
        rows=rows[0],
        masks=masks[0],
        rewards=np.zeros(seats, np.float32),
        ended=ended,
        cut=cut,
        illegal=illegal,
        late=late,
        last_rows=rows[1],
        last_masks=masks[1],
        fresh=new_games(1, players),
        pool=np.zeros(len(DECK), np.uint8),
        trace=np.zeros((0, 5), np.int64),
    )


@compiled
def _next_level(game: Any, seed: int, number: int, pool: Pool) -> None:
    """Shuffle for the level after this one."""
    shuffle(seed, number, game.level + 1, (game.level + 1) * game.players, pool)


@compiled
def _gather(game: Any, seed: int, number: int, pool: Pool, trace: Words) -> None:
    """Do what needs no decision, until a player has to decide or the game is over."""
    while game.phase in (GATHERING, LIFTING, PASSED):
        phase = game.phase
        if phase == GATHERING:
            game.now += LAY_AFTER_MS
        elif phase == LIFTING:
            game.now += LIFT_AFTER_MS
        else:
            game.now += READY_AFTER_MS
            _next_level(game, seed, number, pool)
        for seat in range(game.players):
            if phase == GATHERING:
                rules.lay_hand(game, seat, trace)
            elif phase == LIFTING:
                rules.lift_hand(game, seat, trace)
            else:
                rules.ready(game, seat, pool, trace)


@compiled
def _begin(
    games: Games, here: int, fresh: Games, seed: int, number: int, pool: Pool, trace: Words
) -> None:
    """Begin the game of a number at one of the tables."""
    games[here] = fresh[0]
    game = games[here]
    _next_level(game, seed, number, pool)
    rules.begin(game, pool, trace)
    _gather(game, seed, number, pool, trace)


@compiled
def _read(game: Any, seat: int, terms: Words, actions: Words, row: int) -> bool:
    """Make an action legal where it is written; tell whether it had to be."""
    delays = terms[DELAYS]
    what, ticks = actions[row] // delays, actions[row] % delays
    at_once = game.phase != PLAYING
    illegal = False
    if not 0 <= what < WHATS or not allowed(game, seat, what) or (at_once and ticks):
        illegal = True
        what, ticks = WAIT, 0
        if game.phase == CHOOSING and to_give(game, seat):
            what = WHITE if rules.first_of(game, seat, 0) else RED
    if what == WAIT and not at_once and ticks == 0 and not terms[TICKING]:
        illegal = True
        ticks = 1
    actions[row] = what * delays + ticks
    return illegal


@compiled
def _ticks(action: int, delays: int, asked: int) -> int:
    """Return after how many ticks an action that is legal is due: waiting takes one at least."""
    ticks = action % delays
    return max(1, ticks) if asked == PLAYING and action // delays == WAIT else ticks


@compiled
def _try(game: Any, seat: int, what: int, asked: int, trace: Words) -> bool:
    """Do what a player wanted when the table was in that phase; False if it came too late."""
    if asked == VOTING:
        if game.phase != VOTING:
            return False
        if game.votes[seat] == NOBODY:
            rules.vote(game, seat, 1 if what == STAR else 0, trace)
        return True
    if what == WAIT:
        return True
    if what == STOP:
        if game.phase != PLAYING:
            return False
        rules.stop(game)
    elif what == STAR:
        if game.phase not in (PLAYING, GATHERING) or game.stars == 0:
            return False
        rules.propose_star(game, seat, trace)
    elif game.phase != asked or rules.first_of(game, seat, what - WHITE) == 0:
        return False
    elif asked == CHOOSING:
        rules.discard(game, seat, what - WHITE, trace)
    else:
        rules.play(game, seat, what - WHITE, trace)
    return True


@compiled
def _go_on(
    game: Any, terms: Words, actions: Words, first: int, illegal: Flags, late: Flags, trace: Words
) -> None:
    """Let the earliest happen of what is wanted, beginning with another seat every time."""
    players, asked, delays = game.players, game.phase, terms[DELAYS]
    earliest = delays
    for seat in range(players):
        illegal[first + seat] = _read(game, seat, terms, actions, first + seat)
        late[first + seat] = False
        earliest = min(earliest, _ticks(actions[first + seat], delays, asked))
    game.now += earliest * terms[TICK]
    begins = game.now
    for turn in range(players):
        seat = (begins + turn) % players
        action = actions[first + seat]
        if _ticks(action, delays, asked) == earliest:
            late[first + seat] = not _try(game, seat, action // delays, asked, trace)


@compiled
def _reward(game: Any, kind: int, level: int, done: bool) -> float:
    """Return what a step was worth to every player: levels passed, or the end."""
    won = 1 if done and game.won else 0
    if kind == LEVELS:
        return game.level - level + won
    return 2.0 * won - 1.0 if done else 0.0


@compiled
def step(
    terms: Words,
    actions: Words,
    games: Games,
    numbers: Words,
    rows: Rows,
    masks: Masks,
    rewards: Floats,
    ended: Flags,
    cut: Flags,
    illegal: Flags,
    late: Flags,
    last_rows: Rows,
    last_masks: Masks,
    fresh: Games,
    pool: Pool,
    trace: Words,
) -> int:
    """Let the clock of every game jump once and return how many games are over.

    A game that was over before begins anew instead, unless it did so in the same step; its number
    goes up by the number of games.
    """
    players, mode, seed, over = terms[SEATED], terms[MODE], terms[SEED], 0
    delays, ticking = terms[DELAYS], terms[TICKING]
    for here in range(len(games)):
        game, first = games[here], here * players
        anew = ended[first] and mode != SAME_STEP
        level, done, short = game.level, False, False
        if not anew:
            _go_on(game, terms, actions, first, illegal, late, trace)
            _gather(game, seed, numbers[here], pool, trace)
            game.cycles += 1
            done = game.phase == OVER
            short = not done and game.cycles == terms[CYCLES]
        worth = 0.0 if anew else _reward(game, terms[REWARD], level, done)
        over += done or short
        for seat in range(first, first + players):
            rewards[seat], ended[seat], cut[seat] = worth, done or short, short
            illegal[seat] &= not anew
            late[seat] &= not anew
        if (done or short) and mode == SAME_STEP:
            anew = True
            if terms[SEEING]:
                observe(game, first, delays, ticking, last_rows, last_masks)
        if anew:
            numbers[here] += len(games)
            _begin(games, here, fresh, seed, numbers[here], pool, trace)
        if terms[SEEING]:
            observe(game, first, delays, ticking, rows, masks)
    return over


@compiled
def begin(
    terms: Words,
    wanted: Flags,
    games: Games,
    numbers: Words,
    rows: Rows,
    masks: Masks,
    fresh: Games,
    pool: Pool,
    trace: Words,
) -> None:
    """Deal the game of each wanted row by its number, and write all observations."""
    for here in range(len(games)):
        if wanted[here]:
            _begin(games, here, fresh, terms[SEED], numbers[here], pool, trace)
        if terms[SEEING]:
            first = here * terms[SEATED]
            observe(games[here], first, terms[DELAYS], terms[TICKING], rows, masks)


@compiled
def random_actions(terms: Words, games: Games, rng: int, actions: Words) -> int:
    """Write an action for every seat: anything allowed as likely, then any delay.

    Return the next `rng`.
    """
    players, delays = terms[SEATED], terms[DELAYS]
    for here in range(len(games)):
        game = games[here]
        for seat in range(players):
            rng += GOLDEN
            chance, what, choices = fraction(rng), WAIT, 0
            for one in range(WHATS):
                choices += allowed(game, seat, one)
            chance *= choices
            left = chance >> FRACTION
            for one in range(WHATS):
                if allowed(game, seat, one):
                    if left == 0:
                        what = one
                    left -= 1
            ticks = 0
            if game.phase == PLAYING:
                least = 1 if what == WAIT and delays > 1 else 0
                ticks = least + ((fraction(~rng) >> 24) * (delays - least) >> 32)
            actions[here * players + seat] = what * delays + ticks
    return rng
