"""The rules of The Mind Extreme, compiled: the same as `games.extreme.rules.play` and `evolve`.

Only what players in virtual time do is here: nobody lifts a hand too early.

`table` is any record that has the fields used here: `state.TABLE`, or the lean one of the vector
environment. Nothing is allocated.
"""

from __future__ import annotations

from typing import Any

import numpy as np
import numpy.typing as npt

from tacit.games.extreme import LEVELS, Colour
from tacit.games.extreme.bots.numbers import (
    CHOOSING,
    GATHERING,
    LIFTING,
    NOBODY,
    PLAYING,
    TURNING,
    VOTING,
    first_card,
)
from tacit.games.extreme.kernel.level_end import end_game, turn_piles
from tacit.games.extreme.kernel.state import CARD_COLOUR, CARD_POSITION, compiled, from_python
from tacit.games.extreme.kernel.trace import (
    ASIDE,
    DISCARD,
    LAY_HAND,
    LEVEL_BEGUN,
    LIFT_HAND,
    MISTAKE,
    PLAY,
    PROPOSE_STAR,
    READY,
    RED_CARD,
    STAR_AGREED,
    STAR_REFUSED,
    STAR_USED,
    STARTED,
    VOTE,
    Trace,
    note,
)

BLIND = np.array([[colour in level.blind for colour in Colour] for level in LEVELS.values()])
first_of = from_python(first_card)


@compiled
def played(table: Any, at: int) -> int:
    """Return the milliseconds of play from the level's deal to a moment that is not past."""
    return int(table.played + (at - table.since if table.playing else 0))


@compiled
def begin(table: Any, deck: npt.NDArray[np.uint8], trace: Trace) -> None:
    """Deal the next level (ME-05, ME-15)."""
    table.level += 1
    table.phase = GATHERING
    table.laid = table.aside = table.turned = 0
    table.resumed = table.playing = table.played = table.since = 0
    for colour in range(2):
        table.blind[colour] = BLIND[table.level - 1, colour]
    for seat in range(table.players):
        table.left[seat] = table.level
        table.ready[seat] = table.mine[seat] = 0
        for colour in range(2):
            table.held[seat, colour] = 0
            table.counted[seat, colour] = table.counted_card[seat, colour] = 0
            table.counted_at[seat, colour] = 0
            for place in range(table.hands.shape[2]):
                table.hands[seat, colour, place] = 0
        for place in range(table.level):
            card = deck[seat * table.level + place]
            _take(table, seat, CARD_COLOUR[card], CARD_POSITION[card])
    note(table, trace, LEVEL_BEGUN, NOBODY, 0, table.level)


@compiled
def _take(table: Any, seat: int, colour: int, card: int) -> None:
    """Put a card where it belongs in a hand."""
    hand = table.hands[seat, colour]
    place = 0
    while hand[place] and hand[place] < card:
        place += 1
    while card:
        hand[place], card = card, hand[place]
        place += 1


@compiled
def lay_hand(table: Any, seat: int, trace: Trace) -> None:
    """Lay a hand on the table (ME-07)."""
    note(table, trace, LAY_HAND, seat, 0, 0)
    table.down[seat] = 1
    if _all(table, table.down):
        table.phase = LIFTING


@compiled
def lift_hand(table: Any, seat: int, trace: Trace) -> None:
    """Take a hand off; when all have, play goes on."""
    note(table, trace, LIFT_HAND, seat, 0, 0)
    table.down[seat] = 0
    for other in range(table.players):
        if table.down[other]:
            return
    note(table, trace, STARTED, NOBODY, 0, 0)
    _pause(table, 1)
    table.phase = PLAYING


@compiled
def _all(table: Any, by_seat: Any) -> bool:
    for seat in range(table.players):
        if by_seat[seat] != 1:
            return False
    return True


@compiled
def _nobody_has_cards(table: Any) -> bool:
    for seat in range(table.players):
        if table.left[seat]:
            return False
    return True


@compiled
def _pause(table: Any, playing: int) -> None:
    table.played = played(table, table.now)
    table.playing, table.since = playing, table.now
    if playing:
        table.resumed = table.now


@compiled
def _gather(table: Any) -> None:
    """Synchronise; but when no hand has a card left the level is over (ME-09, ME-19, ME-29)."""
    done = table.lives > 0 and _nobody_has_cards(table)
    table.phase = TURNING if done else GATHERING
    for seat in range(table.players):
        table.down[seat] = 0
        table.votes[seat] = table.chosen[seat] = NOBODY


@compiled
def play(table: Any, seat: int, colour: int, trace: Trace) -> None:
    """Lay the first card of a colour onto its pile (ME-10…ME-12)."""
    card = first_of(table, seat, colour)
    note(table, trace, PLAY, seat, RED_CARD * colour + card, 0)
    here = table.laid
    table.laid_seat[here], table.laid_colour[here] = seat, colour
    table.laid_card[here], table.laid_at[here] = card, table.now
    table.laid_played[here] = played(table, table.now)
    table.laid += 1
    table.held[seat, colour] += 1
    table.left[seat] -= 1
    table.mine[seat] = table.now
    for other in range(table.players):
        if other == seat or not table.blind[colour]:
            table.counted[other, colour] += 1
            table.counted_card[other, colour] = card
            table.counted_at[other, colour] = table.laid_played[here]
    if _nobody_has_cards(table):
        turn_piles(table, trace)
    elif not table.blind[colour]:
        _judge(table, seat, colour, card, trace)


@compiled
def _judge(table: Any, seat: int, colour: int, card: int, trace: Trace) -> None:
    """If hands hold cards that belong under the one on top, pay for it (ME-16…ME-18)."""
    before = table.aside
    for other in range(table.players):
        first = first_of(table, other, colour)
        while 0 < first < card:
            _set_aside(table, other, colour)
            first = first_of(table, other, colour)
    if table.aside == before:
        return
    note(table, trace, MISTAKE, seat, RED_CARD * colour + card, 0)
    _note_aside(table, before, trace)
    table.lives -= 1
    table.lives_lost += 1
    _pause(table, 0)
    _gather(table)
    _settle_gathered(table, trace)


@compiled
def _set_aside(table: Any, seat: int, colour: int) -> None:
    here = table.aside
    table.aside_seat[here], table.aside_colour[here] = seat, colour
    table.aside_card[here] = first_of(table, seat, colour)
    table.aside += 1
    table.held[seat, colour] += 1
    table.left[seat] -= 1


@compiled
def _note_aside(table: Any, start: int, trace: Trace) -> None:
    for here in range(start, table.aside):
        card = RED_CARD * table.aside_colour[here] + table.aside_card[here]
        note(table, trace, ASIDE, table.aside_seat[here], card, 0)


@compiled
def _settle_gathered(table: Any, trace: Trace) -> None:
    if table.phase == TURNING:
        turn_piles(table, trace)
    elif table.lives == 0:
        end_game(table, 0, trace)


@compiled
def stop(table: Any) -> None:
    """Ask for all hands on the table (ME-08). Nobody in the arena does, so there is no trace."""
    _pause(table, 0)
    _gather(table)


@compiled
def propose_star(table: Any, seat: int, trace: Trace) -> None:
    """Raise a hand for a star (ME-26)."""
    note(table, trace, PROPOSE_STAR, seat, 0, 0)
    if table.phase == PLAYING:
        _pause(table, 0)
    table.resume = table.phase
    table.phase = VOTING
    table.votes[seat] = 1


@compiled
def vote(table: Any, seat: int, agree: int, trace: Trace) -> None:
    """Agree to the star or not: then play resumes, and nothing is lost (ME-26)."""
    note(table, trace, VOTE, seat, 0, agree)
    table.votes[seat] = agree
    if not agree:
        note(table, trace, STAR_REFUSED, seat, 0, 0)
        for other in range(table.players):
            table.votes[other] = NOBODY
        table.phase = table.resume
        if table.resume == PLAYING:
            _pause(table, 1)
    elif _all(table, table.votes):
        note(table, trace, STAR_AGREED, NOBODY, 0, 0)
        table.phase = CHOOSING


@compiled
def discard(table: Any, seat: int, colour: int, trace: Trace) -> None:
    """Choose a card for the star; when all have, they are set aside (ME-27…ME-29)."""
    note(table, trace, DISCARD, seat, RED_CARD * colour + first_of(table, seat, colour), 0)
    table.chosen[seat] = colour
    for other in range(table.players):
        if table.left[other] and table.chosen[other] == NOBODY:
            return
    note(table, trace, STAR_USED, NOBODY, 0, 0)
    before = table.aside
    for other in range(table.players):
        if table.chosen[other] != NOBODY:
            _set_aside(table, other, table.chosen[other])
    _note_aside(table, before, trace)
    table.stars -= 1
    table.stars_used += 1
    _gather(table)
    _settle_gathered(table, trace)


@compiled
def ready(table: Any, seat: int, deck: npt.NDArray[np.uint8], trace: Trace) -> None:
    """Ask for the next deal after a passed level."""
    note(table, trace, READY, seat, 0, 0)
    table.ready[seat] = 1
    if _all(table, table.ready):
        begin(table, deck, trace)


@compiled
def revive(table: Any) -> None:
    """In a drill lives do not run out."""
    if table.endless:
        table.lives = table.endless
