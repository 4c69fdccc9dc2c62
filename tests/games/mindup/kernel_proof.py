"""The compiled Mind Up! beside the rules it stands for: the same deals, picks and numbers.

`python -m tests.games.mindup.kernel_proof --turns 1000000 --seed 1` plays a million turns, for
every number of players and objectives in turn, and compares the whole table after each of them.
Half of the games are dealt by the kernel and half by the reference. In every round the kernel
packs the reference's table anew at a random turn and plays on by itself from there; its random
picks are foretold here, number by number, and given to the reference.
"""

from __future__ import annotations

import argparse
import itertools
import random
import time

import numpy as np

from tacit.core.chance import Chance
from tacit.core.rulebook import settle
from tacit.games import mindup
from tacit.games.mindup.kernel import packed
from tacit.games.mindup.kernel import play as kernel
from tacit.games.mindup.kernel.packed import (
    HAND,
    MOST,
    OBJECTIVES,
    ORDER,
    ROUND,
    ROW,
    SCORE,
    TABLEAU,
)

WORD = 1 << 64
TABLES = tuple(itertools.product(mindup.PLAYERS, range(6)))


def begun(setup):
    return settle(mindup.initial(setup), [], mindup.follows, mindup.evolve)


def dealt_by_kernel(players, objectives, rng):
    """Deal a packed table, and make the reference's setup from it."""
    words = np.empty(packed.SIZE, np.int64)
    start = rng.randrange(-WORD // 2, WORD // 2)
    kernel.deal(words, players, objectives, start, np.empty(60, np.uint8))
    hands = [packed.unpack(word) for word in words[HAND : HAND + players]]
    deck = [card for hand in hands for card in hand] + [*packed.unpack(words[ROW])]
    deck += packed.unpack(words[packed.DRAWN]) + packed.unpack(words[packed.DRAWN + 1])
    deck += sorted(set(mindup.DECK) - set(deck))
    return words, mindup.Setup(
        players=players,
        deck=tuple(deck),
        orders=tuple(packed.unpack(word) for word in words[ORDER : ORDER + 3]),
        objectives=tuple(packed.unpack(word) for word in words[OBJECTIVES : OBJECTIVES + 3]),
    )


def foretell(words, rng):
    """Return the picks the kernel will draw for the next turn, and its random number after it."""
    rng = (rng + 0x9E3779B97F4A7C15) % WORD
    mixed = (rng ^ (rng >> 30)) * 0xBF58476D1CE4E5B9 % WORD
    mixed = (mixed ^ (mixed >> 27)) * 0x94D049BB133111EB % WORD
    chance = (mixed ^ (mixed >> 31)) >> 8
    picks = []
    for word in words[HAND : HAND + words[packed.PLAYERS]]:
        hand = packed.unpack(word)
        index, chance = divmod(chance * len(hand), 1 << 56)
        picks.append(hand[index])
    return picks, rng


def compare(words, state):
    """Assert that the packed table and the reference's are the same."""
    assert words[ROUND] == (packed.OVER if state.ended else state.round)
    assert state.ended or words[packed.TURN] == state.turn
    assert packed.unpack(words[ROW]) == state.row
    for seat in range(state.players):
        assert tuple(sorted(packed.unpack(words[HAND + seat]))) == state.hands[seat]
        assert packed.columns(words[TABLEAU + seat]) == state.tableaux[seat]
    for number, scores in enumerate(state.scores):
        start = SCORE + MOST * number
        assert words[start : start + state.players].tolist() == [s.total for s in scores]


def compare_sheet(tableaux, state):
    """Assert that the scores of the round just ended agree point by point."""
    number = len(state.scores) - 1
    order, objectives = state.setup.orders[number], state.setup.objectives[number]
    sheet = np.full((state.players, 15), 99)
    kernel.judge(tableaux, packed.pack(order), packed.pack(objectives), sheet)
    for row, score in zip(sheet.tolist(), state.scores[number], strict=True):
        assert tuple(row[:5]) == score.columns
        assert tuple(row[5:10]) == score.bonuses
        assert tuple(row[10 : 10 + len(objectives)]) == score.objectives
        assert not any(row[10 + len(objectives) :])


def final_tableaux(words, picks):
    """Return the packed tableaux at the end of a round whose last picks are these."""
    above = dict(zip(sorted(picks), packed.unpack(words[ROW]), strict=True))
    ends = []
    for seat, card in enumerate(picks):
        (last,) = set(packed.unpack(words[HAND + seat])) - {card}
        ends.append(packed.pack((*packed.unpack(words[TABLEAU + seat]), above[card], last)))
    return np.array(ends)


def prove_round(words, state, rng):
    """Play a round with both; return both tables after it."""
    number, turns = state.round, state.round + 5
    alone = rng.randrange(turns)
    for turn in range(turns):
        picks = [rng.choice(hand) for hand in state.hands]
        if turn == alone:
            words = packed.from_state(state)
            compare(words, state)
            chance = rng.randrange(-WORD // 2, WORD // 2)
            finished = words.copy()
            kernel.finish_round(finished, chance)
        if turn >= alone:
            picks, chance = foretell(words, chance)
        if turn == turns - 1:
            tableaux = final_tableaux(words, picks)
        for seat, card in enumerate(picks):
            state = mindup.evolve(state, mindup.Pick(seat=seat, card=card))
        state = settle(state, [], mindup.follows, mindup.evolve)
        assert kernel.turn(words, np.array(picks))
        compare(words, state)
    assert len(state.scores) == number
    compare_sheet(tableaux, state)
    assert (finished == words).all()
    return words, state


def prove_game(players, objectives, seed):
    """Play one game with both; return the number of turns."""
    rng = random.Random(seed)
    if rng.random() < 0.5:
        words, setup = dealt_by_kernel(players, objectives, rng)
        state = begun(setup)
    else:
        settings = mindup.Settings(players=players, objectives=objectives)
        state = begun(mindup.draw(settings, Chance(rng.randbytes(32))))
        words = packed.from_state(state)
    compare(words, state)
    for _ in range(3):
        words, state = prove_round(words, state, rng)
    assert not kernel.turn(words, np.ones(players, np.int64))
    assert tuple(kernel.total(words, seat) for seat in range(players)) == state.ended.totals
    return 6 + 7 + 8


def prove(turns, seed):
    """Play games at every table in turn until this many turns are played; return how many were."""
    played = 0
    tables = enumerate(itertools.cycle(TABLES))
    while played < turns:
        number, (players, objectives) = next(tables)
        try:
            played += prove_game(players, objectives, f"{seed}/{number}")
        except AssertionError:
            print(f"seed {seed}/{number}, {players} players, {objectives} objectives")
            raise
    return played


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--turns", type=int, default=1_000_000)
    parser.add_argument("--seed", type=int, default=1)
    args = parser.parse_args()
    begin = time.perf_counter()
    turns = prove(args.turns, args.seed)
    seconds = time.perf_counter() - begin
    print(f"seed {args.seed}: {turns:,} turns are the same in kernel and rules, in {seconds:.0f} s")


if __name__ == "__main__":
    main()
