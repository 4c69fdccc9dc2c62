"""`swift`: a small network for Mind Up! that answers in far less than a millisecond.

For each of its cards it works out what playing it would probably lead to, a couple of dozen numbers
(`describe`), and a network of one hidden layer turns them into the lead it expects at the end of
the round. `swift_training` made the weights by letting it play against itself.
"""

from __future__ import annotations

from importlib.resources import files

import numpy as np

from tacit.core.compiled_random import GOLDEN
from tacit.games.mindup import View
from tacit.games.mindup.bots.reckoning import (
    Floats,
    beliefs,
    cards_in,
    compiled,
    expect,
    gumbel,
    worths,
)
from tacit.games.mindup.kernel.deal import popcount
from tacit.games.mindup.kernel.packed import (
    BITS,
    BONUSES,
    CARD,
    COLOUR_AT,
    HAND,
    LANE,
    MASK,
    MOST,
    ORDER,
    PLAYERS,
    ROUND,
    ROW,
    TABLEAU,
    TURN,
    WHERE,
    Words,
)
from tacit.games.mindup.kernel.scores import read

INPUTS, HIDDEN = 26, 32
WEIGHTS = HIDDEN * INPUTS + HIDDEN + 1
"""By hidden neuron its inputs, then what each of them adds to the answer, then a constant."""
LEAK = 0.1
HEAT = 0.7
"""Points by which opponents are taken to misjudge their cards."""

# What `describe` and its helpers write into, cut out of one array.
ROOM = 640
VALUES, ODDS, PLACES, COLOURS, X, LAYER, BEST, BELOW = 0, 8, 16, 72, 96, 128, 160, 192
PLACE, COLOUR = 6, 4
"""Numbers kept for each card of the row, and for each colour."""


class Swift:
    """Plays the card the network likes best. It needs no time and no luck."""

    def __init__(self, seat: int, players: int, seed: int) -> None:  # noqa: ARG002
        self._net = weights()

    def choose(self, view: View, budget: float) -> int:  # noqa: ARG002
        """Return the card with the best lead in sight."""
        assert view.seat is not None
        known = beliefs(view)
        hidden = sum(1 << int(card) for card in known.hidden)
        room = np.zeros(ROOM)
        return int(choice(self._net, known.table, view.seat, known.shown, hidden, 0.0, 0, room))


def weights() -> Floats:
    """Return the weights that come with the package."""
    with files("tacit.games.mindup.bots").joinpath("swift.npy").open("rb") as file:
        return np.load(file).astype(np.float64)


@compiled
def choice(
    net: Floats,
    state: Words,
    seat: int,
    known: Words,
    hidden: int,
    heat: float,
    rng: int,
    room: Floats,
) -> int:
    """Return the card the network likes best, and leave what it saw in it at room[BEST]."""
    look(state, seat, known, hidden, room)
    best, chosen = -1e9, 0
    hand = state[HAND + seat]
    while hand:
        card = hand & MASK
        hand >>= BITS
        describe(state, seat, known, hidden, card, room)
        value = answer(net, room[X : X + INPUTS], room[LAYER : LAYER + HIDDEN])
        if heat > 0.0:
            rng += GOLDEN
            value += heat * gumbel(rng)
        if value > best:
            best, chosen = value, card
            room[BEST : BEST + INPUTS] = room[X : X + INPUTS]
    return chosen


@compiled
def answer(net: Floats, x: Floats, layer: Floats) -> float:
    """Return what the network makes of a description."""
    out = net[WEIGHTS - 1]
    for neuron in range(HIDDEN):
        signal = 0.0
        for place in range(INPUTS):
            signal += net[neuron * INPUTS + place] * x[place]
        if signal < 0.0:
            signal *= LEAK
        layer[neuron] = signal
        out += net[HIDDEN * INPUTS + neuron] * signal
    return float(out)


@compiled
def look(state: Words, seat: int, known: Words, hidden: int, room: Floats) -> None:
    """Write what does not depend on the card: the others' plans, the seat's colours, the row."""
    _foresee(state, seat, known, hidden, room)
    colours = room[COLOURS : COLOURS + 5 * COLOUR].reshape((5, COLOUR))
    _look_at_colours(state, seat, known, hidden, colours)
    places = room[PLACES : PLACES + MOST * PLACE].reshape((MOST, PLACE))
    row = state[ROW]
    for place in range(state[PLAYERS]):
        card = CARD[row & MASK]
        bonus = (card & MASK) - 1
        colour = colours[card >> COLOUR_AT]
        places[place, 0] = colour[0] + bonus
        places[place, 1] = colour[0]
        places[place, 2] = bonus
        places[place, 3] = colour[1]
        places[place, 4] = colour[2]
        places[place, 5] = colour[3]
        room[VALUES + place] = places[place, 0]
        row >>= BITS


@compiled
def _foresee(state: Words, me: int, known: Words, hidden: int, room: Floats) -> None:
    """Write by opponent and card how likely they play below it.

    Opponents weigh what they may hold like sensible players and mostly play the best. A hidden card
    counts by how likely they hold it.
    """
    values, odds = room[VALUES : VALUES + 8], room[ODDS : ODDS + 8]
    below = room[BELOW : BELOW + MOST * 64].reshape((MOST, 64))
    held = state[ROUND] + 7 - state[TURN]
    unseen = popcount(hidden)
    for other in range(state[PLAYERS]):
        if other == me:
            continue
        worths(state, other, values)
        lacking = held - popcount(known[other])
        likely = lacking / unseen if unseen else 0.0
        cards = known[other] | hidden if lacking else known[other]
        total = 0.0
        for card in range(1, 61):
            below[other, card] = total
            if (cards >> card) & 1:
                value = expect(state, other, known, hidden, values, odds, card)
                total += np.exp(value / HEAT) * (likely if (hidden >> card) & 1 else 1.0)
        for card in range(1, 61):
            below[other, card] /= total


@compiled
def _look_at_colours(state: Words, seat: int, known: Words, hidden: int, colours: Floats) -> None:
    """Write by colour: a card's worth, whether it is new, how many lie, how many may come."""
    reading, _ = read(state[TABLEAU + seat])
    where = WHERE[reading >> COLOUR_AT]
    order = state[ORDER + state[ROUND] - 1]
    last = 0
    for colour in range(5):
        last = max(last, (where >> (3 * colour)) & 7)
    for colour in range(5):
        column = (where >> (3 * colour)) & 7
        colours[colour, 1] = 0.0 if column else 1.0
        at = column - 1 if column else last
        colours[colour, 0] = (order >> (BITS * at)) & MASK
        colours[colour, 2] = (reading >> (BONUSES + LANE * colour)) & ((1 << LANE) - 1)
        colours[colour, 3] = 0.0
    held = cards_in(state[HAND + seat])
    for other in range(state[PLAYERS]):
        if other != seat:
            held |= known[other]
    for card in range(1, 61):
        if (held >> card) & 1:
            colours[CARD[card] >> COLOUR_AT, 3] += 1.0
        elif (hidden >> card) & 1:
            colours[CARD[card] >> COLOUR_AT, 3] += 0.3


@compiled
def describe(state: Words, seat: int, known: Words, hidden: int, card: int, room: Floats) -> None:
    """Write into room[X…] what playing a card would probably lead to; `look` comes first."""
    players = state[PLAYERS]
    values, odds = room[VALUES : VALUES + 8], room[ODDS : ODDS + 8]
    x = room[X : X + INPUTS]
    plain = expect(state, seat, known, hidden, values, odds, card)
    _spread(state, seat, card, room)
    places = room[PLACES : PLACES + MOST * PLACE].reshape((MOST, PLACE))
    left = state[ROUND] + 6 - state[TURN]
    mean = square = surest = 0.0
    best, worst = -9.0, 99.0
    x[:] = 0.0
    for place in range(players):
        chance = odds[place]
        value, column, bonus, new, lie, come = places[place]
        mean += chance * value
        square += chance * value * value
        surest = max(surest, chance)
        best, worst = max(best, value), min(worst, value)
        x[2] += chance * column / 3
        x[3] += chance * bonus
        x[4] += chance * new
        x[5] += chance * new * column / 3
        x[6] += chance * lie / 2
        x[7] += chance * column * come / 10
        x[8] += chance * new * column * left / 10
        x[23] += chance * come / 5
    x[0] = 1.0
    x[1] = mean / 4
    x[9] = np.sqrt(max(0.0, square - mean * mean)) / 2
    x[10] = surest
    x[11] = (best - mean) / 4
    x[12] = (mean - worst) / 4
    x[13] = card / 30 - 1
    x[14] = abs(card - 30.5) / 15 - 1
    x[18] = left / 4 - 1
    x[24] = plain / 4
    x[25] = state[ROUND] - 2
    _describe_hand(state, seat, card, room)


@compiled
def _spread(state: Words, me: int, card: int, room: Floats) -> None:
    """Write how likely 0, 1, 2, … of the others play below a card, by what `_foresee` found."""
    odds = room[ODDS : ODDS + 8]
    below = room[BELOW : BELOW + MOST * 64].reshape((MOST, 64))
    odds[0] = 1.0
    others = 0
    for other in range(state[PLAYERS]):
        if other == me:
            continue
        chance = below[other, card]
        odds[others + 1] = odds[others] * chance
        for place in range(others, 0, -1):
            odds[place] = odds[place] * (1 - chance) + odds[place - 1] * chance
        odds[0] *= 1 - chance
        others += 1


@compiled
def _describe_hand(state: Words, seat: int, card: int, room: Floats) -> None:
    """Write what a card would be worth to its holder, and what they keep without it."""
    colours = room[COLOURS : COLOURS + 5 * COLOUR].reshape((5, COLOUR))
    x = room[X : X + INPUTS]
    mine = CARD[card]
    colour = colours[mine >> COLOUR_AT]
    x[15] = (colour[0] + (mine & MASK) - 1) / 4
    x[16] = colour[1]
    x[17] = colour[2] / 2
    lowest, highest, nearest, kept = 61, 0, 60, 0
    worth, best = 0.0, -9.0
    hand = state[HAND + seat]
    while hand:
        other = hand & MASK
        hand >>= BITS
        if other == card:
            continue
        lowest, highest = min(lowest, other), max(highest, other)
        nearest = min(nearest, abs(other - card))
        value = colours[CARD[other] >> COLOUR_AT, 0] + (CARD[other] & MASK) - 1
        worth += value
        best = max(best, value)
        kept += 1
    x[19] = (highest - lowest) / 30
    x[20] = worth / max(kept, 1) / 4
    x[21] = best / 4
    x[22] = nearest / 10
