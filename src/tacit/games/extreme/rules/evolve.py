"""What each event does to the table."""

from __future__ import annotations

from typing import TypeVar, assert_never

from msgspec.structs import replace

from tacit.core.rulebook import Millis, Seat, seats
from tacit.games.extreme.rules.cards import Card
from tacit.games.extreme.rules.levels import Reward
from tacit.games.extreme.rules.records import (
    Discard,
    Event,
    GameEnded,
    Laid,
    LayHand,
    LevelBegun,
    LevelPassed,
    LiftHand,
    Mistake,
    Pause,
    Phase,
    Play,
    ProposeStar,
    Ready,
    StarAgreed,
    StarRefused,
    Started,
    StarUsed,
    State,
    Stop,
    Turned,
    Vote,
)

T = TypeVar("T")

_TWO_STOPS = 5
"""Entries of a list of pauses that begins play, stops it and goes on, twice."""


def evolve(state: State, event: Event) -> State:  # noqa: C901, PLR0912
    """Return the state after an event."""
    match event:
        case LevelBegun():
            return _begin_level(state, event)
        case LayHand():
            down = _put(state.down, event.seat, value=True)
            phase = Phase.LIFTING if all(down) else Phase.GATHERING
            return replace(state, now=event.at, down=down, phase=phase)
        case LiftHand():
            return replace(state, now=event.at, down=_put(state.down, event.seat, value=False))
        case Started():
            return replace(_pause(state, playing=True), phase=Phase.PLAYING)
        case Play():
            return _lay(state, event)
        case Stop():
            return _gather(_pause(replace(state, now=event.at), playing=False))
        case Mistake():
            return _pay_mistake(state, event)
        case ProposeStar():
            return _propose_star(state, event)
        case Vote():
            votes = _put(state.votes, event.seat, value=event.agree)
            return replace(state, now=event.at, votes=votes)
        case StarRefused():
            return _resume(state)
        case StarAgreed():
            return replace(state, phase=Phase.CHOOSING)
        case Discard():
            chosen = _put(state.chosen, event.seat, value=event.card)
            return replace(state, now=event.at, chosen=chosen)
        case StarUsed():
            return _use_star(state, event)
        case Turned():
            lives = max(0, state.lives - state.price * bool(event.overtook))
            return replace(state, lives=lives, turned=(*state.turned, event))
        case LevelPassed():
            return _take_reward(state, event)
        case Ready():
            ready = _put(state.ready, event.seat, value=True)
            phase = Phase.DEALING if all(ready) else Phase.PASSED
            return replace(state, now=event.at, ready=ready, phase=phase)
        case GameEnded():
            return replace(state, phase=Phase.OVER, outcome=event.outcome)
        case _:
            assert_never(event)


def _put(by_seat: tuple[T, ...], seat: Seat, *, value: T) -> tuple[T, ...]:
    return (*by_seat[:seat], value, *by_seat[seat + 1 :])


def _begin_level(state: State, event: LevelBegun) -> State:
    return replace(
        state,
        phase=Phase.GATHERING,
        level=event.level,
        hands=event.hands,
        ready=(False,) * state.players,
        laid=(),
        aside=(),
        turned=(),
        pauses=(),
    )


def _gather(state: State) -> State:
    """Synchronise; but when no hand has a card left the level is over (ME-09, ME-19, ME-29)."""
    done = state.lives > 0 and not any(state.hands)
    return replace(
        state,
        phase=Phase.TURNING if done else Phase.GATHERING,
        down=(False,) * state.players,
        votes=(None,) * state.players,
        chosen=(None,) * state.players,
    )


def _pause(state: State, *, playing: bool) -> State:
    """Note that play stops or goes on.

    Two stops with no card between them become one, so that the list grows with the cards laid and
    not with how often play was stopped. What is kept of them is how long was played until each card
    and when play went on last: the first stop moves to where as much had been played as at the
    second.
    """
    pauses = (*state.pauses, Pause(at=state.now, playing=playing))
    if playing and len(pauses) >= _TWO_STOPS:
        first, on, second, again = pauses[-4:]
        if not state.laid or first.at >= state.laid[-1].at:
            stop = Pause(at=Millis(first.at + second.at - on.at), playing=False)
            pauses = (*pauses[:-4], stop, again)
    return replace(state, pauses=pauses)


def _lay(state: State, event: Play) -> State:
    hands = _without(state.hands, ((event.seat, event.card),))
    return replace(
        state,
        now=event.at,
        hands=hands,
        laid=(*state.laid, Laid(seat=event.seat, card=event.card, at=event.at)),
        phase=Phase.PLAYING if any(hands) else Phase.TURNING,
    )


def _without(
    hands: tuple[tuple[Card, ...], ...], gone: tuple[tuple[Seat, Card], ...]
) -> tuple[tuple[Card, ...], ...]:
    return tuple(
        tuple(card for card in hand if (seat, card) not in gone) for seat, hand in enumerate(hands)
    )


def _pay_mistake(state: State, event: Mistake) -> State:
    paid = replace(
        state,
        lives=state.lives - state.price,  # ME-17: one, however many cards were overtaken
        hands=_without(state.hands, event.aside),
        aside=(*state.aside, *event.aside),
    )
    return _gather(_pause(paid, playing=False))


def _propose_star(state: State, event: ProposeStar) -> State:
    proposed = replace(
        state,
        now=event.at,
        phase=Phase.VOTING,
        resume=state.phase,
        votes=_put(state.votes, event.seat, value=True),
    )
    return _pause(proposed, playing=False) if state.phase is Phase.PLAYING else proposed


def _resume(state: State) -> State:
    resumed = replace(state, phase=state.resume, votes=(None,) * state.players)
    return _pause(resumed, playing=True) if state.resume is Phase.PLAYING else resumed


def _use_star(state: State, event: StarUsed) -> State:
    given = tuple(
        (seat, card)
        for seat, card in zip(seats(state.players), event.discards, strict=True)
        if card is not None
    )
    return _gather(
        replace(
            state,
            stars=state.stars - 1,
            hands=_without(state.hands, given),
            aside=(*state.aside, *given),
        )
    )


def _take_reward(state: State, event: LevelPassed) -> State:
    """Lives were paid while the piles were turned; now the reward is taken (ME-20)."""
    return replace(
        state,
        phase=Phase.PASSED,
        lives=state.lives + (event.gained and event.reward is Reward.LIFE),
        stars=state.stars + (event.gained and event.reward is Reward.STAR),
    )
