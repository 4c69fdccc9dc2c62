"""Who may ask what of a table, and what it causes."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, TypeAlias

import msgspec
from msgspec.structs import replace

from tacit.bots.registry import offered
from tacit.games.rulebook import Decided, Millis, Refused, Seat, settle
from tacit.games.rulebook import decide as decide_play
from tacit.table.conduct import conduct_of
from tacit.table.names import clean_name, clean_text, distinct
from tacit.table.records import (
    BotSat,
    Configured,
    Contributed,
    Entry,
    Freed,
    GameBegun,
    Guest,
    HostChanged,
    HouseEvent,
    Joined,
    Left,
    Paused,
    PersonId,
    Rematched,
    Removed,
    Renamed,
    Resumed,
    Said,
    Sat,
    Settings,
    StoodIn,
    WantedAgain,
)
from tacit.table.requests import (
    AddBot,
    AnyRequest,
    ClaimHost,
    Configure,
    Contribute,
    Free,
    History,
    Join,
    Leave,
    Odds,
    PassHost,
    Pause,
    Rematch,
    Remove,
    Rename,
    Resume,
    Say,
    Show,
    Sit,
    Stand,
    StandIn,
    Start,
)
from tacit.table.state import Stage, TableState, clock_of, evolve
from tacit.table.talk import may_talk

MOST_PEOPLE = 40
"""At a table at once."""
MOST_EVER = 200
"""At a table over time; then the numbers of people long gone are given again."""
HOST_GRACE = 60_000
"""Milliseconds a host may be away before somebody else may be host."""
LONGEST_CONTRIBUTION = 128
"""Hexadecimal digits."""
TURN_SECONDS = range(5, 3601)
OPENER = Guest(0)
"""Whoever came first: a table is opened by coming to it."""

ENDED = Refused("ended", "This table has ended: nobody had been here for long. Open a new one.")
NOT_HERE = Refused("not-here", "Come to the table first.")
SILENCE = Refused("silence", "No talk and no signs until the level is over.")
HOST_ONLY = Refused("host-only", "Only the host may do that.")

Decision: TypeAlias = Entry[Any] | Refused


class Asked(msgspec.Struct, frozen=True):
    """A request and what is needed to judge it besides the table's state."""

    request: AnyRequest
    person: PersonId
    now: Millis
    is_here: Callable[[Guest], bool]
    """Whether somebody is connected."""
    new_seed: Callable[[], bytes]
    away_since: Callable[[Guest], Millis] = lambda _: Millis(0)
    """Since when somebody who is not connected is away."""
    is_heard: Callable[[Guest], bool] = lambda _: False
    """Whether something that somebody said is still to be read."""


def decide(state: TableState, asked: Asked) -> Decision:
    """Return what a request causes at the table, or why it is refused. Acts are not for here."""
    request = asked.request
    guest = state.guest_of(asked.person)
    if state.ended:
        return ENDED
    if isinstance(request, Join):
        return _join(state, asked, request)
    if guest is None or not state.people[guest].here:
        return NOT_HERE
    if isinstance(request, _HOST_ONLY) and state.host != guest:
        return HOST_ONLY
    return _DECIDERS[type(request)](state, guest, asked)


_HOST_ONLY = (Configure, AddBot, Free, Remove, PassHost, Start, StandIn)


def _done(*events: HouseEvent) -> Entry[Any]:
    return Entry(house=events)


def _join(state: TableState, asked: Asked, request: Join) -> Decision:
    guest = state.guest_of(asked.person)
    if guest is not None and state.people[guest].banned:
        return Refused("removed", "The host has removed you from this table.")
    name = clean_name(request.name)
    if not name:
        return Refused("no-name", "Choose a name that others can read.")
    has_room = guest is not None and (state.people[guest].here or state.seat_of(guest) is not None)
    room = () if has_room else _room(state, asked)
    if isinstance(room, Refused):
        return room
    if guest is not None and not may_talk(state):
        name = state.people[guest].name  # ME-06: a name could say something
    name = distinct(name, _other_names(state, guest))
    instead = _number_again(state, asked) if guest is None else None
    mine = guest if guest is not None else instead
    mine = Guest(len(state.people)) if mine is None else mine
    events: list[HouseEvent] = [
        *room,
        Joined(person=asked.person, name=name, instead=instead),
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
    return _done(*events)


def _room(state: TableState, asked: Asked) -> tuple[HouseEvent, ...] | Refused:
    """Return what makes room for one more, or that there is none.

    Who counts is who is connected or sits; of the others one goes, as if they had left.
    """
    there = [Guest(number) for number, person in enumerate(state.people) if person.here]
    if len(there) < MOST_PEOPLE:
        return ()
    kept = {state.host, OPENER}
    for guest in there:
        if guest not in kept and state.seat_of(guest) is None and not asked.is_here(guest):
            return (Left(guest=guest),)
    return Refused("full", "This table is full.")


def _number_again(state: TableState, asked: Asked) -> Guest | None:
    """Return the number of somebody long gone of whom nothing is shown any more, if need be."""
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


def _contribute(state: TableState, guest: Guest, asked: Asked) -> Decision:
    assert isinstance(asked.request, Contribute)
    if state.stage is not Stage.LOBBY:
        return _NOT_IN_GAME
    text = asked.request.contribution
    return _bad_contribution(text) or _done(Contributed(guest=guest, contribution=text))


_NOT_IN_GAME = Refused("in-game", "That is only possible before a game.")
_NO_GAME = Refused("no-game", "There is no game in progress.")
_NOT_SITTING = Refused("not-sitting", "You are not sitting.")
_PAUSED = Refused("paused", "The game is paused.")
_ASKED_ALREADY = Refused("asked-already", "You have asked already. The others have not answered.")
_NO_SEAT = Refused("no-such-seat", "There is no such seat.")


def _sit(state: TableState, guest: Guest, asked: Asked) -> Decision:
    assert isinstance(asked.request, Sit)
    seat = asked.request.seat
    refused = _seat_to_fill(state, seat)
    if refused is not None:
        return refused
    before = state.seat_of(guest)
    moved: tuple[HouseEvent, ...] = () if before is None else (Freed(seat=before),)
    return _done(*moved, Sat(guest=guest, seat=seat))


def _seat_to_fill(state: TableState, seat: int) -> Refused | None:
    if state.stage is not Stage.LOBBY:
        return _NOT_IN_GAME
    if not 0 <= seat < len(state.seats):
        return _NO_SEAT
    if state.seats[seat] is not None:
        return Refused("seat-taken", "That seat is taken.")
    return None


def _stand(state: TableState, guest: Guest, _asked: Asked) -> Decision:
    seat = state.seat_of(guest)
    if state.stage is not Stage.LOBBY:
        return _NOT_IN_GAME
    if seat is None:
        return _NOT_SITTING
    if not state.settings.spectators:
        return Refused("door-closed", "This table has no spectators.")
    return _done(Freed(seat=seat))


def _leave(state: TableState, guest: Guest, asked: Asked) -> Decision:
    return _done(
        *_and_next_game(state, asked, Left(guest=guest), *_host_after(state, asked, guest))
    )


def _host_after(state: TableState, asked: Asked, gone: Guest) -> tuple[HouseEvent, ...]:
    """When the host goes, somebody else is: players before watchers, the connected before others.

    Of equals it is whoever came first.
    """
    if state.host != gone:
        return ()
    there = [
        (state.seat_of(Guest(number)) is None, not asked.is_here(Guest(number)), Guest(number))
        for number, person in enumerate(state.people)
        if person.here and number != gone
    ]
    return (HostChanged(guest=min(there)[2]),) if there else ()


def _rename(state: TableState, guest: Guest, asked: Asked) -> Decision:
    assert isinstance(asked.request, Rename)
    if not may_talk(state):
        return SILENCE
    name = clean_name(asked.request.name)
    if not name:
        return Refused("no-name", "Choose a name that others can read.")
    return _done(Renamed(guest=guest, name=distinct(name, _other_names(state, guest))))


def _other_names(state: TableState, guest: Guest | None) -> list[str]:
    return [one.name for number, one in enumerate(state.people) if number != guest]


def _configure(state: TableState, _guest: Guest, asked: Asked) -> Decision:
    assert isinstance(asked.request, Configure)
    settings = asked.request.settings
    refused = check_settings(state.game, settings)
    if refused is not None:
        return refused
    if state.stage is Stage.PLAYING and _of_the_game(settings) != _of_the_game(state.settings):
        return _NOT_IN_GAME
    events: list[HouseEvent] = [Configured(settings=settings)]
    if state.settings.spectators and not settings.spectators:
        events += [
            Left(guest=Guest(number))
            for number, person in enumerate(state.people)
            if person.here and number != state.host and state.seat_of(Guest(number)) is None
        ]
    return _done(*events)


def _of_the_game(settings: Settings) -> tuple[Any, ...]:
    """Return what stays as it is from the beginning of a game to its end."""
    return settings.objectives, settings.tempo, settings.own


def check_settings(game: str, settings: Settings) -> Refused | None:
    """Say what is wrong with settings, or None."""
    wrong = conduct_of(game).wrong_settings(game, settings)
    if wrong is not None:
        return Refused("bad-settings", wrong.replace("{", "{{").replace("}", "}}"))
    if settings.turn_seconds is not None and settings.turn_seconds not in TURN_SECONDS:
        return Refused("bad-settings", "A turn takes 5 to 3600 seconds, or as long as it takes.")
    return None


def _add_bot(state: TableState, _guest: Guest, asked: Asked) -> Decision:
    assert isinstance(asked.request, AddBot)
    refused = _seat_to_fill(state, asked.request.seat)
    if refused is not None:
        return refused
    bot = asked.request.bot
    there = offered(state.game)
    if bot not in there:
        known = ", ".join(there)
        return Refused("no-such-bot", "The bots for this game are: {known}.", {"known": known})
    return _done(BotSat(bot=bot, seat=asked.request.seat))


def _free(state: TableState, _guest: Guest, asked: Asked) -> Decision:
    assert isinstance(asked.request, Free)
    seat = asked.request.seat
    if state.stage is not Stage.LOBBY:
        return _NOT_IN_GAME
    sitter = state.seats[seat] if 0 <= seat < len(state.seats) else None
    if sitter is None or sitter.bot is None:
        return Refused("no-bot", "No bot sits there.")
    return _done(Freed(seat=seat))


def _known_guest(state: TableState, guest: Guest) -> bool:
    return 0 <= guest < len(state.people) and state.people[guest].here


def _remove(state: TableState, guest: Guest, asked: Asked) -> Decision:
    assert isinstance(asked.request, Remove)
    other = asked.request.guest
    if state.stage is Stage.PLAYING and state.seat_of(other) is not None:
        return _NOT_IN_GAME
    if not _known_guest(state, other) or other == guest:
        return Refused("no-such-guest", "There is nobody like that to remove.")
    if other == OPENER:
        return Refused("opener", "Whoever opened the table cannot be sent away.")
    return _done(*_and_next_game(state, asked, Removed(guest=other)))


def _pass_host(state: TableState, _guest: Guest, asked: Asked) -> Decision:
    assert isinstance(asked.request, PassHost)
    if not _known_guest(state, asked.request.guest):
        return Refused("no-such-guest", "That person is not at the table.")
    return _done(HostChanged(guest=asked.request.guest))


def _claim_host(state: TableState, guest: Guest, asked: Asked) -> Decision:
    """Let the opener be host again at any time, and others when the host has been away a while."""
    if state.host == guest:
        return Refused("host-here", "The host is here.")
    if guest != OPENER and state.people[state.host].here:
        if asked.is_here(state.host):
            return Refused("host-here", "The host is here.")
        left = asked.away_since(state.host) + HOST_GRACE - asked.now
        if left > 0:
            seconds = -(-left // 1000)
            text = "The host may be back in a moment. Try again in {seconds} seconds."
            return Refused("host-soon", text, {"seconds": seconds})
    if guest != OPENER and state.seat_of(guest) is None and _players_here(state, asked):
        return Refused("players-first", "While players are here, one of them may be host.")
    return _done(HostChanged(guest=guest))


def _players_here(state: TableState, asked: Asked) -> bool:
    return any(
        sitter is not None and sitter.guest is not None and asked.is_here(sitter.guest)
        for sitter in state.seats
    )


def _start(state: TableState, _guest: Guest, _asked: Asked) -> Decision:
    if state.stage is not Stage.LOBBY:
        return _NOT_IN_GAME
    rules = state.rules
    count = sum(1 for sitter in state.seats if sitter is not None)
    if count not in rules.PLAYERS:
        details = {"count": count, "least": rules.PLAYERS[0], "most": rules.PLAYERS[-1]}
        text = f"{rules.TITLE} is for {{least}} to {{most}} players; {{count}} sit here."
        return Refused("wrong-number", text, details)
    begun = GameBegun()
    opening: list[Any] = []
    settle(evolve(state, begun).play, opening, rules.follows, rules.evolve)
    return Entry(house=(begun,), game=tuple(opening))


def _rematch(state: TableState, guest: Guest, asked: Asked) -> Decision:
    """Nobody is pulled away from a result: all who sit and are connected have to wish it."""
    assert isinstance(asked.request, Rematch)
    if state.stage is not Stage.OVER:
        return Refused("not-over", "The game is not over.")
    if state.seat_of(guest) is None and state.host != guest:
        return _NOT_SITTING
    wished = () if guest in state.again else (WantedAgain(guest=guest),)
    if asked.request.go:
        return _go_ahead(state, guest, asked, wished)
    decided = _done(*_and_next_game(state, asked, *wished))
    return decided if decided.house else _ASKED_ALREADY


def _and_next_game(state: TableState, asked: Asked, *events: HouseEvent) -> tuple[HouseEvent, ...]:
    """Add the way to the lobby if, after these events, everyone who sits and is there wishes it."""
    for event in events:
        state = evolve(state, event)
    if state.stage is not Stage.OVER or not state.again or _undecided(state, asked):
        return events
    return (*events, Rematched(seed=asked.new_seed().hex()))


def _undecided(state: TableState, asked: Asked) -> list[int]:
    """Return the seats of people who are connected and have not wished for another game."""
    return [
        seat
        for seat, sitter in enumerate(state.seats)
        if sitter is not None
        and sitter.guest is not None
        and sitter.guest not in state.again
        and asked.is_here(sitter.guest)
    ]


def _go_ahead(
    state: TableState, guest: Guest, asked: Asked, wished: tuple[HouseEvent, ...]
) -> Decision:
    """Let the host not wait for ever: whoever has not answered keeps the result, not the seat."""
    if state.host != guest:
        return HOST_ONLY
    mine = state.seat_of(guest)
    freed = [Freed(seat=seat) for seat in _undecided(state, asked) if seat != mine]
    return _done(*wished, *freed, Rematched(seed=asked.new_seed().hex()))


def _pause(state: TableState, guest: Guest, asked: Asked) -> Decision:
    """Interrupt the game; if play has to be stopped for that, it is."""
    if state.stage is not Stage.PLAYING:
        return _NO_GAME
    seat = state.seat_of(guest)
    if seat is None:
        return _NOT_SITTING
    if state.paused:
        return _PAUSED
    paused = _done(Paused(guest=guest))
    at = Millis(max(asked.now, clock_of(state)))
    stop = state.conduct.stop(state.play, Seat(seat), at)
    stopped = None if stop is None else act(state, stop)
    return replace(paused, game=stopped.events) if isinstance(stopped, Decided) else paused


def _resume(state: TableState, guest: Guest, _asked: Asked) -> Decision:
    if state.stage is not Stage.PLAYING:
        return _NO_GAME
    if state.seat_of(guest) is None:
        return _NOT_SITTING
    if not state.paused:
        return Refused("not-paused", "The game is not paused.")
    return _done(Resumed(guest=guest))


def _stand_in(state: TableState, _guest: Guest, asked: Asked) -> Decision:
    assert isinstance(asked.request, StandIn)
    seat = asked.request.seat
    if state.stage is not Stage.PLAYING:
        return _NO_GAME
    sitter = state.seats[seat] if 0 <= seat < len(state.seats) else None
    if sitter is None or sitter.guest is None or sitter.stand_in:
        return _NO_SEAT
    if asked.is_here(sitter.guest):
        return Refused("not-away", "That player is here.")
    return _done(StoodIn(seat=seat, on=True))


def _say(state: TableState, guest: Guest, asked: Asked) -> Decision:
    """What is said is told, not written down; the entry only carries it."""
    assert isinstance(asked.request, Say)
    if not may_talk(state):
        return SILENCE
    text = clean_text(asked.request.text)
    if not text:
        return Refused("nothing-said", "The message is empty.")
    return _done(Said(guest=guest, text=text, at=asked.now))


def _show(state: TableState, _guest: Guest, _asked: Asked) -> Decision:
    """A gesture changes nothing; the empty entry says that it may be shown."""
    if not may_talk(state):
        return SILENCE
    return _done()


def _look(state: TableState, _guest: Guest, _asked: Asked) -> Decision:
    """Looking changes nothing; the empty entry says that there is something to look at."""
    return _NO_GAME if state.play is None else _done()


_DECIDERS: dict[type, Callable[[TableState, Guest, Asked], Decision]] = {
    Contribute: _contribute,
    Sit: _sit,
    Stand: _stand,
    Leave: _leave,
    Rename: _rename,
    Configure: _configure,
    AddBot: _add_bot,
    Free: _free,
    Remove: _remove,
    PassHost: _pass_host,
    ClaimHost: _claim_host,
    Start: _start,
    Rematch: _rematch,
    Pause: _pause,
    Resume: _resume,
    StandIn: _stand_in,
    Say: _say,
    Show: _show,
    History: _look,
    Odds: _look,
}


def act(state: TableState, action: Any) -> Decided | Refused:
    """Return what an action in the game causes, or why it is refused."""
    if state.ended:
        return ENDED
    if state.stage is not Stage.PLAYING:
        return _NO_GAME
    if state.paused:
        return _PAUSED
    return decide_play(state.rules, state.play, action)
