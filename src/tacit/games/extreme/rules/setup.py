"""All that luck decides in one game: the deal of every level (ME-05, ME-15).

Practice is no game of the rulebook: one level alone, and mistakes cost
nothing. It counts nowhere.
"""

from __future__ import annotations

from typing import Literal, TypeAlias

import msgspec

from tacit.core.chance import Chance
from tacit.core.rulebook import SettingsError
from tacit.games.extreme.rules.cards import DECK, Card, Colour, in_order
from tacit.games.extreme.rules.levels import LEVELS, TEAMS

PLAYERS = range(2, 5)
Piles: TypeAlias = Literal["printed", "open", "blind"]


class Settings(msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """How a game is set up."""

    players: int
    practice: int = 0
    """The one level that is practised; 0 is a game from the first level to the last."""
    piles: Piles = "printed"
    """In practice: which piles are blind. As the level says, none, or both."""


class Practice(msgspec.Struct, frozen=True, gc=False):
    """One level alone, in which no mistake costs a life."""

    level: int
    blind: tuple[Colour, ...]


class Setup(msgspec.Struct, frozen=True, gc=False):
    """The hands of every level, by level and then by seat."""

    players: int
    deals: tuple[tuple[tuple[Card, ...], ...], ...]
    practice: Practice | None = None


def draw(settings: Settings, chance: Chance) -> Setup:
    """Shuffle all hundred cards anew for each level and deal as many cards as its number."""
    players = settings.players
    if players not in PLAYERS:
        raise SettingsError(f"The Mind Extreme is for 2 to 4 players, not {players}.")
    practice = _practice(settings)
    deals = []
    for level in range(1, TEAMS[players].last_level + 1):
        dealt = chance.shuffle(f"level {level}", DECK, first=level * players)
        deals.append(
            tuple(in_order(dealt[start : start + level]) for start in range(0, len(dealt), level))
        )
    return Setup(players=players, deals=tuple(deals), practice=practice)


def _practice(settings: Settings) -> Practice | None:
    """Return what is practised; None in a game."""
    level, last = settings.practice, TEAMS[settings.players].last_level
    if not level:
        if settings.piles != "printed":
            raise SettingsError("In a game the levels say which piles are blind.")
        return None
    if level not in range(1, last + 1):
        raise SettingsError(f"{settings.players} players practise levels 1 to {last}.")
    chosen: dict[Piles, tuple[Colour, ...]] = {
        "printed": LEVELS[level].blind,
        "open": (),
        "blind": tuple(Colour),
    }
    return Practice(level, chosen[settings.piles])
