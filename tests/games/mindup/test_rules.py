"""Mind Up!, from the deal to the last point."""

from __future__ import annotations

import msgspec
import pytest

from tacit.core.rulebook import Refused
from tacit.games import mindup
from tacit.games.mindup import (
    DECK,
    EMPTY,
    GameEnded,
    Pick,
    Revealed,
    RoundBegun,
    RoundEnded,
    Score,
    Setup,
    State,
    TakeBack,
    evolve,
    follows,
    initial,
    legal,
    over,
    result,
    view,
    waiting,
)
from tests.games.caused import caused
from tests.games.mindup.tables import (
    NO_OBJECTIVES,
    ORDERS,
    PLAIN,
    after,
    deal,
    dealt,
    do,
    history,
    laid,
    lowest,
    turn,
)

UNSORTED = deal(
    (52, 7, 31, 18, 60, 2, 45),
    (9, 40, 21, 3, 33, 58, 14),
    (1, 59, 12, 50, 26, 38, 47),
    (8, 55, 20, 6, 42, 29, 36),
    row=(44, 10, 30, 17),
)

SIX = Setup(players=6, deck=DECK, orders=ORDERS, objectives=NO_OBJECTIVES)

ENDED = lowest(dealt(PLAIN), turns=21)


def hold(*hands, row, tableaux=None, **fields):
    """Return a table in the middle of round 1 with these hands and this row."""
    table = dealt(deal(*((),) * len(hands), row=()))
    tableaux = tableaux or (EMPTY,) * len(hands)
    return msgspec.structs.replace(table, hands=hands, row=row, tableaux=tableaux, **fields)


def refusal_of(state, action):
    refused = caused(mindup, state, action)
    assert isinstance(refused, Refused)
    return refused.key, str(refused), refused.details


def events_of_kind(kind, setup):
    return [event for event in history(setup) if isinstance(event, kind)]


def test_before_the_deal_the_table_is_empty():
    assert initial(PLAIN) == State(
        setup=PLAIN,
        deck=PLAIN.deck,
        hands=((), (), ()),
        known=((), (), ()),
        tableaux=(EMPTY, EMPTY, EMPTY),
        picks=(None, None, None),
        order=(),
        objectives=(),
        row=(),
        round=0,
        turn=0,
        scores=(),
        past=(),
        ended=None,
        preview=False,
    )
    assert initial(PLAIN).players == 3


def test_before_the_deal_nobody_can_act():
    assert legal(initial(PLAIN), 0) == ()
    assert not over(initial(PLAIN))


def test_s_m1_a_table_of_four_is_laid_out():
    state = dealt(UNSORTED)
    assert [view(state, seat).order for seat in range(4)] == [(2, 4, 1, 5, 3)] * 4
    assert state.row == (10, 17, 30, 44)
    assert [len(hand) for hand in state.hands] == [7, 7, 7, 7]
    assert len(state.deck) == 28


def test_mu07_everyone_gets_seven_cards():
    assert dealt(UNSORTED).hands == (
        (2, 7, 18, 31, 45, 52, 60),
        (3, 9, 14, 21, 33, 40, 58),
        (1, 12, 26, 38, 47, 50, 59),
        (6, 8, 20, 29, 36, 42, 55),
    )


def test_mu08_the_row_has_one_card_for_each_player_in_ascending_order():
    assert dealt(UNSORTED).row == (10, 17, 30, 44)
    assert dealt(PLAIN).row == (22, 23, 24)
    assert dealt(SIX).row == (43, 44, 45, 46, 47, 48)


def test_mu06_mu07_mu08_mu10_mu31_the_deal_is_one_event():
    assert follows(initial(UNSORTED)) == RoundBegun(
        round=1,
        order=(2, 4, 1, 5, 3),
        objectives=(),
        row=(10, 17, 30, 44),
        drawn=(
            (52, 7, 31, 18, 60, 2, 45),
            (9, 40, 21, 3, 33, 58, 14),
            (1, 59, 12, 50, 26, 38, 47),
            (8, 55, 20, 6, 42, 29, 36),
        ),
    )


def test_mu07_a_deal_for_another_table_is_an_error():
    begun = follows(initial(UNSORTED))
    with pytest.raises(ValueError, match="zip"):
        evolve(initial(PLAIN), begun)


def test_the_dealt_table_waits_for_everyone():
    state = dealt(PLAIN)
    assert state == State(
        setup=PLAIN,
        deck=PLAIN.deck[24:],
        hands=((1, 2, 3, 4, 5, 6, 7), (8, 9, 10, 11, 12, 13, 14), (15, 16, 17, 18, 19, 20, 21)),
        known=((), (), ()),
        tableaux=(EMPTY, EMPTY, EMPTY),
        picks=(None, None, None),
        order=(2, 4, 1, 5, 3),
        objectives=(1, 13),
        row=(22, 23, 24),
        round=1,
        turn=1,
        scores=(),
        past=(),
        ended=None,
        preview=False,
    )
    assert follows(state) is None
    assert waiting(state) == (0, 1, 2)


def test_mu11_six_players_use_up_the_deck_in_round_three():
    state = dealt(SIX)
    assert len(state.deck) == 12
    state = lowest(state, turns=6)
    assert (state.round, len(state.deck)) == (2, 6)
    state = lowest(state, turns=7)
    assert (state.round, len(state.deck)) == (3, 0)
    assert [len(hand) for hand in state.hands] == [9] * 6


def test_mu11_nothing_is_discarded_and_nothing_is_dealt_twice():
    state = initial(SIX)
    for event in history(SIX):
        state = evolve(state, event)
        columns = (column for tableau in state.tableaux for column in tableau)
        lying = sum((*state.hands, *columns, state.row, state.deck), ())
        assert sorted(lying) == list(DECK)
    assert over(state)


def test_mu12_three_rounds_of_six_seven_and_eight_turns():
    turns = []
    for event in history(PLAIN):
        match event:
            case RoundBegun():
                turns.append(0)
            case Revealed():
                turns[-1] += 1
    assert turns == [6, 7, 8]


def test_mu12_turns_are_counted_from_one_in_every_round():
    state = dealt(PLAIN)
    seen = [(state.round, state.turn)]
    for _ in range(20):
        state = lowest(state)
        seen.append((state.round, state.turn))
    assert seen == [
        *((1, number) for number in range(1, 7)),
        *((2, number) for number in range(1, 8)),
        *((3, number) for number in range(1, 9)),
    ]


def test_mu13_a_pick_changes_nothing_but_the_pick():
    state = dealt(PLAIN)
    assert caused(mindup, state, Pick(1, 9, at=400)) == (Pick(1, 9, at=400),)
    picked = do(state, Pick(1, 9))
    assert picked == msgspec.structs.replace(state, picks=(None, 9, None))
    assert waiting(picked) == (0, 2)


def test_mu13_all_pick_in_any_order():
    state = do(dealt(PLAIN), Pick(2, 16), Pick(0, 3))
    assert state.picks == (3, None, 16)
    assert waiting(state) == (1,)
    assert caused(mindup, state, Pick(1, 10)) == (
        Pick(1, 10),
        Revealed(plays=(3, 10, 16), taken=(22, 23, 24)),
    )


def test_mu13_a_pick_may_be_changed_until_the_last_player_has_picked():
    state = do(dealt(PLAIN), Pick(0, 3), Pick(1, 9), Pick(0, 7), Pick(1, 8))
    assert state.picks == (7, 8, None)
    assert caused(mindup, state, Pick(2, 15))[1] == Revealed(plays=(7, 8, 15), taken=(22, 23, 24))


def test_mu13_a_pick_may_be_taken_back():
    state = do(dealt(PLAIN), Pick(0, 3), Pick(1, 9))
    assert caused(mindup, state, TakeBack(1, at=50)) == (TakeBack(1, at=50),)
    taken_back = do(state, TakeBack(1))
    assert taken_back == msgspec.structs.replace(state, picks=(3, None, None))
    assert waiting(taken_back) == (1, 2)


def test_mu13_after_the_reveal_everyone_picks_anew():
    state = turn(dealt(PLAIN), 1, 8, 15)
    assert state.picks == (None, None, None)
    assert waiting(state) == (0, 1, 2)
    assert follows(state) is None


def test_mu13_legal_are_all_cards_of_the_hand():
    assert legal(dealt(PLAIN), 1) == tuple(Pick(1, card) for card in range(8, 15))


def test_mu13_legal_after_a_pick_are_the_other_cards_and_taking_back():
    state = do(dealt(PLAIN), Pick(1, 9))
    assert legal(state, 1) == (
        *(Pick(1, card) for card in (8, 10, 11, 12, 13, 14)),
        TakeBack(1),
    )
    assert legal(state, 0) == tuple(Pick(0, card) for card in range(1, 8))


def test_m1_the_lowest_card_takes_the_lowest_of_the_row():
    state = hold((60, 2, 3), (1, 4, 5), (31, 6, 7), row=(12, 30, 51))
    state = do(state, Pick(0, 60), Pick(1, 1))
    assert caused(mindup, state, Pick(2, 31))[1] == Revealed(plays=(60, 1, 31), taken=(51, 12, 30))
    state = do(state, Pick(2, 31))
    assert state.tableaux == (laid(51), laid(12), laid(30))
    assert state.row == (1, 31, 60)


def test_m2_three_low_cards_take_a_high_row_by_rank():
    state = hold((3, 11, 12), (2, 13, 14), (1, 15, 16), row=(40, 50, 58))
    state = turn(state, 3, 2, 1)
    assert state.tableaux == (laid(58), laid(50), laid(40))
    assert state.row == (1, 2, 3)


def test_mu14_rank_alone_matters_not_the_distance():
    state = hold((50, 1, 2), (60, 3, 4), (49, 5, 6), row=(10, 51, 52))
    assert turn(state, 50, 60, 49).tableaux == (laid(51), laid(52), laid(10))


def test_mu15_each_takes_the_row_card_above_the_card_they_played():
    state = hold((5, 11, 12), (45, 13, 14), (30, 15, 16), (29, 17, 18), row=(4, 28, 31, 60))
    state = turn(state, 5, 45, 30, 29)
    assert state.tableaux == (laid(4), laid(60), laid(31), laid(28))


def test_mu15_a_row_that_does_not_fit_the_table_is_an_error():
    state = hold((1, 2, 3), (4, 5, 6), (7, 8, 9), row=(10, 20, 30, 40), picks=(1, 4, 7))
    with pytest.raises(ValueError, match="zip"):
        follows(state)


def test_mu15_played_cards_leave_the_hands():
    state = turn(dealt(PLAIN), 3, 14, 18)
    assert state.hands == (
        (1, 2, 4, 5, 6, 7),
        (8, 9, 10, 11, 12, 13),
        (15, 16, 17, 19, 20, 21),
    )


def test_mu16_taken_cards_are_placed_by_colour():
    state = lowest(dealt(PLAIN), turns=5)
    assert state.tableaux == (
        ((22,), (1,), (2,), (3,), (4,)),
        ((23, 8), (9, 11), (10,), (), ()),
        ((24, 18), (15, 16), (17,), (), ()),
    )


def test_mu18_in_round_one_no_hand_is_known():
    assert lowest(dealt(PLAIN), turns=5).known == ((), (), ())


def test_mu18_from_round_two_each_hand_is_known_but_for_the_drawn_card():
    state = lowest(dealt(PLAIN), turns=6)
    assert state.known == (
        (1, 2, 3, 4, 5, 7, 22),
        (8, 9, 10, 11, 12, 14, 23),
        (15, 16, 17, 18, 19, 21, 24),
    )
    assert state.hands == (
        (1, 2, 3, 4, 5, 7, 22, 60),
        (8, 9, 10, 11, 12, 14, 23, 59),
        (15, 16, 17, 18, 19, 21, 24, 58),
    )


def test_mu18_a_known_card_that_is_played_is_held_no_more():
    state = turn(lowest(dealt(PLAIN), turns=6), 5, 59, 24)
    assert state.known == (
        (1, 2, 3, 4, 7, 22),
        (8, 9, 10, 11, 12, 14, 23),
        (15, 16, 17, 18, 19, 21),
    )


def test_mu19_the_played_cards_are_the_next_row():
    assert turn(dealt(PLAIN), 7, 10, 15).row == (7, 10, 15)
    assert turn(hold((9, 1, 2), (8, 3, 4), (7, 5, 6), row=(40, 50, 58)), 9, 8, 7).row == (7, 8, 9)


def test_mu19_a_player_may_win_back_their_own_card():
    state = turn(turn(dealt(PLAIN), 1, 8, 15), 2, 9, 16)
    assert state.tableaux == (laid(22, 1), laid(23, 8), laid(24, 15))


def test_mu20_the_last_card_goes_into_its_owners_tableau_and_never_into_the_row():
    state = hold(
        (7,),
        (14,),
        (21,),
        row=(6, 13, 20),
        tableaux=(laid(22, 1), laid(23, 4), laid(2, 24)),
        known=((7,), (), (21,)),
    )
    ending = follows(state)
    assert ending.last == (7, 14, 21)
    ended = evolve(state, ending)
    assert ended.tableaux == (laid(22, 1, 7), laid(23, 4, 14), laid(2, 24, 21))
    assert ended.row == (6, 13, 20)
    assert ended.hands == ((), (), ())
    assert ended.known == ((), (), ())


def test_mu20_with_two_cards_each_the_round_goes_on():
    state = hold((7, 8), (14, 15), (21, 22), row=(6, 13, 20))
    assert follows(state) is None
    assert waiting(state) == (0, 1, 2)


def test_mu20_the_round_ends_when_each_holds_one_card_not_before():
    assert follows(hold((7,), (14, 15), (21, 22), row=(6, 13, 20))) is None
    assert follows(hold((7, 8), (14, 15), (21,), row=(6, 13, 20))) is None


def test_mu20_the_last_pick_of_a_round_ends_it_and_begins_the_next():
    state = do(lowest(dealt(PLAIN), turns=5), Pick(0, 6), Pick(1, 13))
    pick, revealed, ended, begun = caused(mindup, state, Pick(2, 20))
    assert pick == Pick(2, 20)
    assert revealed == Revealed(plays=(6, 13, 20), taken=(5, 12, 19))
    assert ended == RoundEnded(
        last=(7, 14, 21),
        scores=(
            Score((4, 4, 1, 5, 6), (1, -1, 0, 1, 3), (+2, 0)),
            Score((4, 8, 1, 10, 0), (1, 2, 2, 0, 0), (0, 0)),
            Score((6, 8, 1, 5, 0), (1, 3, 1, -1, 0), (0, -2)),
        ),
    )
    assert begun == RoundBegun(
        round=2,
        order=(1, 5, 2, 4, 3),
        objectives=(6, 9),
        row=(6, 13, 20),
        drawn=((60,), (59,), (58,)),
    )


def test_mu21_mu22_a_round_is_scored_with_the_order_on_the_table():
    state = hold(
        (12,),
        (9,),
        (53,),
        row=(40, 41, 42),
        order=(1, 5, 2, 4, 3),
        tableaux=(laid(1, 2, 6, 3, 4, 5), laid(1, 2, 3, 6, 7, 8), laid(22, 13, 25, 46, 20, 8)),
    )
    scores = follows(state).scores
    assert [sum(score.columns) for score in scores] == [25, 22, 2 + 5 + 2 + 12]
    assert [sum(score.bonuses) for score in scores] == [+3, 0, +1]


def test_mu23_objectives_are_judged_after_every_last_card_is_placed():
    state = hold(
        (1,),
        (2,),
        (3,),
        row=(40, 41, 42),
        objectives=(6,),
        tableaux=(laid(10), laid(19), laid(24)),
    )
    assert [score.objectives for score in follows(state).scores] == [(0,), (+2,), (0,)]


def test_mu23_the_objectives_of_the_round_are_judged():
    assert [
        [score.objectives for score in event.scores] for event in events_of_kind(RoundEnded, PLAIN)
    ] == [
        [(+2, 0), (0, 0), (0, -2)],
        [(+2, 0), (+2, +2), (0, 0)],
        [(0, +2), (-2, 0), (-2, 0)],
    ]


def test_mu24_round_scores_are_kept_apart():
    scores = ENDED.scores
    assert [[score.total for score in each] for each in scores] == [
        [26, 28, 22],
        [28, 31, 33],
        [32, 30, 31],
    ]


def test_mu25_the_row_stays_for_the_next_round():
    assert lowest(dealt(PLAIN), turns=6).row == (6, 13, 20)
    assert lowest(dealt(PLAIN), turns=13).row == (22, 23, 24)


def test_mu26_everyone_takes_up_their_tableau_and_draws_one_card():
    second = lowest(dealt(PLAIN), turns=6)
    assert [len(hand) for hand in second.hands] == [8, 8, 8]
    assert second.tableaux == (EMPTY, EMPTY, EMPTY)
    assert second.deck == PLAIN.deck[27:]
    third = lowest(second, turns=7)
    assert third.hands == (
        (1, 2, 3, 4, 5, 6, 7, 57, 60),
        (8, 9, 10, 11, 12, 13, 14, 56, 59),
        (15, 16, 17, 18, 19, 20, 21, 55, 58),
    )
    assert third.deck == PLAIN.deck[30:]


def test_mu27_each_round_has_a_new_score_order():
    assert [event.order for event in events_of_kind(RoundBegun, PLAIN)] == list(ORDERS)
    assert lowest(dealt(PLAIN), turns=6).order == (1, 5, 2, 4, 3)
    assert lowest(dealt(PLAIN), turns=13).order == (5, 3, 1, 4, 2)


def test_mu34_renewed_objectives_are_out_in_their_round():
    assert [event.objectives for event in events_of_kind(RoundBegun, PLAIN)] == [
        (1, 13),
        (6, 9),
        (10, 7),
    ]
    assert lowest(dealt(PLAIN), turns=6).objectives == (6, 9)


def test_m17_three_objectives_stay_on_the_table():
    setup = msgspec.structs.replace(PLAIN, objectives=((1, 13, 6),) * 3)
    begun = events_of_kind(RoundBegun, setup)
    assert [event.objectives for event in begun] == [(1, 13, 6), (1, 13, 6), (1, 13, 6)]


def test_mu28_mu29_the_last_pick_of_round_three_ends_the_game():
    state = do(lowest(dealt(PLAIN), turns=20), Pick(0, 57), Pick(1, 56))
    pick, revealed, ended, over_now = caused(mindup, state, Pick(2, 55))
    assert pick == Pick(2, 55)
    assert revealed == Revealed(plays=(57, 56, 55), taken=(21, 14, 7))
    assert ended == RoundEnded(
        last=(60, 59, 58),
        scores=(
            Score((5, 6, 2, 8, 4), (2, -2, 0, 2, 3), (0, +2)),
            Score((10, 6, 2, 8, 2), (1, 2, 2, 0, -1), (-2, 0)),
            Score((15, 6, 1, 4, 4), (1, 3, 1, -1, -1), (-2, 0)),
        ),
    )
    assert over_now == GameEnded(totals=(86, 89, 86), places=(2, 1, 3))


def test_mu30_a_shared_win_ends_the_game_too():
    even = tuple(Score((each,), (), ()) for each in (20, 20, 10))
    state = msgspec.structs.replace(dealt(PLAIN), round=3, scores=(even, even, even))
    assert follows(state) == GameEnded(totals=(60, 60, 30), places=(1, 1, 3))


def test_after_two_rounds_a_third_begins():
    even = (Score((1,), (), ()),) * 3
    state = msgspec.structs.replace(dealt(PLAIN), round=2, scores=(even, even))
    assert isinstance(follows(state), RoundBegun)


def test_while_the_game_is_going_on_there_is_no_result():
    for state in (initial(PLAIN), dealt(PLAIN), lowest(dealt(PLAIN), turns=20)):
        assert not over(state)
        assert result(state) == {"totals": None, "places": None}


def test_when_the_game_is_over_nothing_follows():
    assert over(ENDED)
    assert follows(ENDED) is None
    assert result(ENDED) == {"totals": (86, 89, 86), "places": (2, 1, 3)}


def test_when_the_game_is_over_the_last_tableaux_lie_open():
    assert ENDED.tableaux == (
        ((22,), (1, 60), (2, 6), (3, 21), (4, 5)),
        ((23, 8), (9, 11), (10, 59), (12, 14), (13,)),
        ((24, 18, 58), (15, 16), (17,), (19,), (20, 7)),
    )
    assert ENDED.row == (55, 56, 57)
    assert ENDED.hands == ((), (), ())


def test_when_the_game_is_over_nobody_can_act():
    assert waiting(ENDED) == ()
    assert [legal(ENDED, seat) for seat in range(3)] == [(), (), ()]


def test_when_the_game_is_over_a_card_in_hand_cannot_be_picked():
    state = evolve(dealt(PLAIN), GameEnded(totals=(0, 0, 0), places=(1, 1, 1)))
    assert waiting(state) == ()
    assert legal(state, 0) == ()
    assert refusal_of(state, Pick(0, 1))[0] == "game-over"


@pytest.mark.parametrize("action", [Pick(0, 1), TakeBack(0), Pick(9, 1)])
def test_refused_when_the_game_is_over(action):
    assert refusal_of(ENDED, action) == ("game-over", "The game is over.", {})


@pytest.mark.parametrize("seat", [-1, 3, 4])
def test_refused_from_a_seat_that_is_not_at_the_table(seat):
    expected = ("no-such-seat", f"There is no seat {seat} at this table.", {"seat": seat})
    assert refusal_of(dealt(PLAIN), Pick(seat, 1)) == expected
    assert refusal_of(dealt(PLAIN), TakeBack(seat)) == expected


@pytest.mark.parametrize("card", [-1, 0, 61])
def test_refused_a_card_that_does_not_exist(card):
    assert refusal_of(dealt(PLAIN), Pick(0, card)) == (
        "no-such-card",
        f"There is no card {card}: they run from 1 to 60.",
        {"card": card},
    )


@pytest.mark.parametrize("card", [8, 22, 60])
def test_refused_a_card_that_is_not_in_the_hand(card):
    assert refusal_of(dealt(PLAIN), Pick(0, card)) == (
        "not-in-hand",
        f"You do not hold the {card}.",
        {"card": card},
    )


def test_refused_a_card_that_was_played_before():
    assert refusal_of(turn(dealt(PLAIN), 1, 8, 15), Pick(0, 1))[0] == "not-in-hand"


def test_refused_to_pick_the_same_card_again():
    state = do(dealt(PLAIN), Pick(1, 9))
    assert refusal_of(state, Pick(1, 9)) == (
        "picked-already",
        "The 9 is your pick already.",
        {"card": 9},
    )


def test_refused_to_take_back_before_picking():
    state = do(dealt(PLAIN), Pick(1, 9))
    assert refusal_of(state, TakeBack(0)) == (
        "nothing-picked",
        "You have not picked a card yet.",
        {},
    )
    assert refusal_of(do(state, TakeBack(1)), TakeBack(1))[0] == "nothing-picked"


@pytest.mark.parametrize("turns", [0, 6, 20])
def test_exactly_the_legal_actions_are_accepted(turns):
    state = do(lowest(dealt(PLAIN), turns=turns), Pick(2, lowest(dealt(PLAIN), turns).hands[2][0]))
    for seat in range(3):
        every = (TakeBack(seat), *(Pick(seat, card) for card in range(62)))
        accepted = [
            action for action in every if not isinstance(caused(mindup, state, action), Refused)
        ]
        assert set(legal(state, seat)) == set(accepted)
        assert len(legal(state, seat)) == len(accepted)


def test_the_events_of_a_game_replay_to_the_same_end():
    assert after(initial(PLAIN), *history(PLAIN)) == ENDED


def test_what_is_no_event_is_an_error():
    with pytest.raises(AssertionError, match="a gust of wind"):
        evolve(dealt(PLAIN), "a gust of wind")


def test_mu13_a_pick_may_be_taken_back_and_no_card_goes_with_that():
    state = do(dealt(PLAIN), Pick(1, dealt(PLAIN).hands[1][0]))
    assert mindup.choices(state, 1) == {Pick: list(state.hands[1][1:]), TakeBack: []}
    assert mindup.choices(state, 0) == {Pick: list(state.hands[0])}
