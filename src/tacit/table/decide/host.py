"""What a host may do, and who may be host."""

from __future__ import annotations

from collections.abc import Iterable

from tacit.bots.registry import offered, sits_at_tables
from tacit.core.plug import rulebook
from tacit.core.rulebook import Refused
from tacit.table.conduct import conduct_of
from tacit.table.decide.context import (
    GIVEN_DEAL,
    NO_SUCH_GUEST,
    NOT_IN_GAME,
    OPENER,
    Context,
    Decision,
    bad_settings,
    done,
)
from tacit.table.decide.game import and_next_game
from tacit.table.decide.guests import seat_to_fill
from tacit.table.decide.requests import AddBot, Configure, Free, PassHost, Remove
from tacit.table.log.records import (
    TABLE_SETTINGS,
    BotSat,
    Configured,
    Freed,
    Guest,
    HostChanged,
    HouseEvent,
    Left,
    Removed,
    Settings,
)
from tacit.table.log.state import Stage, TableState
from tacit.table.log.turns import CORRESPONDENCE_DAYS, by_correspondence

HOST_GRACE_MS = 60_000
"""How long a host may be away before another guest may be host."""
TURN_SECONDS = range(5, 3601)


def configure(state: TableState, _guest: Guest, asked: Context) -> Decision:
    """Take the settings the host chose."""
    assert isinstance(asked.request, Configure)
    if state.given:
        return GIVEN_DEAL
    settings = asked.request.settings
    refused = check_settings(state.game, settings)
    if refused is not None:
        return refused
    rules = state.conduct.rule_settings
    if state.what_if is not None and _differ(settings, state.settings, rules):
        text = "A what-if has the rules of the game it comes from."
        return Refused("bad-settings", text)
    changeable = TABLE_SETTINGS | state.conduct.display_settings
    fixed = set(settings.__struct_fields__) - changeable
    if state.stage is Stage.PLAYING and _differ(settings, state.settings, fixed):
        return NOT_IN_GAME
    if state.stage is Stage.PLAYING and _changes_correspondence(settings, state.settings):
        return NOT_IN_GAME
    events: list[HouseEvent] = [Configured(settings=settings, at=asked.now)]
    if state.settings.spectators and not settings.spectators:
        events += [
            Left(guest=Guest(number))
            for number, person in enumerate(state.people)
            if person.here and number != state.host and state.seat_of(Guest(number)) is None
        ]
    return done(*events)


def _changes_correspondence(one: Settings, other: Settings) -> bool:
    """Tell whether a turn of days would change: absent players rely on it."""
    days = by_correspondence(one) or by_correspondence(other)
    return days and one.turn_seconds != other.turn_seconds


def _differ(one: Settings, other: Settings, names: Iterable[str]) -> bool:
    return any(getattr(one, name) != getattr(other, name) for name in names)


def check_settings(game: str, settings: Settings) -> Refused | None:
    """Say what is wrong with settings, or None."""
    wrong = conduct_of(game).wrong_settings(game, settings)
    if wrong is not None:
        return bad_settings(wrong)
    if by_correspondence(settings) and not conduct_of(game).by_correspondence:
        return Refused("bad-settings", f"{rulebook(game).TITLE} is not played by correspondence.")
    allowed = settings.turn_seconds in TURN_SECONDS or by_correspondence(settings)
    if settings.turn_seconds is not None and not allowed:
        days = ", ".join(map(str, CORRESPONDENCE_DAYS))
        text = f"A turn takes 5 to 3600 seconds, {days} days, or as long as it takes."
        return Refused("bad-settings", text)
    return None


def add_bot(state: TableState, _guest: Guest, asked: Context) -> Decision:
    """Seat a bot."""
    assert isinstance(asked.request, AddBot)
    refused = seat_to_fill(state, asked.request.seat)
    if refused is not None:
        return refused
    bot = asked.request.bot
    if not sits_at_tables(bot, state.game):
        known = ", ".join(offered(state.game))
        return Refused("no-such-bot", "The bots for this game are: {known}.", {"known": known})
    return done(BotSat(bot=bot, seat=asked.request.seat))


def free(state: TableState, _guest: Guest, asked: Context) -> Decision:
    """Send a bot away."""
    assert isinstance(asked.request, Free)
    seat = asked.request.seat
    if state.stage is not Stage.LOBBY:
        return NOT_IN_GAME
    sitter = state.seats[seat] if 0 <= seat < len(state.seats) else None
    if sitter is None or sitter.bot is None:
        return Refused("no-bot", "No bot sits there.")
    return done(Freed(seat=seat))


def remove(state: TableState, guest: Guest, asked: Context) -> Decision:
    """Remove a guest for good."""
    assert isinstance(asked.request, Remove)
    other = asked.request.guest
    if state.stage is Stage.PLAYING and state.seat_of(other) is not None:
        return NOT_IN_GAME
    if not _known_guest(state, other) or other == guest:
        return NO_SUCH_GUEST
    if other == OPENER:
        return Refused("opener", "The guest who opened the table cannot be removed.")
    return done(*and_next_game(state, asked, Removed(guest=other)))


def pass_host(state: TableState, _guest: Guest, asked: Context) -> Decision:
    """Make another guest host."""
    assert isinstance(asked.request, PassHost)
    if not _known_guest(state, asked.request.guest):
        return NO_SUCH_GUEST
    return done(HostChanged(guest=asked.request.guest))


def _known_guest(state: TableState, guest: Guest) -> bool:
    return 0 <= guest < len(state.people) and state.people[guest].here


def claim_host(state: TableState, guest: Guest, asked: Context) -> Decision:
    """Let the opener be host again at any time, and others when the host has been away a while."""
    if state.host == guest:
        return Refused("host-here", "The host is here.")
    if guest != OPENER and state.people[state.host].here:
        if asked.is_here(state.host):
            return Refused("host-here", "The host is here.")
        left = asked.away_since(state.host) + HOST_GRACE_MS - asked.now
        if left > 0:
            seconds = -(-left // 1000)
            text = "The host may be back in a moment. Try again in {seconds} seconds."
            return Refused("host-soon", text, {"seconds": seconds})
    if guest != OPENER and state.seat_of(guest) is None and _players_here(state, asked):
        return Refused("players-first", "While players are here, one of them may be host.")
    return done(HostChanged(guest=guest))


def _players_here(state: TableState, asked: Context) -> bool:
    return any(
        sitter is not None and sitter.guest is not None and asked.is_here(sitter.guest)
        for sitter in state.seats
    )
