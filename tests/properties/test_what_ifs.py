"""From wherever it goes on, a what-if is the same game until luck is due."""

import random

import msgspec
from hypothesis import given
from hypothesis import strategies as st

from tacit.games import mindup
from tacit.log.game import Game
from tacit.log.replay import dump, load
from tacit.log.verify import verify
from tacit.table.conduct import conduct_of
from tests.properties.test_replays import finished

seeds = st.integers(0, 2**32)


def some_what_if(rng):
    """Go on from anywhere in a random game; return both, and the turns they have in common."""
    game = finished(mindup, rng)
    at = rng.randrange(len(game.state.turns))
    turn = game.state.turns[at]
    settings = conduct_of("mindup").what_if(game.state, (turn.round, turn.turn), "0f" * 32)
    return game, Game("mindup", settings, seed=rng.randbytes(32)), at


def bare(state):
    """Return all of a state but the luck that is still to come, and what is shown of it."""
    nothing = mindup.Setup(state.players, (), (), ())
    return msgspec.structs.replace(state, setup=nothing, deck=tuple(sorted(state.deck)))


@given(seed=seeds)
def test_the_same_picks_lead_through_the_same_states_until_cards_are_dealt_anew(seed):
    game, onward, at = some_what_if(random.Random(seed))
    for number, turn in enumerate(game.state.turns[at:], start=at):
        if turn.round != game.state.turns[at].round:
            break
        assert onward.state.turns == game.state.turns[:number]
        assert onward.state.row == turn.row
        for seat, card in enumerate(turn.plays):
            onward.play(seat, mindup.Pick(seat=seat, card=card))
    states = [mindup.initial(game._setup)]
    for event in game.events:
        states.append(mindup.evolve(states[-1], event))
    done = [bare(state) for state in states if state.picks == (None,) * game.players]
    same = mindup.initial(onward._setup)
    for event in onward.events:
        same = mindup.evolve(same, event)
        if isinstance(event, mindup.RoundEnded | mindup.Revealed):
            assert bare(same) in done


@given(seed=seeds)
def test_cards_are_conserved_and_the_game_can_be_verified(seed):
    rng = random.Random(seed)
    _, onward, _ = some_what_if(rng)
    while not onward.over:
        state = onward.state
        held = [*state.deck, *state.row, *(card for hand in state.hands for card in hand)]
        laid = [card for mine in state.tableaux for column in mine for card in column]
        assert sorted(held + laid) == list(mindup.DECK)
        seat = onward.waiting[0]
        onward.play(seat, rng.choice(onward.legal(seat)))
    line = dump(onward.replay())
    assert dump(load(line)) == line
    assert verify(load(line), line).ok


@given(seed=seeds)
def test_a_changed_position_is_found(seed):
    rng = random.Random(seed)
    _, onward, _ = some_what_if(rng)
    while not onward.over:
        seat = onward.waiting[0]
        onward.play(seat, rng.choice(onward.legal(seat)))
    replay = onward.replay()
    start = replay.settings.start
    deck = list(start.deck)
    rng.shuffle(deck)
    other = msgspec.structs.replace(start, deck=tuple(deck))
    settings = msgspec.structs.replace(replay.settings, start=other)
    forged = msgspec.structs.replace(replay, settings=settings)
    assert deck == list(start.deck) or not verify(forged).ok
