"""The score pad of The Mind Extreme: one blind pile."""

from __future__ import annotations

from typing import Any, Literal

import msgspec

from tacit.core.pad import Pad, check_numbers
from tacit.games.extreme.rules.blind import overtaken_in
from tacit.games.extreme.rules.cards import Card


class BlindPile(msgspec.Struct, forbid_unknown_fields=True):
    """A pile from the first card laid to the last."""

    colour: Literal["white", "red"]
    pile: tuple[int, ...]


def score(given: BlindPile) -> dict[str, Any]:
    """Count the errors of one blind pile."""
    check_numbers("card", given.pile, 50)
    letter = given.colour[0].upper()
    pile = [Card(f"{letter}{value}") for value in given.pile]
    mistakes = [
        {"card": value, "overtook": [int(late[1:]) for late in overtook]}
        for value, overtook in zip(given.pile, overtaken_in(pile), strict=True)
        if overtook
    ]
    return {"errors": len(mistakes), "mistakes": mistakes}


PAD: Pad | None = Pad(BlindPile, score)
