"""Asking what lies face down: a card given to a star is pressed again."""

from __future__ import annotations

import random

from tests.attacks.attack import Effort, Outcome, attack
from tests.table.tables import LAY, LIFT, STAR, STOP, Desk, act, play, seed_where, started

_MANY_WHITE = 3


@attack("Nothing tells what lies face down before it is turned over", small=6, full=60)
async def a_blind_card_is_asked_by_a_press_that_comes_too_late(effort: Effort) -> Outcome:
    """Give a white card to a star, let another lie face down, stop, and press yours again."""
    rng = random.Random(effort.seed)
    told = 0
    for _ in range(effort.tries):
        desk = _at_the_first_blind_level(rng)
        ((mine, theirs),) = _given_and_laid(desk)
        desk.do("ann", play(mine))
        close = desk.copy("ann").house["close"]
        told += close is not None
        assert mine != theirs
    return Outcome(effort.tries, told, "close calls about a face-down card")


def _at_the_first_blind_level(rng: random.Random) -> Desk:
    start = rng.randrange(200)
    seen = 0

    def wanted(setup) -> bool:
        nonlocal seen
        seen += 1
        whites = [[card for card in hand if card[0] == "W"] for hand in setup.deals[2]]
        enough = all(len(hand) >= 2 for hand in whites)
        return seen > start and enough and int(whites[0][0][1:]) < int(whites[1][1][1:])

    desk = started("extreme", "ann", "bob", seed=seed_where("extreme", 2, wanted))
    desk.reach_level(_MANY_WHITE)
    return desk


def _given_and_laid(desk: Desk) -> list[tuple[str, str]]:
    desk.raise_hands()
    desk.must("ann", STAR)
    desk.must("bob", act("vote", agree=True))
    mine = desk.hand("ann")[0]
    for person in ("ann", "bob"):
        desk.must(person, act("discard", card=desk.hand(person)[0]))
    for request in (LAY, LIFT):
        for person in ("ann", "bob"):
            desk.must(person, request)
    theirs = desk.hand("bob")[0]
    desk.must("bob", play(theirs))
    desk.must("ann", STOP)
    return [(mine, theirs)]
