"""Names of bots as tables show them: short enough for a column, and still told apart."""

from __future__ import annotations

import re
from collections.abc import Iterable

_FOLDERS = re.compile(r"[/\\\\]+")
LONGEST = 28
"""Letters."""


def short_labels(labels: Iterable[str], longest: int = LONGEST) -> dict[str, str]:
    """Return by label what to show: of a path as many folders as tell it from the others.

    >>> short_labels(["greedy", "/home/ada/bots/mine.py:Mine", "/home/bo/bots/mine.py:Mine"])
    {'greedy': 'greedy', '/home/ada/bots/mine.py:Mine': 'ada/bots/mine.py:Mine', \
'/home/bo/bots/mine.py:Mine': 'bo/bots/mine.py:Mine'}
    """
    names = list(dict.fromkeys(labels))
    parts = {name: _FOLDERS.split(name) for name in names}
    found = {}
    for name in names:
        kept = 1
        while kept < len(parts[name]) and any(
            parts[other][-kept:] == parts[name][-kept:] for other in names if other != name
        ):
            kept += 1
        found[name] = _cut("/".join(parts[name][-kept:]), longest)
    if len(set(found.values())) < len(found):  # cut to the same: number them
        found = {
            name: f"{number} {_cut(short, longest - len(f'{number} '))}"
            for number, (name, short) in enumerate(found.items(), 1)
        }
    return found


def full_paths(shown: dict[str, str]) -> list[str]:
    """Return a line for each name that is shown shorter than it was written."""
    return [f"{short}: {name}" for name, short in shown.items() if short != name]


def _cut(name: str, longest: int) -> str:
    return name if len(name) <= longest else f"…{name[1 - longest :]}"
