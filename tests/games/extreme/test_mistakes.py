import pytest

from tacit.games.extreme import Colour, LevelPassed, Mistake, Phase, Play, Reward, view
from tests.games.extreme.tables import after, happens, playing, synchronised


def test_sx4_two_lower_whites_are_set_aside_and_the_card_stays():
    sarah, tim, linus = range(3)
    table = playing("W34 W47", "W26 W40", "W30 R8")
    assert happens(table, Play(sarah, "W34")) == (
        Play(sarah, "W34"),
        Mistake(seat=sarah, card="W34", aside=((tim, "W26"), (linus, "W30"))),
    )
    wrong = after(table, Play(sarah, "W34"))
    assert wrong.lives == 2
    assert wrong.aside == ((tim, "W26"), (linus, "W30"))
    assert wrong.hands == (("W47",), ("W40",), ("R8",))
    assert [laid.card for laid in wrong.laid] == ["W34"]


def test_x1_two_higher_reds_are_set_aside_and_a_white_stays():
    table = playing("R20 R1", "W5 R25", "R41 R2")
    wrong = after(table, Play(0, "R20"))
    assert wrong.lives == 2
    assert wrong.aside == ((1, "R25"), (2, "R41"))
    assert wrong.hands == (("R1",), ("W5",), ("R2",))


def test_x5_a_red_pile_that_skips_a_card():
    table = after(playing("R45 R26", "R43 R31"), Play(0, "R45"), Play(1, "R43"))
    assert happens(table, Play(0, "R26")) == (
        Play(0, "R26"),
        Mistake(seat=0, card="R26", aside=((1, "R31"),)),
        LevelPassed(level=2, reward=Reward.STAR, gained=True, one_pile_first=False),
    )
    assert after(table, Play(0, "R26")).lives == 1


def test_x22_six_cards_of_three_players_cost_one_life():
    table = playing("W50", "W1 W2 R9", "W3 W4", "W5 W49", lives=4)
    wrong = after(table, Play(0, "W50"))
    assert wrong.lives == 3
    assert wrong.aside == (
        (1, "W1"),
        (1, "W2"),
        (2, "W3"),
        (2, "W4"),
        (3, "W5"),
        (3, "W49"),
    )
    assert wrong.hands == ((), ("R9",), (), ())


@pytest.mark.parametrize(
    ("laid", "held"), [("W30", "W29"), ("W30", "W1"), ("R29", "R30"), ("R29", "R50")]
)
def test_me16_a_card_laid_while_another_should_have_come_first_is_an_error(laid, held):
    table = playing(f"{laid} W31 R28", f"{held} W45 R5")
    assert happens(table, Play(0, laid))[1:] == (Mistake(seat=0, card=laid, aside=((1, held),)),)
    assert after(table, Play(0, laid)).phase is Phase.GATHERING


@pytest.mark.parametrize(
    ("laid", "held"), [("W29", "W30"), ("R30", "R29"), ("W30", "R31"), ("R30", "W29")]
)
def test_me16_a_card_laid_in_order_is_no_error(laid, held):
    table = playing(f"{laid} W49", held)
    assert happens(table, Play(0, laid)) == (Play(0, laid),)
    assert after(table, Play(0, laid)).lives == 2


def test_me17_a_mistake_costs_exactly_one_life():
    one_skipped = playing("W34 W47", "W26 W40")
    three_skipped = playing("W34 W47", "W26 W27 W28 W40")
    assert after(one_skipped, Play(0, "W34")).lives == one_skipped.lives - 1
    assert after(three_skipped, Play(0, "W34")).lives == three_skipped.lives - 1


def test_me18_the_other_colour_and_later_cards_are_untouched():
    table = playing("W34 W35 R34", "W33 W36 R50", "R1 W50")
    wrong = after(table, Play(0, "W34"))
    assert wrong.hands == (("W35", "R34"), ("W36", "R50"), ("R1", "W50"))


def test_me18_what_is_set_aside_lies_open_with_its_owner():
    wrong = after(playing("W34 R2", "W26 R3"), Play(0, "W34"))
    for seat in (None, 0, 1):
        assert view(wrong, seat).aside == ((1, "W26"),)
        assert view(wrong, seat).piles[Colour.WHITE].top == "W34"


def test_me18_cards_set_aside_add_up_in_a_level():
    table = playing("W34 R2", "W26 R3", lives=2)
    table = synchronised(after(table, Play(0, "W34")))
    assert after(table, Play(0, "R2")).aside == ((1, "W26"), (1, "R3"))


def test_me19_the_level_goes_on_after_a_synchronisation():
    table = synchronised(after(playing("W34 R2", "W26 R3"), Play(0, "W34")))
    assert table.phase is Phase.PLAYING
    assert happens(table, Play(1, "R3")) == (Play(1, "R3"),)


def test_me19_a_mistake_that_empties_all_hands_ends_the_level():
    table = playing("W34", "W26 W30", level=1)
    assert happens(table, Play(0, "W34")) == (
        Play(0, "W34"),
        Mistake(seat=0, card="W34", aside=((1, "W26"), (1, "W30"))),
        LevelPassed(level=1, reward=None, gained=False, one_pile_first=False),
    )
    passed = after(table, Play(0, "W34"))
    assert (passed.phase, passed.lives) == (Phase.PASSED, 1)
