"""How far away a line is, by the server's own measurement."""

import pytest

from tacit.core.rulebook import MAX_COMPENSATED_MS
from tacit.table.fairtime.lag import MAX_TRIPS, LagTracker


def measured(*trips):
    """A tracker after round trips of these lengths, one after the other."""
    lag = LagTracker()
    now = 0
    for trip in trips:
        number = lag.ping(now)
        now += trip
        lag.pong(number, now)
    return lag


def test_a_line_that_was_never_measured_gets_no_credit():
    lag = LagTracker()
    lag.ping(0)
    assert (lag.one_way_ms, lag.reach_ms, lag.quality) == (0, MAX_COMPENSATED_MS, "new")


def test_a_press_is_credited_half_a_round_trip():
    assert measured(80).one_way_ms == 40
    assert measured(81).one_way_ms == 40


def test_the_shortest_recent_round_trip_counts_however_far_apart_they_are():
    lag = measured(90, 60, 300, 75)
    assert (lag.one_way_ms, lag.reach_ms) == (30, 30)


def test_a_direct_line_is_credited_no_more_than_the_connection_itself_takes():
    lag = LagTracker()
    for trip, direct, credit_ms in ((310, 2, 1), (310, 90, 45), (60, 90, 30), (310, None, 30)):
        lag.pong(lag.ping(0), trip, direct)
        assert lag.one_way_ms == credit_ms
        assert lag.reach_ms == credit_ms


def test_old_round_trips_are_forgotten():
    assert measured(10, *[100] * (MAX_TRIPS - 1)).one_way_ms == 5
    assert measured(10, *[100] * MAX_TRIPS).one_way_ms == 50


def test_no_line_is_credited_more_than_the_bound():
    assert MAX_COMPENSATED_MS == 150
    assert measured(300).one_way_ms == 150
    assert measured(302).one_way_ms == 150
    assert measured(60_000).one_way_ms == measured(60_000).reach_ms == 150


def test_a_number_that_was_not_sent_is_ignored():
    lag = LagTracker()
    number = lag.ping(0)
    for made_up in (0, -1, number + 1, 10**18):
        lag.pong(made_up, 5)
    assert lag.quality == "new"
    lag.pong(number, 60)
    assert lag.one_way_ms == 30


def test_an_answer_before_its_question_does_not_count_later():
    lag = LagTracker()
    first = lag.ping(0)
    lag.pong(first + 1, 1)
    second = lag.ping(100)
    lag.pong(second, 180)
    assert lag.one_way_ms == 40


def test_a_number_counts_once():
    lag = measured(100)
    number = lag.ping(1000)
    lag.pong(number, 1080)
    lag.pong(number, 1000)
    lag.pong(number, 9000)
    assert (lag.one_way_ms, lag.reach_ms) == (40, 40)


def test_a_round_trip_is_never_negative():
    lag = LagTracker()
    lag.pong(lag.ping(100), 40)
    assert (lag.one_way_ms, lag.reach_ms) == (0, 0)


def test_answers_may_come_in_another_order():
    lag = LagTracker()
    first, second = lag.ping(0), lag.ping(10)
    lag.pong(second, 50)
    lag.pong(first, 60)
    assert (lag.one_way_ms, lag.reach_ms) == (20, 20)


def test_every_ping_has_its_own_number():
    lag = LagTracker()
    assert len({lag.ping(0) for _ in range(100)}) == 100


def test_only_the_last_pings_can_still_be_answered():
    lag = LagTracker()
    numbers = [lag.ping(now) for now in range(0, 10 * (MAX_TRIPS + 1), 10)]
    lag.pong(numbers[0], 1000)
    assert lag.quality == "new"
    lag.pong(numbers[1], 1000)
    assert lag.quality != "new"


@pytest.mark.parametrize(
    ("trips", "quality"),
    [((0,), "good"), ((149,), "good"), ((150,), "fair"), ((399,), "fair"), ((400,), "poor")],
)
def test_the_line_in_a_word(trips, quality):
    assert measured(*trips).quality == quality


def test_the_longest_recent_round_trip_gives_the_word():
    assert measured(20, 500, 20).quality == "poor"
    assert measured(500, *[20] * MAX_TRIPS).quality == "good"
