"""Turns by correspondence: since when one runs, until when, and for whom the table waits.

All of it follows from the log, so a turn is as long whether or not the table is in memory.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, NamedTuple

from tacit.core.rulebook import Millis
from tacit.table.log.records import Configured, Entry, GameBegun, Resumed, Settings
from tacit.table.log.state import Stage, TableState

DAY_S = 24 * 3600
CORRESPONDENCE_DAYS = (1, 2, 3, 7)
"""How many days a turn by correspondence may take."""
CORRESPONDENCE_S = frozenset(days * DAY_S for days in CORRESPONDENCE_DAYS)
BOT_MS = 60_000
"""After this time a bot that has not picked is asked again: its node stopped."""


class WaitedFor(NamedTuple):
    """What a table by correspondence waits for."""

    due: Millis | None
    """When it has to be awake, by its own clock; None if it waits for no turn and no pause."""
    awaited: Mapping[str, bool]
    """Whether it is their turn, by person who plays."""


def by_correspondence(settings: Settings) -> bool:
    """Tell whether a turn takes days."""
    return settings.turn_seconds in CORRESPONDENCE_S


def turn_of(state: TableState) -> tuple[Any, ...]:
    """Return what the clock runs for: a turn that is not paused, if the game has turns."""
    turn = state.conduct.turn(state.play) if state.stage is Stage.PLAYING else None
    return (state.games,) if turn is None else (state.games, *turn, state.paused)


def begun_at(before: TableState, after: TableState, entry: Entry[Any]) -> Millis:
    """Return since when the turn after an entry runs; a new limit counts from then on.

    After a pause it goes on with the time that was left, else a pause would be a way to a new turn.
    """
    if before.settings.turn_seconds == after.settings.turn_seconds and turn_of(before) == turn_of(
        after
    ):
        return after.turn_since
    for one in entry.house:
        if isinstance(one, Resumed) and before.paused_at:
            return Millis(before.turn_since + max(0, one.at - before.paused_at))
    house = (one.at for one in entry.house if isinstance(one, GameBegun | Configured | Resumed))
    game = (getattr(one, "at", 0) for one in entry.game)
    return Millis(max((after.turn_since, *house, *game)))


def paused_before(before: TableState, after: TableState, entry: Entry[Any]) -> Millis:
    """Return for how long the turn after an entry was paused, without a pause that goes on."""
    if turn_of(before)[:-1] != turn_of(after)[:-1]:
        return Millis(0)
    ended = (one.at for one in entry.house if isinstance(one, Resumed) and before.paused_at)
    return Millis(before.paused_ms + sum(max(0, at - before.paused_at) for at in ended))


def pause_left(state: TableState) -> Millis:
    """Return for how long a turn by correspondence may still be paused: as long as it may take.

    All its pauses count, else one player could hold up the others for ever.
    """
    return Millis(max(0, 1000 * (state.settings.turn_seconds or 0) - state.paused_ms))


def pause_ends(state: TableState) -> Millis | None:
    """Return when a game by correspondence goes on by itself after a pause; None if it does not.

    In logs of earlier versions a pause has no time, and lasts until a player ends it.
    """
    is_paused = state.stage is Stage.PLAYING and state.paused and state.paused_at
    if not by_correspondence(state.settings) or not is_paused:
        return None
    return Millis(state.paused_at + pause_left(state))


def deadline(state: TableState) -> Millis | None:
    """Return until when a turn by correspondence lasts; None if none runs."""
    if not by_correspondence(state.settings) or state.stage is not Stage.PLAYING or state.paused:
        return None
    assert state.settings.turn_seconds is not None
    return Millis(state.turn_since + 1000 * state.settings.turn_seconds)


def reminder_at(state: TableState) -> Millis | None:
    """Return when a turn by correspondence has a quarter of its time left.

    None if none runs, or its players were reminded: once a turn, whatever pauses it has.
    """
    until = deadline(state)
    if until is None or state.reminded == turn_of(state)[:-1]:
        return None
    assert state.settings.turn_seconds is not None
    return Millis(until - 1000 * state.settings.turn_seconds // 4)


def waited_for(state: TableState) -> WaitedFor:
    """Return for whom a table by correspondence waits, and when it has to be awake."""
    until = deadline(state)
    waiting = () if until is None else state.rules.waiting(state.play)
    until = pause_ends(state) if until is None else until
    awaited: dict[str, bool] = {}
    for seat, sitter in enumerate(state.seats):
        if sitter is None:
            continue
        is_bots = sitter.guest is None or sitter.stand_in
        if seat in waiting and is_bots and until is not None:
            until = Millis(min(until, state.turn_since + BOT_MS))
        if sitter.guest is not None:
            awaited[state.people[sitter.guest].id] = seat in waiting and not is_bots
    reminder = reminder_at(state) if any(awaited.values()) else None
    if until is not None and reminder is not None:
        until = Millis(min(until, reminder))
    return WaitedFor(until, awaited)
