"""Erasing a person from the log of a group or an evening: an alias without a name replaces them."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import msgspec

from tacit.club.group import Gone, GroupEvent, fold

ERASED_NAME = "…"
_EVENT: msgspec.json.Decoder[Any] = msgspec.json.Decoder(GroupEvent)


def farewell(log: Sequence[bytes], person: str, at: int) -> bytes | None:
    """Return the entry with which a person leaves a group; None if they are not in it."""
    group = fold([_EVENT.decode(line) for line in log])
    return msgspec.json.encode(Gone(person, at)) if group.is_in(person) else None


def without(log: Sequence[bytes], person: str, alias: str) -> dict[int, bytes]:
    """Return the entries of a log that change when a person is erased, by number.

    A name beside the person's id is theirs, whatever the record.
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
        }
    return alias if value == person else value
