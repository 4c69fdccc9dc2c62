"""When a card should be laid, compiled: the twin of `games.extreme.bots.advice`.

An ear keeps its advice until it hears anything new, and judges the risk only of cards for which
somebody asks. Logarithms of whole gaps come from a table.
"""

from __future__ import annotations

import math
from typing import Any

import numpy as np

from tacit.games.extreme import Colour
from tacit.games.extreme.bots.advice import (
    AT_ONCE,
    BLUR,
    COUNT_BLUR,
    EARLIEST,
    HALVINGS,
    HARDLY,
    HEEDED,
    LATEST,
    LISTENED_AT_LEAST,
    REACH,
    SHARPEST,
    SIGN,
    SUREST_HELD,
    TOGETHER,
)
from tacit.games.extreme.bots.tempo import Tempo
from tacit.games.extreme.kernel.state import compiled
from tacit.games.extreme.rules.cards import HIGHEST
from tacit.games.extreme.twin.people import MANNERS, SHAPE, SPREAD
from tacit.games.extreme.twin.tempo import above, believed, log_wait

SIGNS = np.array([SIGN[colour] for colour in Colour])
LOGS = np.array([0.0, *(math.log(gap) for gap in range(1, HIGHEST + 1))])


@compiled
def tempo_of(table: Any, ear: Any, seat: int, sign: int) -> Tempo:
    """Return what is believed of a seat's tempo on a pile, or what was told."""
    if ear.told[seat]:
        manner = MANNERS[table.kind[seat]]
        return Tempo(table.log_pace[seat], manner[SHAPE], manner[SPREAD], manner[SPREAD])
    return believed(ear.beliefs[seat], sign)


@compiled
def weight(ear: Any, seat: int) -> float:
    """Return how much a seat is listened to: people fully, those who echo the table hardly."""
    if ear.known[seat] >= 0:
        return float(ear.known[seat])
    return max(LISTENED_AT_LEAST, 1 / (1 + math.exp(ear.echo[seat])))


@compiled
def table_tempo(table: Any, ear: Any, sign: int) -> Tempo:
    """Return the tempo that the table has found on a pile."""
    total = log_pace = bent = most = 0.0
    for seat in range(table.players):
        heed, theirs = weight(ear, seat), tempo_of(table, ear, seat, sign)
        total += heed
        most = max(most, heed)
        log_pace += heed * theirs.log_pace
        bent += heed * (1 - theirs.shape)
    return Tempo(log_pace / total, 1 - most * bent / total, 0.0, 0.0)


@compiled
def blind_pace(table: Any, ear: Any, colour: int) -> float:
    """Return the seconds a number on a blind pile, where everyone counts on their own."""
    found = table_tempo(table, ear, SIGNS[colour])
    gap = HIGHEST / (ear.level / 2 + 1)
    return math.exp(log_wait(found, math.log(gap))) / gap


@compiled
def advice(table: Any, ear: Any, seat: int, colour: int, card: int) -> tuple[float, int]:
    """Return how long to wait before a card, and whether nobody can come before it."""
    if ear.advised[seat, colour] != ear.version or ear.advised_card[seat, colour] != card:
        ear.advised[seat, colour], ear.advised_card[seat, colour] = ear.version, card
        unseen = _look(ear, colour, card)
        if not _others(table, ear, seat) or (
            not ear.blind[colour] and (not unseen or ear.unseen[0] > card)
        ):
            pace = math.exp(table_tempo(table, ear, SIGNS[colour]).log_pace)
            ear.wait[seat, colour] = min(AT_ONCE, pace)
            ear.free[seat, colour] = 1
        else:
            ear.free[seat, colour] = 0
            if ear.blind[colour]:
                ahead = (card - ear.clock[colour]) * blind_pace(table, ear, colour)
                ear.wait[seat, colour] = max(0.0, ahead)
            else:
                ear.log_wait[seat, colour] = _log_wait(table, ear, seat, colour, card, unseen)
                ear.wait[seat, colour] = math.exp(ear.log_wait[seat, colour])
    return float(ear.wait[seat, colour]), int(ear.free[seat, colour])


@compiled
def risk(table: Any, ear: Any, seat: int, colour: int, card: int) -> float:
    """Return how likely it is an error to lay a card after waiting as advised."""
    _, free = advice(table, ear, seat, colour, card)
    if free:
        return 0.0
    if ear.judged[seat, colour] != ear.version or ear.judged_card[seat, colour] != card:
        ear.judged[seat, colour], ear.judged_card[seat, colour] = ear.version, card
        if ear.blind[colour]:
            ear.risk[seat, colour] = _blind_risk(table, ear, seat, colour, card)
        else:
            unseen = _look(ear, colour, card)
            _races(table, ear, seat, colour, unseen)
            ear.risk[seat, colour] = _open_risk(table, ear, seat, colour, card, unseen)
    return float(ear.risk[seat, colour])


@compiled
def _look(ear: Any, colour: int, card: int) -> int:
    """Find the cards that somebody may still hold besides this one; return how many."""
    unseen = 0
    for here in range(ear.top[colour] + 1, HIGHEST + 1):
        if here != card and not ear.seen[colour, here]:
            ear.unseen[unseen] = here
            unseen += 1
    return unseen


@compiled
def _unseen(ear: Any, colour: int) -> int:
    """Return how many cards of a colour somebody may still hold."""
    found = 0
    for here in range(ear.top[colour] + 1, HIGHEST + 1):
        if not ear.seen[colour, here]:
            found += 1
    return found


@compiled
def _others(table: Any, ear: Any, seat: int) -> bool:
    for other in range(table.players):
        if other != seat and ear.left[other]:
            return True
    return False


@compiled
def _log_wait(table: Any, ear: Any, seat: int, colour: int, card: int, unseen: int) -> float:
    """Return the logarithm of the wait before a card on an open pile."""
    found = table_tempo(table, ear, SIGNS[colour])
    base = log_wait(found, LOGS[card - ear.top[colour]])
    people = 0.0
    for other in range(table.players):
        if other != seat and ear.left[other]:
            people = max(people, weight(ear, other))
    if people <= HEEDED:
        return base
    _races(table, ear, seat, colour, unseen)
    return base + people * (_even(table, ear, seat, unseen, card, base) - base)


@compiled
def _races(table: Any, ear: Any, seat: int, colour: int, unseen: int) -> None:
    could = _unseen(ear, 0) + _unseen(ear, 1)
    for other in range(table.players):
        if other != seat and ear.left[other]:
            _race(table, ear, other, colour, unseen, could)


@compiled
def _race(table: Any, ear: Any, other: int, colour: int, unseen: int, could: int) -> None:
    """Work out what somebody may hold on a pile, and when they would lay it."""
    theirs = tempo_of(table, ear, other, SIGNS[colour])
    spread = max(SHARPEST, theirs.spread)
    each = min(SUREST_HELD, ear.left[other] / max(1, could))
    top, none = ear.top[colour], 1.0
    silences = ear.silences[colour, other]
    chances, centres = ear.chances[other], ear.centres[other]
    tops, waits = ear.silent_top[colour, other], ear.silent_wait[colour, other]
    for place in range(unseen):
        here = ear.unseen[place]
        chance = none * each
        for silence in range(silences):
            usual = log_wait(theirs, LOGS[here - tops[silence]])
            chance *= above((waits[silence] - usual) / spread)
        chances[place] = chance
        centres[place] = log_wait(theirs, LOGS[here - top])
        none *= 1 - each
    ear.none[other] = none
    ear.spread[other] = spread


@compiled
def _even(table: Any, ear: Any, seat: int, unseen: int, card: int, base: float) -> float:
    """Return the logarithm of the wait at which lower and higher cards are equally likely."""
    low, high = base + EARLIEST, base + LATEST
    sizes, middles, widths = ear.sizes, ear.middles, ear.widths
    terms = 0
    for other in range(table.players):
        if other == seat or not ear.left[other]:
            continue
        heed, spread = weight(ear, other), ear.spread[other]
        for place in range(unseen):
            chance, centre = ear.chances[other, place], ear.centres[other, place]
            if chance > HARDLY and low - REACH * spread < centre < high + REACH * spread:
                side = 1 if ear.unseen[place] > card else -1
                sizes[terms] = heed * chance / spread * side
                middles[terms], widths[terms] = centre, spread
                terms += 1
    for _ in range(HALVINGS):
        middle = (low + high) / 2
        balance = 0.0
        for term in range(terms):
            z = (middle - middles[term]) / widths[term]
            balance += sizes[term] * math.exp(-z * z / 2)
        if balance < 0:
            low = middle
        else:
            high = middle
    return (low + high) / 2


@compiled
def _open_risk(table: Any, ear: Any, seat: int, colour: int, card: int, unseen: int) -> float:
    """Return how likely somebody still holds a lower card after that long a silence."""
    safe, wait = 1.0, ear.log_wait[seat, colour]
    for other in range(table.players):
        if other == seat or not ear.left[other]:
            continue
        lower = higher = 0.0
        for place in range(unseen):
            late = above((wait - ear.centres[other, place]) / ear.spread[other])
            left = ear.chances[other, place] * late
            if ear.unseen[place] < card:
                lower += left
            else:
                higher += left
        safe *= 1 - lower / max(1e-12, lower + higher + ear.none[other])
    return 1 - safe


@compiled
def _blind_risk(table: Any, ear: Any, seat: int, colour: int, card: int) -> float:
    could = _unseen(ear, 0) + _unseen(ear, 1)
    lower = 0.0
    for other in range(table.players):
        if other != seat and ear.left[other]:
            lower += _late(table, ear, other, colour, card, could)
    return 1 - math.exp(-TOGETHER * lower)


@compiled
def _late(table: Any, ear: Any, other: int, colour: int, card: int, could: int) -> float:
    """Return how many lower cards somebody may still hold when a blind clock is at a card."""
    cards, count = ear.cards[colour, other], ear.count[colour, other]
    theirs = tempo_of(table, ear, other, SIGNS[colour])
    each = ear.left[other] / max(1, could)
    own = theirs.steadiness * theirs.steadiness
    doubt = max(0.0, theirs.spread * theirs.spread - own)
    off = own * count * count / max(1, cards)
    late = 0.0
    for here in range(1, card):
        if not ear.seen[colour, here]:
            ahead = max(0.0, here - count)
            spread = math.sqrt(off + own * ahead * ahead + doubt * here * here) + BLUR
            held = above((count - here) / (math.sqrt(off) + COUNT_BLUR))
            late += each * held * above((card - here) / spread)
    return late
