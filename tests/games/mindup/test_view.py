"""What a seat, or a spectator, may know."""

from __future__ import annotations

import msgspec
import pytest

from tacit.games.mindup import (
    DECIDES,
    EMPTY,
    PERSONAL,
    Dealt,
    GameEnded,
    Pick,
    Picked,
    Points,
    Revealed,
    RoundBegun,
    RoundEnded,
    Score,
    TakeBack,
    View,
    evolve,
    history,
    initial,
    legal,
    own,
    score_table,
    shared,
    view,
    witness,
)
from tacit.games.mindup.rules.chances import preview
from tests.games.mindup.tables import PLAIN, dealt, do, lowest

BEGUN = RoundBegun(
    round=2,
    order=(1, 5, 2, 4, 3),
    objectives=(6, 9),
    row=(6, 13, 20),
    drawn=((60,), (59,), (58,)),
)

OPEN = [
    TakeBack(1, at=3),
    Revealed(plays=(3, 2, 1), taken=(58, 50, 40)),
    RoundEnded(last=(7, 14, 21), scores=(Score((4,), (-1,), (2,)),) * 3),
    GameEnded(totals=(86, 89, 86), places=(2, 1, 3)),
]


def in_round_two():
    """Return a table in the third turn of round 2, where seats 0 and 1 have picked."""
    return do(lowest(dealt(PLAIN), turns=8), Pick(1, 59), Pick(0, 4))


def test_before_the_deal_there_is_nothing_to_see():
    assert view(initial(PLAIN), 0) == View(
        seat=0,
        players=3,
        round=0,
        turn=0,
        order=(),
        objectives=(),
        row=(),
        hand=(),
        pick=None,
        picked=(False, False, False),
        tableaux=(EMPTY, EMPTY, EMPTY),
        known=((), (), ()),
        scores=(),
        past=(),
        totals=None,
        places=None,
        met=((), (), ()),
        preview=None,
        points=(Points(columns=(), bonus=0, total=0, so_far=0),) * 3,
    )


def test_mu07_a_seat_sees_its_own_hand_alone():
    state = dealt(PLAIN)
    assert view(state, 0).hand == (1, 2, 3, 4, 5, 6, 7)
    assert view(state, 1).hand == (8, 9, 10, 11, 12, 13, 14)
    assert view(state, 2).hand == (15, 16, 17, 18, 19, 20, 21)


def test_mu13_mu18_a_seat_sees_its_pick_and_who_has_picked():
    state = in_round_two()
    assert view(state, 1) == View(
        seat=1,
        players=3,
        round=2,
        turn=3,
        order=(1, 5, 2, 4, 3),
        objectives=(6, 9),
        row=(2, 9, 16),
        hand=(10, 11, 12, 14, 23, 59),
        pick=59,
        picked=(True, True, False),
        tableaux=(
            ((6,), (1,), (), (), ()),
            ((13,), (8,), (), (), ()),
            ((20,), (15,), (), (), ()),
        ),
        known=(
            (3, 4, 5, 7, 22),
            (10, 11, 12, 14, 23),
            (17, 18, 19, 21, 24),
        ),
        scores=state.scores,
        past=state.past,
        totals=None,
        places=None,
        met=((True, False), (False, False), (False, True)),
        preview=None,
        points=(
            Points(columns=(1, 5, 0, 0, 0), bonus=-1, total=5, so_far=31),
            Points(columns=(1, 5, 0, 0, 0), bonus=-1, total=5, so_far=33),
            Points(columns=(1, 5, 0, 0, 0), bonus=1, total=7, so_far=29),
        ),
    )
    assert [score.total for score in view(state, 1).scores[0]] == [26, 28, 22]


def test_mu13_a_seat_that_has_not_picked_has_no_pick():
    assert view(in_round_two(), 2).pick is None
    assert view(in_round_two(), 0).pick == 4


def test_mu18_a_spectator_sees_what_lies_open():
    state = in_round_two()
    assert view(state, None) == msgspec.structs.replace(
        view(state, 2), seat=None, hand=(), pick=None
    )
    assert view(state, None) == msgspec.structs.replace(
        view(state, 1), seat=None, hand=(), pick=None
    )


def test_mu18_seats_see_the_same_but_for_their_own_cards():
    state = in_round_two()
    assert view(state, 0) == msgspec.structs.replace(
        view(state, 2), seat=0, hand=(3, 4, 5, 7, 22, 60), pick=4
    )


@pytest.mark.parametrize("seat", [0, 2, None])
def test_at_the_end_everyone_sees_the_totals_and_the_places(seat):
    ended = lowest(dealt(PLAIN), turns=21)
    seen = view(ended, seat)
    assert seen.seat == seat
    assert seen.totals == (86, 89, 86)
    assert seen.places == (2, 1, 3)
    assert seen.scores == ended.scores
    assert seen.hand == ()
    assert seen.tableaux == ended.tableaux


def test_a_seat_alone_knows_its_seat_its_hand_and_its_pick():
    state = in_round_two()
    none = {"preview": None}
    assert own(state, 0) == {"seat": 0, "hand": (3, 4, 5, 7, 22, 60), "pick": 4} | none
    assert own(state, 2) == {"seat": 2, "hand": (17, 18, 19, 21, 24, 58), "pick": None} | none
    assert own(state, None) == {"seat": None, "hand": (), "pick": None} | none


def test_a_seat_that_is_to_be_shown_sees_where_its_cards_would_land():
    state = msgspec.structs.replace(in_round_two(), preview=True)
    ahead = view(state, 0).preview
    assert ahead == preview(0, state.hands[0], state.row, state.known, state.tableaux)
    assert view(state, 1).preview.columns == (2, 2, 1)
    assert view(state, None).preview is None
    assert view(lowest(state, turns=13), 0).preview is None


def test_finished_rounds_stay_on_the_table_as_they_were_scored():
    state = lowest(dealt(PLAIN), turns=13)
    first, second = view(state, None).past
    assert (first.order, first.objectives) == (PLAIN.orders[0], PLAIN.objectives[0])
    assert (second.order, second.objectives) == (PLAIN.orders[1], PLAIN.objectives[1])
    for past, scores in zip((first, second), state.scores, strict=True):
        assert score_table(past.tableaux, past.order, past.objectives) == scores
    ended = lowest(dealt(PLAIN), turns=21)
    assert view(ended, 0).past[2].tableaux == ended.tableaux


def test_a_view_is_what_all_know_and_what_the_seat_knows():
    state = in_round_two()
    assert shared(state).keys() | own(state, 1).keys() == set(View.__struct_fields__)
    assert not shared(state).keys() & own(state, 1).keys()
    assert View(**shared(state), **own(state, 1)) == view(state, 1)


def test_the_places_decide_whether_a_seat_may_still_act():
    going_on = dealt(PLAIN)
    ended = msgspec.structs.replace(going_on, ended=GameEnded((0, 0, 0), (1, 1, 1)))
    changed = {key for key in shared(ended) if shared(ended)[key] != shared(going_on)[key]}
    assert own(ended, 0) == own(going_on, 0)
    assert legal(ended, 0) != legal(going_on, 0)
    assert changed == {"totals", "places"}
    assert set(DECIDES) == {"places"}


def test_a_pick_and_its_return_are_personal():
    before = evolve(in_round_two(), TakeBack(seat=0))
    picked = evolve(before, Pick(seat=1, card=18))
    back = evolve(picked, TakeBack(seat=1))
    for state, event, after in ((before, Pick, picked), (picked, TakeBack, back)):
        assert shared(after) == shared(state) | PERSONAL[event](after)
        assert DECIDES.isdisjoint(PERSONAL[event](after))
        assert own(after, 1) != own(state, 1)
        for other in (0, 2, None):
            assert own(after, other) == own(state, other)
            happened = event(seat=1, card=18) if event is Pick else event(seat=1)
            assert witness(state, happened, other) == witness(state, happened, None)
            assert legal(after, other or 0) == legal(state, other or 0)


def test_a_view_says_which_game_it_shows():
    written = msgspec.json.encode(view(in_round_two(), 2))
    assert msgspec.json.decode(written)["game"] == "mindup"
    assert msgspec.json.decode(written, type=View) == view(in_round_two(), 2)


@pytest.mark.parametrize(("seat", "drawn"), [(0, (60,)), (1, (59,)), (2, (58,)), (None, ())])
def test_mu26_a_drawn_card_is_seen_by_its_owner_alone(seat, drawn):
    assert witness(initial(PLAIN), BEGUN, seat) == Dealt(
        round=2, order=(1, 5, 2, 4, 3), objectives=(6, 9), row=(6, 13, 20), drawn=drawn
    )


def test_mu13_a_pick_is_seen_by_its_owner_alone():
    pick = Pick(1, 9, at=400)
    assert witness(dealt(PLAIN), pick, 1) == pick
    assert witness(dealt(PLAIN), pick, 0) == Picked(seat=1, at=400)
    assert witness(dealt(PLAIN), pick, 2) == Picked(seat=1, at=400)
    assert witness(dealt(PLAIN), pick, None) == Picked(seat=1, at=400)


def test_mu13_a_pick_of_the_first_seat_is_hidden_from_spectators_too():
    assert witness(dealt(PLAIN), Pick(0, 3), None) == Picked(seat=0, at=0)


@pytest.mark.parametrize("seat", [0, 1, None])
@pytest.mark.parametrize("event", OPEN, ids=lambda event: type(event).__name__)
def test_mu18_everything_else_happens_in_the_open(event, seat):
    assert witness(dealt(PLAIN), event, seat) == event


def test_mu33_everybody_sees_which_objectives_are_met_as_columns_lie_now():
    setup = msgspec.structs.replace(PLAIN, objectives=((11, 12),) * 3)
    state = dealt(setup)
    assert view(state, 0).met == ((False, False),) * 3
    for _ in range(3):
        state = lowest(state, turns=1)
    met = view(state, None).met
    assert met == tuple(
        (sum(map(bool, tableau)) == 5, sum(map(bool, tableau)) == 3) for tableau in state.tableaux
    )
    assert met == view(state, 2).met


def test_mu21_mu22_a_view_tells_what_the_columns_are_worth_at_every_turn():
    """As scored without objectives, and with all rounds before."""
    state = dealt(PLAIN)
    while state.ended is None:
        seen = view(state, 0)
        lying = score_table(state.tableaux, state.order, ())
        before = [
            sum(scores[seat].total for scores in state.scores[: state.round - 1])
            for seat in range(3)
        ]
        assert [points.columns for points in seen.points] == [score.columns for score in lying]
        assert [points.bonus for points in seen.points] == [sum(one.bonuses) for one in lying]
        assert [points.total for points in seen.points] == [score.total for score in lying]
        sums = [one.total + sofar for one, sofar in zip(lying, before, strict=True)]
        assert [points.so_far for points in seen.points] == sums
        state = lowest(state, turns=1)
    for scores, past in zip(state.scores, state.past, strict=True):
        assert [points.total for points in past.points] == [score.total for score in scores]
        assert [points.bonus for points in past.points] == [sum(one.bonuses) for one in scores]
    assert tuple(points.so_far for points in state.past[-1].points) == state.ended.totals


def test_mu23_when_the_game_is_over_the_last_round_is_worth_what_it_was_scored():
    """Objectives too: the columns are not told to be worth more than the result says."""
    state = dealt(PLAIN)
    while state.ended is None:
        state = lowest(state, turns=1)
    points = view(state, None).points
    assert [one.total for one in points] == [score.total for score in state.scores[-1]]
    assert tuple(one.so_far for one in points) == state.ended.totals
    assert any(any(score.objectives) for score in state.scores[-1])


def test_a_turn_that_is_over_is_history_and_a_pick_is_not():
    state = in_round_two()
    turns = history(state)
    assert [(turn.round, turn.turn) for turn in turns[-2:]] == [(2, 1), (2, 2)]
    after = history(do(state, Pick(2, state.hands[2][0])))
    assert after[:-1] == turns
    assert (after[-1].row, after[-1].plays[:2]) == (state.row, (4, 59))
    assert sorted(after[-1].taken) == list(state.row)
