"""Text from outside, made safe to show: names in a file, what a site says, what went wrong with it.

A terminal obeys what it is sent: escape sequences move its cursor, change its title or rewrite what
was shown, and bidirectional controls turn a line around. Whatever a file or a site has written goes
through `safe_text` before it is printed. Rich also reads markup in strings, so there it has to be
wrapped into a `rich.text.Text`.
"""

from __future__ import annotations

import re
from typing import Any

import msgspec

MAX_CHARS = 200
"""The default length of a shown text."""
SHOWN_INSTEAD = "\N{REPLACEMENT CHARACTER}"
_JOINERS = frozenset("\N{ZERO WIDTH JOINER}\N{ZERO WIDTH NON-JOINER}")
"""Invisible, but parts of emoji and of words in several scripts."""
_BEYOND_ASCII = re.compile(r"[\x7f-\U0010ffff]")


def safe_text(text: object, longest: int = MAX_CHARS) -> str:
    r"""Return the text as one line without control characters, shortened to `longest`.

    >>> safe_text("Ana\x1b[2J\n\u202eoB")
    'Ana�[2J �oB'
    >>> safe_text("A very long name", longest=6)
    'A very…'
    """
    whole = str(text)
    shown = "".join(map(_shown, whole[:longest]))
    return shown if len(whole) <= longest else f"{shown}…"


def _shown(character: str) -> str:
    if character.isprintable() or character in _JOINERS:
        return character
    return " " if character.isspace() else SHOWN_INSTEAD


def json_line(value: Any) -> str:
    """Return a value as one line of JSON with all control characters escaped."""
    return _BEYOND_ASCII.sub(_escaped, msgspec.json.encode(value).decode())


def _escaped(found: re.Match[str]) -> str:
    character = found[0]
    if character.isprintable() or character in _JOINERS:
        return character
    units = character.encode("utf-16-be")
    return "".join(f"\\u{units[at : at + 2].hex()}" for at in range(0, len(units), 2))
