"""What the site does to any table: orders of its host, and what the table belongs to."""

from __future__ import annotations

from typing import TypeAlias

from tacit.core.rulebook import Refused
from tacit.table.decide.context import ENDED, NO_SUCH_GUEST, Context, Decision, done
from tacit.table.decide.game import and_next_game
from tacit.table.decide.guests import host_after
from tacit.table.decide.requests import Request
from tacit.table.log.records import Guest, HouseEvent, Labelled, Muted, Removed, TimeUp
from tacit.table.log.state import Person, Stage, TableState, stood_in

TAKEN = Refused("has-group", "This table belongs to something else already.")


class Mute(Request, frozen=True):
    """Deliver nothing more that a guest says, shows or calls themselves; or do so again."""

    guest: Guest
    on: bool = True


class Expel(Request, frozen=True):
    """Send a guest away for good, at any time; in a game a bot plays on for them."""

    guest: Guest


class Belong(Request, frozen=True):
    """Let the table's games, all of them, belong to something that lasts, such as a group."""

    label: str


class CallTime(Request, frozen=True):
    """End the time of the game: bots play it out."""


Moderation: TypeAlias = Mute | Expel | Belong | CallTime


def moderate(state: TableState, order: Moderation, asked: Context) -> Decision:
    """Return what the order of the site's host causes, or why it is refused."""
    if state.ended:
        return ENDED
    if isinstance(order, Belong):
        return _belong(state, order.label)
    if isinstance(order, CallTime):
        is_on = state.stage is Stage.PLAYING and not state.time_up
        return done(TimeUp()) if is_on else done()
    person = _known(state, order.guest)
    if person is None:
        return NO_SUCH_GUEST
    if isinstance(order, Mute):
        return done() if person.muted == order.on else done(Muted(guest=order.guest, on=order.on))
    if not person.here:
        return NO_SUCH_GUEST
    gone: tuple[HouseEvent, ...] = (
        Removed(guest=order.guest),
        *host_after(state, asked, order.guest),
        *stood_in(state, order.guest),
    )
    return done(*and_next_game(state, asked, *gone))


def _belong(state: TableState, label: str) -> Decision:
    if state.label == label:
        return done()
    if state.label or state.given or state.what_if is not None:
        return TAKEN
    return done(Labelled(label=label))


def _known(state: TableState, guest: Guest) -> Person | None:
    return state.people[guest] if 0 <= guest < len(state.people) else None
