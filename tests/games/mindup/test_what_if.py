"""A game that goes on from a turn of another one; every rule about positions, and bad ones."""

from __future__ import annotations

import random

import msgspec
import pytest

from tacit.core.chance import Chance
from tacit.core.rulebook import SettingsError
from tacit.games.mindup import DECK, OBJECTIVES, Pick, Settings, Start, draw, start_at
from tacit.games.mindup.rules.start import dealt
from tacit.log.game import Game, seed_from
from tacit.log.verify import verify

OF = "ab" * 32


def played(players=3, objectives=0, seed="what if"):
    """Play a game at random to its end."""
    game = Game("mindup", {"players": players, "objectives": objectives}, seed=seed_from(seed))
    rng = random.Random(seed)
    while not game.over:
        seat = game.waiting[0]
        game.play(seat, rng.choice(game.legal(seat)))
    return game


def goes_on(game, round_, turn, seed="another"):
    """Begin a game that goes on from a turn of another."""
    state = game.state
    start = start_at(state, round_, turn, OF)
    settings = Settings(game.players, len(state.objectives), start)
    return Game("mindup", msgspec.to_builtins(settings), seed=seed_from(seed))


@pytest.mark.parametrize("objectives", [0, 1, 2, 3, 5])
def test_a_what_if_stands_exactly_where_the_other_game_stood(objectives):
    game = played(4, objectives)
    onward = goes_on(game, 2, 3)
    assert (onward.state.round, onward.state.turn) == (2, 3)
    assert onward.waiting == (0, 1, 2, 3)
    same = len(onward.events)
    assert tuple(onward.events) == tuple(
        msgspec.structs.replace(event, at=0) if isinstance(event, Pick) else event
        for event in game.events[:same]
    )


def test_what_nobody_had_seen_is_shuffled_anew():
    game = played(4, 1)
    first, second = goes_on(game, 1, 4, "one"), goes_on(game, 1, 4, "two")
    assert first.state.hands == second.state.hands
    assert sorted(first.state.deck) == sorted(second.state.deck)
    assert first.state.deck != second.state.deck
    assert first.state.setup.orders[0] == second.state.setup.orders[0] == game.state.setup.orders[0]
    assert {one.state.setup.orders[1:] for one in (first, second, game)} != {
        game.state.setup.orders[1:]
    }


def test_the_first_turn_is_a_place_too_and_the_end_is_none():
    game = played()
    onward = goes_on(game, 1, 1)
    assert len(onward.events) == 1
    for nowhere in ((1, 7), (0, 1), (3, 9), (4, 1), (1, 0)):
        assert start_at(game.state, *nowhere, OF) is None
    assert start_at(game.state, 3, 8, OF) is not None


def test_a_what_if_of_a_what_if():
    again = goes_on(goes_on_to_the_end(goes_on(played(), 2, 2)), 3, 5, "third")
    assert (again.state.round, again.state.turn) == (3, 5)
    assert verify(goes_on_to_the_end(again).replay()).ok


def goes_on_to_the_end(game):
    while not game.over:
        seat = game.waiting[0]
        game.play(seat, game.legal(seat)[-1])
    return game


def changed(start, **changes):
    return msgspec.structs.replace(start, **changes)


def why(start, players=3, objectives=0):
    with pytest.raises(SettingsError) as error:
        draw(Settings(players, objectives, start), Chance(bytes(32)))
    return str(error.value).removeprefix("Mind Up! cannot go on from there: ")


def test_positions_that_cannot_be():
    start = start_at(played().state, 2, 2, OF)
    deck, plays = start.deck, start.plays
    (order, second), swapped = start.orders, (deck[1], deck[0], *deck[2:])
    unseen = next(card for card in DECK if card not in deck)
    assert draw(Settings(3, 0, start), Chance(bytes(32))).deck[: len(deck)] == deck
    assert draw(Settings(3, 0, changed(start, deck=swapped)), Chance(bytes(32)))
    for of in ("", "z" * 64, "X" * 64, OF + "0", OF.upper()):
        assert why(changed(start, of=of)) == "it does not say which game it comes from."
    for wrong in (deck[1:], (*deck, unseen), (deck[1], *deck[1:])):
        assert why(changed(start, deck=wrong)).startswith("the cards dealt are not")
    assert why(changed(start, deck=(61, *deck[1:]))) == "there is no such card."
    for orders in ((order,), (order, second, order), (order, (1, 2, 3, 4, 4)), (order, ())):
        told = "every round has the five Score values, in some order."
        assert why(changed(start, orders=orders)) == told
    others = ((plays[0][1], plays[0][0], plays[0][2]), *plays[1:])
    for wrong in (others, (plays[0][:2], *plays[1:]), (plays[1], *plays[1:])):
        assert why(changed(start, plays=wrong)) == "a player played a card they did not hold."
    assert why(changed(start, plays=plays * 3)) == "the game is over by then."
    assert "the cards dealt" in why(start, players=4)


def test_objectives_of_positions_that_cannot_be():
    letter = {one: objective.letter for one, objective in OBJECTIVES.items()}
    two, three = (start_at(played(3, out).state, 2, 2, OF) for out in (2, 3))
    (first, second) = two.objectives
    for wrong in ((first,), (first, second[:1]), (first, (15, 16)), ()):
        assert why(changed(two, objectives=wrong), objectives=2).startswith("every round has 2")
    twins = next((a, b) for a in letter for b in letter if a < b and letter[a] == letter[b])
    told = why(changed(two, objectives=(first, twins)), objectives=2)
    assert told == "objectives that are out together have different letters."
    told = why(changed(two, objectives=(first, first)), objectives=2)
    assert told == "one or two objectives are others in every round."
    (kept, _) = three.objectives
    told = why(changed(three, objectives=(kept, kept[::-1])), objectives=3)
    assert told == "three objectives or more stay all game."


def test_a_game_from_the_beginning_says_nothing_of_a_start():
    assert msgspec.json.encode(Settings(3)) == b'{"players":3,"objectives":0}'
    assert Start() == Start("", (), (), (), ())


def test_a_round_that_has_just_begun_and_cards_up_to_the_last_are_places_too():
    """At each border of a round, with every card of the box dealt."""
    game = played(6, 0)
    for round_, turn in ((1, 6), (2, 1), (2, 7), (3, 1)):
        onward = goes_on(game, round_, turn)
        assert (onward.state.round, onward.state.turn) == (round_, turn)
    start = start_at(game.state, 3, 1, OF)
    assert set(start.deck) == set(DECK)


def test_objectives_that_stay_all_game_may_be_given_in_the_first_round_alone():
    kept = start_at(played(3, 3).state, 1, 2, OF)
    assert len(kept.objectives) == 1
    setup = draw(Settings(3, 3, kept), Chance(bytes(32)))
    assert setup.objectives == kept.objectives * 3


def test_every_round_draws_one_more_card_a_player():
    assert [dealt(3, rounds) for rounds in (1, 2, 3)] == [24, 27, 30]
    assert dealt(6, 3) == len(DECK)
