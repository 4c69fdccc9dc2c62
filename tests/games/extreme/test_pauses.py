"""When play stopped and went on: what pace and review are measured by."""

from tacit.games.extreme import (
    Discard,
    LayHand,
    LiftHand,
    Pause,
    Phase,
    Play,
    ProposeStar,
    Stop,
    Vote,
)
from tacit.games.extreme.bots.playtime import played, resumed
from tests.games.extreme.tables import after, all_ready, dealt, playing

BEGIN = Pause(at=0, playing=True)


def test_me07_play_begins_when_the_last_hand_is_lifted():
    table = dealt("W1", "W2")
    assert table.pauses == ()
    begun = after(table, LayHand(0, 10), LayHand(1, 20), LiftHand(0, 30), LiftHand(1, 40))
    assert begun.pauses == (Pause(at=40, playing=True),)


def test_me08_play_pauses_from_a_stop_until_hands_are_lifted_again():
    stopped = after(playing("W1", "W2"), Stop(0, 50))
    assert stopped.pauses == (BEGIN, Pause(at=50, playing=False))

    on = after(stopped, LayHand(0, 60), LayHand(1, 70), LiftHand(1, 80), LiftHand(0, 90))
    assert on.pauses == (BEGIN, Pause(at=50, playing=False), Pause(at=90, playing=True))


def test_me16_play_pauses_at_a_mistake():
    table = after(playing("W9", "W8 R3"), Play(0, "W9", 50))
    assert table.pauses == (BEGIN, Pause(at=50, playing=False))


def test_me32_play_pauses_at_the_mistake_that_ends_the_game():
    table = after(playing("W9", "W8 R3", lives=1), Play(0, "W9", 50))
    assert table.phase is Phase.OVER
    assert table.pauses == (BEGIN, Pause(at=50, playing=False))


def test_a_card_laid_in_order_is_no_pause():
    assert after(playing("W9", "W10"), Play(0, "W9", 50)).pauses == (BEGIN,)


def test_me26_a_refused_star_pauses_play_from_the_proposal_to_the_refusal():
    table = after(playing("W1", "W2"), ProposeStar(0, 50), Vote(1, False, 60))
    assert table.pauses == (BEGIN, Pause(at=50, playing=False), Pause(at=60, playing=True))


def test_me28_a_star_pauses_play_from_the_proposal_until_hands_are_lifted():
    proposed = after(playing("W1 W3", "W2 W4"), ProposeStar(0, 50), Vote(1, True, 60))
    used = after(proposed, Discard(0, "W1", 70), Discard(1, "W2", 80))
    assert used.pauses == (BEGIN, Pause(at=50, playing=False))


def test_me26_a_star_proposed_while_hands_are_laid_pauses_nothing():
    one_down = after(dealt("W1 W3", "W2 W4"), LayHand(1, 10))
    proposed = after(one_down, ProposeStar(0, 20))
    assert proposed.pauses == ()
    assert after(proposed, Vote(1, False, 30)).pauses == ()

    agreed = after(proposed, Vote(1, True, 30), Discard(0, "W1", 40), Discard(1, "W2", 50))
    assert agreed.pauses == ()


def test_me15_the_next_level_begins_without_pauses():
    table = all_ready(after(playing("W1", ""), Play(0, "W1", 50)))
    assert table.level == 3
    assert table.pauses == ()


def test_stops_with_no_card_between_them_are_kept_as_one_of_the_same_play():
    once = after(playing("W1 W9", "W2"), ProposeStar(0, 50), Vote(1, False, 60))
    twice = after(once, ProposeStar(1, 80), Vote(0, False, 95))
    assert twice.pauses == (BEGIN, Pause(at=70, playing=False), Pause(at=95, playing=True))
    assert played(twice.pauses, 100) == 50 + 20 + 5
    assert resumed(twice.pauses) == 95


def test_a_stop_on_either_side_of_a_card_is_kept():
    before = after(playing("W1 W9", "W2"), ProposeStar(0, 50), Vote(1, False, 60))
    table = after(before, Play(0, "W1", 70), ProposeStar(0, 80), Vote(1, False, 95))
    times = [(0, True), (50, False), (60, True), (80, False), (95, True)]
    assert [(pause.at, pause.playing) for pause in table.pauses] == times
