"""What can be chosen about an environment of The Mind Extreme."""

from __future__ import annotations

from tacit.core.rulebook import SettingsError
from tacit.games.extreme import PLAYERS

FORMS = ("delay", "tick")
REWARDS = ("levels", "win")
"""One for every level passed; or at the end one for a win and minus one for a loss."""
MOST_CYCLES = 10_000
"""Steps after which a game is cut short, unless something else is said."""


def check_terms(players: int, form: str, tick_ms: int, delays: int, reward: str) -> None:
    """Raise SettingsError, which says what is possible, if there is no such game."""
    if players not in PLAYERS:
        raise SettingsError(f"The Mind Extreme is for 2 to 4 players, not {players}.")
    if form not in FORMS:
        raise SettingsError(f"There is no form {form!r}: choose among {', '.join(FORMS)}.")
    if reward not in REWARDS:
        raise SettingsError(f"There is no reward {reward!r}: choose among {', '.join(REWARDS)}.")
    if tick_ms < 1 or delays < 2:
        raise SettingsError("A tick has 1 ms or more, and there are 2 delays or more.")
