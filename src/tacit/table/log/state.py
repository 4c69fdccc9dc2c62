"""The state of a live table, a fold over its log."""

from __future__ import annotations

from enum import StrEnum
from typing import Any, assert_never

import msgspec
from msgspec.structs import replace

from tacit.core.chance import Chance, commitment, mix
from tacit.core.mark import Mark
from tacit.core.plug import rulebook
from tacit.core.rulebook import Millis, Rulebook
from tacit.table.conduct import Conduct, conduct_of
from tacit.table.log.records import (
    BotSat,
    CloseCall,
    Configured,
    Contributed,
    Ended,
    Entry,
    Freed,
    GameBegun,
    Guest,
    HostChanged,
    HouseEvent,
    Joined,
    Labelled,
    Left,
    Muted,
    Opened,
    Paused,
    PersonId,
    PlayedFor,
    Rematched,
    Removed,
    Renamed,
    Resumed,
    Said,
    Sat,
    Settings,
    StoodIn,
    Stopped,
    WantedAgain,
    WhatIf,
)

MOST_CHAT = 50
"""Chat messages that are kept in view."""


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
    """By which others know them at a glance, in every game at this table."""


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
    """Of the players of the game going on, by seat."""
    chat: tuple[Said, ...] = ()
    played_for: tuple[PlayedFor, ...] = ()
    """For whom cards were played in the last turn in which time was up."""
    close: CloseCall | None = None
    """How close the last mistake was."""
    stopped: Stopped | None = None
    """Why the table stopped play by itself, until it goes on."""
    again: tuple[Guest, ...] = ()
    """Who wishes for the next game; forgotten when it begins."""
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


def opened(entry: Entry[Any]) -> TableState:
    """Return the table after the first entry of its log."""
    (first,) = entry.house
    assert isinstance(first, Opened)
    rulebook(first.game)  # plugged in, if it is one that is installed besides
    state = TableState(
        game=first.game,
        seed=bytes.fromhex(first.seed),
        settings=first.settings,
        seats=(),
        what_if=first.what_if,
        label=first.label,
        given=first.given,
    )
    return replace(state, seats=(None,) * state.most)


def fold(state: TableState, entry: Entry[Any], play: Any = None) -> TableState:
    """Return the table after an entry; `play` is the game after it, if that is known already."""
    for event in entry.house:
        state = evolve(state, event)
    if entry.game:
        rules = state.rules
        if play is None:
            play = state.play
            for happened in entry.game:
                play = rules.evolve(play, happened)
        stage = Stage.OVER if rules.over(play) else state.stage
        close = state.close
        if close is not None and state.conduct.ends_close_call(entry.game[0]):
            close = None
        stopped = state.stopped
        if stopped is not None and any(map(state.conduct.ends_stop, entry.game)):
            stopped = None
        state = replace(state, play=play, stage=stage, close=close, stopped=stopped)
    return state


def evolve(state: TableState, event: HouseEvent) -> TableState:  # noqa: C901, PLR0912
    """Return the table after something happened at it."""
    match event:
        case Opened():
            return state
        case Joined():
            return _join(state, event)
        case Contributed():
            return replace(
                state, contributions=state.contributions | {event.guest: event.contribution}
            )
        case Sat():
            return _seat(state, event.seat, Sitter(guest=event.guest))
        case BotSat():
            return _seat(state, event.seat, Sitter(bot=event.bot))
        case Freed():
            return _seat(state, event.seat, None)
        case Left():
            return _go(state, event.guest, banned=False)
        case Removed():
            return _go(state, event.guest, banned=True)
        case Muted():
            return _person(state, event.guest, replace(state.people[event.guest], muted=event.on))
        case Renamed():
            return _person(state, event.guest, replace(state.people[event.guest], name=event.name))
        case Labelled():
            return replace(state, label=event.label)
        case Configured():
            return replace(state, settings=event.settings)
        case HostChanged():
            return replace(state, host=event.guest)
        case GameBegun():
            return _begin(state)
        case WantedAgain():
            return replace(state, again=(*state.again, event.guest))
        case Rematched():
            return _rematch(state, bytes.fromhex(event.seed))
        case Paused():
            return replace(state, paused=True)
        case Resumed():
            return replace(state, paused=False)
        case StoodIn():
            sitter = state.seats[event.seat]
            assert sitter is not None
            return _seat(state, event.seat, replace(sitter, stand_in=event.on))
        case PlayedFor():
            same = [one for one in state.played_for if _turn(one) == _turn(event)]
            return replace(state, played_for=(*same, event))
        case Stopped():
            return replace(state, stopped=event)
        case Said():
            return replace(state, chat=(*state.chat, event)[-MOST_CHAT:])
        case CloseCall():
            return replace(state, close=event)
        case Ended():
            return replace(state, ended=True)
        case _:
            assert_never(event)


def _turn(event: PlayedFor) -> tuple[int, int]:
    return (event.round, event.turn)


def _join(state: TableState, event: Joined) -> TableState:
    known = state.guest_of(event.person)
    if known is None and event.instead is not None:
        # What the guest contributed who had this number goes with them.
        kept = {
            guest: text for guest, text in state.contributions.items() if guest != event.instead
        }
        return _person(replace(state, contributions=kept), event.instead, _newcomer(event))
    if known is None:
        return replace(state, people=(*state.people, _newcomer(event)))
    back = replace(state.people[known], name=event.name, mark=event.mark, here=True)
    return _person(state, known, back)


def _newcomer(event: Joined) -> Person:
    return Person(id=event.person, name=event.name, mark=event.mark)


def _person(state: TableState, guest: Guest, person: Person) -> TableState:
    people = (*state.people[:guest], person, *state.people[guest + 1 :])
    return replace(state, people=people)


def _seat(state: TableState, seat: int, sitter: Sitter | None) -> TableState:
    return replace(state, seats=(*state.seats[:seat], sitter, *state.seats[seat + 1 :]))


def _go(state: TableState, guest: Guest, *, banned: bool) -> TableState:
    """Let a guest go; in a game the seat stays theirs, in the lobby it is free again."""
    gone = replace(state.people[guest], here=False, banned=banned)
    after = _person(state, guest, gone)
    if guest in state.again:
        after = replace(after, again=tuple(one for one in state.again if one != guest))
    seat = state.seat_of(guest)
    if seat is not None and state.stage is not Stage.PLAYING:
        after = _seat(after, seat, None)
    return after


def _begin(state: TableState) -> TableState:
    rules = state.rules
    chance = Chance(mix(state.seed, state.shuffle_parts()))
    setup = rules.draw(state.game_settings(), chance)
    play = state.conduct.prepare(rules.initial(setup), state.settings)
    return replace(move_together(state), play=play)


def move_together(state: TableState) -> TableState:
    """Return the table with everyone who sits in a game, and nothing dealt yet."""
    sitters = tuple(sitter for sitter in state.seats if sitter is not None)
    return replace(
        state,
        stage=Stage.PLAYING,
        paused=False,
        seats=sitters,
        names=tuple(state.sitter_name(sitter) for sitter in sitters),
        games=state.games + 1,
        played_for=(),
        close=None,
        stopped=None,
        again=(),
    )


def _rematch(state: TableState, seed: bytes) -> TableState:
    """Free the seats of those who left; everyone else stays at the table.

    Players move together; at a what-if they keep their seats of the game it comes from.
    """
    kept: tuple[Sitter | None, ...] = tuple(
        replace(sitter, stand_in=False)
        if sitter is not None and (sitter.guest is None or state.people[sitter.guest].here)
        else None
        for sitter in state.seats
    )
    if state.what_if is None:
        kept = tuple(sitter for sitter in kept if sitter is not None)
    return replace(
        state,
        stage=Stage.LOBBY,
        paused=False,
        seed=seed,
        seats=kept + (None,) * (state.most - len(kept)),
        contributions={},
        names=(),
        close=None,
        stopped=None,
        play=None,
    )


def may_talk(state: TableState) -> bool:
    """Tell whether people may talk or gesture now: always, unless a game in progress forbids it."""
    return state.stage is not Stage.PLAYING or state.conduct.may_talk(state.play)


def clock_of(state: TableState) -> Millis:
    """Return the time the game has reached; nothing may be dated before it."""
    return getattr(state.play, "now", Millis(0))
