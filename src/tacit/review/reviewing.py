"""What the picks and plays of a finished game were worth, whichever game it is."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import suppress
from typing import Any, Protocol

from tacit.core.plug import every_game, part
from tacit.core.rulebook import SettingsError
from tacit.log.replay import Replay, load
from tacit.review.depth import Depth, Progress, unseen

DEFAULT = Depth()


class Reviewer(Protocol):
    """How a game is reviewed: a module such as `mindup_review`."""

    def review(self, replay: Replay, depth: Depth, progress: Progress, /) -> dict[str, Any]:
        """Return the review as a flat record, the same for the same seed and deals."""


def review(replay: Replay, depth: Depth = DEFAULT, progress: Progress = unseen) -> dict[str, Any]:
    """Return the review of a game that verifies, in the shape docs/review.md promises."""
    reviewer: Reviewer | None = part(replay.rules.NAME, "review")
    if reviewer is None:
        raise SettingsError(f"There is no review of {replay.rules.TITLE}.")
    return reviewer.review(replay, depth, progress)


def prepare() -> None:
    """Load what reviews need, where a game says so: then the first answer comes sooner."""
    for name in every_game():
        with suppress(ImportError):  # one whose packages are not there keeps no other from it
            load_all: Callable[[], None] | None = getattr(part(name, "review"), "prepare", None)
            if load_all is not None:
                load_all()


def review_file(depth: Depth, line: bytes) -> dict[str, Any]:
    """Return the review of a game in a replay file, on whatever machine this is."""
    return review(load(line), depth)
