"""All that luck decides in one game: the deal of every level (ME-05, ME-15)."""

from __future__ import annotations

import msgspec

from tacit.core.chance import Chance
from tacit.core.rulebook import SettingsError
from tacit.games.extreme.rules.cards import DECK, Card, in_order
from tacit.games.extreme.rules.levels import TEAMS

PLAYERS = range(2, 5)


class Settings(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """How a game is set up."""

    players: int


class Setup(msgspec.Struct, frozen=True, gc=False):
    """The hands of every level, by level and then by seat."""

    players: int
    deals: tuple[tuple[tuple[Card, ...], ...], ...]


def draw(settings: Settings, chance: Chance) -> Setup:
    """Shuffle all hundred cards anew for each level and deal as many cards as its number."""
    players = settings.players
    if players not in PLAYERS:
        raise SettingsError(f"The Mind Extreme is for 2 to 4 players, not {players}.")
    deals = []
    for level in range(1, TEAMS[players].last_level + 1):
        dealt = chance.shuffle(f"level {level}", DECK, first=level * players)
        deals.append(
            tuple(in_order(dealt[start : start + level]) for start in range(0, len(dealt), level))
        )
    return Setup(players=players, deals=tuple(deals))
