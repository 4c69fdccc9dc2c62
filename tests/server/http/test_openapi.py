"""The description of the API promises today what it promised before, in whatever words."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

from tacit.server.http.openapi import describe

KEPT = Path(__file__).with_name("openapi.kept.jsonl")
"""The description when routes and descriptions stood apart: a line for each path and type."""
WORDS = ("description", "summary", "version")


def _without_words(value: Any) -> Any:
    if isinstance(value, list):
        return [_without_words(one) for one in value]
    if not isinstance(value, dict):
        return value
    return {
        name: _without_words(inner)
        for name, inner in value.items()
        if not (name in WORDS and isinstance(inner, str))
    }


def lines() -> list[str]:
    """Return today's description without its words, a line for each part, in order."""
    described = _without_words(json.loads(json.dumps(describe())))
    paths, types = described.pop("paths"), described.pop("components").pop("schemas")
    parts = [["path", *one] for one in paths.items()] + [["type", *one] for one in types.items()]
    return sorted(json.dumps(one, sort_keys=True) for one in [["head", "", described], *parts])


def test_the_api_is_described_as_before_but_for_words():
    kept = KEPT.read_text().splitlines()
    assert kept
    for before, now in zip(kept, lines(), strict=True):
        assert json.loads(now) == json.loads(before)
