"""What must hold of every state a game is ever in."""

import msgspec

from tacit.core.rulebook import Refused
from tacit.games import mindup
from tests.games.caused import caused
from tests.properties.attempts import EXTREME_CARDS, MINDUP_CARDS, conceivable
from tests.properties.players import clock


def cards_on_table(state):
    """Return every card of Mind Up!, wherever it lies."""
    held = [card for hand in state.hands for card in hand]
    placed = [card for tableau in state.tableaux for column in tableau for card in column]
    return [*state.deck, *state.row, *held, *placed]


def cards_of_level(state):
    """Return every card of The Mind Extreme that was dealt in this level, wherever it lies."""
    held = [card for hand in state.hands for card in hand]
    return [*held, *(laid.card for laid in state.laid), *(card for _, card in state.aside)]


def assert_cards_conserved(rules, state):
    if rules is mindup:
        assert sorted(cards_on_table(state)) == list(MINDUP_CARDS)
        for pick, hand in zip(state.picks, state.hands, strict=True):
            assert pick is None or pick in hand
        return
    dealt = state.setup.deals[state.level - 1] if state.level else ()
    here = cards_of_level(state)
    assert sorted(here) == sorted(card for hand in dealt for card in hand)
    assert len(set(here)) == len(here) == state.level * state.players
    assert set(here) <= set(EXTREME_CARDS)
    assert {turned.card for turned in state.turned} <= {laid.card for laid in state.laid}


def assert_lives_in_bounds(state):
    assert 0 <= state.lives <= 5
    assert 0 <= state.stars <= 3
    if state.outcome is not None:
        assert (state.lives > 0) == (state.outcome == "won")


def assert_waiting_makes_sense(rules, state):
    """At rest, a table waits for a player who can act unless the game is over."""
    waiting = rules.waiting(state)
    assert rules.follows(state) is None
    assert rules.over(state) == (not waiting)
    assert all(rules.legal(state, seat) for seat in waiting)


def assert_legal_is_exact(rules, state):
    for seat in range(state.players):
        accepted = {
            action
            for action in conceivable(rules, seat, clock(rules, state))
            if not isinstance(caused(rules, state, action), Refused)
        }
        legal = rules.legal(state, seat)
        assert set(legal) == accepted
        assert len(legal) == len(accepted)


def assert_refused(rules, state, action):
    """A refusal says why, in the words of its key, and changes nothing."""
    before = msgspec.json.encode(state)
    refused = caused(rules, state, action)
    assert isinstance(refused, Refused), f"{action} was accepted"
    assert msgspec.json.encode(state) == before
    assert refused.key
    assert str(refused).strip()
    assert "{" not in str(refused)


def fold(rules, setup, events):
    state = rules.initial(setup)
    for event in events:
        state = rules.evolve(state, event)
    return state
