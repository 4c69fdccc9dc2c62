"""Seats of an evening: everyone has one, tables are alike, and people meet others in each round."""

from __future__ import annotations

from itertools import combinations
from random import Random

from hypothesis import given
from hypothesis import strategies as st

from tacit.club.seating import BOT, draw_tables


@given(st.integers(2, 60), st.integers(2, 6), st.integers(0, 4), st.integers(0, 2**32))
def test_everyone_has_one_seat_and_bots_are_spread_evenly(count, size, rounds, seed):
    people = [f"p{number}" for number in range(count)]
    rng, before = Random(seed), []
    for _ in range(rounds + 1):
        before.append(draw_tables(people, size, before, rng))
        tables = before[-1]
        assert sorted(one for seats in tables for one in seats if one != BOT) == sorted(people)
        assert len(tables) == max(2, -(-count // size))
        assert {len(seats) for seats in tables} == {size}
        sitting = [sum(one != BOT for one in seats) for seats in tables]
        assert min(sitting) >= 1
        assert max(sitting) - min(sitting) <= 1
        for seats in tables:  # bots have the last seats
            assert list(seats) == sorted(seats, key=lambda one: one == BOT)


def test_the_same_luck_draws_the_same_seats():
    people = [str(number) for number in range(13)]
    first = draw_tables(people, 4, [], Random(5))
    assert draw_tables(people, 4, [], Random(5)) == first
    assert draw_tables(people, 4, [], Random(6)) != first


def second_meetings(rounds) -> int:
    met: set[frozenset[str]] = set()
    again = 0
    for tables in rounds:
        pairs = [frozenset(pair) for seats in tables for pair in combinations(seats, 2)]
        again += sum(pair in met for pair in pairs)
        met |= set(pairs)
    return again


def test_people_meet_others_in_each_round():
    people = [f"p{number}" for number in range(16)]
    drawn, shuffled = [], []
    rng = Random(1)
    for _ in range(4):
        drawn.append(draw_tables(people, 4, drawn, rng))
        shuffled.append(draw_tables(people, 4, [], rng))
    assert second_meetings(drawn) < second_meetings(shuffled) / 3
