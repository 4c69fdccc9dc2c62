"""Erasing a person from the log of a group or an evening: an alias without a name replaces them."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import msgspec

from tacit.club import evening, group
from tacit.club.group import ERASED_NAME, Gone

_EVENTS: dict[str, msgspec.json.Decoder[Any]] = {
    group.KIND: msgspec.json.Decoder(group.GroupEvent),
    evening.KIND: msgspec.json.Decoder(evening.EveningEvent),
}
_FOLDS: dict[str, Any] = {group.KIND: group.fold, evening.KIND: evening.fold}


def farewell(kind: str, log: Sequence[bytes], person: str, at: int) -> bytes | None:
    """Return the entry with which a person leaves a log of a kind; None if they are not in it."""
    return msgspec.json.encode(Gone(person, at)) if _folded(kind, log).is_in(person) else None


def is_closed(kind: str, log: Sequence[bytes]) -> bool:
    """Tell whether a log may be pruned: everyone has left, or the evening has ended."""
    now = _folded(kind, log)
    return not now.here or getattr(now, "ended", False)


def _folded(kind: str, log: Sequence[bytes]) -> Any:
    return _FOLDS[kind]([_EVENTS[kind].decode(line) for line in log])


def without(log: Sequence[bytes], person: str, alias: str) -> dict[int, bytes]:
    """Return the entries of a log that change when a person is erased, by number.

    A name or a mark beside the person's id is theirs, whatever the record.
    """
    changed = {}
    for number, line in enumerate(log, start=1):
        was = msgspec.json.decode(line)
        now = _without(was, person, alias)
        if now != was:
            changed[number] = msgspec.json.encode(now)
    return changed


def _without(value: Any, person: str, alias: str) -> Any:
    if isinstance(value, list):
        return [_without(one, person, alias) for one in value]
    if isinstance(value, dict):
        theirs = value.get("person") == person
        return {
            (alias if key == person else key): (
                ERASED_NAME if theirs and key == "name" else _without(one, person, alias)
            )
            for key, one in value.items()
            if not (theirs and key == "mark")
        }
    return alias if value == person else value
