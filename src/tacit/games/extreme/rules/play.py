"""The Mind Extreme, from the first deal to the last life.

Read `follows` for the story of a level. Who may do what is in `allowed.py`, and what each event
does to the table in `evolve.py`.
"""

from __future__ import annotations

from itertools import pairwise
from typing import assert_never

from tacit.core.rulebook import Seat, seats
from tacit.games.extreme.rules.allowed import refusal
from tacit.games.extreme.rules.blind import overtaken_in
from tacit.games.extreme.rules.cards import COLOUR, POSITION, Card, Colour, first_of
from tacit.games.extreme.rules.levels import MOST_LIVES, MOST_STARS, TEAMS, Reward
from tacit.games.extreme.rules.records import (
    Action,
    Discard,
    Event,
    GameEnded,
    Laid,
    LayHand,
    LevelBegun,
    LevelPassed,
    LiftHand,
    Mistake,
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
from tacit.games.extreme.rules.setup import Setup


def initial(setup: Setup) -> State:
    """Return the table before the first deal, with the team's lives and star (ME-03)."""
    team = TEAMS[setup.players]
    first = 1 if setup.practice is None else setup.practice.level
    return State(
        setup=setup,
        lives=team.lives,
        stars=team.stars,
        level=first - 1,
        phase=Phase.DEALING,
        hands=((),) * setup.players,
        down=(False,) * setup.players,
        votes=(None,) * setup.players,
        chosen=(None,) * setup.players,
        ready=(False,) * setup.players,
    )


def follows(state: State) -> Event | None:
    """Return what happens now without anyone acting; None when the table waits for players."""
    match state.phase:
        case Phase.DEALING:
            return LevelBegun(level=state.level + 1, hands=state.setup.deals[state.level])
        case Phase.GATHERING:
            return _lost(state) if state.lives == 0 else None
        case Phase.LIFTING:
            return None if any(state.down) else Started(at=state.now)
        case Phase.PLAYING:
            return _mistake(state)
        case Phase.VOTING:
            return _vote_counted(state)
        case Phase.CHOOSING:
            return None if waiting(state) else StarUsed(discards=state.chosen)
        case Phase.TURNING:
            return _next_turned(state) or (_lost(state) if state.lives == 0 else _passed(state))
        case Phase.PASSED:
            if state.setup.practice or state.level == TEAMS[state.players].last_level:
                return GameEnded(outcome="won", level=state.level)
            return None
        case Phase.OVER:
            return None
        case _:
            assert_never(state.phase)


def _lost(state: State) -> GameEnded:
    return GameEnded(outcome="lost", level=state.level)


def _mistake(state: State) -> Mistake | None:
    """Return the error of the card on top, if hands hold cards that belong under it (ME-16)."""
    if not state.laid or state.laid[-1].colour in state.blind:  # ME-22: blind is judged later
        return None
    top = state.laid[-1]
    aside = tuple(
        (seat, card)
        for seat in seats(state.players)
        for card in state.hands[seat]
        if COLOUR[card] is top.colour and POSITION[card] < POSITION[top.card]
    )
    return Mistake(seat=top.seat, card=top.card, aside=aside) if aside else None


def _vote_counted(state: State) -> StarAgreed | StarRefused | None:
    if False in state.votes:
        return StarRefused(seat=Seat(state.votes.index(False)))
    return StarAgreed() if all(state.votes) else None


def _next_turned(state: State) -> Turned | None:
    """Return the next card of the blind piles, white before red, each from the bottom (ME-23)."""
    done = len(state.turned)
    for colour in state.blind:
        pile = state.pile(colour)
        if done < len(pile):
            owner = {laid.card: laid.seat for laid in pile}
            late = overtaken_in(tuple(owner))[done]
            return Turned(
                seat=pile[done].seat,
                card=pile[done].card,
                overtook=tuple((owner[card], card) for card in late),
            )
        done -= len(pile)
    return None


def _passed(state: State) -> LevelPassed:
    reward = state.reward
    room = {Reward.LIFE: state.lives < MOST_LIVES, Reward.STAR: state.stars < MOST_STARS}
    return LevelPassed(
        level=state.level,
        reward=reward,
        gained=reward is not None and room[reward],
        one_pile_first=one_pile_first(state.laid),
    )


def one_pile_first(laid: tuple[Laid, ...]) -> bool:
    """Tell whether one pile was finished before the other began, two cards or more each (ME-13)."""
    colours = [card.colour for card in laid]
    changes = sum(before is not after for before, after in pairwise(colours))
    return changes == 1 and min(colours.count(colour) for colour in Colour) >= 2


def legal(state: State, seat: Seat) -> tuple[Action, ...]:
    """Return every action `decide` would accept from this seat now."""
    tried = _conceivable(state, seat)
    return tuple(action for action in tried if refusal(state, action) is None)


def _conceivable(state: State, seat: Seat) -> tuple[Action, ...]:
    now = state.now
    lift, propose = LiftHand(seat=seat, at=now), ProposeStar(seat=seat, at=now)
    match state.phase:
        case Phase.GATHERING:
            return (LayHand(seat=seat, at=now), lift, propose)
        case Phase.LIFTING:
            return (lift,)
        case Phase.PLAYING:
            cards = _first_cards(state.hands[seat])
            plays = (Play(seat=seat, card=card, at=now) for card in cards)
            return (*plays, Stop(seat=seat, at=now), propose)
        case Phase.VOTING:
            return tuple(Vote(seat=seat, agree=agree, at=now) for agree in (True, False))
        case Phase.CHOOSING:
            cards = _first_cards(state.hands[seat])
            return tuple(Discard(seat=seat, card=card, at=now) for card in cards)
        case Phase.PASSED:
            return (Ready(seat=seat, at=now),)
        case Phase.DEALING | Phase.TURNING | Phase.OVER:
            return ()
        case _:
            assert_never(state.phase)


def _first_cards(hand: tuple[Card, ...]) -> list[Card]:
    first = (first_of(colour, hand) for colour in Colour)
    return [card for card in first if card is not None]


def waiting(state: State) -> tuple[Seat, ...]:
    """Return the seats the game cannot go on without."""
    at_table = seats(state.players)
    match state.phase:
        case Phase.GATHERING:
            return tuple(seat for seat in at_table if not state.down[seat])
        case Phase.LIFTING:
            return tuple(seat for seat in at_table if state.down[seat])
        case Phase.PLAYING:
            return tuple(seat for seat in at_table if state.hands[seat])
        case Phase.VOTING:
            return tuple(seat for seat in at_table if state.votes[seat] is None)
        case Phase.CHOOSING:
            return tuple(
                seat for seat in at_table if state.hands[seat] and state.chosen[seat] is None
            )
        case Phase.PASSED:
            return tuple(seat for seat in at_table if not state.ready[seat])
        case Phase.DEALING | Phase.TURNING | Phase.OVER:
            return ()
        case _:
            assert_never(state.phase)


def over(state: State) -> bool:
    """Tell whether the game has ended."""
    return state.phase is Phase.OVER
