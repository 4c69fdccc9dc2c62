"""How `swift` was trained: `python -m tacit.games.mindup.bots.swift_training --games 150000`.

Deep Monte Carlo: the network plays whole games against itself, mostly the card it likes best, and
learns for every card played how far ahead its player was when the round ended. The same number of
games and the same seed give the same weights on the same machine; others may differ in the last
bits, since compilers add up in their own order.
"""

from __future__ import annotations

import argparse
import time
from pathlib import Path

import numpy as np

from tacit.core.compiled_random import GOLDEN
from tacit.games.mindup.bots.reckoning import (
    ALL,
    Floats,
    cards_in,
    compiled,
    lead_of_round,
    look_round,
)
from tacit.games.mindup.bots.swift import BEST, HIDDEN, INPUTS, LEAK, ROOM, WEIGHTS, answer, choice
from tacit.games.mindup.kernel.packed import HAND, MOST, OVER, ROUND, ROW, SIZE, TABLEAU
from tacit.games.mindup.kernel.play import deal, stream, turn

SCALE = 5.0
"""Points of a lead that the network calls one."""
TABLES = (4, 3, 4, 5, 4, 6)
"""Numbers of players, taken in turn."""
BATCH = 2000
"""Games between two changes of the table, the step and the heat."""
GAMES_A_STEP = 4


@compiled
def _train(
    net: Floats,
    moments: Floats,
    players: int,
    seed: int,
    first: int,
    games: int,
    step: float,
    heat: float,
) -> float:
    """Play games and improve the network after each few (Adam); return the mean squared error."""
    state = np.empty(SIZE, np.int64)
    deck = np.empty(60, np.uint8)
    room = np.zeros(ROOM)
    seen = np.empty((MOST * 8, INPUTS))
    who = np.empty(MOST * 8, np.int64)
    slope = np.zeros(WEIGHTS)
    known, picks = np.zeros(MOST, np.int64), np.zeros(MOST, np.int64)
    error, samples, fresh = 0.0, 0, 0
    for game in range(games):
        rng = deal(state, players, 0, stream(seed, first + game), deck)
        known[:] = 0
        while state[ROUND] != OVER:
            number = state[ROUND]
            count = 0
            while state[ROUND] == number:
                shown = cards_in(state[ROW])
                for seat in range(players):
                    shown |= cards_in(state[TABLEAU + seat]) | known[seat]
                hidden = ALL & ~shown
                for seat in range(players):
                    rng += 16 * GOLDEN
                    theirs = hidden & ~cards_in(state[HAND + seat])
                    picks[seat] = choice(net, state, seat, known, theirs, heat, rng, room)
                    seen[count] = room[BEST : BEST + INPUTS]
                    who[count] = seat
                    count += 1
                for seat in range(players):
                    known[seat] &= ~(1 << picks[seat])
                turn(state, picks)
            for sample in range(count):
                target = lead_of_round(state, who[sample], number) / SCALE
                error += _learn(net, seen[sample], target, slope, room)
            samples += count
            fresh += count
            if state[ROUND] != OVER:
                look_round(state, known)
        if (game + 1) % GAMES_A_STEP == 0:
            slope /= fresh
            moments[0] += 0.1 * (slope - moments[0])
            moments[1] += 0.001 * (slope * slope - moments[1])
            net -= step * moments[0] / (np.sqrt(moments[1]) + 1e-6)
            slope[:] = 0.0
            fresh = 0
    return float(error / samples)


@compiled
def _learn(net: Floats, x: Floats, target: float, slope: Floats, room: Floats) -> float:
    """Add to the slope of the squared error what one sample tells; return that error."""
    layer = room[:HIDDEN]
    miss = answer(net, x, layer) - target
    slope[WEIGHTS - 1] += miss
    for neuron in range(HIDDEN):
        slope[HIDDEN * INPUTS + neuron] += miss * layer[neuron]
        back = miss * net[HIDDEN * INPUTS + neuron]
        if layer[neuron] < 0.0:
            back *= LEAK
        for place in range(INPUTS):
            slope[neuron * INPUTS + place] += back * x[place]
    return miss * miss


def train(games: int, seed: int) -> Floats:
    """Return a network that has played this many games."""
    rng = np.random.default_rng(seed)
    net = np.zeros(WEIGHTS)
    net[: HIDDEN * INPUTS] = rng.normal(0, 0.3, HIDDEN * INPUTS)
    net[HIDDEN * INPUTS : WEIGHTS - 1] = rng.normal(0, 0.1, HIDDEN)
    moments = np.zeros((2, WEIGHTS))
    begun = time.monotonic()
    for number, first in enumerate(range(0, games, BATCH)):
        rest = 1 - first / games
        step, heat = 3e-3 * rest**1.5 + 1e-5, 0.3 * rest + 0.03
        players = TABLES[number % len(TABLES)]
        error = _train(net, moments, players, seed, first, min(BATCH, games - first), step, heat)
        if number % 10 == 0:
            print(f"{first:>8} games, {time.monotonic() - begun:>5.0f} s, error {error:.3f}")
    return net


def main() -> None:
    """Train and write the weights."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--games", type=int, default=150_000)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--out", default=str(Path(__file__).with_name("swift.npy")))
    args = parser.parse_args()
    np.save(args.out, train(args.games, args.seed).astype(np.float32))


if __name__ == "__main__":
    main()
