"""Bots of The Mind Extreme that count fast, for tests that are not about their manners."""

from __future__ import annotations

from typing import Any

from tacit.games.extreme.bots import between_plays as manners
from tacit.games.extreme.bots import metronome

HURRIED: tuple[tuple[Any, str, int], ...] = (
    (manners, "LAY_AFTER", 4),
    (manners, "LIFT_AFTER", 2),
    (manners, "READY_AFTER", 4),
    (metronome, "PACE_MS", 6),
)
"""Module, name of the number of milliseconds, and what it is instead."""
