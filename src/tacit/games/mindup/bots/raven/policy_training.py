"""How the players learned whom `raven` imagines.

Run by `python -m tacit.games.mindup.bots.raven.policy_training`.

Players who search (`foresight.respond`, among greedy players) play whole games against themselves.
The policy learns to foresee their picks: for every number of turns left, the weights of a softmax
under which those picks are likeliest, found by Newton's method. The same number of games and
the same seed give the same weights on the same machine. With `--imagine policy.npy` the players
who search imagine others with that policy: one more round of self-play.
"""

from __future__ import annotations

import argparse
from pathlib import Path

import numpy as np

from tacit.core.compiled_random import GOLDEN
from tacit.games.mindup.bots.raven.foresight import like, respond
from tacit.games.mindup.bots.raven.imagining import (
    COLOURS,
    LEFT,
    ROOM,
    compiled,
    count_lacking,
    expected,
    look_at_row,
    weigh_unseen,
)
from tacit.games.mindup.bots.raven.minds import FEATURES, greedy, hand_values, mind
from tacit.games.mindup.bots.reckoning import Floats, cards_in, look_round
from tacit.games.mindup.bots.search import HEAT
from tacit.games.mindup.kernel.packed import (
    BITS,
    CARD,
    COLOUR_AT,
    DRAWN,
    HAND,
    MASK,
    MOST,
    ORDER,
    OVER,
    PLAYERS,
    ROUND,
    ROW,
    SIZE,
    TABLEAU,
    TURN,
    Words,
)
from tacit.games.mindup.kernel.play import deal, stream, turn
from tacit.games.mindup.rules.setup import PLAYERS as SEATS
from tacit.games.mindup.rules.setup import ROUNDS

TURNS = 21
HELD = 9
"""The most cards in a hand."""
RIDGE = 5.0
"""Keeps weights small that tell nothing."""
STEPS = 25


@compiled
def _seen_by(
    state: Words, known: Words, me: int, table: Words, hidden: Words, lacking: Words
) -> int:
    """Write a table as one seat knows it; return how many cards are hidden."""
    table[:] = state
    table[ORDER : ORDER + ROUNDS] = 0
    table[ORDER + state[ROUND] - 1] = state[ORDER + state[ROUND] - 1]
    table[DRAWN : DRAWN + ROUNDS - 1] = 0
    shown = cards_in(state[ROW]) | cards_in(state[HAND + me])
    for seat in range(state[PLAYERS]):
        shown |= cards_in(state[TABLEAU + seat]) | known[seat]
        lacking[seat] = 0
        if seat != me:
            hand, table[HAND + seat] = state[HAND + seat], 0
            while hand:
                if (known[seat] >> (hand & MASK)) & 1:
                    table[HAND + seat] = (table[HAND + seat] << BITS) | (hand & MASK)
                else:
                    lacking[seat] += 1
                hand >>= BITS
    cards = 0
    for card in range(1, 61):
        if not (shown >> card) & 1:
            hidden[cards] = card
            cards += 1
    return cards


@compiled
def _play(
    players: int,
    seed: int,
    games: int,
    deals: int,
    minds: Floats,
    probes: Floats,
    seen: Floats,
    picked: Words,
    left: Words,
) -> None:
    """Play games; write by pick what the features of each card were, and which was picked.

    `minds` are the players, by round. `probes` are minds by round and feature that like
    nothing but one feature, so that how much they like a card is that feature.
    """
    state, deck = np.empty(SIZE, np.int64), np.empty(60, np.uint8)
    table, hidden = np.empty(SIZE, np.int64), np.empty(60, np.int64)
    lacking, known, picks = np.zeros((3, MOST), np.int64)
    room, mix, plans = np.zeros(ROOM), np.ones((MOST, 1)), np.zeros((1, MOST, 64))
    sample = 0
    for game in range(games):
        rng = deal(state, players, 0, stream(seed, game), deck) + 64 * GOLDEN
        known[:] = 0
        while state[ROUND] != OVER:
            number = state[ROUND]
            held = number + 7 - state[TURN]
            for seat in range(players):
                cards = _seen_by(state, known, seat, table, hidden, lacking)
                theirs = hidden[:cards].copy()
                unseen = 0
                for card in theirs:
                    unseen |= 1 << card
                like(table, known, unseen, seat, minds[number - 1], plans[0])
                sums = np.zeros(held)
                rng += (deals + 1) * 2048 * GOLDEN
                respond(
                    table,
                    theirs,
                    lacking,
                    known,
                    seat,
                    deals,
                    plans,
                    mix,
                    minds[number - 1],
                    rng,
                    sums,
                )
                picked[sample], left[sample] = np.argmax(sums), held - 2
                picks[seat] = (state[HAND + seat] >> (BITS * picked[sample])) & MASK
                count_lacking(state, known, room)
                for feature in range(len(FEATURES)):
                    probe = probes[number - 1, feature]
                    look_at_row(state, seat, probe, room)
                    _probe(state, seat, known, unseen, probe, room, seen[sample, :, feature])
                sample += 1
            for seat in range(players):
                known[seat] &= ~(1 << picks[seat])
            turn(state, picks)
            if number != state[ROUND] != OVER:
                look_round(state, known)


@compiled
def _probe(
    state: Words, seat: int, known: Words, unseen: int, probe: Floats, room: Floats, found: Floats
) -> None:
    """Write by place in the hand how much a mind likes that card."""
    each, hand, place = weigh_unseen(state, unseen), state[HAND + seat], 0
    keep = 64 + 64 * LEFT + 64 * (state[ROUND] + 5 - state[TURN])
    while hand:
        card = hand & MASK
        found[place] = expected(state, seat, card, known, unseen, each, room)
        found[place] += room[COLOURS + 5 + (CARD[card] >> COLOUR_AT)] + probe[keep + card]
        hand >>= BITS
        place += 1


def play(
    players: int, games: int, deals: int, seed: int, imagined: Floats | None = None
) -> tuple[Floats, Words, Words]:
    """Return by pick the features of every card, which was picked, and how many turns were left.

    Those who search imagine others with this policy, or greedy ones.
    """
    values = hand_values()[players - 3]
    minds = np.array(
        [
            greedy(HEAT, of_round) if imagined is None else mind(imagined, of_round)
            for of_round in values
        ]
    )
    single = np.eye(len(FEATURES))
    probes = np.array(
        [[mind(np.tile(one, (LEFT, 1)), of_round) for one in single] for of_round in values]
    )
    samples = games * TURNS * players
    seen = np.zeros((samples, HELD, len(FEATURES)))
    picked, left = np.zeros(samples, np.int64), np.zeros(samples, np.int64)
    _play(players, seed, games, deals, minds, probes, seen, picked, left)
    return seen, picked, left


def fit(seen: Floats, picked: Words) -> Floats:
    """Return the weights of a softmax under which these picks are likeliest."""
    weights = np.zeros(seen.shape[2])
    for _ in range(STEPS):
        likely = softmax(seen @ weights)
        mean = np.einsum("ij,ijk->ik", likely, seen)
        slope = (seen[np.arange(len(seen)), picked] - mean).sum(axis=0) - RIDGE * weights
        apart = (seen - mean[:, None]) * np.sqrt(likely)[:, :, None]
        flat = apart.reshape(-1, len(weights))
        weights += np.linalg.solve(flat.T @ flat + RIDGE * np.eye(len(weights)), slope)
    return weights


def softmax(liked: Floats) -> Floats:
    """Return how likely each of a row is chosen."""
    likely = np.exp(liked - liked.max(axis=1, keepdims=True))
    shares: Floats = likely / likely.sum(axis=1, keepdims=True)
    return shares


def learn(
    games: int, deals: int, seed: int, imagined: Floats | None = None
) -> tuple[Floats, float]:
    """Return the policy, and how often its likeliest card was picked in games it did not see."""
    every = [play(players, games, deals, seed + players, imagined) for players in SEATS]
    policy, right, tested = np.zeros((LEFT, len(FEATURES))), 0, 0
    for left in range(LEFT):
        parts = [(seen[:, : left + 2][at == left], card[at == left]) for seen, card, at in every]
        kept = [max(1, len(card) * 9 // 10) for _, card in parts]
        policy[left] = fit(
            np.concatenate([seen[:cut] for (seen, _), cut in zip(parts, kept, strict=True)]),
            np.concatenate([card[:cut] for (_, card), cut in zip(parts, kept, strict=True)]),
        )
        for (seen, card), cut in zip(parts, kept, strict=True):
            right += int(((seen[cut:] @ policy[left]).argmax(axis=1) == card[cut:]).sum())
            tested += len(card) - cut
    return policy, right / max(1, tested)


def main() -> None:
    """Train and write the policy."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--games", type=int, default=60, help="for each number of players")
    parser.add_argument("--deals", type=int, default=100, help="that a teacher imagines for a pick")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--imagine", type=np.load, help="a policy that the others have")
    parser.add_argument("--out", default=str(Path(__file__).parent / "policy.npy"))
    args = parser.parse_args()
    policy, right = learn(args.games, args.deals, args.seed, args.imagine)
    np.save(args.out, policy.round(3).astype(np.float32))
    print(f"foresees {right:.0%} of the picks; wrote {args.out}")


if __name__ == "__main__":
    main()
