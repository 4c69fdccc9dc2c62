"""Mind Up! at many tables at once."""

from __future__ import annotations

from tacit.club.evening_game import EveningGame
from tacit.table.log.records import Settings

TURN_SECONDS = 60
"""A table does not wait for a player who is away until the round is over."""


class MindUpEvening(EveningGame):
    """Points count; no objectives."""

    game = "mindup"
    sizes = (4, 3, 5, 6)
    bot = "linnet"
    settings = Settings(spectators=False, turn_seconds=TURN_SECONDS)


EVENING = MindUpEvening()
