"""People of the zoo who adapt: what moves their pace, how far, and what does not."""

import math

import pytest
from msgspec.structs import replace

import tacit
from tacit.games import extreme
from tacit.games.extreme import Colour, Phase
from tacit.games.extreme.bots.people import FOLLOWERS, PEOPLE, Manner, Person

OWN = 0.3


def person(seat=0, **manner):
    """Return a person with a manner whose own pace is 0.3 s a number."""
    kind = type("Someone", (Person,), {"manner": Manner(0.1, **manner)})
    return kind(seat, 2, 1, OWN)


def seen(*events, **changes):
    """A view of seat 0 in level 5, which is open, with play begun at 0 ms."""
    view = tacit.new("extreme", players=2, seed=1).view(0)
    begun = {
        "phase": Phase.PLAYING,
        "pauses": (extreme.Pause(at=0, playing=True),),
        "level": 5,
        "now": max([one.at for one in events], default=0),
    }
    return replace(view, events=events, **begun | changes)


def laid(card, at, seat=1):
    colour = Colour.WHITE if card.startswith("W") else Colour.RED
    return extreme.LaidSeen(seat=seat, at=at, colour=colour, card=card)


def pace(one):
    return math.exp(one.tempo().log_pace)


SLOW = (laid("W10", 6000), laid("W15", 9000), laid("W25", 15_000))
"""Three cards at 0.6 s a number."""


def test_who_follows_half_way_goes_half_way_to_the_last_card():
    one = person(follow=0.5, recent=1)
    one.hear(seen(laid("W20", 2000), laid("W30", 8000)))
    assert pace(one) == pytest.approx(math.sqrt(OWN * 0.6))


def test_the_average_of_three_cards_is_that_of_three():
    one = person(follow=1, recent=3)
    one.hear(seen(laid("R49", 200), *SLOW))
    assert pace(one) == pytest.approx(0.6)
    one.hear(seen(laid("R49", 200), *SLOW, laid("W35", 18_000)))
    assert pace(one) == pytest.approx((0.6 * 0.6 * 0.3) ** (1 / 3))


def test_all_cards_count_alike_and_their_own_pace_as_one_of_them():
    one = person(follow=1)
    one.hear(seen(*SLOW))
    assert pace(one) == pytest.approx((OWN * 0.6**3) ** (1 / 4))


def test_a_card_moves_the_pace_by_a_share_of_what_is_left():
    one = person(follow=1, grasp=0.25)
    one.hear(seen(*SLOW))
    left = 0.75**3
    assert one.tempo().log_pace == pytest.approx(left * math.log(OWN) + (1 - left) * math.log(0.6))


def test_who_heeds_others_alone_does_not_hear_their_own_cards():
    own_cards = tuple(replace(one, seat=0) for one in SLOW)
    one = person(follow=1, grasp=0.5, others=1)
    one.hear(seen(*own_cards))
    assert pace(one) == pytest.approx(OWN)
    one.hear(seen(*own_cards, laid("W30", 18_000)))
    assert pace(one) > OWN


def test_hearing_the_same_cards_again_changes_nothing():
    one = person(follow=1, grasp=0.3)
    for _ in range(3):
        one.hear(seen(*SLOW))
    other = person(follow=1, grasp=0.3)
    for here in range(len(SLOW)):
        other.hear(seen(*SLOW[: here + 1]))
    assert one.tempo() == other.tempo()


def test_a_blind_pile_shows_no_pace_even_when_it_is_turned_over():
    one = person(follow=1, grasp=0.5)
    hidden = tuple(replace(card, card=None) for card in SLOW)
    one.hear(seen(*hidden, blind=(Colour.WHITE,)))
    one.hear(seen(*SLOW, blind=(Colour.WHITE,), phase=Phase.PASSED))
    assert pace(one) == pytest.approx(OWN)


@pytest.mark.parametrize(("early", "change"), [(0, 0.1), (1, -0.1)])
def test_after_a_mistake_who_was_early_is_slower_and_who_was_late_faster(early, change):
    one = person(mend=0.1)
    stopped = (extreme.Pause(at=0, playing=True), extreme.Pause(at=6000, playing=False))
    one.hear(
        seen(
            laid("W10", 6000, seat=early),
            aside=((1 - early, "W7"),),
            pauses=stopped,
            now=6400,
            phase=Phase.GATHERING,
        )
    )
    assert one.tempo().log_pace == pytest.approx(math.log(OWN) + change)


def test_a_star_teaches_nothing():
    one = person(mend=0.1)
    stopped = (extreme.Pause(at=0, playing=True), extreme.Pause(at=8000, playing=False))
    aside = ((0, "W17"), (1, "R40"))
    one.hear(seen(laid("W10", 6000), aside=aside, pauses=stopped, phase=Phase.GATHERING, now=9000))
    assert pace(one) == pytest.approx(OWN)


def test_people_who_do_not_adapt_keep_their_pace():
    one = person()
    one.hear(seen(*SLOW))
    assert pace(one) == pytest.approx(OWN)
    adapting = {name for name, kind in PEOPLE.items() if kind.manner.follow or kind.manner.mend}
    assert adapting == set(FOLLOWERS)
