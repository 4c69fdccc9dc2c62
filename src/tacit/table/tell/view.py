"""What one person sees of a table, built up from what they may know."""

from __future__ import annotations

from typing import Any

import msgspec
from msgspec import UNSET, UnsetType

from tacit.core.mark import Mark
from tacit.core.rulebook import Millis, Seat
from tacit.table.log.records import CloseCall, Guest, PersonId, PlayedFor, Said, Settings, Stopped
from tacit.table.log.state import Sitter, Stage, TableState, may_talk

OF_A_DAY = ("daily", "past")
"""Kinds of labels that name a game and a day: of games that count on it, and of later ones."""


class SeatView(msgspec.Struct, frozen=True, gc=False):
    """A seat: a guest, a bot, or free."""

    name: str | None = None
    guest: Guest | None = None
    bot: str | None = None
    stand_in: bool = False
    mark: Mark | UnsetType = UNSET
    """Which a person chose; who chose none has none, and bots have faces of their own."""


class GuestView(msgspec.Struct, frozen=True, gc=False):
    """A guest at the table."""

    guest: Guest
    name: str
    seat: int | None
    mark: Mark | UnsetType = UNSET


class HouseView(msgspec.Struct, frozen=True, gc=False):
    """Everything around the game."""

    game: str
    stage: Stage
    paused: bool
    you: Guest | None
    seat: int | None
    host: Guest
    seats: tuple[SeatView, ...]
    guests: tuple[GuestView, ...]
    """Those who are at the table, spectators too."""
    settings: Settings
    games: int
    """Games begun at this table so far."""
    commitment: str
    """SHA-256 of the seed of the game going on, or of the next one."""
    contributed: bool
    """Whether you have added to the next shuffle."""
    seed: str | None
    """Published when the game is over."""
    talk: bool
    """Whether people may talk now."""
    chat: tuple[Said, ...]
    played_for: tuple[PlayedFor, ...]
    """For whom cards were played in the last turn in which time was up."""
    close: CloseCall | None
    stopped: Stopped | None
    """Why the table stopped play by itself; None if a player stopped it, or it goes on."""
    again: tuple[Guest, ...]
    """The guests who want another game, or wanted the one that is about to begin."""
    what_if: tuple[int, ...] | UnsetType = UNSET
    """If games here go on from another one: how far that had come, such as a round and a turn."""
    kind: str | UnsetType = UNSET
    """What the games here belong to, if to anything: `group`, `daily`, `past`, `evening`."""
    day: str | UnsetType = UNSET
    """At a deal of the day, which day's, as in `2026-11-18`; it is never told of a group's name."""
    given: bool | UnsetType = UNSET
    """True if others play the same cards: there is one game, and its seed is published later."""
    until: Millis | UnsetType = UNSET
    """When the time of the game is up, on the table's clock, if it ever is."""
    time_up: bool | UnsetType = UNSET
    """True once it is: bots play the game out, or have done so."""


class PlayView(msgspec.Struct, frozen=True, gc=False):
    """The game as seen from a seat, and what that seat may do."""

    view: Any
    legal: dict[str, list[Any]]
    """By kind of action, the cards or answers it can be done with; none if it needs none."""
    waiting: tuple[Seat, ...]


def yours(state: TableState, person: PersonId) -> dict[str, Any]:
    """Return the fields of a `HouseView` that differ from person to person."""
    you = state.guest_of(person)
    return {
        "you": you,
        "seat": state.seat_of(you),
        "contributed": you is not None and you in state.contributions,
    }


def house_view(state: TableState, person: PersonId) -> HouseView:
    """Return what a person sees around the game."""
    return HouseView(
        **yours(state, person),
        game=state.game,
        stage=state.stage,
        paused=state.paused,
        host=state.host,
        seats=tuple(_seat(state, sitter) for sitter in state.seats),
        guests=tuple(
            GuestView(
                guest=Guest(number),
                name=one.name,
                seat=state.seat_of(Guest(number)),
                mark=one.mark or UNSET,
            )
            for number, one in enumerate(state.people)
            if one.here
        ),
        settings=state.settings,
        games=state.games,
        commitment=state.commitment,
        seed=state.seed.hex() if state.stage is Stage.OVER and not state.given else None,
        talk=may_talk(state),
        chat=state.chat,
        played_for=state.played_for,
        close=state.close,
        stopped=state.stopped,
        again=state.again,
        what_if=UNSET if state.what_if is None else state.what_if.place,
        kind=state.label.partition(":")[0] or UNSET,
        day=_day(state.label) or UNSET,
        given=state.given or UNSET,
        until=state.until or UNSET,
        time_up=state.time_up or UNSET,
    )


def _day(label: str) -> str:
    """Return the day that a label names, if it is that of a deal of the day.

    >>> _day("past:mindup:2026-11-18"), _day("group:Ux3k")
    ('2026-11-18', '')
    """
    kind, _, rest = label.partition(":")
    return rest.rpartition(":")[2] if kind in OF_A_DAY else ""


def _seat(state: TableState, sitter: Sitter | None) -> SeatView:
    if sitter is None:
        return SeatView()
    name = state.sitter_name(sitter)
    return SeatView(
        name=name,
        guest=sitter.guest,
        bot=sitter.bot,
        stand_in=sitter.stand_in,
        mark=state.sitter_mark(sitter) or UNSET,
    )


def play_view(state: TableState, seat: int | None) -> PlayView | None:
    """Return the game as a seat, or a spectator, may know it; None in the lobby."""
    if state.play is None:
        return None
    mine = None if seat is None else Seat(seat)
    return PlayView(
        view=state.rules.view(state.play, mine),
        legal={} if mine is None else options(state, mine),
        waiting=state.rules.waiting(state.play),
    )


def progress(state: TableState) -> tuple[int, ...]:
    """Return how far a game has come, as everybody sees it: round and turn, or the level."""
    return () if state.play is None else state.conduct.progress(state.play)


def options(state: TableState, seat: Seat) -> dict[str, list[Any]]:
    """Return what a seat may do now: by kind of action, with which cards or answers."""
    if state.stage is not Stage.PLAYING or state.paused:
        return {}
    return state.conduct.options(state.rules, state.play, seat)


def patch(before: msgspec.Struct, after: msgspec.Struct) -> dict[str, Any]:
    """Return the fields of a view that changed."""
    return {
        name: value
        for name, value in zip(after.__struct_fields__, msgspec.structs.astuple(after), strict=True)
        if value is not (old := getattr(before, name)) and value != old
    }
