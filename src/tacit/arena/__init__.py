"""Many games between bots."""


class ArenaError(ValueError):
    """The arena cannot go on; the text says why."""
