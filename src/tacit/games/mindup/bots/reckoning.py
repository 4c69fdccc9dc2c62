"""What a player of Mind Up! can work out, compiled: beliefs, odds, and a sensible card to play.

A table as one seat knows it is a packed state (`kernel.packed`) in which the hands of the others
hold only their known cards. Beside it are the cards that no player has shown, and how many of them
each hand lacks. `fill` deals those at random; then the compiled rules can play on.

How a sensible player weighs a card: opponents play each card they may hold equally often, so
it is known how likely 0, 1, 2, … cards lie below their own, and with it which row card they take. A
row card is worth its bonus and the value of the column it goes to.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from tacit.core.compiled import compiler
from tacit.core.compiled_random import FRACTION, GOLDEN, fraction
from tacit.games.mindup import View, unseen
from tacit.games.mindup.kernel.deal import popcount
from tacit.games.mindup.kernel.packed import (
    BITS,
    CARD,
    COLOUR_AT,
    DRAWN,
    HAND,
    HOME,
    MASK,
    MOST,
    OBJECTIVES,
    ORDER,
    ORDERS,
    PLAYERS,
    ROUND,
    ROW,
    SCORE,
    SIZE,
    SOURCES,
    TABLEAU,
    TURN,
    WHERE,
    Words,
    pack,
)
from tacit.games.mindup.kernel.play import total, turn
from tacit.games.mindup.kernel.scores import read
from tacit.games.mindup.rules.objectives import KEPT_FROM
from tacit.games.mindup.rules.setup import ROUNDS

Floats = npt.NDArray[np.float64]
compiled = compiler(HOME, (*SOURCES, "bots/reckoning.py"))
"""For bots and reviews that call what is here: compiled anew when this file changes."""
woven = compiler(HOME, (*SOURCES, "bots/reckoning.py"), inline="always")
ALL = (1 << 61) - 2
"""All cards as bits."""


class Beliefs(NamedTuple):
    """A table as one seat knows it."""

    table: Words
    """Packed; the hands of the others are their known cards."""
    hidden: Words
    """The cards that no player has shown."""
    lacking: Words
    """By seat: how many hidden cards are in that hand."""
    shown: Words
    """By seat: the cards that all know to be in that hand, as bits."""


def beliefs(view: View) -> Beliefs:
    """Return what a view tells."""
    players, seat, round_ = view.players, view.seat, view.round
    table = np.zeros(SIZE, np.int64)
    table[PLAYERS], table[ROUND], table[TURN] = players, round_, view.turn
    table[ROW] = pack(view.row)
    table[ORDER + round_ - 1] = pack(view.order)
    lasting = ROUNDS if len(view.objectives) >= KEPT_FROM else round_  # MU-34, MU-36
    table[OBJECTIVES + round_ - 1 : OBJECTIVES + lasting] = pack(view.objectives)
    lacking = np.zeros(MOST, np.int64)
    for other in range(players):
        cards = view.hand if other == seat else view.known[other]
        lacking[other] = len(view.hand) - len(cards)
        table[HAND + other] = pack(cards)
        columns = view.tableaux[other]
        table[TABLEAU + other] = pack(card for column in columns for card in column)
        for number, scores in enumerate(view.scores):
            table[SCORE + MOST * number + other] = scores[other].total
    hidden = unseen(view.hand, view.row, view.known, view.tableaux)
    shown = np.zeros(MOST, np.int64)
    for other in range(players):
        shown[other] = sum(1 << card for card in view.known[other])
    return Beliefs(table, np.array(hidden, np.int64), lacking, shown)


@compiled
def lead_of_round(state: Words, me: int, number: int) -> float:
    """Return how far a seat was ahead of the others' mean in one round."""
    players = state[PLAYERS]
    all_points = 0
    for seat in range(players):
        all_points += state[SCORE + MOST * (number - 1) + seat]
    mine = state[SCORE + MOST * (number - 1) + me]
    return float(mine - (all_points - mine) / (players - 1))


@compiled
def lead(state: Words, me: int, rounds: int) -> float:
    """Return how far a seat is ahead of the others' mean after this many rounds."""
    ahead = 0.0
    for number in range(1, rounds + 1):
        ahead += lead_of_round(state, me, number)
    return ahead


@compiled
def cards_in(hand: int) -> int:
    """Return the cards of a packed hand as bits."""
    bits = 0
    while hand:
        bits |= 1 << (hand & MASK)
        hand >>= BITS
    return bits


@compiled
def fill(table: Words, hidden: Words, lacking: Words, rng: int, state: Words) -> int:
    """Copy a table into `state` and draw what is hidden: cards in hands, and the next round.

    `hidden` is shuffled in place, which does not change its meaning.
    """
    rng, at = fill_hands(table, hidden, lacking, rng, state)
    number = table[ROUND]
    if number < ROUNDS:
        drawn = 0
        for seat in range(table[PLAYERS]):
            rng = draw_card(hidden, at, rng)
            drawn |= hidden[at] << (BITS * seat)
            at += 1
        state[DRAWN + number - 1] = drawn
        rng += GOLDEN
        state[ORDER + number] = ORDERS[(fraction(rng) * len(ORDERS)) >> FRACTION]
    return rng


@compiled
def fill_hands(
    table: Words, hidden: Words, lacking: Words, rng: int, state: Words
) -> tuple[int, int]:
    """Copy a table into `state` and complete all hands; return also how many cards that took."""
    state[:] = table
    at = 0
    for seat in range(table[PLAYERS]):
        hand = table[HAND + seat]
        for _ in range(lacking[seat]):
            rng = draw_card(hidden, at, rng)
            hand = (hand << BITS) | hidden[at]
            at += 1
        state[HAND + seat] = hand
    return rng, at


@compiled
def draw_card(cards: Words, at: int, rng: int) -> int:
    """Bring any of the cards from a place on to that place."""
    rng += GOLDEN
    there = at + ((fraction(rng) * (len(cards) - at)) >> FRACTION)
    card = cards[there]
    cards[there] = cards[at]
    cards[at] = card
    return rng


@compiled
def unseen_by(table: Words, hidden: Words, known: Words, me: int) -> int:
    """Return as bits the hidden cards, and those of a seat's own that the others do not know."""
    bits = cards_in(table[HAND + me]) & ~known[me]
    for card in hidden:
        bits |= 1 << card
    return bits


class Desk(NamedTuple):
    """Where picks are tried on imagined deals, one after the other."""

    deal: Words
    picks: Words
    state: Words
    """The deal once the picks were played."""
    known: Words
    """The cards that all know then."""
    room: Floats


@compiled
def lay_desk() -> Desk:
    """Return an empty desk."""
    deal, state = np.empty(SIZE, np.int64), np.empty(SIZE, np.int64)
    return Desk(deal, np.empty(MOST, np.int64), state, np.zeros(MOST, np.int64), np.zeros(16))


@woven
def pick_all(desk: Desk, known: Words, unseen_cards: int, heat: float, rng: int) -> int:
    """Write a sensible pick of every seat."""
    deal, room = desk.deal, desk.room
    for seat in range(deal[PLAYERS]):
        rng += 16 * GOLDEN
        theirs = unseen_cards & ~cards_in(deal[HAND + seat])
        desk.picks[seat] = sensible(deal, seat, known, theirs, heat, rng, room[:8], room[8:])
    return rng


@woven
def try_picks(desk: Desk, known: Words, unseen_cards: int, heat: float, rng: int) -> int:
    """Play the picks of a deal, and let sensible players finish the round."""
    deal, picks, state, still_known, room = desk
    state[:] = deal
    turn(state, picks)
    if state[ROUND] != deal[ROUND]:
        return rng
    for seat in range(deal[PLAYERS]):
        gone = ~(1 << picks[seat])
        still_known[seat] = known[seat] & gone
        unseen_cards &= gone
    return play_on(state, still_known, unseen_cards, heat, rng, room)


@compiled
def margin(state: Words, me: int) -> int:
    """Return how far a seat is ahead of the best of the others."""
    best = -1000
    for seat in range(state[PLAYERS]):
        if seat != me:
            best = max(best, total(state, seat))
    return int(total(state, me) - best)


@compiled
def worths(state: Words, seat: int, values: Floats) -> None:
    """Write what each row card would bring to a seat now: its column's value and its bonus."""
    reading, _ = read(state[TABLEAU + seat])
    where = WHERE[reading >> COLOUR_AT]
    order = state[ORDER + state[ROUND] - 1]
    empty = 0
    for colour in range(5):
        empty = max(empty, (where >> (3 * colour)) & 7)
    row = state[ROW]
    for place in range(state[PLAYERS]):
        card = CARD[row & MASK]
        column = (where >> (3 * (card >> COLOUR_AT))) & 7
        if column == 0:
            column = empty + 1
        values[place] = ((order >> (BITS * (column - 1))) & MASK) + (card & MASK) - 1
        row >>= BITS


@compiled
def expect(
    state: Words, seat: int, known: Words, hidden: int, values: Floats, odds: Floats, card: int
) -> float:
    """Return what a card should bring: the worth of each row card by how likely it is taken.

    `known` has the cards by seat that all know to be there, and `hidden` those that this
    seat has not seen, all as bits.
    """
    players = state[PLAYERS]
    below = (1 << card) - 1
    unseen_cards = popcount(hidden)
    lower = popcount(hidden & below) / unseen_cards if unseen_cards else 0.0
    held = state[ROUND] + 7 - state[TURN]
    odds[0] = 1.0
    others = 0
    for other in range(players):
        if other == seat:
            continue
        shown = popcount(known[other])
        chance = (popcount(known[other] & below) + (held - shown) * lower) / held
        odds[others + 1] = odds[others] * chance
        for place in range(others, 0, -1):
            odds[place] = odds[place] * (1 - chance) + odds[place - 1] * chance
        odds[0] *= 1 - chance
        others += 1
    total = 0.0
    for place in range(players):
        total += odds[place] * values[place]
    return total


@compiled
def gumbel(rng: int) -> float:
    """Return a random number such that the best of sums with it is a softmax choice."""
    return float(-np.log(-np.log((fraction(rng) + 0.5) / (1 << FRACTION))))


@compiled
def sensible(
    state: Words,
    seat: int,
    known: Words,
    hidden: int,
    heat: float,
    rng: int,
    values: Floats,
    odds: Floats,
) -> int:
    """Return the card that should bring the most this turn; the warmer, the less strictly."""
    worths(state, seat, values)
    best, chosen = -1e9, 0
    hand = state[HAND + seat]
    while hand:
        card = hand & MASK
        hand >>= BITS
        value = expect(state, seat, known, hidden, values, odds, card)
        if heat > 0.0:
            rng += GOLDEN
            value += heat * gumbel(rng)
        if value > best:
            best, chosen = value, card
    return chosen


@compiled
def play_on(state: Words, known: Words, hidden: int, heat: float, rng: int, room: Floats) -> int:
    """Let sensible players finish the round; `known` and `hidden` are used up.

    `hidden` has the cards as bits that are in no known hand and not on the table.
    """
    players, number = state[PLAYERS], state[ROUND]
    values, odds = room[:8], room[8:16]
    picks = np.empty(MOST, np.int64)
    while state[ROUND] == number:
        for seat in range(players):
            unseen_cards = hidden & ~cards_in(state[HAND + seat])
            picks[seat] = sensible(state, seat, known, unseen_cards, heat, rng, values, odds)
            rng += 16 * GOLDEN
        for seat in range(players):
            gone = ~(1 << picks[seat])
            known[seat] &= gone
            hidden &= gone
        turn(state, picks)
    return rng


@compiled
def look_round(state: Words, known: Words) -> int:
    """Write the cards that all know when a round begins; return the hidden ones."""
    hidden = ALL & ~cards_in(state[ROW])
    for seat in range(state[PLAYERS]):
        drawn = (state[DRAWN + state[ROUND] - 2] >> (BITS * seat)) & MASK
        known[seat] = cards_in(state[HAND + seat]) & ~(1 << drawn)
        hidden &= ~known[seat]
    return hidden
