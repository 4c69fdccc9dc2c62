"""How a blind pile is judged when it is turned over (ME-23…ME-25)."""

from __future__ import annotations

from collections.abc import Sequence

from tacit.games.extreme.rules.cards import POSITION, Card


def overtaken_in(pile: Sequence[Card]) -> tuple[tuple[Card, ...], ...]:
    """For each card of a pile in the order laid, return the later cards it overtook.

    The pile is replayed as if it had been open: a card that should have waited for later ones is
    one error, and it takes those with it, so their order among themselves is free.

    >>> overtaken_in([Card("W2"), Card("W13"), Card("W11"), Card("W28")])
    ((), ('W11',), (), ())
    """
    gone: set[Card] = set()
    overtook: list[tuple[Card, ...]] = []
    for place, card in enumerate(pile):
        late: tuple[Card, ...] = ()
        if card not in gone:
            late = tuple(
                later
                for later in pile[place + 1 :]
                if later not in gone and POSITION[later] < POSITION[card]
            )
            gone.update(late)
        overtook.append(late)
    return tuple(overtook)
