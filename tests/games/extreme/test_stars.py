import pytest

from tacit.games.extreme import (
    Chosen,
    Discard,
    LayHand,
    LevelPassed,
    LiftHand,
    Mistake,
    Phase,
    Play,
    ProposeStar,
    Reward,
    StarAgreed,
    StarRefused,
    StarUsed,
    Turned,
    Vote,
    legal,
    view,
    waiting,
    witness,
)
from tests.games.extreme.tables import after, agreed, dealt, happens, playing, refused, synchronised


@pytest.mark.parametrize("seat", [0, 1, 2])
def test_me26_anyone_may_propose_a_star_even_without_cards(seat):
    table = playing("W1", "", "R2")
    proposed = after(table, ProposeStar(seat, 50))
    assert happens(table, ProposeStar(seat, 50)) == (ProposeStar(seat, 50),)
    assert proposed.phase is Phase.VOTING
    assert proposed.votes == tuple(True if voter == seat else None for voter in range(3))
    assert proposed.stars == table.stars


def test_me26_a_star_is_used_only_if_all_agree_even_who_has_no_cards():
    table = after(playing("W1", "", "R2"), ProposeStar(0))
    assert happens(table, Vote(2, True)) == (Vote(2, True),)

    one_missing = after(table, Vote(2, True))
    assert one_missing.phase is Phase.VOTING
    assert one_missing.votes == (True, None, True)
    assert waiting(one_missing) == (1,)

    assert happens(one_missing, Vote(1, True)) == (Vote(1, True), StarAgreed())
    assert after(one_missing, Vote(1, True)).phase is Phase.CHOOSING


@pytest.mark.parametrize("seat", [1, 2])
def test_me26_one_vote_against_refuses_the_star_and_play_resumes(seat):
    table = playing("W1", "", "R2")
    proposed = after(table, ProposeStar(0, 50))
    assert happens(proposed, Vote(seat, False, 60)) == (Vote(seat, False, 60), StarRefused(seat))

    resumed = after(proposed, Vote(seat, False, 60))
    assert resumed.phase is Phase.PLAYING
    assert resumed.votes == (None, None, None)
    assert (resumed.hands, resumed.lives, resumed.stars) == (table.hands, table.lives, table.stars)
    assert happens(resumed, Play(0, "W1", 60)) == (Play(0, "W1", 60),)


def test_me26_a_refused_star_may_be_proposed_again():
    table = after(playing("W1 W3", "W2 W4"), ProposeStar(0), Vote(1, False))
    again = after(table, ProposeStar(1))
    assert again.votes == (None, True)
    assert again.phase is Phase.VOTING


def test_me26_a_star_refused_while_hands_are_laid_leaves_them_where_they_were():
    table = after(dealt("W1", "W2", "R3"), LayHand(0), LayHand(2))
    resumed = after(table, ProposeStar(1), Vote(0, False))
    assert resumed.phase is Phase.GATHERING
    assert resumed.down == (True, False, True)
    assert resumed.votes == (None, None, None)
    assert after(resumed, LayHand(1)).phase is Phase.LIFTING


def test_me26_a_star_agreed_to_while_hands_are_laid_takes_all_hands_up():
    table = after(dealt("W1 W4", "W2 W5"), LayHand(1))
    used = after(agreed(table), Discard(0, "W1"), Discard(1, "W2"))
    assert used.phase is Phase.GATHERING
    assert used.down == (False, False)


def test_me26_a_hand_stays_down_while_a_star_is_voted_on():
    table = after(dealt("W1", "W2"), LayHand(1), ProposeStar(0))
    assert table.down == (False, True)
    assert refused(table, LiftHand(1))
    assert refused(table, LayHand(0))


def test_me26_where_a_refused_star_returns_to_is_remembered_for_each_proposal():
    table = after(dealt("W1 W3", "W2 W4"), ProposeStar(0), Vote(1, False))
    assert table.phase is Phase.GATHERING
    assert after(synchronised(table), ProposeStar(0), Vote(1, False)).phase is Phase.PLAYING


def test_me27_each_chooses_their_lowest_white_or_highest_red():
    table = agreed(playing("W7 W8 R40 R12", "W1"))
    assert legal(table, 0) == (Discard(0, "W7"), Discard(0, "R40"))
    assert refused(table, Discard(0, "W8")).key == "not-first"
    assert refused(table, Discard(0, "R12")).key == "not-first"


def test_me27_a_choice_is_secret_until_all_have_chosen():
    table = agreed(playing("W7 R40", "W1 R2"))
    choice = Discard(0, "R40", 70)
    chosen = after(table, choice)
    assert happens(table, choice) == (choice,)
    assert chosen.phase is Phase.CHOOSING
    assert chosen.hands == table.hands
    assert chosen.aside == ()

    assert witness(table, choice, 0) == choice
    assert (view(chosen, 0).chosen, view(chosen, 0).choice) == ((True, False), "R40")
    for other in (1, None):
        assert witness(table, choice, other) == Chosen(seat=0, at=70)
        assert (view(chosen, other).chosen, view(chosen, other).choice) == ((True, False), None)


def test_me27_when_all_have_chosen_the_cards_are_shown_and_set_aside():
    table = after(agreed(playing("W7 R40", "W1 R2")), Discard(1, "W1"))
    assert happens(table, Discard(0, "R40")) == (Discard(0, "R40"), StarUsed(("R40", "W1")))
    used = after(table, Discard(0, "R40"))
    assert used.hands == (("W7",), ("R2",))
    assert used.aside == ((0, "R40"), (1, "W1"))


def test_me28_one_star_is_spent_and_play_goes_on_after_a_synchronisation():
    table = playing("W7 R40", "W1 R2", stars=3)
    used = after(agreed(table), Discard(0, "W7"), Discard(1, "R2"))
    assert (used.stars, used.lives) == (2, table.lives)
    assert used.phase is Phase.GATHERING
    assert used.votes == (None, None)
    assert used.chosen == (None, None)

    on = synchronised(used)
    assert on.phase is Phase.PLAYING
    assert happens(on, Play(1, "W1")) == (Play(1, "W1"),)


def test_me28_the_last_star_can_be_spent_once():
    used = after(agreed(playing("W7 R40", "W1 R2")), Discard(0, "W7"), Discard(1, "R2"))
    assert used.stars == 0
    assert refused(used, ProposeStar(0)).key == "no-stars"
    assert refused(synchronised(used), ProposeStar(0)).key == "no-stars"


def test_me28_two_stars_in_a_row_set_their_cards_aside_together():
    table = after(agreed(playing("W7 R40", "W1 R2", stars=2)), Discard(0, "W7"), Discard(1, "W1"))
    assert agreed(table).phase is Phase.CHOOSING
    twice = after(agreed(table), Discard(1, "R2"), Discard(0, "R40"))
    assert twice.aside == ((0, "W7"), (1, "W1"), (0, "R40"), (1, "R2"))


def test_x15_one_colour_leaves_no_choice_and_no_cards_nothing():
    table = agreed(playing("R40 R12", "", "W7 R2"))
    assert waiting(table) == (0, 2)
    assert legal(table, 0) == (Discard(0, "R40"),)
    assert legal(table, 1) == ()
    assert legal(table, 2) == (Discard(2, "W7"), Discard(2, "R2"))

    assert happens(table, Discard(0, "R40"), Discard(2, "W7")) == (
        Discard(0, "R40"),
        Discard(2, "W7"),
        StarUsed(("R40", None, "W7")),
    )
    used = after(table, Discard(0, "R40"), Discard(2, "W7"))
    assert used.hands == (("R12",), (), ("R2",))
    assert used.aside == ((0, "R40"), (2, "W7"))


@pytest.mark.parametrize(("hand", "only"), [("W8 W3 W9", "W3"), ("R8 R30 R9", "R30")])
def test_me29_a_hand_of_one_colour_has_one_card_to_give(hand, only):
    table = agreed(playing(hand, "W1 R1"))
    assert legal(table, 0) == (Discard(0, only),)


def test_me29_who_has_no_cards_gives_nothing_and_is_not_waited_for():
    table = agreed(playing("W7 R2", ""))
    assert waiting(table) == (0,)
    assert refused(table, Discard(1, "W7")).key == "not-in-hand"
    assert happens(table, Discard(0, "R2"))[1:] == (StarUsed(("R2", None)),)


def test_me29_a_star_that_empties_all_hands_ends_the_level():
    table = agreed(playing("W7", "R2"))
    assert happens(table, Discard(0, "W7"), Discard(1, "R2"))[2:] == (
        StarUsed(("W7", "R2")),
        LevelPassed(level=2, reward=Reward.STAR, gained=True, one_pile_first=False),
    )
    passed = after(table, Discard(0, "W7"), Discard(1, "R2"))
    assert passed.phase is Phase.PASSED
    assert (passed.votes, passed.chosen, passed.down) == ((None,) * 2, (None,) * 2, (False,) * 2)


def test_me29_a_star_that_empties_all_hands_turns_the_blind_pile():
    table = after(playing("W9 W10", "W4 W12", level=3), Play(0, "W9"), Play(1, "W4"))
    assert happens(agreed(table), Discard(0, "W10"), Discard(1, "W12"))[2:] == (
        StarUsed(("W10", "W12")),
        Turned(seat=0, card="W9", overtook=((1, "W4"),)),
        Turned(seat=1, card="W4", overtook=()),
        LevelPassed(level=3, reward=Reward.LIFE, gained=True, one_pile_first=False),
    )


def test_me28_a_card_given_to_a_star_is_not_overtaken():
    table = after(agreed(playing("W30 W40", "W5 R20")), Discard(0, "W30"), Discard(1, "W5"))
    assert happens(synchronised(table), Play(0, "W40")) == (Play(0, "W40"),)


def test_me28_a_mistake_after_a_star_adds_to_what_lies_aside():
    table = after(agreed(playing("W30 R40", "W5 R45")), Discard(0, "W30"), Discard(1, "W5"))
    table = synchronised(table)
    assert happens(table, Play(0, "R40"))[1] == Mistake(seat=0, card="R40", aside=((1, "R45"),))
    assert after(table, Play(0, "R40")).aside == ((0, "W30"), (1, "W5"), (1, "R45"))
