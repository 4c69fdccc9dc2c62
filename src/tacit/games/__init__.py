"""The games, one folder each: rules, kernel, bots, review, environments, conduct at a table.

A game imports the framework; the framework reaches a game only through its plug. A new folder with
a `plug.py` is a new game, and so is an installed package with an entry point of this name.
"""

from tacit.core.plug import every_game, part, register

__all__ = ["every_game", "part", "register"]
