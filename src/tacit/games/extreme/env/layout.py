"""What an observation of The Mind Extreme holds, place by place.

An observation is a row of whole numbers: what one seat may know of the table at a moment. Seats are
counted from the observer: 0 is the observer, 1 the next, and so on round the table. Times are
hundredths of a second of play: while hands lie on the table no time passes.

| places | hold |
|---|---|
| 0…49, 50…99 | the white cards from 1 to 50, the red cards from 50 to 1: one of the codes below |
| 100, 101 | the level, and the last one |
| 102, 103 | lives and stars |
| 104, 105 | 1 where white, red is laid face down |
| 106 | what the table waits for: `PLAYING`, `VOTING`, `CHOOSING` or `OVER` |
| 107, 108 | by pile, the place in it of the card last seen there, from 1 (W1, R50) to 50, else 0 |
| 109, 110 | by pile, how many cards lie there |
| 111 | the time since the level's play began |
| 112, 113 | by pile, the time since a card was laid there, or since play began |
| 114 + seat | how many cards that seat holds |
| 114 + players + seat | whether it agrees to the star: 1, -1, or 0 if it has not said |
| 114 + 2·players + 2·seat + pile | how many cards that seat has laid there |
"""

from __future__ import annotations

import numpy as np
import numpy.typing as npt

from tacit.games.extreme import POSITION, Card, Colour, Phase, View
from tacit.games.extreme.bots.playtime import played

Numbers = npt.NDArray[np.int16]

UNSEEN, MINE, GONE, MINE_LAID_BLIND = range(4)
"""Codes of cards: nobody showed me; in my hand; laid openly, set aside or turned over; laid by me
face down."""
LEVEL, LAST_LEVEL, LIVES, STARS, BLIND, PHASE, TOP, COUNT, PLAYED, SINCE, SEATS = (
    100, 101, 102, 103, 104, 106, 107, 109, 111, 112, 114,
)  # fmt: skip
PLAYING, VOTING, CHOOSING, OVER = range(4)
PHASES = {Phase.PLAYING: PLAYING, Phase.VOTING: VOTING, Phase.CHOOSING: CHOOSING, Phase.OVER: OVER}
PILES = tuple(Colour)
MAX_TIME_CS = 32_767
"""Hundredths of a second beyond which time is not counted any more."""


def size(players: int) -> int:
    """Return how many numbers an observation has.

    >>> [size(players) for players in (2, 3, 4)]
    [122, 126, 130]
    """
    return SEATS + 4 * players


def place(card: Card) -> int:
    """Return the place of a card among the hundred.

    >>> place("W1"), place("R50"), place("R1")
    (0, 50, 99)
    """
    return POSITION[card] - 1 + 50 * (card[0] == "R")


def observed(view: View, now: int) -> Numbers:
    """Return the observation of a view at a moment, in milliseconds of the table's clock."""
    found = np.zeros(size(view.players), np.int16)
    found[[place(card) for card in view.hand]] = MINE
    found[[place(card) for _, card in view.aside]] = GONE
    found[LEVEL], found[LAST_LEVEL] = view.level, view.last_level
    found[LIVES], found[STARS] = view.lives, view.stars
    found[PHASE] = PHASES.get(view.phase, OVER)
    found[PLAYED] = hundredths(played(view.pauses, now))
    found[SINCE : SINCE + 2] = found[PLAYED]
    me = 0 if view.seat is None else int(view.seat)
    for pile, colour in enumerate(PILES):
        found[BLIND + pile] = colour in view.blind
        found[COUNT + pile] = view.piles[colour].count
    _write_laid(found, view, me, now)
    for away in range(view.players):
        seat = (me + away) % view.players
        found[SEATS + away] = view.cards_left[seat]
        vote = view.votes[seat]
        found[SEATS + view.players + away] = 0 if vote is None else 1 if vote else -1
    return found


def _write_laid(found: Numbers, view: View, me: int, now: int) -> None:
    """Write what is known of the cards that were laid."""
    turned = {turned.card for turned in view.turned}
    for laid in view.events:
        pile = PILES.index(laid.colour)
        away = (laid.seat - me) % view.players
        found[SEATS + 2 * view.players + 2 * away + pile] += 1
        found[SINCE + pile] = hundredths(played(view.pauses, now) - played(view.pauses, laid.at))
        if laid.card is not None:
            hidden = laid.colour in view.blind and laid.card not in turned
            found[place(laid.card)] = MINE_LAID_BLIND if hidden else GONE
            found[TOP + pile] = POSITION[laid.card]


def hundredths(millis: int) -> int:
    """Return a time as observations have it."""
    return min(millis // 10, MAX_TIME_CS)
