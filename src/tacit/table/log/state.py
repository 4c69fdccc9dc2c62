"""The state of a live table; `fold` makes it from the log."""

from __future__ import annotations

from enum import StrEnum
from typing import Any

import msgspec

from tacit.core.chance import commitment
from tacit.core.mark import Mark
from tacit.core.plug import rulebook
from tacit.core.rulebook import Millis, Rulebook
from tacit.table.conduct import Conduct, conduct_of
from tacit.table.log.records import (
    CloseCall,
    Guest,
    PersonId,
    PlayedFor,
    Said,
    Settings,
    StoodIn,
    Stopped,
    WhatIf,
)


class Stage(StrEnum):
    """Where a table is between two games."""

    LOBBY = "lobby"
    PLAYING = "playing"
    OVER = "over"


class Person(msgspec.Struct, frozen=True, gc=False):
    """A person who came to this table."""

    id: PersonId
    name: str
    here: bool = True
    """False once they left or were sent away."""
    banned: bool = False
    muted: bool = False
    """Nothing they say is delivered, by order of the site's host."""
    mark: Mark | None = None
    """Others know them by it at a glance, in every game at this table."""


class Sitter(msgspec.Struct, frozen=True, gc=False):
    """Who sits in a seat: a person or a bot."""

    guest: Guest | None = None
    bot: str | None = None
    stand_in: bool = False
    """A bot plays for the person for now."""


class TableState(msgspec.Struct, frozen=True, gc=False):
    """A table between two entries of its log."""

    game: str
    seed: bytes
    settings: Settings
    seats: tuple[Sitter | None, ...]
    people: tuple[Person, ...] = ()
    host: Guest = Guest(0)
    stage: Stage = Stage.LOBBY
    paused: bool = False
    games: int = 0
    """Games begun so far."""
    contributions: dict[Guest, str] = {}
    names: tuple[str, ...] = ()
    """The names of the players of the game in progress, by seat."""
    chat: tuple[Said, ...] = ()
    played_for: tuple[PlayedFor, ...] = ()
    """The players whose cards were played for them in the last turn in which time was up."""
    close: CloseCall | None = None
    """How close the last mistake was."""
    stopped: Stopped | None = None
    """Why the table stopped play by itself, until it goes on."""
    again: tuple[Guest, ...] = ()
    """The guests who want another game; empty once it begins."""
    play: Any = None
    """The state of the game going on, or just over."""
    ended: bool = False
    """The table was closed for good."""
    what_if: WhatIf | None = None
    """Its games go on from another one, and do not count."""
    label: str = ""
    """What its games belong to, such as a group or the deal of a day."""
    given: bool = False
    """The deal is given, and there is one game only: see `Opened.given`."""
    until: Millis = Millis(0)
    """When the time of the game is up, on the table's clock; 0 is never."""
    time_up: bool = False
    """Whether the time is up, so that bots play the game out."""
    turn_since: Millis = Millis(0)
    """Since when the turn runs, at a table by correspondence; pauses are taken off."""
    paused_at: Millis = Millis(0)
    """Since when the game is paused; 0 if the log does not say."""
    paused_ms: Millis = Millis(0)
    """For how long this turn was paused before, at a table by correspondence."""
    reminded: tuple[Any, ...] = ()
    """The last turn by correspondence of whose end its players were reminded."""

    @property
    def rules(self) -> Rulebook:
        """The rules of the game."""
        return rulebook(self.game)

    @property
    def conduct(self) -> Conduct:
        """How the game is conducted."""
        return conduct_of(self.game)

    @property
    def commitment(self) -> str:
        """What was shown before the game: the SHA-256 of its seed."""
        return commitment(self.seed)

    @property
    def most(self) -> int:
        """How many can sit here; at a what-if, how many have to."""
        return self.rules.PLAYERS[-1] if self.what_if is None else self.what_if.players

    @property
    def free_seats(self) -> int:
        """How many could still sit down: nobody can once a game has begun."""
        return self.seats.count(None) if self.stage is Stage.LOBBY else 0

    def guest_of(self, person: PersonId) -> Guest | None:
        """Return a person's number at this table, or None."""
        for number, one in enumerate(self.people):
            if one.id == person:
                return Guest(number)
        return None

    def seat_of(self, guest: Guest | None) -> int | None:
        """Return a guest's seat, or None."""
        for seat, sitter in enumerate(self.seats):
            if sitter is not None and guest is not None and sitter.guest == guest:
                return seat
        return None

    def is_inside(self, person: PersonId) -> bool:
        """Tell whether a person is at the table, not only at its door."""
        guest = self.guest_of(person)
        return guest is not None and self.people[guest].here

    def takes_part(self, person: PersonId) -> bool:
        """Tell whether a person sits at the table or is its host, and does not only watch."""
        guest = self.guest_of(person)
        return guest is not None and (guest == self.host or self.seat_of(guest) is not None)

    def has_place(self, person: PersonId) -> bool:
        """Tell whether a person is at the table, or left a game that keeps their seat."""
        guest = self.guest_of(person)
        if guest is None:
            return False
        return self.people[guest].here or self.keeps_seat(guest)

    def keeps_seat(self, guest: Guest) -> bool:
        """Tell whether a game in progress keeps a guest's seat, here or not."""
        return self.stage is Stage.PLAYING and self.seat_of(guest) is not None

    def sitter_name(self, sitter: Sitter) -> str:
        """Return what a player is called."""
        if sitter.guest is not None:
            return self.people[sitter.guest].name
        return str(sitter.bot)

    def sitter_mark(self, sitter: Sitter) -> Mark | None:
        """Return the mark that a player chose; bots have faces of their own."""
        return None if sitter.guest is None else self.people[sitter.guest].mark

    def game_settings(self) -> Any:
        """Return the settings of the game that everyone who sits would play."""
        if self.what_if is not None:
            return msgspec.convert(self.what_if.settings, self.rules.Settings)
        players = sum(1 for sitter in self.seats if sitter)
        return self.rules.Settings(**self.conduct.rules_settings(self.settings, players))

    def shuffle_parts(self) -> tuple[bytes, ...]:
        """Return what each player adds to the shuffle, by seat; bots add nothing."""
        added = {} if self.given else self.contributions
        return tuple(
            bytes.fromhex(added.get(sitter.guest, "") if sitter.guest is not None else "")
            for sitter in self.seats
            if sitter is not None
        )


def may_talk(state: TableState) -> bool:
    """Tell whether people may talk or gesture now: always, unless a game in progress forbids it."""
    return state.stage is not Stage.PLAYING or state.conduct.may_talk(state.play)


def stood_in(state: TableState, guest: Guest) -> tuple[StoodIn, ...]:
    """Return that a bot plays for a guest from now on, if a game goes on in which they play."""
    seat = state.seat_of(guest)
    sitter = None if seat is None else state.seats[seat]
    if seat is None or sitter is None or sitter.stand_in or not state.keeps_seat(guest):
        return ()
    return (StoodIn(seat=seat, on=True),)


def clock_of(state: TableState) -> Millis:
    """Return the time the game has reached; nothing may be dated before it."""
    return getattr(state.play, "now", Millis(0))
