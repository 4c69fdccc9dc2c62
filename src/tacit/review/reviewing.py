"""What the picks and plays of a finished game were worth, and what its timing tells: any game."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import suppress
from typing import Any, NamedTuple, Protocol

from tacit.core.chance import Chance, mix
from tacit.core.plug import every_game, part
from tacit.core.rulebook import SettingsError
from tacit.log.replay import Replay, load

Part = Callable[[], dict[str, Any] | None]
"""Returns the finished part of a review, in the review's shape; None if there is none yet."""
Progress = Callable[[int, int, Part], None]
"""Called with the number of finished steps, the number of all steps, and the finished part."""


class Depth(NamedTuple):
    """How deep a review looks. `jobs` and `first` do not change the result."""

    seed: int = 1
    deals: int = 400
    jobs: int = 1
    """The number of cores."""
    first: int | None = None
    """The seat whose part is wanted first."""


DEFAULT = Depth()


def unseen(_done: int, _of: int, _part: Part) -> None:
    """Ignore the progress."""


def nothing() -> None:
    """Return no part: there is nothing to show before the end."""


class Reviewer(Protocol):
    """How a game is reviewed: a module such as `tacit.games.mindup.review.review`."""

    def review(self, replay: Replay, depth: Depth, progress: Progress, /) -> dict[str, Any]:
        """Return the review as a flat record, the same for the same seed and deals.

        It has `game`, and `seats` with a `name` each; the rest is the game's own.
        """


class Timing(Protocol):
    """What a game tells about timing: a module such as `tacit.games.extreme.review.heard`."""

    def heard(self, replay: Replay, /) -> dict[str, Any]:
        """Return `synchrony`, and `paces` by seat: None for a seat that told nothing.

        After practice also `practice`, by seat: what it showed, for the player's own eyes.
        """


def review(replay: Replay, depth: Depth = DEFAULT, progress: Progress = unseen) -> dict[str, Any]:
    """Return the review of a game that verifies, in the shape docs/review.md promises."""
    reviewer: Reviewer | None = part(replay.rules.NAME, "review")
    if reviewer is None:
        raise SettingsError(f"There is no review of {replay.rules.TITLE}.")
    return reviewer.review(replay, depth, progress)


def review_file(depth: Depth, line: bytes) -> dict[str, Any]:
    """Return the review of a game in a replay file; a cluster runs this on any machine."""
    return review(load(line), depth)


def asked_first(replay: bytes, seat: int | None) -> bytes:
    """Return what to send: a replay, and whose part of its review is wanted first."""
    return replay if seat is None else b"%d %s" % (seat, replay)


def prepare() -> None:
    """Load and compile what reviews need, so that the first answer comes sooner."""
    for name in every_game():
        with suppress(ImportError):  # a game whose packages are missing does not stop the others
            load_all: Callable[[], None] | None = getattr(part(name, "review"), "prepare", None)
            if load_all is not None:
                load_all()


def heard(replay: Replay) -> dict[str, Any]:
    """Return what a game's timing tells; nothing for a game without timing."""
    timing: Timing | None = part(replay.rules.NAME, "heard")
    return {} if timing is None else timing.heard(replay)


def setup_of(replay: Replay) -> Any:
    """Return all that luck decided in a game."""
    chance = Chance(mix(replay.seed, replay.contributions))
    return replay.rules.draw(replay.settings, chance)


def states(replay: Replay) -> Iterator[tuple[Any, Any, Any]]:
    """Yield (state before, event, state after) for every event of a game."""
    rules = replay.rules
    before = rules.initial(setup_of(replay))
    for event in replay.events:
        after = rules.evolve(before, event)
        yield before, event, after
        before = after
