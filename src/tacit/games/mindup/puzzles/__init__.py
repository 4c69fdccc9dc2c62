"""Puzzles of Mind Up!: the file that is shipped, and how it is made. The plug names both."""

from __future__ import annotations

from pathlib import Path

FILE = Path(__file__).with_name("puzzles.jsonl")
