"""The network that plays Mind Up!: what it sees, and that it can be trained again."""

import numpy as np

from tacit.games.mindup import Pick
from tacit.games.mindup.bots.reckoning import beliefs
from tacit.games.mindup.bots.swift import (
    INPUTS,
    MOST,
    ODDS,
    ROOM,
    WEIGHTS,
    Swift,
    X,
    answer,
    describe,
    look,
    weights,
)
from tacit.games.mindup.bots.swift_training import train
from tests.games.mindup.test_strong_bots import Greedy as Opponent
from tests.games.mindup.test_strong_bots import halfway, share


def described(view, card):
    known = beliefs(view)
    hidden = sum(1 << int(one) for one in known.hidden)
    room = np.zeros(ROOM)
    look(known.table, view.seat, known.shown, hidden, room)
    describe(known.table, view.seat, known.shown, hidden, card, room)
    return room[X : X + INPUTS], room[ODDS : ODDS + MOST]


def test_what_it_sees_is_finite_and_of_the_size_a_network_likes():
    for turns in (0, 3, 7, 14, 20):
        view = halfway(5, 4, turns).view(3)
        for card in view.hand:
            seen, odds = described(view, card)
            assert np.isfinite(seen).all()
            assert np.abs(seen).max() < 8
            assert abs(odds[:5].sum() - 1) < 1e-9


def test_a_higher_card_is_likelier_to_lie_above_others():
    view = halfway(4, 9, 0).view(0)
    ranks = [float(described(view, card)[1][:4] @ np.arange(4)) for card in view.hand]
    assert ranks == sorted(ranks)
    assert ranks[0] < ranks[-1]


def test_the_network_is_a_sum_over_its_neurons():
    net = np.zeros(WEIGHTS)
    net[0], net[INPUTS * 32], net[-1] = 2.0, 3.0, 0.5
    x, layer = np.zeros(INPUTS), np.zeros(32)
    x[0] = 1.0
    assert answer(net, x, layer) == 6.5
    x[0] = -1.0
    assert abs(answer(net, x, layer) - (0.5 - 0.6)) < 1e-12, "a tenth of what is negative passes"


def test_the_same_games_train_the_same_network():
    once, again, longer = train(24, 5), train(24, 5), train(48, 5)
    assert (once == again).all()
    assert (once != longer).any()
    assert once.shape == weights().shape


def test_it_beats_the_greedy_player():
    # Seeds are fixed, so this is a number and not luck; a fair share is a third.
    assert share(Swift, Opponent, 25) > 0.42


def test_it_plays_the_same_card_in_the_same_place():
    game = halfway(4, 1, 10)
    cards = {Swift(2, 4, seed).choose(game.view(2), 0.0) for seed in range(5)}
    assert len(cards) == 1
    game.play(2, Pick(seat=2, card=cards.pop()))
