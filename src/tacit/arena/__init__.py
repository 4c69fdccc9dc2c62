"""Many games between bots: tournaments, checks, ratings. Games, commands and the site import it."""


class ArenaError(ValueError):
    """The arena cannot go on; the text says why."""
