"""Not too much at once from anybody."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tacit.server.limits.rate_limit import Bucket, RateLimit


def test_a_bucket_lets_through_what_it_holds_and_then_what_drips_in():
    bucket = Bucket(rate=2.0, size=3.0, now=0.0)
    assert [bucket.take(0.0) for _ in range(4)] == [True, True, True, False]
    assert not bucket.take(0.4)
    assert bucket.take(0.5)
    assert not bucket.take(0.6)


def test_a_bucket_holds_no_more_than_its_size_however_long_it_stood():
    bucket = Bucket(rate=10.0, size=2.0, now=0.0)
    assert [bucket.take(1e9) for _ in range(3)] == [True, True, False]


def test_asking_in_vain_costs_nothing():
    bucket = Bucket(rate=1.0, size=1.0, now=0.0)
    assert bucket.take(0.0)
    assert not any(bucket.take(0.9) for _ in range(100))
    assert bucket.take(1.0)


@given(
    rate=st.floats(0.1, 100),
    size=st.floats(1, 100),
    waits=st.lists(st.floats(0, 2), max_size=200),
)
def test_nobody_gets_more_than_the_size_and_the_rate_allow(rate, size, waits):
    bucket = Bucket(rate, size, now=0.0)
    now = passed = 0.0
    for wait in waits:
        now += wait
        passed += bucket.take(now)
        assert passed <= size + rate * now + 1e-6


def test_each_address_has_a_bucket_of_its_own():
    throttle = RateLimit(rate=1.0, size=1.0)
    assert throttle.take("a", 0.0)
    assert not throttle.take("a", 0.0)
    assert throttle.take("b", 0.0)


def test_addresses_unused_longest_are_forgotten_first():
    throttle = RateLimit(rate=0.0, size=1.0, most=2)
    assert throttle.take("a", 0.0)
    assert throttle.take("b", 0.0)
    assert not throttle.take("a", 1.0)
    assert throttle.take("c", 2.0)
    assert not throttle.take("a", 3.0), "it was used after b"
    assert throttle.take("b", 4.0), "it was forgotten"


@pytest.mark.parametrize("most", [1, 10])
def test_memory_is_bounded_whatever_addresses_there_are(most):
    throttle = RateLimit(rate=1.0, size=1.0, most=most)
    for number in range(100):
        throttle.take(f"address {number}", float(number))
    assert len(throttle._buckets) == most


def test_a_token_that_was_taken_for_nothing_is_given_back():
    limit = RateLimit(rate=0.0, size=2.0)
    assert [limit.take("a", 0.0) for _ in range(3)] == [True, True, False]
    limit.give_back("a", 0.0)
    assert [limit.take("a", 0.0) for _ in range(2)] == [True, False]
    limit.give_back("b", 0.0)
    assert [limit.take("b", 0.0) for _ in range(3)] == [True, True, False], "no more than its size"
