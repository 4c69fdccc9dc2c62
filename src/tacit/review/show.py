"""A replay on the terminal."""

from __future__ import annotations

from rich.console import Console

from tacit.log.replay import Replay
from tacit.review import extreme_story, mindup_story


class _Terminal(Console):
    def on_broken_pipe(self) -> None:
        """Leave it to the command line what to do when the reader goes away."""
        raise BrokenPipeError


def show(replay: Replay, console: Console | None = None) -> None:
    """Print a whole game, from the first deal to the result."""
    story = mindup_story if replay.rules.NAME == "mindup" else extreme_story
    out = console or _Terminal()
    for part in story.tell(replay):
        out.print(part)
