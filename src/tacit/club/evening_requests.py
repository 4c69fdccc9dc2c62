"""What people may ask of an evening, and what that causes in its log.

Its host begins rounds; a guest comes, leaves and sits out. When the host is away for a while,
another guest takes over: the words are those of a table (`tacit.table.decide.host`).
"""

from __future__ import annotations

from collections.abc import Container, Sequence

import msgspec

from tacit.club.decision import Decided
from tacit.club.evening import (
    Came,
    Evening,
    EveningEnded,
    EveningEvent,
    EveningOpened,
    Guest,
    HostChanged,
    LockChanged,
    RoundBegun,
    RoundClosed,
    SatOut,
)
from tacit.club.evening_game import evening_game
from tacit.club.group import Gone
from tacit.core.mark import Mark
from tacit.core.rulebook import Refused
from tacit.table.decide.host import HOST_GRACE_MS
from tacit.table.decide.names import clean_name, clean_text, distinct

LEAST_PEOPLE = 2
"""Players that a round needs; bots fill the other seats."""
MOST_PEOPLE = 200
"""In an evening at once."""
MOST_EVER = 600
"""Over time; those who were removed are remembered, so that they stay outside."""
MOST_ROUNDS = 20
MOST_CHANGES = 6
"""Times that a guest comes back: one guest cannot fill the log."""
OPENER_CHANGES = 100
"""Times that the opener comes back: it is their evening."""
MOST_HOST_CHANGES = 20
"""Times that a guest passes the role on or takes it over; the opener may always take it back."""
MOST_LOCK_CHANGES = 60
"""In one evening; unlocking it is always possible."""
MOST_SAT_OUT = 12
"""Times that a guest sits out by choice; coming back is always possible."""
HERE_MS = 40_000
"""A host who was seen so lately is here: their page looks at least twice a minute."""
MINUTES = range(3, 91)
"""How long a round may take."""
LONGEST_TITLE = 40

NO_NAME = Refused("no-name", "Choose a name that others can read.")
REMOVED = Refused("removed-from-evening", "The host has removed you from this evening.")
FULL = Refused("evening-full", "This evening is full.")
LOCKED = Refused("evening-locked", "The host lets no more newcomers into this evening.")
NOT_IN_EVENING = Refused("not-in-evening", "Come into the evening first.")
EVENING_HOST_ONLY = Refused("evening-host-only", "Only the host of the evening may do that.")
NO_SUCH_GUEST = Refused("no-such-guest", "That person is not here.")
HOST_HERE = Refused("host-here", "The host is here.")
OPENER = Refused("evening-opener", "The guest who opened the evening cannot be removed.")
CHANGED_OFTEN = Refused("changed-often", "That has changed too often in this evening.")
EVENING_OVER = Refused("evening-over", "This evening is over.")
ROUND_GOES_ON = Refused("round-goes-on", "The round is not over yet.")
NO_ROUND = Refused("no-round", "There is no round in progress.")
TOO_FEW = Refused("too-few", "An evening needs at least two players.")
BAD_EVENING = Refused("bad-evening", "There are no evenings of that game, or not like this.")


class Wanted(msgspec.Struct, frozen=True):
    """An evening as its host wants it."""

    title: str
    game: str
    size: int
    minutes: int
    name: str
    plays: bool = True
    mark: Mark | None = None


def open_evening(person: str, wanted: Wanted, at: int) -> Decided[EveningEvent] | Refused:
    """Open an evening."""
    mine, called = clean_name(wanted.name), clean_text(wanted.title, LONGEST_TITLE)
    if not mine or not called:
        return NO_NAME
    game = evening_game(wanted.game)
    if game is None or wanted.size not in game.sizes or wanted.minutes not in MINUTES:
        return BAD_EVENING
    opened = EveningOpened(
        person, mine, called, wanted.game, wanted.size, wanted.minutes, at, wanted.plays,
        wanted.mark,
    )  # fmt: skip
    return Decided([opened], {person: True})


def come(
    evening: Evening, person: str, name: str, mark: Mark | None, at: int
) -> Decided[EveningEvent] | Refused:
    """Let a person in who has the link, also in the middle of a round."""
    known = evening.guest(person)
    if known is not None and known.removed:
        return REMOVED
    if evening.ended:
        return EVENING_OVER
    if known is not None and known.here:
        return Decided()
    if known is None and evening.locked:
        return LOCKED
    called = clean_name(name)
    if not called:
        return NO_NAME
    if known is not None and known.changes >= _most_changes(evening, known):
        return CHANGED_OFTEN
    no_more = known is None and len(evening.guests) >= MOST_EVER
    if no_more or len(evening.here) >= MOST_PEOPLE:
        return FULL
    called = distinct(called, [one.name for one in evening.here])
    return Decided([Came(person, called, at, mark)], {person: True})


def _most_changes(evening: Evening, guest: Guest) -> int:
    return OPENER_CHANGES if guest is evening.guests[0] else MOST_CHANGES


def leave(evening: Evening, person: str, at: int) -> Decided[EveningEvent] | Refused:
    """Let a guest leave; in a round that goes on their seat stays theirs."""
    if not evening.is_in(person):
        return NOT_IN_EVENING
    is_last = len(evening.here) == 1
    return Decided([Gone(person, at)], {person: False}, closed=evening.ended or is_last)


def remove(evening: Evening, person: str, number: int, at: int) -> Decided[EveningEvent] | Refused:
    """Let the host remove a guest for good."""
    refused = not_host(evening, person)
    if refused is not None:
        return refused
    guest = _guest_here(evening, number)
    if guest is None or guest.person == person:
        return NO_SUCH_GUEST
    if guest is evening.guests[0]:
        return OPENER
    gone = Gone(guest.person, at, removed=True)
    return Decided([gone], {guest.person: False}, closed=evening.ended)


def pass_host(
    evening: Evening, person: str, number: int, at: int
) -> Decided[EveningEvent] | Refused:
    """Let the host make another guest host."""
    refused = not_host(evening, person)
    if refused is not None:
        return refused
    guest = _guest_here(evening, number)
    if guest is None or guest.person == person:
        return NO_SUCH_GUEST
    if _changes_host_no_more(evening, person):
        return CHANGED_OFTEN
    return Decided([HostChanged(guest.person, at, passed=True)])


def claim_host(
    evening: Evening, person: str, at: int, seen: int
) -> Decided[EveningEvent] | Refused:
    """Let the opener be host again at any time, and others when the host has been away a while.

    `seen` is when the host was last seen.
    """
    if not evening.is_in(person):
        return NOT_IN_EVENING
    if evening.ended:
        return EVENING_OVER
    if evening.hosted_by == person:
        return HOST_HERE
    away_ms = at - max(seen, evening.hosted_since)
    if person == evening.guests[0].person:  # each time another was made host before
        return Decided([HostChanged(person, at)])
    if away_ms < HOST_GRACE_MS:
        if away_ms < HERE_MS:
            return HOST_HERE
        seconds = -(-(HOST_GRACE_MS - away_ms) // 1000)
        text = "The host may be back in a moment. Try again in {seconds} seconds."
        return Refused("host-soon", text, {"seconds": seconds})
    if _changes_host_no_more(evening, person):
        return CHANGED_OFTEN
    return Decided([HostChanged(person, at)])


def _changes_host_no_more(evening: Evening, person: str) -> bool:
    guest = evening.guest(person)
    return guest is not None and guest.host_changes >= MOST_HOST_CHANGES


def change_lock(
    evening: Evening, person: str, at: int, *, locked: bool
) -> Decided[EveningEvent] | Refused:
    """Let the host lock the evening against newcomers, or unlock it; earlier guests may return."""
    refused = not_host(evening, person)
    if refused is not None:
        return refused
    if evening.ended:
        return EVENING_OVER
    if evening.locked == locked:
        return Decided()
    if locked and evening.lock_changes >= MOST_LOCK_CHANGES:
        return CHANGED_OFTEN
    return Decided([LockChanged(locked, at)])


def sit_out(
    evening: Evening, person: str, number: int, at: int, *, on: bool
) -> Decided[EveningEvent] | Refused:
    """Let a guest sit out from the next round on, or come back; the host may do so for each."""
    if not evening.is_in(person):
        return NOT_IN_EVENING
    if evening.ended:
        return EVENING_OVER
    guest = _guest_here(evening, number)
    if guest is not None and person not in (guest.person, evening.hosted_by):
        return EVENING_HOST_ONLY
    if guest is None or not guest.plays:
        return NO_SUCH_GUEST
    if guest.sits_out == on:
        return Decided()
    if on and guest.sat_out >= MOST_SAT_OUT:
        return CHANGED_OFTEN
    return Decided([SatOut(guest.person, on, at)])


def missing(evening: Evening, absent: Container[str], at: int) -> list[SatOut]:
    """Let players of the next round who did nothing in the last one sit out.

    If too few were left for a round, all of them keep their seats.
    """
    gone = [
        one.person for one in evening.players if one.person in absent and not _is_back(evening, one)
    ]
    if len(evening.players) - len(gone) < LEAST_PEOPLE:
        return []
    return [SatOut(one, on=True, at=at, missed=True) for one in gone]


def back(evening: Evening, person: str, at: int) -> Decided[EveningEvent] | Refused:
    """Note that a guest who missed the last round looks at the evening again."""
    guest = evening.guest(person)
    if guest is None or not guest.here:
        return NOT_IN_EVENING
    if evening.ended:
        return EVENING_OVER
    if guest.sits_out or _is_back(evening, guest):
        return NO_ROUND
    return Decided([SatOut(person, on=False, at=at)])


def _is_back(evening: Evening, guest: Guest) -> bool:
    return not evening.rounds or guest.back > evening.rounds[-1].begun


def begin_round(
    evening: Evening,
    person: str,
    tables: Sequence[Sequence[str]],
    at: int,
    *,
    is_over: bool,
) -> Decided[EveningEvent] | Refused:
    """Let the host begin a round at these tables; `is_over` tells whether the last one is."""
    refused = not_host(evening, person)
    if refused is not None:
        return refused
    if evening.ended or len(evening.rounds) >= MOST_ROUNDS:
        return EVENING_OVER
    if not is_over:
        return ROUND_GOES_ON
    if len(evening.players) < LEAST_PEOPLE:
        return TOO_FEW
    until = at + evening.minutes * 60_000
    return Decided([RoundBegun(tuple(map(tuple, tables)), at, until)])


def close_round(evening: Evening, person: str, at: int) -> Decided[EveningEvent] | Refused:
    """Let the host end the time of a round: bots play what is not finished."""
    refused = not_host(evening, person)
    if refused is not None:
        return refused
    if not evening.rounds or evening.rounds[-1].closed or evening.rounds[-1].until <= at:
        return NO_ROUND
    return Decided([RoundClosed(at)])


def end_evening(
    evening: Evening, person: str, at: int, *, is_over: bool
) -> Decided[EveningEvent] | Refused:
    """Let the host end the evening."""
    refused = not_host(evening, person)
    if refused is not None:
        return refused
    if not is_over:
        return ROUND_GOES_ON
    return Decided() if evening.ended else Decided([EveningEnded(at)], closed=True)


def _guest_here(evening: Evening, number: int) -> Guest | None:
    guest = evening.guests[number] if 0 <= number < len(evening.guests) else None
    return guest if guest is not None and guest.here else None


def not_host(evening: Evening, person: str) -> Refused | None:
    """Say why a person may not do what only the host may."""
    if person and evening.hosted_by == person:
        return None
    return EVENING_HOST_ONLY if evening.is_in(person) else NOT_IN_EVENING
