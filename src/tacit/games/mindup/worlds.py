"""Other games of Mind Up! that one seat could not tell from the game it is in."""

from __future__ import annotations

import random
from collections.abc import Sequence

from msgspec.structs import replace

from tacit.core.rulebook import Seat
from tacit.games.mindup import (
    DECK,
    OBJECTIVES,
    Action,
    Card,
    Event,
    Pick,
    Revealed,
    RoundBegun,
    RoundEnded,
    Setup,
)
from tacit.games.mindup.rules.objectives import KEPT_FROM

TRIED: tuple[dict[str, int], ...] = ({"objectives": 0}, {"objectives": 3})
"""Settings a bot is examined with."""
TRIED_WORDS = ", without and with objectives"


def seen_by(seat: Seat | None, log: Sequence[Event]) -> set[Card]:
    """Return every card that lay open before a seat, told from the log alone."""
    seen: set[Card] = set()
    for event in log:
        match event:
            case RoundBegun():
                seen.update(event.row, () if seat is None else event.drawn[seat])
            case Revealed():
                seen.update(event.plays, event.taken)
            case RoundEnded():
                seen.update(event.last)
    return seen


def another(
    setup: Setup, log: Sequence[Event], seat: Seat | None, rng: random.Random
) -> tuple[Setup, list[Action]]:
    """Return the luck and the actions of another game in which the seat saw the same.

    The cards it never saw change places, in other hands and in the deck, and so do the Score orders
    and the objectives of rounds to come.
    """
    hidden = sorted(set(DECK) - seen_by(seat, log))
    become = dict(zip(hidden, rng.sample(hidden, len(hidden)), strict=True))
    begun = sum(isinstance(event, RoundBegun) for event in log)
    other = Setup(
        players=setup.players,
        deck=tuple(become.get(card, card) for card in setup.deck),
        orders=setup.orders[:begun]
        + tuple(tuple(rng.sample(order, len(order))) for order in setup.orders[begun:]),
        objectives=_objectives(setup.objectives, begun, rng),
    )
    actions = [event for event in log if isinstance(event, Action)]
    return other, [
        replace(action, card=become.get(action.card, action.card))
        if isinstance(action, Pick)
        else action
        for action in actions
    ]


def _objectives(
    by_round: tuple[tuple[int, ...], ...], begun: int, rng: random.Random
) -> tuple[tuple[int, ...], ...]:
    """Draw the objectives of rounds to come anew, if they are renewed at all."""
    out = len(by_round[0])
    if not 0 < out < KEPT_FROM:
        return by_round
    drawn = list(by_round[:begun])
    while len(drawn) < len(by_round):
        fresh = [number for number in OBJECTIVES if all(number not in gone for gone in drawn)]
        chosen = rng.sample(fresh, out)
        if len({OBJECTIVES[number].letter for number in chosen}) == out:
            drawn.append(tuple(chosen))
    return tuple(drawn)
