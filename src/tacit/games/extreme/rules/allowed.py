"""Who may do what, and when. A refusal costs nothing and changes nothing (ME-12, ME-34)."""

from __future__ import annotations

from typing import assert_never

from tacit.core.rulebook import MAX_COMPENSATED_MS, Refused, Seat, seats
from tacit.games.extreme.rules.cards import COLOUR, Card, first_of
from tacit.games.extreme.rules.records import (
    Action,
    Discard,
    LayHand,
    LiftHand,
    Phase,
    Play,
    ProposeStar,
    Ready,
    State,
    Stop,
    Vote,
)


def refusal(state: State, action: Action) -> Refused | None:
    """Say why an action is not allowed now, or None if it is."""
    if state.phase is Phase.OVER:
        return Refused("game-over", "The game is over.")
    if action.seat not in seats(state.players):
        details = {"seat": action.seat}
        return Refused("no-such-seat", "There is no seat {seat} at this table.", details)
    if action.at < state.now:
        times = {"at": action.at, "now": state.now}
        return Refused("too-late", "{at} ms is past: the table is at {now} ms.", times)
    match action:
        case LayHand():
            return _may_lay_hand(state, action.seat)
        case LiftHand():
            return _may_lift_hand(state, action.seat)
        case Play():
            return _may_play(state, action)
        case Stop():
            return None if state.phase is Phase.PLAYING else _NOT_PLAYING
        case ProposeStar():
            return _may_propose_star(state)
        case Vote():
            return _may_vote(state, action.seat)
        case Discard():
            return _may_discard(state, action)
        case Ready():
            return _may_be_ready(state, action.seat)
        case _:
            assert_never(action)


_NOT_GATHERING = Refused("not-gathering", "Hands are not being laid on the table or lifted now.")
_NOT_PLAYING = Refused("not-playing", "Play has stopped: nothing can be laid or stopped now.")


def _may_lay_hand(state: State, seat: Seat) -> Refused | None:
    if state.phase is not Phase.GATHERING:
        return _NOT_GATHERING
    if state.down[seat]:
        return Refused("hand-down", "Your hand is on the table already.")
    return None


def _may_lift_hand(state: State, seat: Seat) -> Refused | None:
    if state.phase not in (Phase.GATHERING, Phase.LIFTING):
        return _NOT_GATHERING
    if not state.down[seat]:
        return Refused("hand-up", "Your hand is not on the table.")
    return None


def _may_play(state: State, action: Play) -> Refused | None:
    if state.phase is not Phase.PLAYING:  # ME-34
        return _NOT_PLAYING
    if not 0 <= action.compensated <= MAX_COMPENSATED_MS:
        most = {"most": MAX_COMPENSATED_MS}
        return Refused("dated-back", "A play is dated back by 0 to {most} ms.", most)
    return _only_first(state.hands[action.seat], action.card)


def _only_first(hand: tuple[Card, ...], card: Card) -> Refused | None:
    """Only the lowest white and the highest red of a hand may leave it (ME-12, ME-27)."""
    if card not in COLOUR:
        text = "There is no card {card}: they are W1 to W50 and R1 to R50."
        return Refused("no-such-card", text, {"card": card})
    if card not in hand:
        return Refused("not-in-hand", "You do not hold {card}.", {"card": card})
    first = first_of(COLOUR[card], hand)
    if card != first:
        text = "{first} has to leave your hand before {card}."
        return Refused("not-first", text, {"card": card, "first": first})
    return None


def _may_propose_star(state: State) -> Refused | None:
    if state.phase not in (Phase.GATHERING, Phase.PLAYING):
        return Refused("no-star-now", "A star can't be proposed now.")
    if state.stars == 0:
        return Refused("no-stars", "There is no star left.")
    return None


def _may_vote(state: State, seat: Seat) -> Refused | None:
    if state.phase is not Phase.VOTING:
        return Refused("no-vote", "No star is proposed.")
    if state.votes[seat] is not None:
        return Refused("voted", "You have voted already.")
    return None


def _may_discard(state: State, action: Discard) -> Refused | None:
    if state.phase is not Phase.CHOOSING:
        return Refused("no-choice", "No card is to be chosen now.")
    if state.chosen[action.seat] is not None:
        return Refused("chosen", "You have chosen already.")
    return _only_first(state.hands[action.seat], action.card)


def _may_be_ready(state: State, seat: Seat) -> Refused | None:
    if state.phase is not Phase.PASSED:
        return Refused("level-not-passed", "The level is not over yet.")
    if state.ready[seat]:
        return Refused("ready", "You are ready already.")
    return None
