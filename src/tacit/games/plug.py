"""A game is a plug: its rules, and for each layer above them one place that knows the rest.

A plug only names those places. Whoever needs one imports it then, so that dependencies still point
one way and nothing is loaded that nobody uses. `docs/own-game.md` takes you through a whole game.
"""

from __future__ import annotations

import importlib
from typing import Any

import msgspec


class Plug(msgspec.Struct, frozen=True):
    """Where what is particular to one game is found, each a module or `module:name`.

    What a game leaves out is done for it in the plainest way.
    """

    rules: str
    """What may be done and what it causes: a `tacit.games.rulebook.Rulebook`."""
    bots: str
    """Who plays it and what they are asked: a `tacit.bots.asking.Asking`."""
    table: str = "tacit.table.conduct:PLAIN"
    """How it is conducted at a live table: a `tacit.table.conduct.Conduct`."""
    story: str = "tacit.review.plain_story"
    """How it is told on a terminal: a `tacit.review.show.Story`."""
    review: str = ""
    """What its picks and plays were worth: a `tacit.review.reviewing.Reviewer`."""
    pages: str = ""
    """How its reviews and results look: a `tacit.review.page.Pages`."""
    ended: str = ""
    """The event that ends a game and has all fields of its result: logs are read faster by it."""
    heard: str = ""
    """What is told of a finished game's timing: a `tacit.review.hearing.Hearing`."""
    worlds: str = ""
    """Other games that one seat could not tell from its own: `another`, for `tacit check-bot`."""

    arena: str = "tacit.commands.arena_league"
    """What `tacit arena` plays: a league, unless all win or lose together."""

    def load(self, layer: str) -> Any:
        """Return what a layer has to know about this game; None if there is nothing."""
        where = getattr(self, layer)
        if not where:
            return None
        module, _, name = where.partition(":")
        found = importlib.import_module(module)
        return getattr(found, name) if name else found
