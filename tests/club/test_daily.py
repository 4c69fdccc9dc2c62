"""The deal of a day: the same for everyone, another one every day, and told beforehand."""

from __future__ import annotations

from datetime import date, timedelta

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tacit.club.daily import (
    DAY_MS,
    FIRST_DAY,
    Deal,
    daily_game,
    deal_at,
    deal_of_table,
    games_with_daily,
    read_day,
    seed_of,
    standing,
    streak,
    table_of,
)
from tacit.core.plug import every_game

SECRETS = st.binary(min_size=32, max_size=32)
DAYS = st.dates(FIRST_DAY, date(2100, 1, 1))
GAMES = st.sampled_from(games_with_daily())
DEALS = st.builds(Deal, GAMES, DAYS)
PEOPLE = st.text("abcdefghijklmnop0123456789_-", min_size=1, max_size=40)


def test_both_games_have_a_deal_of_the_day():
    assert games_with_daily() == [*every_game()]
    assert {daily_game(game).game for game in games_with_daily()} == {*every_game()}


@given(SECRETS, DEALS, DEALS)
def test_a_deal_has_one_seed_and_other_deals_have_others(secret, deal, other):
    assert seed_of(secret, deal) == seed_of(secret, Deal(deal.game, deal.day))
    assert (seed_of(secret, deal) == seed_of(secret, other)) == (deal == other)


@given(SECRETS, DEALS, PEOPLE, PEOPLE)
def test_a_person_has_one_table_of_a_deal_and_its_name_tells_the_deal(secret, deal, one, other):
    name = table_of(secret, deal, one)
    assert (name == table_of(secret, deal, other)) == (one == other)
    assert name != table_of(secret, deal.after(1), one)
    assert deal_of_table(name) == deal


@given(st.text(max_size=60))
def test_other_names_tell_no_deal(name):
    assert deal_of_table(name) is None or name.startswith("daily-")


@pytest.mark.parametrize(
    "name", ["", "daily", "daily-", "daily-mindup-2026-11-18-", "Kx3_-daily9Q7a8sT"]
)
def test_names_that_are_cut_off_tell_no_deal(name):
    assert deal_of_table(name) is None


@given(GAMES, DAYS, st.integers(0, DAY_MS - 1))
def test_a_day_is_a_day_of_utc(game, day, into):
    deal = Deal(game, day)
    assert deal_at(game, deal.begins + into) == deal
    assert deal_at(game, deal.ends) == deal.after(1)


@given(st.text(max_size=12))
def test_a_day_is_read_in_one_way_only(text):
    assert read_day(text) is None or str(read_day(text)) == text


@given(st.integers(-5, 5), st.lists(st.integers(-5, 5)))
def test_a_place_counts_the_better_ones_and_a_tie_counts_half(score, others):
    found = standing(score, others)
    mirrored = standing(-score, [-one for one in others])
    assert found.of == len(others) + 1
    assert found.place == 1 + sum(one > score for one in others)
    if others:
        assert found.below + mirrored.below == pytest.approx(1)


@given(st.sets(st.integers(0, 12)))
def test_a_streak_goes_on_until_a_day_was_missed(ago):
    today = date(2027, 3, 1)
    row = streak({today - timedelta(one) for one in ago}, today)
    first = 0 if 0 in ago else 1
    assert all(first + one in ago for one in range(row))
    assert first + row not in ago
