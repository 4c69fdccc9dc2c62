"""What can be chosen about an environment of Mind Up!."""

from __future__ import annotations

from tacit.core.rulebook import SettingsError
from tacit.games.mindup import PLAYERS
from tacit.games.mindup.rules.setup import MOST_OBJECTIVES, ROUNDS

REWARDS = ("win", "points", "lead")
"""At the end a share of the win less the fair share; after every round its points; or the lead over
the mean of the others."""


def check_terms(players: int, objectives: int, rounds: int, reward: str) -> None:
    """Raise SettingsError, which says what is possible, if there is no such game."""
    if players not in PLAYERS:
        raise SettingsError(f"Mind Up! is for 3 to 6 players, not {players}.")
    if not 0 <= objectives <= MOST_OBJECTIVES:
        raise SettingsError(f"Mind Up! has 0 to 5 objectives, not {objectives}.")
    if not 1 <= rounds <= ROUNDS:
        raise SettingsError(f"Mind Up! has 1 to 3 rounds, not {rounds}.")
    if reward not in REWARDS:
        raise SettingsError(f"There is no reward {reward!r}: choose among {', '.join(REWARDS)}.")
