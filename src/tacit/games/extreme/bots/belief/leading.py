"""The tempo of the table: with whom a listener goes along, and whom it leads.

Players who echo the table are hardly listened to, and people fully. A person who follows comes
along by themselves: with them a listener holds the tempo it has, and its haste, for they would take
a card laid at once for a faster tempo. Where some follow and some do not, the tempo is that of
those who do not.
"""

from __future__ import annotations

import math
from typing import Any

from tacit.games.extreme import Colour
from tacit.games.extreme.bots.belief.tempo import Tempo, believed, log_wait
from tacit.games.extreme.bots.numbers import COLOURS
from tacit.games.extreme.rules.cards import HIGHEST

SIGNS = tuple(1 if colour is Colour.WHITE else -1 for colour in COLOURS)
ECHO_AT_FIRST = 0.0
"""The logarithm of the odds that a player is an echo, before they were heard."""
LISTENED_AT_LEAST = 0.02
"""How much an echo is listened to all the same."""
HEEDED = 0.1
"""Nobody is waited for who is listened to less than this."""
ENOUGH = 0.3
"""From this share on that people go, in the mean of all that is believed, they are led."""
SUSPECTED = 0.1
"""Haste is kept from people until it is less likely than this that they follow at all."""

HASTE, ALONE_HASTE, LEAN, LEAD, AIM, YIELD, HOLDING = range(7)
POLICY = (0.0, 0.0, 1.0, 0.5, 0.0, 0.8, 0.15)
"""How people who follow are led: how much haste is left with cards that nobody can come before, and
when it alone has cards; how far it still leans to where errors are even; how far it goes back to
the tempo it held, and by how much that is slower; how much less a person who follows counts for the
tempo beside one who does not; and how much the latest card counts in the tempo that is held, where
0 holds the first for ever."""


def weight(ear: Any, seat: int) -> float:
    """Return how much a seat is listened to: people fully, those who echo the table hardly."""
    if ear.known[seat] >= 0:
        return float(ear.known[seat])
    return float(max(LISTENED_AT_LEAST, 1 / (1 + math.exp(ear.echo[seat]))))


def table_tempo(ear: Any, sign: int) -> Tempo:
    """Return the tempo that the table has found on a pile."""
    total = log_pace = bent = most = 0.0
    least = _least_followed(ear, sign)
    for seat in range(ear.players):
        heed, theirs = weight(ear, seat), believed(ear.beliefs[seat], sign)
        if heed > HEEDED:
            heed *= 1 - ear.policy[YIELD] * max(0.0, ear.beliefs[seat].follows - least)
        total += heed
        most = max(most, heed)
        log_pace += heed * theirs.log_pace
        bent += heed * (1 - theirs.shape)
    return Tempo(log_pace / total, 1 - most * bent / total, 0.0, 0.0)


def _least_followed(ear: Any, sign: int) -> float:
    """Return how far the person goes who follows least."""
    least = 1.0
    for seat in range(ear.players):
        if weight(ear, seat) > HEEDED:
            believed(ear.beliefs[seat], sign)
            least = min(least, ear.beliefs[seat].follows)
    return least


def followed(ear: Any, sign: int) -> float:
    """Return how surely the people at the table follow, from 0 to 1."""
    total = share = 0.0
    for seat in range(ear.players):
        heed = weight(ear, seat)
        believed(ear.beliefs[seat], sign)
        total += heed
        share += heed * ear.beliefs[seat].follows
    return float(min(1.0, share / total / ENOUGH))


def may_follow(ear: Any) -> float:
    """Return how far haste is to be kept from the people at the table, from 0 to 1."""
    suspicion = 0.0
    for seat in range(ear.players):
        if weight(ear, seat) > HEEDED:
            believed(ear.beliefs[seat], 0)
            suspicion = max(suspicion, ear.beliefs[seat].following / SUSPECTED)
    return float(min(1.0, suspicion))


def towards(surely: float, usual: float, led: float) -> float:
    """Return a number between what is usual and what is for people who follow."""
    return usual + surely * (led - usual)


def lead(ear: Any, surely: float, found: Tempo) -> float:
    """Return by how much to change the tempo of the table, as a logarithm, to hold it even."""
    if not ear.held_cards:
        return 0.0
    return float(surely * ear.policy[LEAD] * (ear.held + ear.policy[AIM] - found.log_pace))


def hold(ear: Any) -> None:
    """Note the tempo of the table after a card."""
    found = table_tempo(ear, 0).log_pace
    ear.held_cards += 1
    counts = ear.policy[HOLDING]
    if ear.held_cards == 1 or counts:
        ear.held += max(counts, 1 / ear.held_cards) * (found - ear.held)


def blind_pace(ear: Any, colour: int) -> float:
    """Return the seconds a number on a blind pile, where everyone counts on their own."""
    found = table_tempo(ear, SIGNS[colour])
    gap = float(HIGHEST / (ear.level / 2 + 1))
    return math.exp(log_wait(found, math.log(gap))) / gap
