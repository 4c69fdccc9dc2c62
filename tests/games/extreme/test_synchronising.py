import pytest

from tacit.games.extreme import Discard, LayHand, LiftHand, Phase, Play, Started, Stop
from tests.games.extreme.tables import (
    after,
    agreed,
    dealt,
    happens,
    playing,
    refused,
    synchronised,
)


def test_me07_a_level_begins_once_all_hands_were_laid_down_and_lifted():
    table = dealt("W1", "W2")
    assert table.phase is Phase.GATHERING

    one_down = after(table, LayHand(1))
    assert one_down.phase is Phase.GATHERING
    assert one_down.down == (False, True)

    all_down = after(one_down, LayHand(0))
    assert all_down.phase is Phase.LIFTING
    assert all_down.down == (True, True)

    one_lifted = after(all_down, LiftHand(0))
    assert one_lifted.phase is Phase.LIFTING
    assert one_lifted.down == (False, True)

    assert happens(one_lifted, LiftHand(1, 700)) == (LiftHand(1, 700), Started(700))
    begun = after(one_lifted, LiftHand(1, 700))
    assert begun.phase is Phase.PLAYING
    assert begun.down == (False, False)


def test_me07_a_hand_may_be_taken_back_before_all_are_down():
    table = dealt("W1", "W2", "W3")
    not_ready = after(table, LayHand(0), LayHand(1), LiftHand(0))
    assert not_ready.phase is Phase.GATHERING
    assert not_ready.down == (False, True, False)
    assert after(not_ready, LayHand(2)).phase is Phase.GATHERING
    assert after(not_ready, LayHand(2), LayHand(0)).phase is Phase.LIFTING


def test_me07_nobody_plays_before_the_last_hand_is_lifted():
    gathering = dealt("W1", "W2")
    lifting = after(gathering, LayHand(0), LayHand(1), LiftHand(0))
    assert refused(gathering, Play(0, "W1")).key == "not-playing"
    assert refused(lifting, Play(0, "W1")).key == "not-playing"


@pytest.mark.parametrize("seat", [0, 1, 2])
def test_me08_anyone_may_stop_even_without_cards_and_it_is_free(seat):
    table = playing("W1 R9", "", "W3")
    assert happens(table, Stop(seat, 40)) == (Stop(seat, 40),)

    stopped = after(table, Stop(seat, 40))
    assert stopped.phase is Phase.GATHERING
    assert stopped.down == (False, False, False)
    assert (stopped.lives, stopped.stars, stopped.hands) == (table.lives, table.stars, table.hands)


def test_me08_after_a_stop_all_lay_and_lift_hands_and_go_on():
    stopped = after(playing("W1 R9", "W3"), Play(0, "W1"), Stop(1))
    assert refused(stopped, Play(1, "W3")).key == "not-playing"

    on = synchronised(stopped)
    assert on.phase is Phase.PLAYING
    assert on.laid == stopped.laid
    assert after(on, Play(1, "W3")).lives == on.lives


def test_me09_a_mistake_is_followed_by_a_synchronisation():
    table = playing("W9", "W8 R3")
    wrong = after(table, Play(0, "W9"))
    assert wrong.phase is Phase.GATHERING
    assert wrong.down == (False, False)
    assert synchronised(wrong).phase is Phase.PLAYING


def test_me09_a_star_is_followed_by_a_synchronisation():
    one_down = after(dealt("W9 R3", ""), LayHand(1))
    used = after(agreed(one_down), Discard(0, "W9"))
    assert used.phase is Phase.GATHERING
    assert used.down == (False, False)
    assert synchronised(used).phase is Phase.PLAYING
