"""Many games between bots: tournaments, checks, ratings.

Games, `client`, `club`, `server` and `cli` import it.
"""


class ArenaError(ValueError):
    """The arena cannot go on; the text says why."""
