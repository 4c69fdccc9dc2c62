"""Mind Up!, from the deal to the last point.

Read from `follows`, which tells the story of a game, to `evolve`, which carries it out.
"""

from __future__ import annotations

from typing import assert_never

import msgspec

from tacit.core.rulebook import Refused, Seat, seats
from tacit.games.mindup.rules.cards import COLOUR, Card
from tacit.games.mindup.rules.records import (
    Action,
    Event,
    GameEnded,
    Past,
    Pick,
    Revealed,
    RoundBegun,
    RoundEnded,
    State,
    TakeBack,
    Turn,
)
from tacit.games.mindup.rules.scoring import places, score_table, scored, totals
from tacit.games.mindup.rules.setup import ROUNDS, Setup
from tacit.games.mindup.rules.start import FIRST_HAND
from tacit.games.mindup.rules.tableau import EMPTY, cards_in, place


def initial(setup: Setup) -> State:
    """Return the table before anything was dealt."""
    nothing: tuple[tuple[Card, ...], ...] = ((),) * setup.players
    return State(
        setup=setup,
        deck=setup.deck,
        hands=nothing,
        known=nothing,
        tableaux=(EMPTY,) * setup.players,
        picks=(None,) * setup.players,
    )


def follows(state: State) -> Event | None:
    """Return what happens now without anyone acting; None when the table waits for picks."""
    if state.ended is not None:
        return None
    if len(state.scores) == ROUNDS:
        return GameEnded(totals=totals(state.scores), places=places(state.scores))
    if len(state.scores) == state.round:
        return _round_begins(state)
    if max(map(len, state.hands)) == 1:
        return _round_ends(state)
    if None not in state.picks:
        return _cards_are_revealed(state)
    if len(state.turns) < len(state.setup.plays):
        return _played_before(state)
    return None


def _cards_are_revealed(state: State) -> Revealed:
    plays = tuple([card for card in state.picks if card is not None])
    return Revealed(plays=plays, taken=_taken(state.row, plays))


def _played_before(state: State) -> Pick:
    """A what-if goes on from another game: what was played there is played again."""
    seat = Seat(state.picks.index(None))
    return Pick(seat=seat, card=state.setup.plays[len(state.turns)][seat])


def _round_begins(state: State) -> RoundBegun:
    """Deal: seven cards each and the row in round 1 (MU-07, MU-08), then one card each (MU-26)."""
    first = state.round == 0
    each = FIRST_HAND if first else 1
    dealt = each * state.players
    row = state.row  # MU-25: it stays
    if first:
        row = tuple(sorted(state.deck[dealt : dealt + state.players]))
    return RoundBegun(
        round=state.round + 1,
        order=state.setup.orders[state.round],
        objectives=state.setup.objectives[state.round],
        row=row,
        drawn=tuple(state.deck[start : start + each] for start in range(0, dealt, each)),
    )


def _taken(row: tuple[Card, ...], plays: tuple[Card, ...]) -> tuple[Card, ...]:
    """Give each player the row card above their own, laid in ascending order (MU-14, MU-15)."""
    above = dict(zip(sorted(plays), row, strict=True))
    return tuple([above[card] for card in plays])


def _round_ends(state: State) -> RoundEnded:
    """Place every last card (MU-20), then score the whole table at once (MU-23)."""
    last = tuple(hand[0] for hand in state.hands)
    final = tuple(map(place, state.tableaux, last))
    return RoundEnded(last=last, scores=score_table(final, state.order, state.objectives))


def refusal(state: State, action: Action) -> Refused | None:
    """Say why an action is not allowed now, or None if it is."""
    seat = action.seat
    if state.ended is not None:
        return Refused("game-over", "The game is over.")
    if not 0 <= seat < state.players:
        return Refused("no-such-seat", "There is no seat {seat} at this table.", {"seat": seat})
    if isinstance(action, TakeBack):
        if state.picks[seat] is None:
            return Refused("nothing-picked", "You have not picked a card yet.")
        return None
    card = action.card
    if card not in COLOUR:
        text = "There is no card {card}: they run from 1 to 60."
        return Refused("no-such-card", text, {"card": card})
    if card not in state.hands[seat]:
        return Refused("not-in-hand", "You do not hold the {card}.", {"card": card})
    if card == state.picks[seat]:
        return Refused("picked-already", "The {card} is your pick already.", {"card": card})
    return None


def choices(state: State, seat: Seat) -> dict[type[Action], list[Card]]:
    """Return what this seat may do now, and with which cards; a pick is taken back with none."""
    if state.ended is not None:
        return {}
    picked = state.picks[seat]
    found: dict[type[Action], list[Card]] = {}
    if cards := [card for card in state.hands[seat] if card != picked]:
        found[Pick] = cards
    if picked is not None:
        found[TakeBack] = []
    return found


def legal(state: State, seat: Seat) -> tuple[Action, ...]:
    """Return every action `decide` would accept from this seat."""
    found = choices(state, seat)
    picks = tuple([Pick(seat=seat, card=card) for card in found.get(Pick, ())])
    return (*picks, TakeBack(seat=seat)) if TakeBack in found else picks


def waiting(state: State) -> tuple[Seat, ...]:
    """Return the seats that have not picked yet."""
    if state.ended is not None:
        return ()
    return tuple([seat for seat in seats(state.players) if state.picks[seat] is None])


def over(state: State) -> bool:
    """Tell whether the game has ended."""
    return state.ended is not None


def evolve(state: State, event: Event) -> State:
    """Return the state after an event."""
    match event:
        case Pick(seat=seat, card=card):
            return msgspec.structs.replace(state, picks=_put(state.picks, seat, card))
        case TakeBack(seat=seat):
            return msgspec.structs.replace(state, picks=_put(state.picks, seat, None))
        case RoundBegun():
            return _begin_round(state, event)
        case Revealed():
            return _reveal(state, event)
        case RoundEnded():
            return _end_round(state, event)
        case GameEnded():
            return msgspec.structs.replace(state, ended=event)
        case _:
            assert_never(event)


def _put(picks: tuple[Card | None, ...], seat: Seat, card: Card | None) -> tuple[Card | None, ...]:
    return (*picks[:seat], card, *picks[seat + 1 :])


def _begin_round(state: State, event: RoundBegun) -> State:
    kept = tuple(map(cards_in, state.tableaux))
    dealt = sum(map(len, event.drawn)) + (len(event.row) if state.round == 0 else 0)
    return msgspec.structs.replace(
        state,
        round=event.round,
        turn=1,
        order=event.order,
        objectives=event.objectives,
        row=event.row,
        deck=state.deck[dealt:],
        hands=tuple(
            tuple(sorted(mine + drawn)) for mine, drawn in zip(kept, event.drawn, strict=True)
        ),
        known=kept,  # MU-18: everyone saw the tableaux these cards come from
        tableaux=(EMPTY,) * state.players,
    )


def _reveal(state: State, event: Revealed) -> State:
    return msgspec.structs.replace(
        state,
        turn=state.turn + 1,
        row=tuple(sorted(event.plays)),  # MU-19
        hands=tuple(map(_without, state.hands, event.plays)),
        known=tuple(map(_without, state.known, event.plays)),
        tableaux=tuple(map(place, state.tableaux, event.taken)),
        picks=(None,) * state.players,
        turns=(
            *state.turns,
            Turn(state.round, state.turn, state.row, event.plays, event.taken),
        ),
    )


def _without(cards: tuple[Card, ...], gone: Card) -> tuple[Card, ...]:
    return tuple([card for card in cards if card != gone])


def _end_round(state: State, event: RoundEnded) -> State:
    nothing: tuple[tuple[Card, ...], ...] = ((),) * state.players
    tableaux = tuple(map(place, state.tableaux, event.last))
    points = scored(event.scores, state.before)
    return msgspec.structs.replace(
        state,
        hands=nothing,
        known=nothing,
        tableaux=tableaux,
        scores=(*state.scores, event.scores),
        past=(*state.past, Past(state.order, state.objectives, tableaux, points)),
    )
