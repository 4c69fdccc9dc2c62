"""How `raven` learned what a hand is worth.

Run by `python -m tacit.games.mindup.bots.raven.hand_training`.

The columns of a round are the next hand. Sensible players play many games, and what each card of
a hand added to its player's lead in that round is found by least squares, for every number of
players and for rounds 2 and 3. Colour and bonus of a card are those of its mirror (61 less the
card), so both get the same value. Sums of such values foresee a lead nearly as well as all
else that was tried: counts of colours, gaps, bonuses.

The same number of games and the same seed give the same values.
"""

from __future__ import annotations

import argparse
from pathlib import Path

import numpy as np

from tacit.core.compiled_random import GOLDEN
from tacit.games.mindup.bots.raven.imagining import ROOM, compiled, finish
from tacit.games.mindup.bots.raven.minds import greedy
from tacit.games.mindup.bots.reckoning import ALL, Floats, cards_in, lead_of_round, look_round
from tacit.games.mindup.bots.search import HEAT
from tacit.games.mindup.kernel.packed import MOST, ROW, SIZE
from tacit.games.mindup.kernel.play import deal, stream
from tacit.games.mindup.rules.setup import PLAYERS, ROUNDS

CALM = 100.0
"""Of the squares: what keeps values of rare cards small."""


@compiled
def _play(players: int, seed: int, games: int, mind: Floats, hands: Floats, leads: Floats) -> None:
    """Write by round, game and seat the cards that the next round begins with, and its lead."""
    state, deck = np.empty(SIZE, np.int64), np.empty(60, np.uint8)
    known, room = np.zeros(MOST, np.int64), np.zeros(ROOM)
    for game in range(games):
        rng = deal(state, players, 0, stream(seed, game), deck) + 64 * GOLDEN
        known[:] = 0
        rng = finish(state, known, ALL & ~cards_in(state[ROW]), mind, rng, room)
        for number in range(2, ROUNDS + 1):
            hidden = look_round(state, known)
            for seat in range(players):
                for card in range(1, 61):
                    hands[number - 2, game, seat, card] = (known[seat] >> card) & 1
            rng = finish(state, known, hidden, mind, rng, room)
            for seat in range(players):
                leads[number - 2, game, seat] = lead_of_round(state, seat, number)


def learn(games: int, seed: int) -> Floats:
    """Return values by number of players, round that ends, and card."""
    values = np.zeros((len(PLAYERS), ROUNDS - 1, 64))
    for at, players in enumerate(PLAYERS):
        hands = np.zeros((ROUNDS - 1, games, players, 61))
        leads = np.zeros((ROUNDS - 1, games, players))
        _play(players, seed, games, greedy(HEAT), hands, leads)
        for number in range(ROUNDS - 1):
            mirrored = hands[number, :, :, 1:31] + hands[number, :, :, :30:-1]
            others = mirrored.sum(axis=1, keepdims=True) - mirrored
            ahead = (mirrored - others / (players - 1)).reshape(-1, 30)
            squares = ahead.T @ ahead + CALM * np.eye(30)
            found = np.linalg.solve(squares, ahead.T @ leads[number].ravel())
            values[at, number, 1:31] = found
            values[at, number, 31:61] = found[::-1]
    return values


def main() -> None:
    """Learn the values and write them."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--games", type=int, default=20_000, help="for each number of players")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--out", default=str(Path(__file__).parent / "hand_values.npy"))
    args = parser.parse_args()
    np.save(args.out, learn(args.games, args.seed).round(3).astype(np.float32))
    print(f"{args.games} games for each number of players; wrote {args.out}")


if __name__ == "__main__":
    main()
