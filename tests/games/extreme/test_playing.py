import pytest

from tacit.core.rulebook import settle
from tacit.games.extreme import (
    Colour,
    Discard,
    Laid,
    LevelBegun,
    LevelPassed,
    Phase,
    Play,
    ProposeStar,
    Ready,
    Reward,
    Setup,
    Stop,
    evolve,
    follows,
    initial,
    view,
)
from tests.games.extreme.tables import (
    after,
    agreed,
    cards,
    happens,
    playing,
    refused,
    synchronised,
)


def test_sx1_level_1_is_passed_without_a_reward():
    linus, sarah, hanna, tim = range(4)
    table = playing("W8", "W13", "R33", "W46", level=1)
    table = after(table, Play(linus, "W8"), Play(sarah, "W13"), Play(hanna, "R33"))
    assert happens(table, Play(tim, "W46")) == (
        Play(tim, "W46"),
        LevelPassed(level=1, reward=None, gained=False, one_pile_first=False),
    )
    passed = after(table, Play(tim, "W46"))
    assert (passed.lives, passed.stars, passed.phase) == (4, 1, Phase.PASSED)


def test_sx2_level_2_is_passed_and_gives_a_star():
    sarah, linus, tim, hanna = range(4)
    table = playing("R45 R31", "W41 R43", "W10 W36", "R26 R3")
    plays = (
        Play(sarah, "R45"),
        Play(linus, "R43"),
        Play(tim, "W10"),
        Play(tim, "W36"),
        Play(sarah, "R31"),
        Play(hanna, "R26"),
        Play(linus, "W41"),
        Play(hanna, "R3"),
    )
    passed = LevelPassed(level=2, reward=Reward.STAR, gained=True, one_pile_first=False)
    assert happens(table, *plays) == (*plays, passed)
    end = after(table, *plays)
    assert (end.lives, end.stars, end.phase) == (4, 2, Phase.PASSED)


def test_sx3_only_the_lowest_white_of_a_hand_is_allowed():
    table = playing("W11 W26 W43", "R1")
    assert refused(table, Play(0, "W26")).key == "not-first"
    assert refused(table, Play(0, "W43")).key == "not-first"
    assert happens(table, Play(0, "W11")) == (Play(0, "W11"),)


def test_me10_one_player_may_lay_several_cards_in_a_row():
    table = after(playing("W1 W2 W3", "W4"), Play(0, "W1", 5), Play(0, "W2", 5), Play(0, "W3", 9))
    assert table.laid == (Laid(0, "W1", 5), Laid(0, "W2", 5), Laid(0, "W3", 9))
    assert table.hands == ((), ("W4",))
    assert table.phase is Phase.PLAYING


def test_me10_there_are_no_turns():
    table = playing("W1 W4", "W2", "W3 R5")
    table = after(table, Play(0, "W1"), Play(2, "R5"), Play(1, "W2"), Play(2, "W3"), Play(0, "W4"))
    assert table.lives == 3
    assert table.phase is Phase.PASSED


def test_me11_white_ascends_and_red_descends_on_piles_of_their_own():
    table = playing("W10 W30 R40", "R45 W20 R5 W50")
    plays = (Play(0, "W10"), Play(1, "R45"), Play(1, "W20"), Play(0, "R40"), Play(0, "W30"))
    laid = after(table, *plays)
    assert laid.lives == 2
    assert [card.card for card in laid.pile(Colour.WHITE)] == ["W10", "W20", "W30"]
    assert [card.card for card in laid.pile(Colour.RED)] == ["R45", "R40"]
    piles = view(laid, None).piles
    assert (piles[Colour.WHITE].top, piles[Colour.RED].top) == ("W30", "R40")


def test_me12_only_the_lowest_white_and_the_highest_red_leave_a_hand():
    table = playing("W7 W30 R40 R9", "W50")
    assert happens(table, Play(0, "W7")) == (Play(0, "W7"),)
    assert happens(table, Play(0, "R40")) == (Play(0, "R40"),)
    assert refused(table, Play(0, "W30")).details == {"card": "W30", "first": "W7"}
    assert refused(table, Play(0, "R9")).details == {"card": "R9", "first": "R40"}


def test_me12_the_next_card_is_free_once_the_first_has_left():
    table = after(playing("W7 W30 R40 R9", "W50"), Play(0, "W7"), Play(0, "R40"))
    assert happens(table, Play(0, "W30")) == (Play(0, "W30"),)
    assert happens(table, Play(0, "R9")) == (Play(0, "R9"),)


@pytest.mark.parametrize(
    ("order", "one_first"),
    [
        ("W1 W2 R50 R49", True),
        ("R50 R49 W1 W2", True),
        ("W1 W2 W3 R50 R49", True),
        ("W1 R50 R49", False),
        ("R50 W1 W2", False),
        ("W1 W2 R50", False),
        ("W1 R50 W2 R49", False),
        ("W1 R50 R49 W2", False),
        ("W1 W2 R50 R49 W3", False),
        ("W1 W2 W3 W4", False),
        ("R50 R49", False),
        ("W1", False),
    ],
)
def test_me13_one_pile_before_the_other_is_noted_and_costs_nothing(order, one_first):
    white = [card for card in cards(order) if card.startswith("W")]
    red = [card for card in cards(order) if card.startswith("R")]
    table = playing(" ".join(white), " ".join(red), level=1)
    plays = [Play(int(card in red), card) for card in cards(order)]
    passed = LevelPassed(level=1, reward=None, gained=False, one_pile_first=one_first)
    assert happens(table, *plays) == (*plays, passed)
    assert after(table, *plays).lives == 2


def test_me13_a_level_without_a_laid_card_has_no_first_pile():
    table = agreed(playing("W1", "R9", level=1))
    events = happens(table, Discard(0, "W1"), Discard(1, "R9"))
    assert events[-1] == LevelPassed(level=1, reward=None, gained=False, one_pile_first=False)


def test_me14_a_level_is_passed_when_all_hands_are_empty_and_a_life_is_left():
    table = playing("W9 W20", "W8 W30", lives=2)
    table = synchronised(after(table, Play(0, "W9")))
    table = after(table, Play(0, "W20"))
    assert table.phase is Phase.PLAYING
    passed = after(table, Play(1, "W30"))
    assert passed.phase is Phase.PASSED
    assert passed.hands == ((), ())
    assert passed.lives == 1


def test_me14_a_level_with_mistakes_is_not_replayed():
    table = after(playing("W9", "W8"), Play(0, "W9"))
    assert table.phase is Phase.PASSED
    assert after(table, Ready(0), Ready(1)).level == 3


def test_me15_when_all_are_ready_the_next_level_is_dealt():
    deals = ((("W1",), ("R50",)), (("W2", "R2"), ("W3", "R3")))
    table = settle(initial(Setup(players=2, deals=deals)), [], follows, evolve)
    assert (table.level, table.hands, table.phase) == (1, deals[0], Phase.GATHERING)

    table = after(synchronised(table), Play(0, "W1", 5), Play(1, "R50", 6))
    assert table.phase is Phase.PASSED

    one = after(table, Ready(1, 7))
    assert (one.ready, one.phase) == ((False, True), Phase.PASSED)

    assert happens(one, Ready(0, 8)) == (Ready(0, 8), LevelBegun(level=2, hands=deals[1]))
    dealt_again = after(one, Ready(0, 8))
    assert dealt_again.phase is Phase.GATHERING
    assert (dealt_again.level, dealt_again.hands) == (2, deals[1])
    assert (dealt_again.laid, dealt_again.ready) == ((), (False, False))


@pytest.mark.parametrize(
    "interruption",
    [Stop(1, 100), Play(1, "W9", 100), ProposeStar(1, 100)],
    ids=["a stop", "an error", "a star proposal"],
)
def test_me34_a_play_that_comes_after_an_interruption_is_refused(interruption):
    table = after(playing("W20 R3", "W9 W50", "W5 W30"), interruption)
    late = refused(table, Play(0, "W20", 101))
    assert late.key == "not-playing"
    assert "W20" in table.hands[0]


def test_me34_a_play_that_was_pressed_before_the_stop_but_comes_after_it_is_refused():
    table = after(playing("W20", "W9"), Stop(1, 100))
    assert refused(table, Play(0, "W20", 99)).key == "too-late"
