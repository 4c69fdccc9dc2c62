"""How the state of a table follows from its log: each entry, and each event of the house in it."""

from __future__ import annotations

from typing import Any, assert_never

from msgspec.structs import replace

from tacit.core.chance import Chance, mix
from tacit.core.plug import rulebook
from tacit.core.rulebook import Millis
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
    PlayedFor,
    Rematched,
    Reminded,
    Removed,
    Renamed,
    Resumed,
    Said,
    Sat,
    StoodIn,
    Stopped,
    TimeUp,
    WantedAgain,
)
from tacit.table.log.state import Person, Sitter, Stage, TableState
from tacit.table.log.turns import begun_at, by_correspondence, paused_before, turn_of

MOST_CHAT = 50
"""Chat messages that are kept in view."""


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
        until=Millis(first.until),
    )
    return replace(state, seats=(None,) * state.most)


def fold(state: TableState, entry: Entry[Any], play: Any = None) -> TableState:
    """Return the table after an entry; `play` is the game after it, if that is known already."""
    before = state
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
    if by_correspondence(state.settings):
        since, spent = begun_at(before, state, entry), paused_before(before, state, entry)
        if (since, spent) != (state.turn_since, state.paused_ms):
            state = replace(state, turn_since=since, paused_ms=spent)
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
            return replace(state, paused=True, paused_at=event.at)
        case Resumed():
            return replace(state, paused=False)
        case StoodIn():
            sitter = state.seats[event.seat]
            assert sitter is not None
            return _seat(state, event.seat, replace(sitter, stand_in=event.on))
        case PlayedFor():
            same = [one for one in state.played_for if _turn(one) == _turn(event)]
            return replace(state, played_for=(*same, event))
        case Reminded():
            return replace(state, reminded=turn_of(state)[:-1])
        case TimeUp():
            return replace(state, time_up=True, paused=False)
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
    """Mark a guest as gone: in a game they keep the seat, in the lobby it becomes free."""
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
