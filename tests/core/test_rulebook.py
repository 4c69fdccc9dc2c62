"""What both games share."""

from types import SimpleNamespace

import pytest

from tacit.core.rulebook import Decided, Refused, dashed, decide, seats, settle


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


def test_a_decision_tells_for_each_event_the_state_in_which_it_happened():
    counting = SimpleNamespace(
        refusal=lambda _, __: None,
        evolve=lambda state, event: state + event,
        follows=lambda state: 1 if state < 13 else None,
    )
    assert decide(counting, 0, 10) == Decided((10, 1, 1, 1), 13, (0, 10, 11, 12))
    counting.refusal = lambda _, __: Refused("no", "No.")
    assert decide(counting, 0, 10) == Refused("no", "No.")
