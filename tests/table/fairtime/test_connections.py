"""The lines to the people at a table."""

from tacit.core.rulebook import MAX_COMPENSATED_MS
from tacit.table.fairtime.connections import SILENT_AFTER_MS, Connections

PING_EVERY = 4000


def greeted(*people, now=0):
    lines = Connections(now)
    for number, person in enumerate(people):
        lines.add(number, person, now)
        lines.greet(number)
    return lines


def measure(lines, number, trip):
    lag = lines.get(number).lag
    lag.pong(lag.ping(0), trip)


def test_a_line_counts_once_it_has_said_hello():
    lines = Connections(0)
    lines.add(7, "ann", 0)
    assert (len(lines), list(lines)) == (1, [7])
    assert not lines.is_here("ann")
    assert lines.greeted({"ann"}) == []
    assert lines.quality("ann") == "gone"
    lines.greet(7)
    assert lines.is_here("ann")
    assert not lines.is_here("bob")
    assert lines.greeted({"ann"}) == [(7, "ann")]
    assert lines.greeted({"bob"}) == []


def test_a_person_is_here_as_long_as_one_connection_is():
    lines = greeted("ann", "ann", "bob")
    assert lines.drop(0, 0)
    assert lines.is_here("ann")
    assert lines.drop(1, 0)
    assert not lines.is_here("ann")
    assert lines.get(1) is None
    assert not lines.drop(1, 0)


def test_the_best_line_of_a_person_gives_the_word():
    lines = greeted("ann", "ann", "ann")
    assert lines.quality("ann") == "new"
    measure(lines, 0, 500)
    assert lines.quality("ann") == "poor"
    measure(lines, 1, 200)
    assert lines.quality("ann") == "fair"
    measure(lines, 2, 20)
    assert lines.quality("ann") == "good"
    assert lines.quality("bob") == "gone"


def test_how_far_back_a_press_of_some_people_could_be_dated():
    lines = greeted("ann", "bob", "bob", "cleo")
    for number, trip in enumerate((280, 40, 90, 200)):
        measure(lines, number, trip)
    assert lines.reach_ms({"bob"}) == 20
    assert lines.reach_ms({"bob", "cleo"}) == 100
    assert lines.reach_ms({"dora"}) == lines.reach_ms(()) == 0


def test_a_person_is_credited_what_suits_their_fastest_connection():
    lines = greeted("ann", "bob", "bob")
    for number, trip in enumerate((280, 200, 60)):
        measure(lines, number, trip)
    assert [lines.credit_ms(person) for person in ("ann", "bob", "cleo")] == [140, 30, 0]


def test_a_line_that_was_not_measured_is_credited_nothing_and_may_reach_far():
    lines = greeted("ann", "bob")
    assert lines.credit_ms("bob") == 0
    assert lines.reach_ms({"bob"}) == MAX_COMPENSATED_MS
    measure(lines, 1, 60)
    assert (lines.credit_ms("bob"), lines.reach_ms({"bob"})) == (30, 30)


def test_connections_are_measured_at_intervals_that_the_table_chooses():
    lines = greeted("ann", "bob")
    assert [number for number, _ in lines.pings(0, lambda: 700)] == [0, 1]
    assert lines.next_ping == 700
    assert lines.pings(699, lambda: 50) == []
    assert len(lines.pings(700, lambda: 50)) == 2
    assert lines.next_ping == 750


def test_without_lines_there_is_nothing_to_measure():
    lines = greeted("ann")
    lines.drop(0, 0)
    assert lines.next_ping is None


def test_a_line_that_stays_silent_is_not_asked_again():
    lines = greeted("ann", "bob")
    lines.get(1).heard = 10
    assert all(sent is not None for _, sent in lines.pings(SILENT_AFTER_MS, lambda: PING_EVERY))
    later = dict(lines.pings(SILENT_AFTER_MS + PING_EVERY, lambda: PING_EVERY))
    assert later == {0: None, 1: None}
    lines.get(1).heard = SILENT_AFTER_MS + PING_EVERY
    later = dict(lines.pings(SILENT_AFTER_MS + 2 * PING_EVERY, lambda: PING_EVERY))
    assert later[0] is None
    assert later[1] is not None


def test_a_line_is_measured_once_it_has_said_hello_and_hung_up_if_it_never_does():
    lines = Connections(0)
    lines.add(1, "ann", 0)
    assert lines.pings(0, lambda: PING_EVERY) == []
    assert lines.pings(SILENT_AFTER_MS + PING_EVERY, lambda: PING_EVERY) == [(1, None)]
