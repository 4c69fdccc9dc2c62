"""What one person sees of a table, built up from what they may know."""

from __future__ import annotations

from typing import Any

import msgspec
from msgspec import UNSET, UnsetType

from tacit.core.mark import Mark
from tacit.core.rulebook import Seat
from tacit.table.log.records import CloseCall, Guest, PersonId, PlayedFor, Said, Settings, Stopped
from tacit.table.log.state import Sitter, Stage, TableState, may_talk


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
    """Those who wish for another game, or wished for the one that is about to begin."""
    what_if: tuple[int, ...] | UnsetType = UNSET
    """If games here go on from another one: how far that had come, such as a round and a turn."""
    kind: str | UnsetType = UNSET
    """What the games here belong to, if to anything: `group`, `daily`, `evening`."""
    given: bool | UnsetType = UNSET
    """True if others play the same cards: there is one game, and its seed is published later."""


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
        given=state.given or UNSET,
    )


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
