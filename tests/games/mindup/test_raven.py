"""Raven: what it foresees, what it remembers of its opponents, and that it peeks at nothing."""

import random
from importlib.resources import files

import numpy as np
import pytest

import tacit
from tacit.games.mindup import DECK, Pick
from tacit.games.mindup.bots.greedy import Greedy
from tacit.games.mindup.bots.random import Random
from tacit.games.mindup.bots.raven import hand_training, policy_training
from tacit.games.mindup.bots.raven.foresight import public
from tacit.games.mindup.bots.raven.habits import PRIOR, Habits, picks_between
from tacit.games.mindup.bots.raven.imagining import ROOM, pick_all
from tacit.games.mindup.bots.raven.minds import FEATURES, greedy, hand_values, learned
from tacit.games.mindup.bots.raven.raven import Raven, look_ahead
from tacit.games.mindup.bots.reckoning import beliefs, cards_in, expect, sensible
from tacit.games.mindup.kernel.packed import HAND, MOST, from_state
from tests.games.mindup.test_strong_bots import halfway, searching, share


def play_turn(game, choose):
    """Let `choose` pick for every seat."""
    picks = [choose(seat) for seat in range(game.state.players)]
    for seat, card in enumerate(picks):
        game.play(seat, Pick(seat=seat, card=card))
    return picks


@pytest.mark.parametrize("players", [3, 6])
def test_what_was_picked_is_told_from_two_views(players):
    seed = random.randrange(10**6)
    print("seed", seed)
    game = tacit.new("mindup", players=players, seed=seed)
    rng = random.Random(seed)
    while not game.over:
        before = game.view(1)
        picks = play_turn(game, lambda seat: rng.choice(game.view(seat).hand))
        if not game.over:
            assert picks_between(before, game.view(1)) == tuple(picks)
            assert picks_between(before, before) is None, "a view tells nothing of its own turn"


def test_nothing_is_learned_of_a_turn_that_was_missed():
    game = halfway(4, 3, 2)
    before = game.view(0)
    for _ in range(2):
        play_turn(game, lambda seat: game.view(seat).hand[0])
    assert picks_between(before, game.view(0)) is None
    habits = Habits(4)
    habits.expect(before, np.ones((len(PRIOR), MOST, 64)))
    habits.learn(game.view(0))
    assert (habits.mix == PRIOR).all()


@pytest.mark.parametrize(("kind", "plan"), [(Greedy, 0), (Random, len(PRIOR) - 1)])
def test_it_finds_out_how_its_opponents_pick(kind, plan):
    likely = []
    for seed in range(4):
        game = tacit.new("mindup", players=4, seed=seed)
        raven = Raven(0, 4, seed, playouts=60)
        bots = [raven, *(kind(seat, 4, seed) for seat in (1, 2, 3))]
        while not game.over:
            play_turn(game, lambda seat: bots[seat].choose(game.view(seat), 0.0))  # noqa: B023
        likely += [raven._habits.mix[seat, plan] for seat in (1, 2, 3)]
    assert np.mean(likely) > 2 * PRIOR[plan], likely


@pytest.mark.parametrize("turns", [0, 5, 6, 12, 13, 19])
@pytest.mark.parametrize("players", [3, 4, 5, 6])
def test_greedy_minds_pick_what_sensible_players_pick(players, turns):
    """The fast form weighs cards as the pinned one of `reckoning` does."""
    game = halfway(players, 8, turns)
    state = from_state(game.state)
    known = np.zeros(MOST, np.int64)
    for seat, cards in enumerate(game.state.known):
        known[seat] = sum(1 << card for card in cards)
    shown = {*game.state.row, *(card for cards in game.state.known for card in cards)}
    shown.update(card for table in game.state.tableaux for column in table for card in column)
    hidden = sum(1 << card for card in DECK if card not in shown)
    picks = np.zeros(MOST, np.int64)
    certain = greedy(1e-9)  # luck counts nothing
    pick_all(state, known, hidden, certain, 5, np.zeros(ROOM), picks)
    for seat in range(players):
        unseen = hidden & ~cards_in(state[HAND + seat])
        room = np.zeros(16)
        best = sensible(state, seat, known, unseen, 0.0, 5, room[:8], room[8:])
        found = [
            expect(state, seat, known, unseen, room[:8], room[8:], card)
            for card in (best, picks[seat])
        ]
        assert found[0] == pytest.approx(found[1]), "the same card, or one as good"


@pytest.mark.parametrize("turns", [0, 4, 9, 17])
def test_what_it_foresees_does_not_depend_on_its_own_secret_cards(turns):
    """It thinks for its opponents, who do not know its hand."""
    game = halfway(4, 12, turns)
    known = beliefs(game.view(2))
    table, hidden, lacking, shown = public(known, 2)
    secret = [card for card in game.state.hands[2] if card not in game.state.known[2]]
    assert lacking[2] == len(secret)
    assert not cards_in(table[HAND + 2]) & sum(1 << card for card in secret)
    assert sorted(hidden) == sorted([*known.hidden, *secret])
    assert (shown == known.shown).all()


def test_it_gives_every_opponent_some_card_and_itself_none():
    known = beliefs(halfway(5, 2, 8).view(3))
    _, likely = look_ahead(known, 3, 1, 0.0, 20)
    sums = likely.sum(axis=2)
    assert np.allclose(sums[:, [0, 1, 2, 4]], 1)
    assert (sums[:, 3] == 0).all()


def test_the_ends_of_the_deck_are_the_best_cards_of_a_hand():
    values = hand_values()
    assert values.shape == (4, 3, 64)
    assert (values[:, :2, 1] > values[:, :2, 25:36].max(axis=2)).all()
    assert (values[:, :, 1:61] == values[:, :, 60:0:-1]).all(), "a card and its mirror"
    assert (values[:, 2] == 0).all(), "after the last round there is no hand"


def test_the_same_games_teach_the_same_values():
    once, again, longer = (hand_training.learn(games, 3) for games in (12, 12, 24))
    assert (once == again).all()
    assert (once != longer).any()


def test_the_same_games_teach_the_same_policy_and_it_foresees_picks():
    once, _ = policy_training.learn(3, 10, 2)
    again, _ = policy_training.learn(3, 10, 2)
    assert (once == again).all()
    assert once.shape == (8, len(FEATURES))
    other, _ = policy_training.learn(3, 10, 2, once)
    assert (once != other).any(), "players who imagine others with that policy"
    seen, picked, left = policy_training.play(4, 4, 100, 77)
    late = left == 0
    found = (seen[late][:, :2] @ learned_policy()[0]).argmax(axis=1) == picked[late]
    assert found.mean() > 0.75, "with two cards in hand; half would be luck"


def learned_policy():
    with files("tacit.games.mindup.bots.raven").joinpath("policy.npy").open("rb") as file:
        return np.load(file)


def test_a_learned_mind_differs_from_a_greedy_one():
    assert not np.allclose(learned(4, 1), greedy(0.6))


def test_the_same_seed_plays_the_same_game():
    def cards():
        raven, game, picked = (
            Raven(0, 3, 9, playouts=12),
            tacit.new("mindup", players=3, seed=4),
            [],
        )
        bots = [raven, Greedy(1, 3, 0), Greedy(2, 3, 0)]
        while not game.over:
            picked.append(play_turn(game, lambda seat: bots[seat].choose(game.view(seat), 0.0)))
        return picked

    assert cards() == cards()


def test_it_beats_search():
    # Seeds are fixed, so this is a number and not luck; a fair share is a third.
    assert share(lambda *who: Raven(*who, playouts=150), searching(100), 12) > 0.36
