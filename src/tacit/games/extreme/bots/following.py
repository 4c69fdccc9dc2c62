"""How the pace of people who adapt follows what the table shows them.

A card laid some numbers on, after some time, shows a pace. A person keeps one number for what they
have been shown, and goes `follow` of the way to it from their own pace. A person who `mends`
changes only after mistakes: slower if they laid a card too early, faster if they were late. A blind
pile shows nothing, for nobody sees how far a card went, and neither do cards of their own that they
laid when nobody else had any.
"""

from __future__ import annotations

import math
from typing import Any

from tacit.games.extreme.bots.belief.tempo import LOG_GAP
from tacit.games.extreme.bots.numbers import Fields

HAND_S = 0.2
"""Seconds a hand needs to lay a card, whatever the head says."""
RECENT = 3
"""How many of the latest cards are remembered one by one, at most."""

FOLLOWER: Fields = (
    ("heeded_level", int, ()),
    ("heeded_laid", int, ()),
    ("heeded_aside", int, ()),
    ("heeded_top", int, (2,)),
    ("heeded_since", int, (2,)),
    ("heeded_cards", int, ()),
    ("latest", float, (RECENT,)),
    ("shown", float, ()),
    ("mended", float, ()),
)
"""What a person has heeded: how much of which level, by pile the top card and since when it lies
there, and how many cards have shown a pace in all. The `latest` of these paces, what all of them
come to (`shown`) and what mistakes have added (`mended`) are logarithms beside their own pace."""


def pace_now(person: Any) -> float:
    """Return the logarithm of the pace that a person has by now."""
    return float(person.log_pace + person.follow * person.shown + person.mended)


def heed(table: Any, person: Any, seat: int) -> None:
    """Take in the cards laid and set aside since the last time."""
    if not person.follow and not person.mend:
        return
    if person.heeded_level != table.level:
        person.heeded_level = table.level
        person.heeded_laid = person.heeded_aside = 0
        for colour in range(2):
            person.heeded_top[colour] = person.heeded_since[colour] = 0
    for laid in range(person.heeded_laid, table.laid):
        if not table.blind[table.laid_colour[laid]]:
            _heed_card(table, person, seat, laid)
    person.heeded_laid = table.laid
    if person.heeded_aside < table.aside:
        _heed_mistake(table, person, seat)
        person.heeded_aside = table.aside


def _heed_card(table: Any, person: Any, seat: int, laid: int) -> None:
    colour, card, at = table.laid_colour[laid], table.laid_card[laid], table.laid_played[laid]
    wait = max(HAND_S, (at - person.heeded_since[colour]) / 1000)
    gap = card - person.heeded_top[colour]
    person.heeded_top[colour], person.heeded_since[colour] = card, at
    if table.laid_seat[laid] == seat and (person.others or alone(table, seat)):
        return
    pace = math.log(wait) - LOG_GAP - person.shape * (math.log(gap) - LOG_GAP) - person.log_pace
    person.heeded_cards += 1
    if person.recent:
        _remember(person, pace)
    else:
        counts = person.grasp or 1 / (person.heeded_cards + 1)
        person.shown += counts * (pace - person.shown)


def alone(table: Any, seat: int) -> bool:
    """Tell whether nobody else has cards: who then lays theirs at once knows that it means nothing.

    Others do not: they see cards that come fast.
    """
    for other in range(table.players):
        if other != seat and table.left[other]:
            return False
    return True


def _remember(person: Any, pace: float) -> None:
    """Average the latest cards alone."""
    many = min(person.heeded_cards, int(person.recent))
    for place in range(many - 1, 0, -1):
        person.latest[place] = person.latest[place - 1]
    person.latest[0] = pace
    person.shown = 0.0
    for place in range(many):
        person.shown += person.latest[place] / many


def _heed_mistake(table: Any, person: Any, seat: int) -> None:
    """Whose card was set aside was too slow, and who laid the card above it too fast.

    A star teaches nothing: since the last card time has passed.
    """
    last = table.laid - 1
    if last < 0 or table.laid_played[last] != table.clock:
        return
    if table.laid_seat[last] == seat:
        person.mended += person.mend
        return
    for here in range(person.heeded_aside, table.aside):
        if table.aside_seat[here] == seat:
            person.mended -= person.mend
            return
