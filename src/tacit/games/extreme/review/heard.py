"""The timing of a game of The Mind Extreme in a few numbers, the same as in its review."""

from __future__ import annotations

import math
from typing import Any

import msgspec

from tacit.games.extreme.review.review import review
from tacit.games.extreme.review.training import trained
from tacit.log.replay import Replay
from tacit.review.reviewing import Depth, setup_of, unseen


def heard(replay: Replay) -> dict[str, Any]:
    """Return the team's synchrony, and by seat the pace over both piles, in seconds a number.

    After practice, what it showed of each seat as well.
    """
    found = review(replay, Depth(), unseen)
    told = {
        "synchrony": found["synchrony"],
        "paces": [_both(seat["pace"]) for seat in found["seats"]],
    }
    practised = trained(setup_of(replay), replay.events)
    return told | ({"practice": msgspec.to_builtins(practised)} if practised else {})


def _both(pace: dict[str, float | None]) -> float | None:
    """Return one pace for two piles."""
    white, red = pace["white"], pace["red"]
    return None if white is None or red is None else round(math.sqrt(white * red), 3)
