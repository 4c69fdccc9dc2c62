"""Tacit: Mind Up! and The Mind Extreme as exact rules, checkable games and fair opponents.

>>> import tacit
>>> game = tacit.new("mindup", players=4, seed=7)
>>> game.view(0).row
(8, 24, 41, 51)
"""

from tacit import _moved
from tacit.core.rulebook import Refused, SettingsError
from tacit.log.game import ActionRefused, Game, new

__all__ = ["ActionRefused", "Game", "Refused", "SettingsError", "new"]
__version__ = "0.1.0"

_moved.install()
