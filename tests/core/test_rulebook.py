"""What both games share."""

import pytest

from tacit.core.rulebook import Refused, dashed, seats, settle


@pytest.mark.parametrize(
    ("name", "tag"),
    [("Pick", "pick"), ("RoundBegun", "round-begun"), ("ProposeStar", "propose-star")],
)
def test_a_record_is_called_in_dashes(name, tag):
    assert dashed(name) == tag


def test_a_refusal_says_its_details():
    assert str(Refused("key", "You do not hold the {card}.", {"card": 22})) == (
        "You do not hold the 22."
    )


def test_seats_are_numbered_from_nought():
    assert seats(3) == (0, 1, 2)


def test_everything_that_follows_happens_before_anyone_acts():
    events = []
    state = settle(0, events, lambda n: n + 1 if n < 3 else None, lambda _, event: event)
    assert (state, events) == (3, [1, 2, 3])
