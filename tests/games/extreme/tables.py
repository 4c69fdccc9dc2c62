"""Tables of The Mind Extreme to begin a test with; a hand is written as one says it: "W8 R33"."""

from __future__ import annotations

from msgspec.structs import replace

from tacit.core.chance import Chance
from tacit.core.rulebook import Refused, seats, settle
from tacit.games import extreme
from tacit.games.extreme import (
    POSITION,
    TEAMS,
    Action,
    Card,
    Event,
    LayHand,
    LiftHand,
    Phase,
    Play,
    ProposeStar,
    Ready,
    Settings,
    Setup,
    State,
    Vote,
    draw,
    evolve,
    follows,
    initial,
    legal,
    over,
    waiting,
)
from tests.games.caused import caused


def cards(text: str) -> tuple[Card, ...]:
    return tuple(Card(name) for name in text.split())


def dealt(*hands: str, level: int = 2, lives: int | None = None, stars: int | None = None) -> State:
    """A level that was just dealt, one hand for each player."""
    team = TEAMS[len(hands)]
    filler = tuple((Card(f"W{seat + 1}"),) for seat in seats(len(hands)))
    others = (filler,) * (team.last_level - 1)
    deal = tuple(cards(hand) for hand in hands)
    setup = Setup(players=len(hands), deals=(*others[: level - 1], deal, *others[level - 1 :]))
    before = replace(
        initial(setup),
        level=level - 1,
        lives=team.lives if lives is None else lives,
        stars=team.stars if stars is None else stars,
    )
    return settle(before, [], follows, evolve)


def playing(
    *hands: str, level: int = 2, lives: int | None = None, stars: int | None = None
) -> State:
    """A level in which all hands were laid down and lifted."""
    return synchronised(dealt(*hands, level=level, lives=lives, stars=stars))


def synchronised(table: State) -> State:
    everyone = seats(table.players)
    down = [LayHand(seat, table.now) for seat in everyone]
    up = [LiftHand(seat, table.now) for seat in everyone]
    return after(table, *down, *up)


def agreed(table: State) -> State:
    """Seat 0 proposes a star and all others agree."""
    votes = [Vote(seat, True, table.now) for seat in seats(table.players)[1:]]
    return after(table, ProposeStar(0, table.now), *votes)


def all_ready(table: State) -> State:
    return after(table, *(Ready(seat, table.now) for seat in seats(table.players)))


def after(table: State, *actions: Action) -> State:
    """The table after these actions and all that follows from them; each must be allowed."""
    return _run(table, actions)[0]


def happens(table: State, *actions: Action) -> tuple[Event, ...]:
    """All events these actions cause; each action must be allowed."""
    return _run(table, actions)[1]


def _run(table: State, actions: tuple[Action, ...]) -> tuple[State, tuple[Event, ...]]:
    seen: list[Event] = []
    for action in actions:
        events = caused(extreme, table, action)
        assert not isinstance(events, Refused), f"{action} is refused: {events}"
        for event in events:
            table = evolve(table, event)
        seen += events
    return table, tuple(seen)


def refused(table: State, action: Action) -> Refused:
    """Why the table does not allow an action."""
    answer = caused(extreme, table, action)
    assert isinstance(answer, Refused), f"{action} is allowed"
    return answer


def in_phase(phase: Phase) -> State:
    """A table of two at level 2 where seat 0 is among those who may act, if anyone may."""
    gathering = dealt("W8 W20 R33", "W9 R4")
    lifting = after(gathering, LayHand(0), LayHand(1))
    play = after(lifting, LiftHand(0), LiftHand(1))
    voting = after(play, ProposeStar(1))
    last_card = playing("W8", "")
    passed = after(last_card, Play(0, "W8"))
    return {
        Phase.DEALING: evolve(after(passed, Ready(1)), Ready(0)),
        Phase.GATHERING: gathering,
        Phase.LIFTING: lifting,
        Phase.PLAYING: play,
        Phase.VOTING: voting,
        Phase.CHOOSING: after(voting, Vote(0, True)),
        Phase.TURNING: evolve(last_card, Play(0, "W8")),
        Phase.PASSED: passed,
        Phase.OVER: after(playing("W8 R33", "W7", lives=1), Play(0, "W8")),
    }[phase]


def flawless_game(players: int) -> tuple[Setup, State, tuple[Event, ...]]:
    """A whole game from a fixed key in which every card is laid in order."""
    setup = draw(Settings(players=players), Chance(bytes(32)))
    events: list[Event] = []
    table = settle(initial(setup), events, follows, evolve)
    while not over(table):
        moves = [move for seat in waiting(table) for move in legal(table, seat)]
        plays = [move for move in moves if isinstance(move, Play)]
        move = min(plays, key=lambda play: POSITION[play.card]) if plays else moves[0]
        table, seen = _run(table, (move,))
        events += seen
    return setup, table, tuple(events)
