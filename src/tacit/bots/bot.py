"""What a bot is: a class that is told its seat, the number of players and a seed, and then views.

Which methods it needs is said by the game it plays: `tacit.bots.asking.Asking`. A bot is the same
to the arena and to a live table, and is never shown more than a person is.
"""

from __future__ import annotations


class BotError(ValueError):
    """A bot cannot be found, or does not do what a bot has to; the text says what."""
