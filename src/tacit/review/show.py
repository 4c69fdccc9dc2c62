"""A replay on the terminal."""

from __future__ import annotations

from rich.console import Console

from tacit.log.replay import Replay
from tacit.review import extreme_story, mindup_story


def show(replay: Replay, console: Console | None = None) -> None:
    """Print a whole game, from the first deal to the result."""
    story = mindup_story if replay.rules.NAME == "mindup" else extreme_story
    out = console or Console()
    for part in story.tell(replay):
        out.print(part)
