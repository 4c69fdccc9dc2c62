"""A replay on the terminal."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, Protocol

from rich.console import Console, RenderableType

from tacit.core.plug import part
from tacit.log.replay import Replay


class Story(Protocol):
    """How a game is told: a module such as `mindup_story`, or `plain_story` for any game."""

    def tell(self, replay: Replay, /) -> Iterator[RenderableType]:
        """Yield a game part by part."""

    def scored(self, result: dict[str, Any], /) -> RenderableType:
        """Return what the score pad found."""

    def ended(self, result: dict[str, Any], seat: int, /) -> str:
        """Say how a game ended for a seat."""

    def reviewed(self, found: dict[str, Any], /) -> Iterator[RenderableType]:
        """Yield what a review found; only where the game has one."""


class _Terminal(Console):
    def on_broken_pipe(self) -> None:
        """Leave it to the command line what to do when the reader goes away."""
        raise BrokenPipeError


def show(replay: Replay, console: Console | None = None) -> None:
    """Print a whole game, from the first deal to the result."""
    story: Story = part(replay.rules.NAME, "story")
    out = console or _Terminal()
    for told in story.tell(replay):
        out.print(told)


def show_review(replay: Replay, found: dict[str, Any], console: Console | None = None) -> None:
    """Print what `tacit.review.reviewing.review` found."""
    story: Story = part(replay.rules.NAME, "story")
    out = console or _Terminal()
    for told in story.reviewed(found):
        out.print(told)
