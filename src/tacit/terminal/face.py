"""What a game shows in the terminal and which keys it has: all that the frame knows of it."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any, NamedTuple, Protocol

from rich.text import Text

STEP_MS = 900
"""How long one step of what happened is shown."""


class Key(NamedTuple):
    """A key that does something now."""

    key: str
    """As Textual calls it: `1`, `space`, `left`."""
    label: str
    """What it does, in a word or two; empty for a key that is not listed."""
    action: Any = None
    """What the player does by it; None if it only moves the cursor."""
    cursor: int | None = None
    """Where the cursor goes."""


class Moment(NamedTuple):
    """One step of what happened, shown for a while."""

    view: Any
    """The table at that moment, as the player may know it."""
    said: Text | None = None
    """A line about it."""
    shown_ms: int = 0
    """How long before the next one; 0 is at once."""
    sheet: Text | None = None
    """Shown instead of the table until the player goes on."""


class Look(NamedTuple):
    """What a table is drawn from."""

    view: Any
    names: tuple[str, ...]
    width: int
    height: int
    cursor: int = 0


class Face(Protocol):
    """A game in the terminal. It draws views, and so knows nothing that the player may not know."""

    def draw(self, look: Look, /) -> Text:
        """Draw the table."""

    def keys(self, view: Any, legal: Sequence[Any], cursor: int, /) -> list[Key]:
        """Return the keys that do something now; `legal` is what the rules allow the player."""

    def moments(
        self, before: Any, sight: Any, after: Any, names: tuple[str, ...], /
    ) -> Iterator[Moment]:
        """Tell step by step what the player saw happen between two views."""

    def result(self, view: Any, names: tuple[str, ...], /) -> Text:
        """Tell how the game ended."""
