import pytest

from tacit.games.extreme import (
    Colour,
    Discard,
    GameEnded,
    LaidSeen,
    LevelPassed,
    Mistake,
    Phase,
    Pile,
    Play,
    PlayedBlind,
    Reward,
    Turned,
    view,
    witness,
)
from tests.games.extreme.tables import after, agreed, happens, playing, synchronised


def plays(*seats_and_cards):
    return [Play(seat, card) for seat, card in seats_and_cards]


def errors(events):
    """By card, what it overtook; the cards without an error are left out."""
    turned = (event for event in events if isinstance(event, Turned))
    return {event.card: event.overtook for event in turned if event.overtook}


def test_me21_of_a_blind_card_others_see_who_when_and_how_many_but_not_its_value():
    table = playing("W8 W9", "W20", level=3)
    play = Play(0, "W8", 300)
    for other in (1, None):
        assert witness(table, play, other) == PlayedBlind(seat=0, colour=Colour.WHITE, at=300)
        seen = view(after(table, play), other)
        assert seen.events == (LaidSeen(seat=0, at=300, colour=Colour.WHITE, card=None),)
        assert seen.piles[Colour.WHITE] == Pile(count=1, top=None)
        assert seen.cards_left == (1, 1)


def test_me21_who_laid_a_blind_card_knows_it():
    table = playing("W8 W9", "W20", level=3)
    play = Play(0, "W8", 300)
    assert witness(table, play, 0) == play
    seen = view(after(table, play), 0)
    assert seen.events == (LaidSeen(seat=0, at=300, colour=Colour.WHITE, card="W8"),)
    assert seen.piles[Colour.WHITE] == Pile(count=1, top=None)


@pytest.mark.parametrize(
    ("level", "early", "late"), [(3, "W9", "W4"), (4, "R4", "R9"), (6, "W9", "W4"), (6, "R4", "R9")]
)
def test_me22_a_blind_pile_is_not_checked_during_the_level(level, early, late):
    table = playing(f"{early} W50", f"{late} W49", level=level)
    assert happens(table, Play(0, early)) == (Play(0, early),)
    laid = after(table, Play(0, early), Play(1, late))
    assert laid.lives == table.lives
    assert laid.phase is Phase.PLAYING


def test_x14_while_red_is_blind_white_errs_at_once():
    table = playing("W9 R20", "W4 R30", level=4)
    assert happens(table, Play(0, "W9")) == (
        Play(0, "W9"),
        Mistake(seat=0, card="W9", aside=((1, "W4"),)),
    )
    assert after(table, Play(0, "W9")).lives == 1


def test_me22_the_open_colour_errs_at_once_even_after_blind_cards():
    table = after(playing("R4 W9", "R9 W1", level=3), Play(0, "W9"), Play(1, "W1"))
    assert happens(table, Play(0, "R4"))[1] == Mistake(seat=0, card="R4", aside=((1, "R9"),))


def test_me22_an_open_pile_is_not_turned():
    table = after(playing("R9", "W1", level=3), Play(1, "W1"))
    assert happens(table, Play(0, "R9")) == (
        Play(0, "R9"),
        Turned(seat=1, card="W1", overtook=()),
        LevelPassed(level=3, reward=Reward.LIFE, gained=True, one_pile_first=False),
    )


def test_me23_the_pile_is_turned_from_the_bottom_and_each_error_costs_a_life():
    table = playing("W13 W28", "W2 W44", "W11 W37", level=3, lives=3)
    order = plays((1, "W2"), (0, "W13"), (2, "W11"), (0, "W28"), (1, "W44"), (2, "W37"))
    assert happens(table, *order) == (
        *order,
        Turned(seat=1, card="W2", overtook=()),
        Turned(seat=0, card="W13", overtook=((2, "W11"),)),
        Turned(seat=2, card="W11", overtook=()),
        Turned(seat=0, card="W28", overtook=()),
        Turned(seat=1, card="W44", overtook=((2, "W37"),)),
        Turned(seat=2, card="W37", overtook=()),
        LevelPassed(level=3, reward=Reward.LIFE, gained=True, one_pile_first=False),
    )
    passed = after(table, *order)
    assert passed.lives == 3 - 2 + 1
    assert passed.turned == happens(table, *order)[6:12]


def test_sx5_one_error_over_three_cards():
    table = playing("W7 W14 W28 W37 W48", "W20 W25", "W23", level=8, lives=3)
    order = plays(
        (0, "W7"),
        (0, "W14"),
        (0, "W28"),
        (1, "W20"),
        (1, "W25"),
        (2, "W23"),
        (0, "W37"),
        (0, "W48"),
    )
    assert errors(happens(table, *order)) == {"W28": ((1, "W20"), (1, "W25"), (2, "W23"))}
    assert after(table, *order).lives == 2


def test_sx6_two_errors():
    table = playing("W2 W13 W28 W44", "W11 W42", "W37", level=8, lives=3)
    order = plays((0, "W2"), (0, "W13"), (1, "W11"), (0, "W28"), (0, "W44"), (1, "W42"), (2, "W37"))
    assert errors(happens(table, *order)) == {
        "W13": ((1, "W11"),),
        "W44": ((1, "W42"), (2, "W37")),
    }
    assert after(table, *order).lives == 1


def test_x6_one_error_on_a_blind_red_pile():
    table = playing("R45 R43 R26 R3", "R31", level=4)
    order = plays((0, "R45"), (0, "R43"), (0, "R26"), (1, "R31"), (0, "R3"))
    assert errors(happens(table, *order)) == {"R26": ((1, "R31"),)}
    assert after(table, *order).lives == 1


def test_x9_one_early_card_forgotten_by_all_is_one_error():
    table = playing("W5 W10 W20 W30", "W1", level=8)
    order = plays((0, "W5"), (0, "W10"), (0, "W20"), (0, "W30"), (1, "W1"))
    assert errors(happens(table, *order)) == {"W5": ((1, "W1"),)}
    assert after(table, *order).lives == 1


def test_x11_one_error_on_each_of_two_piles_then_the_reward():
    table = playing("W9 R4", "W4 R9", level=6, lives=3)
    order = plays((0, "W9"), (0, "R4"), (1, "W4"), (1, "R9"))
    assert happens(table, *order) == (
        *order,
        Turned(seat=0, card="W9", overtook=((1, "W4"),)),
        Turned(seat=1, card="W4", overtook=()),
        Turned(seat=0, card="R4", overtook=((1, "R9"),)),
        Turned(seat=1, card="R9", overtook=()),
        LevelPassed(level=6, reward=Reward.LIFE, gained=True, one_pile_first=False),
    )
    assert after(table, *order).lives == 2


def test_x12_as_many_errors_as_lives_lose_the_game_without_a_reward():
    table = playing("W9 W19", "W4 W14", level=3, lives=2)
    order = plays((0, "W9"), (1, "W4"), (0, "W19"), (1, "W14"))
    events = happens(table, *order)
    assert errors(events) == {"W9": ((1, "W4"),), "W19": ((1, "W14"),)}
    assert events[-2:] == (Turned(seat=1, card="W14", overtook=()), GameEnded("lost", level=3))
    lost = after(table, *order)
    assert (lost.lives, lost.stars, lost.outcome) == (0, 1, "lost")


def test_x20_a_blind_level_in_which_no_white_was_dealt():
    table = playing("R9", "R4", level=3)
    order = plays((0, "R9"), (1, "R4"))
    assert happens(table, *order) == (
        *order,
        LevelPassed(level=3, reward=Reward.LIFE, gained=True, one_pile_first=False),
    )
    assert after(table, *order).turned == ()


def test_me24_two_blind_piles_are_judged_apart():
    table = playing("W40 R30", "W30 R40", level=6, lives=2)
    order = plays((1, "W30"), (1, "R40"), (0, "W40"), (0, "R30"))
    assert happens(table, *order)[4:] == (
        Turned(seat=1, card="W30", overtook=()),
        Turned(seat=0, card="W40", overtook=()),
        Turned(seat=1, card="R40", overtook=()),
        Turned(seat=0, card="R30", overtook=()),
        LevelPassed(level=6, reward=Reward.LIFE, gained=True, one_pile_first=False),
    )


def test_me24_the_errors_of_two_blind_piles_are_added():
    table = playing("W9 R4", "W4 R9", level=6, lives=2)
    order = plays((0, "W9"), (0, "R4"), (1, "W4"), (1, "R9"))
    assert after(table, *order).lives == 0
    assert after(table, *order).outcome == "lost"


def test_me24_a_red_pile_is_turned_even_if_no_white_was_laid():
    table = playing("R4", "R9", level=6)
    assert errors(happens(table, Play(0, "R4"), Play(1, "R9"))) == {"R4": ((1, "R9"),)}


def test_me23_more_errors_than_lives_leave_no_life_and_all_cards_are_turned():
    table = playing("W9 R4", "W4 R9", level=6, lives=1)
    order = plays((0, "W9"), (0, "R4"), (1, "W4"), (1, "R9"))
    lost = after(table, *order)
    assert (lost.lives, lost.outcome, lost.phase) == (0, "lost", Phase.OVER)
    assert len(lost.turned) == 4


def test_me25_a_card_thrown_with_a_star_is_never_late():
    table = after(playing("W30 W40", "W5 R20", level=3), Play(0, "W30"))
    table = after(agreed(table), Discard(0, "W40"), Discard(1, "W5"))
    assert happens(synchronised(table), Play(1, "R20")) == (
        Play(1, "R20"),
        Turned(seat=0, card="W30", overtook=()),
        LevelPassed(level=3, reward=Reward.LIFE, gained=True, one_pile_first=False),
    )


def test_me19_a_mistake_that_empties_all_hands_turns_the_blind_pile():
    table = after(playing("W9 R4", "R9", level=3), Play(0, "W9"))
    assert happens(table, Play(0, "R4")) == (
        Play(0, "R4"),
        Mistake(seat=0, card="R4", aside=((1, "R9"),)),
        Turned(seat=0, card="W9", overtook=()),
        LevelPassed(level=3, reward=Reward.LIFE, gained=True, one_pile_first=False),
    )
