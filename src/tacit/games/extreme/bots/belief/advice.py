"""When to lay a card at a table of The Mind Extreme, by what is believed of every player there.

Beliefs come from `listening`. None depends on the listener's own hand, so all listeners at a table
come to the same tempo. An ear keeps its advice until it hears something new, and judges only the
risks it is asked for.
"""

from __future__ import annotations

import math
from typing import Any

from tacit.games.extreme.bots.belief.leading import (
    ALONE_HASTE,
    HASTE,
    HEEDED,
    LEAN,
    SIGNS,
    blind_pace,
    followed,
    lead,
    may_follow,
    table_tempo,
    towards,
    weight,
)
from tacit.games.extreme.bots.belief.tempo import above, believed, log_wait
from tacit.games.extreme.bots.numbers import PLACES

LOGS = (0.0, *(math.log(gap) for gap in range(1, PLACES)))
"""Logarithms of whole gaps."""
QUICK_S = 0.35
"""Seconds: a card laid within them says only that it was meant to come soon."""
AT_ONCE_S = 0.3
"""Seconds before a card that nobody can come before, or one number of a faster table."""
TOGETHER = 2.5
"""Who is late with one blind card is late with the next: by how much that raises the risk."""
SHARPEST = 0.06
"""Nobody is believed to be steadier than this when a wait is chosen."""
SUREST_HELD = 0.9
"""How likely a player holds a certain card, at most."""
LEAST_GAP = 0.5
"""Positions from a player's count to a card, at least."""
BLUR = 0.1
COUNT_BLUR = 0.5
"""Positions by which a blind card, and the last of a player's count, are always in doubt."""
UNSTEADY = 0.3
"""With people who may follow it leans fully only if their waits are spread this far: a card that
comes sooner shows them a faster tempo, and steadier people gain less than that costs."""
HALVINGS = 11
"""How closely an even wait is sought."""
REACH = 5
HARDLY = 1e-9
"""Ignore cards whose time is more than `REACH` spreads away, or that are this unlikely."""
EARLIEST, LATEST = -0.2, 0.3
"""How far, in logarithms, a wait may be from the tempo. The later end breaks stand-offs: who holds
the last card of a pile does not wait for ever."""


def advice(ear: Any, seat: int, colour: int, card: int) -> tuple[float, int]:
    """Return how long to wait before a card, and whether nobody can come before it."""
    if ear.advised[seat][colour] != ear.version or ear.advised_card[seat][colour] != card:
        ear.advised[seat][colour], ear.advised_card[seat][colour] = ear.version, card
        unseen = _look(ear, colour, card)
        if not others_have(ear, seat) or (
            not ear.blind[colour] and (not unseen or ear.unseen[0] > card)
        ):
            ear.wait[seat][colour] = _free_wait(ear, seat, colour, card)
            ear.free[seat][colour] = 1
        else:
            ear.free[seat][colour] = 0
            if ear.blind[colour]:
                ear.wait[seat][colour] = _blind_wait(ear, seat, colour, card)
            else:
                ear.log_wait[seat][colour] = _log_wait(ear, seat, colour, card, unseen)
                ear.wait[seat][colour] = math.exp(ear.log_wait[seat][colour])
    return float(ear.wait[seat][colour]), int(ear.free[seat][colour])


def risk(ear: Any, seat: int, colour: int, card: int) -> float:
    """Return how likely it is an error to lay a card after waiting as advised."""
    _, free = advice(ear, seat, colour, card)
    if free:
        return 0.0
    if ear.judged[seat][colour] != ear.version or ear.judged_card[seat][colour] != card:
        ear.judged[seat][colour], ear.judged_card[seat][colour] = ear.version, card
        if ear.blind[colour]:
            ear.risk[seat][colour] = _blind_risk(ear, seat, colour, card)
        else:
            unseen = _look(ear, colour, card)
            _races(ear, seat, colour, unseen)
            ear.risk[seat][colour] = _open_risk(ear, seat, colour, card, unseen)
    return float(ear.risk[seat][colour])


def _look(ear: Any, colour: int, card: int) -> int:
    """Find the cards that a player may still hold besides this one; return how many."""
    seen, found = ear.seen[colour], ear.unseen
    unseen = 0
    for here in range(ear.top[colour] + 1, PLACES):
        if here != card and not seen[here]:
            found[unseen] = here
            unseen += 1
    return unseen


def _unseen(ear: Any, colour: int) -> int:
    """Return how many cards of a colour a player may still hold."""
    seen, found = ear.seen[colour], 0
    for here in range(ear.top[colour] + 1, PLACES):
        if not seen[here]:
            found += 1
    return found


def others_have(ear: Any, seat: int) -> bool:
    """Tell whether another player has cards left."""
    for other in range(ear.players):
        if other != seat and ear.left[other]:
            return True
    return False


def _log_wait(ear: Any, seat: int, colour: int, card: int, unseen: int) -> float:
    """Return the logarithm of the wait before a card on an open pile."""
    found = table_tempo(ear, SIGNS[colour])
    base = log_wait(found, LOGS[card - ear.top[colour]])
    people = unsteady = 0.0
    for other in range(ear.players):
        if other != seat and ear.left[other]:
            heed = weight(ear, other)
            people = max(people, heed)
            if heed > HEEDED:
                theirs = believed(ear.beliefs[other], SIGNS[colour])
                unsteady = max(unsteady, theirs.steadiness)
    if people <= HEEDED:
        return base
    _races(ear, seat, colour, unseen)
    surely = followed(ear, SIGNS[colour])
    led = ear.policy[LEAN] * min(1.0, unsteady / UNSTEADY)
    lean = people * towards(surely, 1.0, led)
    return base + lead(ear, surely, found) + lean * (_even(ear, seat, unseen, card, base) - base)


def _free_wait(ear: Any, seat: int, colour: int, card: int) -> float:
    """Return how long to wait before a card that nobody can come before.

    People who follow take a card laid at once for a faster tempo: with them it is laid in tempo.
    """
    found = table_tempo(ear, SIGNS[colour])
    at_once = math.log(min(AT_ONCE_S, math.exp(found.log_pace)))
    if ear.blind[colour]:
        return math.exp(at_once)
    in_tempo = log_wait(found, LOGS[card - ear.top[colour]])
    in_tempo += lead(ear, followed(ear, SIGNS[colour]), found)
    kept = ear.policy[HASTE] if others_have(ear, seat) else ear.policy[ALONE_HASTE]
    haste = towards(may_follow(ear), 1.0, kept)
    return math.exp(towards(haste, max(at_once, in_tempo), at_once))


def _blind_wait(ear: Any, seat: int, colour: int, card: int) -> float:
    """Return how long to wait on a blind pile, from its clock on.

    People count on from their own last card, so each is met where their own count will be; among
    bots there is one common clock.
    """
    total = ahead = 0.0
    for other in range(ear.players):
        heed = weight(ear, other)
        if other != seat and ear.left[other] and heed > HEEDED:
            gap = max(LEAST_GAP, card - ear.count[colour][other])
            theirs = believed(ear.beliefs[other], SIGNS[colour])
            waited = (ear.clock_at[colour] - ear.count_at[colour][other]) / 1000
            total += heed
            ahead += heed * (math.exp(log_wait(theirs, math.log(gap))) - waited)
    if total == 0:
        return float(max(0.0, (card - ear.clock[colour]) * blind_pace(ear, colour)))
    return max(0.0, ahead / total)


def _races(ear: Any, seat: int, colour: int, unseen: int) -> None:
    could = _unseen(ear, 0) + _unseen(ear, 1)
    for other in range(ear.players):
        if other != seat and ear.left[other]:
            _race(ear, other, colour, unseen, could)


def _race(ear: Any, other: int, colour: int, unseen: int, could: int) -> None:
    """Work out what a player may hold on a pile, and when they would lay it."""
    theirs = believed(ear.beliefs[other], SIGNS[colour])
    spread = max(SHARPEST, theirs.spread)
    each = min(SUREST_HELD, ear.left[other] / max(1, could))
    top, none = ear.top[colour], 1.0
    silences = ear.silences[colour][other]
    chances, centres = ear.chances[other], ear.centres[other]
    tops, waits = ear.silent_top[colour][other], ear.silent_wait[colour][other]
    cards = ear.unseen
    for place in range(unseen):
        here = cards[place]
        chance = none * each
        for silence in range(silences):
            usual = log_wait(theirs, LOGS[here - tops[silence]])
            chance *= above((waits[silence] - usual) / spread)
        chances[place] = chance
        centres[place] = log_wait(theirs, LOGS[here - top])
        none *= 1 - each
    ear.none[other] = none
    ear.spread[other] = spread


def _even(ear: Any, seat: int, unseen: int, card: int, base: float) -> float:
    """Return the logarithm of the wait at which lower and higher cards are equally likely."""
    low, high = base + EARLIEST, base + LATEST
    sizes, middles, widths = ear.sizes, ear.middles, ear.widths
    terms = 0
    for other in range(ear.players):
        if other == seat or not ear.left[other]:
            continue
        heed, spread = weight(ear, other), ear.spread[other]
        chances, centres = ear.chances[other], ear.centres[other]
        for place in range(unseen):
            chance, centre = chances[place], centres[place]
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


def _open_risk(ear: Any, seat: int, colour: int, card: int, unseen: int) -> float:
    """Return how likely a player still holds a lower card after that long a silence."""
    safe, wait = 1.0, ear.log_wait[seat][colour]
    for other in range(ear.players):
        if other == seat or not ear.left[other]:
            continue
        lower = higher = 0.0
        chances, centres, spread = ear.chances[other], ear.centres[other], ear.spread[other]
        for place in range(unseen):
            left = chances[place] * above((wait - centres[place]) / spread)
            if ear.unseen[place] < card:
                lower += left
            else:
                higher += left
        safe *= 1 - lower / max(1e-12, lower + higher + ear.none[other])
    return 1 - safe


def _blind_risk(ear: Any, seat: int, colour: int, card: int) -> float:
    could = _unseen(ear, 0) + _unseen(ear, 1)
    lower = 0.0
    for other in range(ear.players):
        if other != seat and ear.left[other]:
            lower += _late(ear, other, colour, card, could)
    return 1 - math.exp(-TOGETHER * lower)


def _late(ear: Any, other: int, colour: int, card: int, could: int) -> float:
    """Return how many lower cards a player may still hold when a blind clock is at a card."""
    cards, count = ear.cards[colour][other], ear.count[colour][other]
    theirs = believed(ear.beliefs[other], SIGNS[colour])
    each = ear.left[other] / max(1, could)
    own = theirs.steadiness * theirs.steadiness
    doubt = max(0.0, theirs.spread * theirs.spread - own)
    off = own * count * count / max(1, cards)
    blur = math.sqrt(off) + COUNT_BLUR
    seen, late = ear.seen[colour], 0.0
    for here in range(1, card):
        if not seen[here]:
            ahead = max(0.0, here - count)
            spread = math.sqrt(off + own * ahead * ahead + doubt * here * here) + BLUR
            held = above((count - here) / blur)
            late += each * held * above((card - here) / spread)
    return late
