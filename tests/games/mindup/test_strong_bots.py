"""The bots of Mind Up! that imagine deals, and the characters for tables with people."""

import math
import random
from collections import Counter
from itertools import permutations, product

import numpy as np
import pytest
from msgspec.structs import replace

import tacit
from tacit.bots.registry import BotError, find_bot
from tacit.core.rulebook import decide
from tacit.games import mindup
from tacit.games.mindup import BONUS, Pick, chances, column_for, unseen
from tacit.games.mindup.bots.characters import Linnet, Pebble
from tacit.games.mindup.bots.flat import Flat
from tacit.games.mindup.bots.greedy import Greedy
from tacit.games.mindup.bots.heron import Heron
from tacit.games.mindup.bots.pondering import ponder
from tacit.games.mindup.bots.raven.raven import Raven
from tacit.games.mindup.bots.reckoning import beliefs, cards_in, expect, fill, lead, worths
from tacit.games.mindup.bots.search import Search, weigh
from tacit.games.mindup.bots.wavering import Heedless, Wavering
from tacit.games.mindup.kernel.packed import HAND, MOST, SCORE, SIZE, from_state, unpack
from tacit.games.mindup.review import weighing


def halfway(players, seed, turns, objectives=0):
    """A game after some turns of greedy players."""
    game = tacit.new("mindup", players=players, seed=seed, objectives=objectives)
    bots = [Greedy(seat, players, seed) for seat in range(players)]
    for _ in range(turns):
        picks = [bot.choose(game.view(seat), 1.0) for seat, bot in enumerate(bots)]
        for seat, card in enumerate(picks):
            game.play(seat, Pick(seat=seat, card=card))
    return game


@pytest.mark.parametrize("turns", [0, 4, 6, 9, 15])
@pytest.mark.parametrize("players", [3, 4, 6])
def test_beliefs_hold_what_the_view_says_and_leave_room_for_the_rest(players, turns):
    game = halfway(players, 5, turns, objectives=2)
    for seat in range(players):
        known = beliefs(game.view(seat))
        state = np.empty(SIZE, np.int64)
        fill(known.table, known.hidden.copy(), known.lacking, 7, state)
        truth = from_state(game.state)
        dealt = [set(unpack(state[HAND + other])) for other in range(players)]
        assert dealt[seat] == set(game.state.hands[seat])
        for other in range(players):
            assert len(dealt[other]) == len(game.state.hands[other])
            assert set(game.state.known[other]) <= dealt[other]
        assert sum(map(len, dealt)) == len(set().union(*dealt)), "no card twice"
        hands = slice(HAND, HAND + MOST)
        rest = np.ones(SIZE, bool)
        rest[hands] = False
        number = game.state.round - 1
        for start in (4, 7, 10):  # orders, objectives and draws of other rounds are secret
            rest[start : start + 3] = False
        assert (state[rest] == truth[rest]).all()
        assert state[4 + number] == truth[4 + number]


def test_expectations_are_those_of_the_greedy_player():
    room = np.zeros(16)
    for turns in (0, 5, 8, 16):
        game = halfway(4, 11, turns)
        view = game.view(2)
        known = beliefs(view)
        mine = view.tableaux[2]
        worth = [view.order[column_for(mine, card)] + BONUS[card] for card in view.row]
        worths(known.table, 2, room[:8])
        assert list(room[:4]) == worth
        hidden = unseen(view.hand, view.row, view.known, view.tableaux)
        exact = chances(2, view.hand, view.known, hidden)
        bits = sum(1 << card for card in hidden)
        for card, odds in zip(view.hand, exact, strict=True):
            found = expect(known.table, 2, known.shown, bits, room[:8], room[8:], card)
            reckoned = sum(chance * value for chance, value in zip(odds, worth, strict=True))
            # The compiled one takes the others' cards for independent of each other.
            assert found == pytest.approx(reckoned, abs=0.15)


def test_a_lead_is_over_the_mean_of_the_others():
    state = np.zeros(SIZE, np.int64)
    state[0] = 3
    state[SCORE : SCORE + 3] = 10, 4, 6
    state[SCORE + MOST : SCORE + MOST + 3] = 0, 20, 0
    assert lead(state, 0, 1) == 5
    assert lead(state, 0, 2) == -5


def test_cards_become_bits():
    assert cards_in(0) == 0
    assert cards_in(60 | 7 << 6) == 1 << 60 | 1 << 7


@pytest.mark.parametrize("bot", [Flat, Search])
def test_so_many_playouts_give_the_same_card_and_more_of_them_agree(bot):
    view = halfway(4, 3, 8).view(1)
    once = [bot(1, 4, seed, playouts=50).choose(view, 0.0) for seed in range(6)]
    assert once == [bot(1, 4, seed, playouts=50).choose(view, 0.0) for seed in range(6)]
    few = Counter(bot(1, 4, seed, playouts=3).choose(view, 0.0) for seed in range(30))
    many = Counter(bot(1, 4, seed, playouts=1500).choose(view, 0.0) for seed in range(30))
    assert len(few) > 1, "with few deals luck decides"
    assert max(many.values()) > max(few.values())


def lead_after(game, picks):
    """How far seat 0 is ahead at the end, by the rules, if everybody lays these cards now."""
    state = game.state
    for seat, card in enumerate(picks):
        state = decide(mindup, state, Pick(seat=seat, card=card)).state
    mine, *others = state.ended.totals
    return min(mine - max(others), mine - sum(others) / len(others))


def better_of_two(game):
    """The card of seat 0 that is better by points in the last turn whatever the others lay, if any.

    Only where everybody knows what everybody holds: then it is plain arithmetic.
    """
    view = game.view(0)
    if any(len(known) < 2 for known in view.known[1:]):
        return None
    for good, bad in permutations(view.hand):
        worlds = list(product(*view.known[1:]))
        gains = [lead_after(game, (good, *w)) - lead_after(game, (bad, *w)) for w in worlds]
        if min(gains) >= 2:
            return good
    return None


CLEAR = [
    (seed, card) for seed in range(60) if (card := better_of_two(halfway(3, seed, 20))) is not None
]


@pytest.mark.parametrize("bot", [Flat, Search, Heron, Raven])
def test_a_last_choice_is_the_better_of_two_cards(bot):
    assert len(CLEAR) > 20
    views = {seed: halfway(3, seed, 20).view(0) for seed, _ in CLEAR}
    assert {views[seed].hand.index(card) for seed, card in CLEAR} == {0, 1}, "not always the same"
    wrong = [seed for seed, card in CLEAR if bot(0, 3, seed).choose(views[seed], 0.02) != card]
    assert wrong == []


def share(first, second, deals):
    """How often one `first` wins against two of `second`, every deal from each seat."""
    won = 0.0
    for deal in range(deals):
        for place in range(3):
            game = tacit.new("mindup", players=3, seed=1000 + deal)
            bots = [(first if seat == place else second)(seat, 3, deal) for seat in range(3)]
            while not game.over:
                picks = [bot.choose(game.view(seat), 0.0) for seat, bot in enumerate(bots)]
                for seat, card in enumerate(picks):
                    game.play(seat, Pick(seat=seat, card=card))
            winners = [seat for seat, rank in enumerate(game.result["places"]) if rank == 1]
            won += (place in winners) / len(winners)
    return won / (3 * deals)


def searching(playouts):
    return lambda seat, players, seed: Search(seat, players, seed, playouts=playouts)


def test_each_character_beats_the_one_before_it():
    # Seeds are fixed, so these shares are numbers and not luck; a fair one would be a third.
    assert share(Linnet, Pebble, 20) > 0.4
    assert share(Heron, Linnet, 20) > 0.5
    assert share(lambda *who: Raven(*who, playouts=150), Heron, 20) > 0.4


def test_those_who_waver_play_the_best_card_most_often():
    view = halfway(4, 2, 9).view(0)
    for bot in Heedless(0, 4, 1), Wavering(0, 4, 1):
        values = bot.expected(view)
        best = view.hand[values.index(max(values))]
        bot.HEAT = 1.0
        chosen = Counter(played_by(bot, view, seed) for seed in range(300))
        assert chosen.most_common(1)[0][0] == best
        assert len(chosen) > 2
        bot.HEAT = 0.001
        assert {played_by(bot, view, seed) for seed in range(50)} == {best}


def played_by(bot, view, seed):
    bot._seed = seed
    return bot.choose(view, 0.0)


@pytest.mark.parametrize("bot", [Pebble, Linnet])
def test_no_character_plays_a_card_that_it_takes_for_worse(bot):
    """They have limits, and no noise: a card that is played comes to the most whole points."""
    seed = random.randrange(10**6)
    print("seed", seed)
    rng = random.Random(seed)
    for _ in range(20):
        game = halfway(rng.randint(3, 6), rng.randrange(1000), rng.randrange(21))
        one = bot(1, game.state.players, rng.randrange(1000))
        view = game.view(1)
        points = [math.floor(value + 0.5) for value in one.expected(view)]
        chosen = one.choose(view, 0.0)
        assert points[view.hand.index(chosen)] == max(points)
        assert one.choose(view, 0.0) == chosen


def test_pebble_overlooks_bonuses_and_linnet_does_not():
    """Without columns yet, all that two rows differ in is the bonus of their cards."""
    view = halfway(4, 6, 0).view(1)
    rows = (1, 10, 25, 28), (10, 19, 28, 36)
    for bot, same in (Pebble, True), (Linnet, False):
        picks = [
            [bot(1, 4, seed).choose(replace(view, row=row), 0.0) for seed in range(30)]
            for row in rows
        ]
        assert (picks[0] == picks[1]) == same


def test_pebble_does_not_count_cards():
    """What lies open or is known to be held does not change how likely it thinks cards are."""
    game = halfway(4, 6, 9)
    pebble = Pebble(1, 4, 1)
    view = game.view(1)
    assert pebble._odds(view) != Linnet(1, 4, 1)._odds(view)
    forgotten = replace(view, known=((),) * 4, tableaux=view.tableaux[::-1])
    assert pebble._odds(view) == pebble._odds(forgotten)


@pytest.mark.parametrize("turns", [0, 6, 9, 13, 18])
def test_linnet_remembers_the_tops_of_the_columns_and_nothing_below_them(turns):
    game = halfway(4, 6, turns)
    view = game.view(1)
    remembered = Linnet(1, 4, 1)._remembered(view)
    for seat in range(4):
        columns = view.past[-1].tableaux[seat] if view.past else ()
        tops = {column[-1] for column in columns if column}
        assert set(remembered[seat]) == tops & set(view.known[seat])
    assert sum(map(len, remembered)) < sum(map(len, view.known)) or turns < 6


def test_strong_bots_ask_for_their_packages(monkeypatch):
    monkeypatch.setattr("tacit.bots.registry.importlib.util.find_spec", lambda name: None)
    with pytest.raises(BotError, match=r"pip install 'tacit-games\[bots\]'"):
        find_bot("search", "mindup")
    assert find_bot("linnet", "mindup") is Linnet


@pytest.mark.parametrize("name", ["heron", "raven", "search", "flat"])
def test_any_seed_will_do(name):
    """`simulate` and the arena draw seeds of 64 bits."""
    view = tacit.new("mindup", players=3, seed=1).view(0)
    assert find_bot(name, "mindup")(0, 3, 2**64 - 1).choose(view, 0.01) in view.hand


PINNED = {
    (4, 4): (
        [-0.3000000000000002, 0.2888888888888887, 1.6666666666666672],
        [
            [[-7.0, 1.0, 0.0], [-25.0, -16.0, -1.0]],
            [[0.0, 1.0, 0.0], [0.0, 0.0, 0.0]],
            [0.0, -16.0],
        ],
    ),
    (3, 12): (
        [6.5, 5.216666666666667],
        [[[15.0, 8.0], [1.0, 12.0]], [[1.0, 1.0], [1.0, 1.0]], [15.0, 12.0]],
    ),
    (6, 16): (
        [
            -3.8059190700074192,
            -3.867264835178325,
            -3.6464823011391614,
            -3.696267684715816,
            -3.803731568339822,
            -3.8241109152150767,
        ],
        [
            [[-16.0, -15.0, -15.0, -1.0, -13.0, -18.0], [-15.0, -18.0, -14.0, -18.0, -6.0, -11.0]],
            [[0.0, 0.0, 0.0, 0.0, 0.0, 0.0], [0.0, 0.0, 0.0, 0.0, 0.0, 0.0]],
            [-18.0, -6.0],
        ],
    ),
}
"""By players and turns played: what `search` and a review make of the hand of seat 1."""


@pytest.mark.parametrize("place", PINNED, ids=str)
def test_search_and_review_weigh_cards_to_the_last_digit_as_ever(place):
    view = halfway(place[0], 5, place[1], objectives=3).view(1)
    leads, weighed = PINNED[place]
    assert ponder(view, weigh, 7, 0.0, 30)[1].tolist() == leads
    found = weighing.weigh(beliefs(view), 1, 3, 2, 11)
    assert [each.tolist() for each in found] == weighed
