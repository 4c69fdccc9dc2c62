"""A finished game for research: what was done, when, in which seat, and nothing of who did it.

It is built up from what may be published: cards and seats, times from the first action on, and
which actions a bot did for a player. It never reads names, ids, chat, seeds, tables or dates.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

import msgspec

from tacit.table.log.fold import opened
from tacit.table.log.records import (
    RULE_SETTINGS,
    CloseCall,
    Entry,
    HouseEvent,
    Paused,
    PlayedFor,
    Resumed,
    Settings,
    StoodIn,
    Stopped,
)
from tacit.table.log.state import TableState
from tacit.table.past.replays import finished_game

_SHOWN = tuple(
    name
    for name in Settings.__struct_fields__
    if name not in (*RULE_SETTINGS, "public", "spectators")
)
"""What the host chose that may change how people play."""


class Told(msgspec.Struct, frozen=True):
    """A game without its people."""

    game: str
    settings: dict[str, Any]
    """The settings of the rules, and what the table showed."""
    bots: tuple[str | None, ...]
    """The bot in each seat; None for a person."""
    events: tuple[dict[str, Any], ...]
    """The events in their order; `t` is in milliseconds from the first action on."""
    result: Any


def told(entries: Sequence[Entry[Any]], number: int) -> Told | None:
    """Return the table's game of this number; None if it is not over, a what-if or practice."""
    if opened(entries[0]).what_if is not None:
        return None
    moments = finished_game(entries, number)
    if not moments or _is_practice(moments[-1].state):
        return None
    events = [event for entry, state in moments for event in _events(state, entry)]
    return _told(moments[-1].state, events)


def _is_practice(state: TableState) -> bool:
    return state.conduct.is_practice(state.settings)


def _told(state: TableState, events: list[dict[str, Any]]) -> Told:
    begun = next((event["t"] for event in events if "t" in event), 0)
    return Told(
        game=state.game,
        settings=msgspec.to_builtins(state.game_settings()) | _shown(state.settings),
        bots=tuple(sitter.bot for sitter in state.seats if sitter is not None),
        events=tuple(
            event | {"t": event["t"] - begun} if "t" in event else event for event in events
        ),
        result=state.rules.result(state.play),
    )


def _shown(settings: Settings) -> dict[str, Any]:
    return {name: getattr(settings, name) for name in _SHOWN}


def _events(state: TableState, entry: Entry[Any]) -> Iterator[dict[str, Any]]:
    for event in entry.house:
        yield from _house(event)
    for happened in entry.game:
        shown = {
            "t" if name == "at" else name: value
            for name, value in msgspec.to_builtins(happened).items()
        }
        if isinstance(happened, state.rules.Action) and not entry.by and _is_person(state, shown):
            shown["auto"] = True  # a bot stood in, or the time was up
        yield shown


def _is_person(state: TableState, shown: dict[str, Any]) -> bool:
    sitter = state.seats[shown["seat"]]
    return sitter is not None and sitter.guest is not None


def _house(event: HouseEvent) -> Iterator[dict[str, Any]]:
    match event:
        case StoodIn() | PlayedFor() | Stopped() | CloseCall():
            yield msgspec.to_builtins(event)
        case Paused() | Resumed():
            yield {"kind": msgspec.to_builtins(event)["kind"]}
