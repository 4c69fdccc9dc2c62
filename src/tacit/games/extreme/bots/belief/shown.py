"""What a listener notes that the cards have shown a player, by every rule they may follow.

A card laid some numbers on, after some time, shows a pace. Nobody can see what a person makes of
it: whether the last card counts or all of them, and whether their own do. For each such rule the
pace that they have been shown is `part · own + rest`, in logarithms: at first it is their own, and
each card puts something in its place. `tempo` has filters for people who go some of the way there.
"""

from __future__ import annotations

from typing import Any

from tacit.games.extreme.bots.numbers import MAX_LAID, Fields

AVERAGE, THREE = 0.0, -1.0
"""Rules of their own: all cards count alike; the last three do, and nothing else."""
_COUNTS = (AVERAGE, 1.0, THREE, 0.4, 0.15)
RULES = (AVERAGE, *_COUNTS, *_COUNTS)
"""How much the latest card counts: by place, for nobody, of all cards, and of those of others."""
OTHERS = 1 + len(_COUNTS)
"""From this place on only the cards of others count."""
RECENT = 3

SHOWN: Fields = (
    ("cards", int, ()),
    ("heeded", int, (2,)),
    ("latest", float, (2, RECENT)),
    ("part", float, (len(RULES), MAX_LAID + 1)),
    ("rest", float, (len(RULES), MAX_LAID + 1)),
)
"""How many cards of the level were heard; how many have shown a pace in the whole game, of all and
of others, with the latest paces; and by rule, after each number of cards of the level, what they
were shown."""


def show(belief: Any, pace: float, own: bool) -> None:
    """Note the pace that a card showed: theirs, or another player's."""
    now = belief.cards
    belief.cards = now + 1
    for others in range(2):
        if not (own and others):
            belief.heeded[others] += 1
            latest = belief.latest[others]
            latest[2], latest[1], latest[0] = latest[1], latest[0], pace
    for rule in range(1, len(RULES)):
        part, rest = belief.part[rule][now], belief.rest[rule][now]
        others = 1 if rule >= OTHERS else 0
        if not (own and others):
            cards, counts = belief.heeded[others], RULES[rule]
            if counts == THREE:
                recent = min(RECENT, cards)
                part = rest = 0.0
                for place in range(recent):
                    rest += belief.latest[others][place] / recent
            else:
                if counts == AVERAGE:
                    counts = 1 / (cards + 1)
                part -= counts * part
                rest += counts * (pace - rest)
        belief.part[rule][now + 1], belief.rest[rule][now + 1] = part, rest


def hide(belief: Any) -> None:
    """Note a card on a blind pile: it shows nothing."""
    now = belief.cards
    belief.cards = now + 1
    for rule in range(1, len(RULES)):
        belief.part[rule][now + 1] = belief.part[rule][now]
        belief.rest[rule][now + 1] = belief.rest[rule][now]


def carry(belief: Any) -> None:
    """Take what was shown over to the next level."""
    for rule in range(1, len(RULES)):
        belief.part[rule][0] = belief.part[rule][belief.cards]
        belief.rest[rule][0] = belief.rest[rule][belief.cards]
    belief.cards = 0
