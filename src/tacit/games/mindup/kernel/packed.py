"""A table of Mind Up! packed into whole numbers, as the compiled rules of `kernel` play it.

A state is an array of SIZE 64-bit integers:

| word | holds |
|---|---|
| PLAYERS | how many sit at the table, 3 to 6 |
| ROUND, TURN | both from 1; ROUND is OVER when the game has ended |
| ROW | the centre row: cards in ascending order |
| ORDER + 0…2 | by round: the Score values from left to right |
| OBJECTIVES + 0…2 | by round: the objectives that are out |
| DRAWN + 0…1 | for rounds 2 and 3: the card each seat will draw, in the order of the seats |
| HAND + seat | the cards in hand, in any order |
| TABLEAU + seat | the cards taken this round; colours first appear in the order of the columns |
| SCORE + 6 * round + seat | points of the finished rounds, the first being round 0 |

Cards, Score values and objectives are packed six bits each, the first in the lowest bits; zero is
no card. To play a round to its end a searcher has to fill PLAYERS, ROUND, TURN, ROW, the hands and
tableaux, and the ORDER and OBJECTIVES of this round; the rest matters only beyond the round's end.
"""

from __future__ import annotations

from collections.abc import Iterable
from itertools import permutations

import numpy as np
import numpy.typing as npt

from tacit.games.mindup.rules.cards import BONUS, COLOUR, DECK, Colour
from tacit.games.mindup.rules.records import State
from tacit.games.mindup.rules.setup import PLAYERS as SEATS
from tacit.games.mindup.rules.setup import ROUNDS
from tacit.games.mindup.rules.tableau import EMPTY, SCORE_VALUES, Tableau, place

SOURCES = (
    *(f"rules/{name}.py" for name in ("cards", "objectives", "setup", "tableau")),
    *(f"kernel/{name}.py" for name in ("packed", "deal", "scores", "play")),
)
"""What the kernel is compiled from, in the folder of the game."""
HOME = "tacit.games.mindup"

Words = npt.NDArray[np.int64]

PLAYERS, ROUND, TURN, ROW = 0, 1, 2, 3
ORDER = 4
OBJECTIVES = ORDER + ROUNDS
DRAWN = OBJECTIVES + ROUNDS
MOST = SEATS[-1]
HAND = DRAWN + ROUNDS - 1
TABLEAU = HAND + MOST
SCORE = TABLEAU + MOST
SIZE = SCORE + MOST * ROUNDS
OVER = ROUNDS + 1

BITS = 6
"""Bits of a word for a card, a Score value or an objective."""
MASK = (1 << BITS) - 1


def pack(items: Iterable[int]) -> int:
    """Return cards, Score values or objectives in one word.

    >>> unpack(pack((60, 7, 31)))
    (60, 7, 31)
    """
    return sum(item << (BITS * place) for place, item in enumerate(items))


def unpack(word: int) -> tuple[int, ...]:
    """Return what is packed in a word, up to the first zero."""
    items = []
    rest = int(word)
    while rest:
        items.append(rest & MASK)
        rest >>= BITS
    return tuple(items)


def columns(word: int) -> Tableau:
    """Return the five columns of a packed tableau."""
    tableau = EMPTY
    for number in unpack(word):
        tableau = place(tableau, DECK[number - 1])
    return tableau


def from_state(state: State) -> Words:
    """Pack a table that waits for picks, or has ended; picks that lie face down are forgotten."""
    players = state.players
    words = np.zeros(SIZE, np.int64)
    words[PLAYERS] = players
    words[ROUND] = OVER if state.ended else state.round
    words[TURN] = state.turn
    words[ROW] = pack(state.row)
    for number in range(ROUNDS):
        words[ORDER + number] = pack(state.setup.orders[number])
        words[OBJECTIVES + number] = pack(state.setup.objectives[number])
    for number in range(state.round, ROUNDS):
        start = (number - state.round) * players
        words[DRAWN + number - 1] = pack(state.deck[start : start + players])
    for seat in range(players):
        words[HAND + seat] = pack(state.hands[seat])
        words[TABLEAU + seat] = pack(card for column in state.tableaux[seat] for card in column)
        for number, scores in enumerate(state.scores):
            words[SCORE + MOST * number + seat] = scores[seat].total
    return words


# What the kernel looks up. CARD is added up over a tableau: its bonus and one (so that it is never
# negative) in six bits, one in the lane of its colour, and above them the colour itself.
LANE = 4
BONUSES = 6
COLOUR_AT = 32
COLOURS = tuple(Colour)
CARD: Words = np.zeros(MASK + 1, np.int64)
for _card in DECK:
    _colour = COLOURS.index(COLOUR[_card])
    CARD[_card] = (_colour << COLOUR_AT) + (1 << (BONUSES + LANE * _colour)) + BONUS[_card] + 1

# The columns of a tableau are a sequence of different colours, and there are 326 of those: a card
# leads from one to the next. NEXT, at five times the sequence plus the colour, holds in the lower
# sixteen bits five times the next sequence, and above them a one in the lane of the card's column.
# The leftmost column has the highest lane, so that this times an ORDER makes a sum of products.
# WHERE has at five times the sequence, three bits a colour, its column from 1, or 0 without one.
SEQUENCES = tuple(
    sequence for length in range(len(COLOURS) + 1) for sequence in permutations(range(5), length)
)
_NUMBER = {sequence: number for number, sequence in enumerate(SEQUENCES)}
COUNT_AT = 16
SUM_AT = BITS * 4
NEXT: Words = np.zeros(5 * len(SEQUENCES), np.int64)
WHERE: Words = np.zeros(5 * len(SEQUENCES), np.int64)
for _sequence, _number in _NUMBER.items():
    for _column, _colour in enumerate(_sequence):
        WHERE[5 * _number] |= (_column + 1) << (3 * _colour)
    for _colour in range(5):
        _after = _sequence if _colour in _sequence else (*_sequence, _colour)
        _lane = COUNT_AT + BITS * (4 - _after.index(_colour))
        NEXT[5 * _number + _colour] = 5 * _NUMBER[_after] + (1 << _lane)

ORDERS: Words = np.array([pack(order) for order in permutations(SCORE_VALUES)], np.int64)
