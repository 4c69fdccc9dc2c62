"""Which row card a hand card would take, as far as its holder can tell.

What an opponent plays is taken as evenly spread over what they may hold: the cards they are known
to hold (MU-18), and for the rest any of the unseen cards. From that follows how many
cards will lie below the player's own, so which row card it takes (MU-14, MU-15).
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import lru_cache
from math import comb

import msgspec

from tacit.core.rulebook import Seat
from tacit.games.mindup.rules.cards import DECK, Card
from tacit.games.mindup.rules.tableau import Tableau, column_for

DIGITS = 3
"""Chances closer than a thousandth count as equal."""


class Preview(msgspec.Struct, frozen=True, gc=False):
    """For beginners: where each card of the hand would probably land."""

    columns: tuple[int, ...]
    """By row card: the player's column that it would go to, counted from 0."""
    chances: tuple[tuple[float, ...], ...]
    """By card in hand, then by row card: how likely it is taken."""


@lru_cache(maxsize=256)
def preview(
    seat: Seat,
    hand: tuple[Card, ...],
    row: tuple[Card, ...],
    known: tuple[tuple[Card, ...], ...],
    tableaux: tuple[Tableau, ...],
) -> Preview:
    """Return where a seat's cards would probably land, from what it may know and nothing else."""
    found = chances(seat, hand, known, unseen(hand, row, known, tableaux))
    return Preview(
        columns=tuple(column_for(tableaux[seat], card) for card in row),
        chances=tuple(tuple(round(chance, DIGITS) for chance in of_card) for of_card in found),
    )


def chances(
    seat: Seat,
    hand: Sequence[Card],
    known: Sequence[Sequence[Card]],
    unseen: Sequence[Card],
) -> tuple[tuple[float, ...], ...]:
    """Return by hand card how likely 0, 1, 2, … opponents play below it; all hold as many."""
    others = [cards for other, cards in enumerate(known) if other != seat]
    return tuple(_cards_below(card, len(hand), others, unseen) for card in hand)


def expectation(odds: Sequence[float], worth: Sequence[float]) -> float:
    """Return what to expect: every worth as often as its odds say.

    Added one after the other, and not by `sum`, which rounds differently from Python 3.12 on: of
    cards that are equally good a bot would choose another, and the same seed would give another
    game.

    >>> expectation((0.25, 0.75), (4, 8))
    7.0
    """
    total = 0.0
    for chance, value in zip(odds, worth, strict=True):
        total += chance * value
    return total


def unseen(
    hand: Iterable[Card],
    row: Iterable[Card],
    known: Iterable[Iterable[Card]],
    tableaux: Iterable[Tableau],
) -> list[Card]:
    """Return the cards that are neither on the table, nor mine, nor known to be someone's."""
    seen = {*row, *hand}
    seen.update(card for cards in known for card in cards)
    seen.update(card for tableau in tableaux for column in tableau for card in column)
    return [card for card in DECK if card not in seen]


def _cards_below(
    card: Card, held: int, others: Sequence[Sequence[Card]], unseen: Sequence[Card]
) -> tuple[float, ...]:
    """Return the probabilities that 0, 1, 2, … of the others play below a card.

    First for the cards they are known to hold, with the number of those who play another one apart:
    these cards are drawn from the unseen ones, no two the same.
    """
    spread = {(0, 0): 1.0}
    for known in others:
        below = sum(other < card for other in known)
        steps = (((1, 0), below), ((0, 0), len(known) - below), ((0, 1), held - len(known)))
        after: dict[tuple[int, int], float] = {}
        for (lower, drawn), chance in spread.items():
            for (one_lower, one_drawn), cards in steps:
                if cards:
                    key = (lower + one_lower, drawn + one_drawn)
                    after[key] = after.get(key, 0.0) + chance * cards / held
        spread = after
    found = [0.0] * (len(others) + 1)
    lower_unseen = sum(other < card for other in unseen)
    for (lower, drawn), chance in spread.items():
        ways = comb(len(unseen), drawn)
        for more in range(drawn + 1):
            so = comb(lower_unseen, more) * comb(len(unseen) - lower_unseen, drawn - more)
            found[lower + more] += chance * so / ways
    return tuple(found)
