"""Guests join, sit, stand, leave and choose names."""

from __future__ import annotations

from tacit.core.rulebook import Refused
from tacit.table.decide.context import (
    GIVEN_DEAL,
    NO_SEAT,
    NOT_IN_GAME,
    NOT_SITTING,
    OPENER,
    SILENCE,
    Context,
    Decision,
    done,
)
from tacit.table.decide.game import and_next_game
from tacit.table.decide.marks import mark_at
from tacit.table.decide.names import clean_name, distinct
from tacit.table.decide.requests import Contribute, Join, Rename, Sit
from tacit.table.log.records import (
    Contributed,
    Freed,
    Guest,
    HostChanged,
    HouseEvent,
    Joined,
    Left,
    Renamed,
    Sat,
)
from tacit.table.log.state import Stage, TableState, may_talk

MOST_PEOPLE = 40
"""People at one table at once."""
MOST_EVER = 200
"""Guest numbers of a table; after that it reuses those of guests who left long ago."""
LONGEST_CONTRIBUTION = 128
"""The longest contribution, in hexadecimal digits."""


def join(state: TableState, asked: Context, request: Join) -> Decision:
    """Let a person join, in a free seat if there is one and no game is going on."""
    guest = state.guest_of(asked.person)
    if guest is not None and state.people[guest].banned:
        return Refused("removed", "The host has removed you from this table.")
    if state.given and guest is None and state.stage is not Stage.LOBBY:
        return GIVEN_DEAL  # a spectator would know the cards that others are still to play
    name = clean_name(request.name)
    if not name:
        return Refused("no-name", "Choose a name that others can read.")
    has_room = guest is not None and (state.people[guest].here or state.seat_of(guest) is not None)
    room = () if has_room else _room(state, asked)
    if isinstance(room, Refused):
        return room
    if guest is not None and (state.people[guest].muted or not may_talk(state)):
        name = state.people[guest].name  # ME-06: a name could say something
    name = distinct(name, _other_names(state, guest))
    instead = _number_again(state, asked) if guest is None else None
    mine = guest if guest is not None else instead
    mine = Guest(len(state.people)) if mine is None else mine
    events: list[HouseEvent] = [
        *room,
        Joined(
            person=asked.person,
            name=name,
            instead=instead,
            mark=mark_at(state, guest, request.mark),
        ),
    ]
    seat = state.seat_of(guest)
    if seat is None and not request.watch:
        seat = _free_seat(state)
        if seat is not None:
            events.append(Sat(guest=mine, seat=seat))
    if seat is None and not state.settings.spectators and mine != state.host:
        return Refused("door-closed", "No seat is free, and this table has no spectators.")
    if request.contribution and state.stage is Stage.LOBBY:
        refused = _bad_contribution(request.contribution)
        if refused is not None:
            return refused
        events.append(Contributed(guest=mine, contribution=request.contribution))
    return done(*events)


def _room(state: TableState, asked: Context) -> tuple[HouseEvent, ...] | Refused:
    """Make room for one more guest, or refuse.

    Connected and seated guests, the host and the opener stay; one of the others leaves.
    """
    there = [Guest(number) for number, person in enumerate(state.people) if person.here]
    if len(there) < MOST_PEOPLE:
        return ()
    kept = {state.host, OPENER}
    for guest in there:
        if guest not in kept and state.seat_of(guest) is None and not asked.is_here(guest):
            return (Left(guest=guest),)
    return Refused("full", "This table is full.")


def _number_again(state: TableState, asked: Context) -> Guest | None:
    """Return the number of a guest long gone who is shown nowhere, if numbers have run out."""
    if len(state.people) < MOST_EVER:
        return None
    shown = {state.host, OPENER, *(said.guest for said in state.chat), *state.again}
    gone = [
        (person.banned, Guest(number))
        for number, person in enumerate(state.people)
        if not person.here
        and number not in shown
        and state.seat_of(Guest(number)) is None
        and not asked.is_heard(Guest(number))
    ]
    return min(gone)[1]


def _free_seat(state: TableState) -> int | None:
    if state.stage is not Stage.LOBBY:
        return None
    return next((seat for seat, sitter in enumerate(state.seats) if sitter is None), None)


def _bad_contribution(text: str) -> Refused | None:
    try:
        bytes.fromhex(text)
    except ValueError:
        return Refused("bad-contribution", "A contribution to the shuffle is hexadecimal.")
    if len(text) > LONGEST_CONTRIBUTION:
        return Refused("bad-contribution", "A contribution to the shuffle has at most 64 bytes.")
    return None


def contribute(state: TableState, guest: Guest, asked: Context) -> Decision:
    """Add a guest's contribution to the next shuffle."""
    assert isinstance(asked.request, Contribute)
    if state.stage is not Stage.LOBBY:
        return NOT_IN_GAME
    text = asked.request.contribution
    return _bad_contribution(text) or done(Contributed(guest=guest, contribution=text))


def sit(state: TableState, guest: Guest, asked: Context) -> Decision:
    """Let a guest take a free seat."""
    assert isinstance(asked.request, Sit)
    seat = asked.request.seat
    refused = seat_to_fill(state, seat)
    if refused is not None:
        return refused
    before = state.seat_of(guest)
    moved: tuple[HouseEvent, ...] = () if before is None else (Freed(seat=before),)
    return done(*moved, Sat(guest=guest, seat=seat))


def seat_to_fill(state: TableState, seat: int) -> Refused | None:
    """Say why nobody can be seated there now, or None."""
    if state.stage is not Stage.LOBBY:
        return NOT_IN_GAME
    if not 0 <= seat < len(state.seats):
        return NO_SEAT
    if state.seats[seat] is not None:
        return Refused("seat-taken", "That seat is taken.")
    return None


def stand(state: TableState, guest: Guest, _asked: Context) -> Decision:
    """Let a player give their seat back and watch."""
    seat = state.seat_of(guest)
    if state.stage is not Stage.LOBBY:
        return NOT_IN_GAME
    if seat is None:
        return NOT_SITTING
    if not state.settings.spectators:
        return Refused("door-closed", "This table has no spectators.")
    return done(Freed(seat=seat))


def leave(state: TableState, guest: Guest, asked: Context) -> Decision:
    """Let a guest leave; the table goes on without them."""
    return done(*and_next_game(state, asked, Left(guest=guest), *host_after(state, asked, guest)))


def host_after(state: TableState, asked: Context, gone: Guest) -> tuple[HouseEvent, ...]:
    """Pass on the host's role when the host leaves.

    Players come before spectators, connected guests before others, then the first to come.
    """
    if state.host != gone:
        return ()
    there = [
        (state.seat_of(Guest(number)) is None, not asked.is_here(Guest(number)), Guest(number))
        for number, person in enumerate(state.people)
        if person.here and number != gone
    ]
    return (HostChanged(guest=min(there)[2]),) if there else ()


def rename(state: TableState, guest: Guest, asked: Context) -> Decision:
    """Give a guest another name."""
    assert isinstance(asked.request, Rename)
    if not may_talk(state):
        return SILENCE
    name = clean_name(asked.request.name)
    if not name:
        return Refused("no-name", "Choose a name that others can read.")
    return done(Renamed(guest=guest, name=distinct(name, _other_names(state, guest))))


def _other_names(state: TableState, guest: Guest | None) -> list[str]:
    return [one.name for number, one in enumerate(state.people) if number != guest]
