"""One game at a table: it begins, is played, pauses, resumes, and another follows."""

from __future__ import annotations

from typing import Any

from msgspec.structs import replace

from tacit.core.rulebook import Decided, Millis, Refused, Seat, SettingsError, settle
from tacit.core.rulebook import decide as decide_play
from tacit.table.decide.context import (
    ENDED,
    GIVEN_DEAL,
    HOST_ONLY,
    NO_GAME,
    NO_SEAT,
    NOT_IN_GAME,
    NOT_SITTING,
    PAUSED,
    TIME_UP,
    Context,
    Decision,
    bad_settings,
    done,
)
from tacit.table.decide.requests import Rematch, StandIn
from tacit.table.log.fold import evolve
from tacit.table.log.records import (
    Entry,
    Freed,
    GameBegun,
    Guest,
    HouseEvent,
    Paused,
    Rematched,
    Resumed,
    StoodIn,
    WantedAgain,
)
from tacit.table.log.state import Stage, TableState, clock_of
from tacit.table.log.turns import by_correspondence, pause_left

_ASKED_ALREADY = Refused("asked-already", "You have asked already. The others have not answered.")

_PAUSED_ENOUGH = Refused(
    "paused-enough", "This turn has been paused for as long as a turn may take. Play goes on."
)

_HAS_TIME = Refused("has-time", "By correspondence everyone has the whole time of a turn.")


def start(state: TableState, _guest: Guest, asked: Context) -> Decision:
    """Begin a game with everyone who sits."""
    if state.stage is not Stage.LOBBY:
        return NOT_IN_GAME
    rules = state.rules
    count = sum(1 for sitter in state.seats if sitter is not None)
    if state.what_if is not None and count != state.most:
        text = "All {most} seats have to be taken: that many played the game this one comes from."
        return Refused("all-seats", text, {"most": state.most})
    if count not in rules.PLAYERS:
        details = {"count": count, "least": rules.PLAYERS[0], "most": rules.PLAYERS[-1]}
        text = f"{rules.TITLE} is for {{least}} to {{most}} players; {{count}} sit here."
        return Refused("wrong-number", text, details)
    begun = GameBegun(at=asked.now)
    opening: list[Any] = []
    try:
        after = evolve(state, begun)
    except SettingsError as error:  # settings that this number of players cannot play
        return bad_settings(str(error))
    settle(after.play, opening, rules.follows, rules.evolve)
    return Entry(house=(begun,), game=tuple(opening))


def act(state: TableState, action: Any) -> Decided | Refused:
    """Return what an action in the game causes, or why it is refused."""
    if state.ended:
        return ENDED
    if state.stage is not Stage.PLAYING:
        return NO_GAME
    if state.time_up:
        return TIME_UP
    if state.paused:
        return PAUSED
    return decide_play(state.rules, state.play, action)


def pause(state: TableState, guest: Guest, asked: Context) -> Decision:
    """Interrupt the game; if play has to be stopped for that, it is."""
    if state.stage is not Stage.PLAYING:
        return NO_GAME
    seat = state.seat_of(guest)
    if seat is None:
        return NOT_SITTING
    if state.time_up:
        return TIME_UP
    if state.paused:
        return PAUSED
    if by_correspondence(state.settings) and not pause_left(state):
        return _PAUSED_ENOUGH
    paused = done(Paused(guest=guest, at=asked.now))
    at = Millis(max(asked.now, clock_of(state)))
    stop = state.conduct.stop(state.play, Seat(seat), at)
    stopped = None if stop is None else act(state, stop)
    return replace(paused, game=stopped.events) if isinstance(stopped, Decided) else paused


def resume(state: TableState, guest: Guest, asked: Context) -> Decision:
    """Go on after a pause."""
    if state.stage is not Stage.PLAYING:
        return NO_GAME
    if state.seat_of(guest) is None:
        return NOT_SITTING
    if not state.paused:
        return Refused("not-paused", "The game is not paused.")
    return done(Resumed(guest=guest, at=asked.now))


def stand_in(state: TableState, _guest: Guest, asked: Context) -> Decision:
    """Let a bot play for a player who is away."""
    assert isinstance(asked.request, StandIn)
    seat = asked.request.seat
    if state.stage is not Stage.PLAYING:
        return NO_GAME
    sitter = state.seats[seat] if 0 <= seat < len(state.seats) else None
    if sitter is None or sitter.guest is None or sitter.stand_in:
        return NO_SEAT
    if asked.is_here(sitter.guest):
        return Refused("not-away", "That player is here.")
    if by_correspondence(state.settings):
        return _HAS_TIME
    return done(StoodIn(seat=seat, on=True))


def rematch(state: TableState, guest: Guest, asked: Context) -> Decision:
    """Go back to the lobby once all players who are connected want another game."""
    assert isinstance(asked.request, Rematch)
    if state.stage is not Stage.OVER:
        return Refused("not-over", "The game is not over.")
    if state.given:
        return GIVEN_DEAL
    if state.seat_of(guest) is None and state.host != guest:
        return NOT_SITTING
    wished = () if guest in state.again else (WantedAgain(guest=guest),)
    if asked.request.go:
        return _go_ahead(state, guest, asked, wished)
    decided = done(*and_next_game(state, asked, *wished))
    return decided if decided.house else _ASKED_ALREADY


def _go_ahead(
    state: TableState, guest: Guest, asked: Context, wished: tuple[HouseEvent, ...]
) -> Decision:
    """Let the host go ahead: players who have not answered keep the result and lose their seats."""
    if state.host != guest:
        return HOST_ONLY
    mine = state.seat_of(guest)
    freed = [Freed(seat=seat) for seat in _undecided(state, asked) if seat != mine]
    return done(*wished, *freed, Rematched(seed=asked.new_seed().hex()))


def and_next_game(state: TableState, asked: Context, *events: HouseEvent) -> tuple[HouseEvent, ...]:
    """Add the way to the lobby if all players who are there then want another game."""
    for event in events:
        state = evolve(state, event)
    if state.stage is not Stage.OVER or not state.again or _undecided(state, asked):
        return events
    return (*events, Rematched(seed=asked.new_seed().hex()))


def _undecided(state: TableState, asked: Context) -> list[int]:
    """Return the seats of people who are connected and have not asked for another game."""
    return [
        seat
        for seat, sitter in enumerate(state.seats)
        if sitter is not None
        and sitter.guest is not None
        and sitter.guest not in state.again
        and asked.is_here(sitter.guest)
    ]
