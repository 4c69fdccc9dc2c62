"""What events do to the table beyond the rules that other tests name."""

import pytest

from tacit.games.extreme import (
    Dealt,
    Discard,
    Laid,
    LayHand,
    Mistake,
    Pause,
    Phase,
    Play,
    ProposeStar,
    Ready,
    Reward,
    StarUsed,
    Turned,
    evolve,
)
from tacit.games.extreme import LevelPassed as Passed
from tests.games.extreme.tables import after, agreed, all_ready, cards, dealt, playing, synchronised


def test_me15_a_new_level_leaves_nothing_of_the_last_but_lives_stars_and_time():
    table = playing("W9 R4 W30", "W4 R9 W31", level=3, lives=4, stars=2)
    table = after(table, Play(0, "W9", 10), Play(1, "W4", 20), Play(0, "R4", 30))
    table = agreed(table)
    table = after(table, Discard(0, "W30", 40), Discard(1, "W31", 50))
    assert table.phase is Phase.PASSED
    assert table.laid
    assert table.aside
    assert table.turned
    assert table.pauses

    new = all_ready(table)
    assert (new.level, new.phase) == (4, Phase.GATHERING)
    assert new.hands == new.setup.deals[3]
    assert (new.lives, new.stars, new.now) == (3, 1, 50)
    assert (new.laid, new.aside, new.turned, new.pauses) == ((), (), (), ())
    assert new.down == (False, False)
    assert new.votes == (None, None)
    assert new.chosen == (None, None)
    assert new.ready == (False, False)
    assert new.outcome is None


def test_a_dealt_level_waits_for_hands():
    table = dealt("W1 R2", "W3 R4", level=2)
    assert table.phase is Phase.GATHERING
    assert table.level == 2
    assert table.hands == (cards("W1 R2"), cards("W3 R4"))
    assert table.now == 0


def test_a_laid_card_leaves_only_the_hand_it_was_in():
    table = after(playing("W1 W5 R9", "W2 W6"), Play(0, "W1", 8))
    assert table.hands == (cards("W5 R9"), cards("W2 W6"))
    assert table.laid == (Laid(seat=0, card="W1", at=8),)
    assert table.now == 8


def test_the_last_card_of_all_ends_play_before_anything_is_turned():
    table = evolve(playing("W1", "", level=3), Play(0, "W1", 8))
    assert table.phase is Phase.TURNING
    assert table.turned == ()


def test_a_mistake_takes_one_life_and_the_cards_of_their_owners():
    table = evolve(playing("W5 W9", "W3 R1"), Play(0, "W5", 8))
    wrong = evolve(table, Mistake(seat=0, card="W5", aside=((1, "W3"),)))
    assert wrong.lives == table.lives - 1
    assert wrong.hands == (("W9",), ("R1",))
    assert wrong.aside == ((1, "W3"),)
    assert wrong.pauses[-1] == Pause(at=8, playing=False)
    assert wrong.phase is Phase.GATHERING


def test_a_card_is_set_aside_only_from_the_hand_of_its_owner():
    table = evolve(playing("W3 W9", "W3 R1"), Mistake(seat=0, card="W9", aside=((1, "W3"),)))
    assert table.hands == (("W3", "W9"), ("R1",))


def test_a_turned_card_costs_a_life_only_if_it_overtook_others():
    table = playing("W5", "W3", level=3, lives=2)
    kept = evolve(table, Turned(seat=0, card="W3", overtook=()))
    lost = evolve(kept, Turned(seat=0, card="W5", overtook=((1, "W4"), (1, "W3"))))
    assert (kept.lives, lost.lives) == (2, 1)
    assert [turned.card for turned in lost.turned] == ["W3", "W5"]


def test_lives_do_not_fall_below_zero():
    table = playing("W5", "W3", level=3, lives=1)
    error = Turned(seat=0, card="W5", overtook=((1, "W3"),))
    assert evolve(evolve(table, error), error).lives == 0


def test_a_reward_is_taken_only_if_it_was_gained():
    table = playing("W5", "W3", lives=2, stars=1)
    outcomes = {
        (reward, gained): evolve(table, Passed(2, reward, gained=gained, one_pile_first=False))
        for reward in (None, Reward.LIFE, Reward.STAR)
        for gained in (False, True)
    }
    assert {key: (end.lives, end.stars) for key, end in outcomes.items()} == {
        (None, False): (2, 1),
        (None, True): (2, 1),
        (Reward.LIFE, False): (2, 1),
        (Reward.LIFE, True): (3, 1),
        (Reward.STAR, False): (2, 1),
        (Reward.STAR, True): (2, 2),
    }
    assert all(end.phase is Phase.PASSED for end in outcomes.values())


def test_all_who_are_ready_are_remembered_until_the_deal():
    passed = after(playing("W1", "", ""), Play(0, "W1"))
    assert passed.ready == (False, False, False)
    one = after(passed, Ready(2, 5))
    assert (one.ready, one.phase, one.now) == ((False, False, True), Phase.PASSED, 5)
    assert evolve(after(one, Ready(0, 6)), Ready(1, 7)).phase is Phase.DEALING


def test_votes_and_hands_of_others_stay_as_they_are():
    table = after(dealt("W1", "W2", "W3", "W4"), LayHand(3), LayHand(1), ProposeStar(2))
    assert table.down == (False, True, False, True)
    assert table.votes == (None, None, True, None)


def test_a_star_needs_a_card_or_nothing_from_every_seat():
    table = agreed(playing("W1 W3", "W2 W4"))
    with pytest.raises(ValueError, match="shorter"):
        evolve(table, StarUsed(("W1",)))


def test_what_a_seat_sees_is_no_event():
    with pytest.raises(AssertionError, match="Dealt"):
        evolve(dealt("W1", "W2"), Dealt(level=1, hand=("W1",)))


def test_a_synchronised_table_plays_with_all_hands_up():
    table = synchronised(dealt("W1", "W2"))
    assert (table.phase, table.down) == (Phase.PLAYING, (False, False))
