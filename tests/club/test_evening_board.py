"""The board: scores without the mean of those who held the same cards, to the point."""

from __future__ import annotations

from fractions import Fraction
from statistics import mean

from hypothesis import given
from hypothesis import strategies as st

from tacit.club.evening_board import TableResult, against_field, board

SEATS = 3


@st.composite
def rounds(draw):
    """Return people, and rounds in which some of them sit at tables, with any scores."""
    people = [f"p{number}" for number in range(draw(st.integers(2, 9)))]
    found = []
    for _ in range(draw(st.integers(0, 4))):
        order = draw(st.permutations(people))
        cut = range(0, len(order), SEATS)
        tables = [[*order[at : at + SEATS], *[""] * SEATS][:SEATS] for at in cut]
        scores = st.lists(st.integers(-20, 120), min_size=SEATS, max_size=SEATS)
        found.append([TableResult(tuple(one), tuple(draw(scores))) for one in tables])
    return people, found


@given(rounds())
def test_the_board_is_right_to_the_point(given_rounds):
    people, played = given_rounds
    rows = board(played, people)
    assert {row.person for row in rows} == set(people)
    for row in rows:
        expected, count = Fraction(0), 0
        for tables in played:
            for table in tables:
                if row.person in table.people:
                    seat = table.people.index(row.person)
                    field = [Fraction(one.scores[seat]) for one in tables]
                    expected += table.scores[seat] - mean(field)
                    count += 1
        assert (row.points, row.rounds) == (expected, count)
        assert row.place == 1 + sum(other.points > row.points for other in rows)
    assert [row.points for row in rows] == sorted((row.points for row in rows), reverse=True)


@given(rounds(), st.integers(0, SEATS - 1), st.integers(-50, 50))
def test_good_cards_in_a_seat_are_worth_nothing(given_rounds, seat, luck):
    people, played = given_rounds
    luckier = [
        [
            one._replace(scores=tuple(s + luck * (at == seat) for at, s in enumerate(one.scores)))
            for one in tables
        ]
        for tables in played
    ]
    assert board(luckier, people) == board(played, people)


@given(rounds())
def test_above_and_below_the_field_cancel_out_in_every_seat(given_rounds):
    for tables in given_rounds[1]:
        for seat in zip(*against_field(tables), strict=True):
            assert sum(seat) == 0


def test_without_tables_there_is_nothing_to_compare():
    assert against_field([]) == []
    assert [row.place for row in board([], ["a", "b"])] == [1, 1]
