"""Walking through a replay: every event with the state before and after it."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from tacit.core.chance import Chance, mix
from tacit.log.replay import Replay


def states(replay: Replay) -> Iterator[tuple[Any, Any, Any]]:
    """Yield (state before, event, state after) for every event of a game."""
    rules = replay.rules
    before = rules.initial(
        rules.draw(replay.settings, Chance(mix(replay.seed, replay.contributions)))
    )
    for event in replay.events:
        after = rules.evolve(before, event)
        yield before, event, after
        before = after
