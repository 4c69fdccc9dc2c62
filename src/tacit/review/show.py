"""A replay or a review on the terminal. Seats are letters: names may be long or alike."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, Protocol

from rich.console import Console, RenderableType
from rich.text import Text

from tacit.core.plug import part
from tacit.core.safe_text import safe_text
from tacit.log.replay import Replay

LONGEST_NAME_CHARS = 40


class Story(Protocol):
    """How a game is told: `tacit.games.mindup.review.story`, or `plain_story` for any game."""

    def tell(self, replay: Replay, /) -> Iterator[RenderableType]:
        """Yield a game part by part."""

    def scored(self, result: dict[str, Any], /) -> RenderableType:
        """Return what the score pad found."""

    def ended(self, result: dict[str, Any], seat: int, /) -> str:
        """Say how a game ended for a seat."""

    def reviewed(self, found: dict[str, Any], /) -> Iterator[RenderableType]:
        """Yield what a review found."""


class _Terminal(Console):
    def on_broken_pipe(self) -> None:
        """Raise, so that the command line decides what to do when the reader is gone."""
        raise BrokenPipeError


def show(replay: Replay, console: Console | None = None) -> None:
    """Print a whole game, from the first deal to the result."""
    story: Story = part(replay.rules.NAME, "story")
    _print(story.tell(replay), console)


def show_review(replay: Replay, found: dict[str, Any], console: Console | None = None) -> None:
    """Print what `tacit.review.reviewing.review` found."""
    story: Story = part(replay.rules.NAME, "story")
    _print(story.reviewed(found), console)


def _print(told: Iterator[RenderableType], console: Console | None) -> None:
    out = console or _Terminal()
    for one in told:
        out.print(one)


def letter(seat: int) -> str:
    """Return A for the first seat, B for the second and so on."""
    return chr(ord("A") + seat)


def legend(names: tuple[str, ...]) -> Text:
    """Return every seat's letter and name, in one line."""
    players = [player(seat, name, style="bold") for seat, name in enumerate(names)]
    return Text("  ").join(players)


def player(seat: int, name: str, style: str = "") -> Text:
    """Return a seat's letter and the player's name, made safe to print."""
    return Text(letter(seat), style=style).append(
        f" {safe_text(name, LONGEST_NAME_CHARS)}", style=""
    )
