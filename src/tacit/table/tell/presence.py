"""Who is at a table and how well they are connected; and what is seen of it from the door."""

from __future__ import annotations

from tacit.table.fairtime.connections import Connections
from tacit.table.fairtime.lag import LagTracker
from tacit.table.log.records import Guest, PersonId
from tacit.table.log.state import Stage, TableState
from tacit.table.tell.messages import Door, Presence


def people_of(state: TableState) -> set[PersonId]:
    """Return who is at the table, connected or not."""
    return {person.id for person in state.people if person.here}


def may_show(state: TableState, person: PersonId) -> bool:
    """Tell whether a screen may show the table, on the device of a person: as they may watch.

    A screen of a given deal would tell a stranger the cards that others are still to play.
    """
    guest = state.guest_of(person)
    if guest is not None and state.people[guest].banned:
        return False
    is_inside = guest is not None and state.people[guest].here
    return state.settings.spectators and (is_inside or not state.given)


def presence(state: TableState, connections: Connections) -> tuple[Presence, ...]:
    """Return whether the player of each seat is there, and how well connected."""
    return tuple(_presence(state, connections, seat) for seat in range(len(state.seats)))


def _presence(state: TableState, connections: Connections, seat: int) -> Presence:
    sitter = state.seats[seat]
    if sitter is None or sitter.guest is None:
        return Presence(here=sitter is not None, line="good")
    person = state.people[sitter.guest]
    if not person.here:
        return Presence(here=False, line="gone")
    quality = connections.quality(person.id)
    return Presence(
        here=quality != "gone", line=quality, credit=_shown(connections.credit_ms(person.id))
    )


def _shown(credit_ms: int) -> int:
    """Return a credit as it is shown: roughly, so that it seldom changes."""
    return credit_ms - credit_ms % 10


def seen_of(lag: LagTracker) -> tuple[str, int]:
    """Return what the others see of a connection."""
    return lag.quality, _shown(lag.one_way_ms)


def stage_outside(state: TableState, guest: Guest | None) -> Stage:
    """Return the stage that a person may know.

    A stranger to a given deal, who may hold the same cards, is not told when it is over: where a
    game ends early if it is lost, that would tell how it ended.
    """
    is_hidden = state.given and guest is None and state.stage is Stage.OVER
    return Stage.PLAYING if is_hidden else state.stage


def door(state: TableState, guest: Guest | None) -> Door:
    """Return what a person with the link may know: the link is the invitation."""
    removed = guest is not None and state.people[guest].banned
    known = bool(state.people) and not removed
    sitters = [sitter for sitter in state.seats if sitter is not None and known]
    return Door(
        game=state.game,
        stage=stage_outside(state, guest),
        free=state.free_seats,
        spectators=state.settings.spectators,
        removed=removed,
        host=state.people[state.host].name if known else "",
        players=tuple(state.sitter_name(sitter) for sitter in sitters if not sitter.bot),
        bots=tuple(sitter.bot for sitter in sitters if sitter.bot),
        kept=guest is not None and state.keeps_seat(guest),
    )
