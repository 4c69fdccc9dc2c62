"""Bots of The Mind Extreme that count fast, for tests that are not about their timing."""

from __future__ import annotations

from importlib import import_module
from typing import Any

from tacit.core.plug import own_games

HURRIED: list[tuple[Any, str, int]] = []
"""Module, name of the number of milliseconds, and what it is instead."""

if "extreme" in own_games():  # tests/test_without_a_game.py removes it
    between_plays = import_module("tacit.games.extreme.bots.between_plays")
    HURRIED += [
        (between_plays, "LAY_AFTER_MS", 4),
        (between_plays, "LIFT_AFTER_MS", 2),
        (between_plays, "READY_AFTER_MS", 4),
        (import_module("tacit.games.extreme.bots.metronome"), "PACE_MS", 6),
    ]
