"""What the review of The Mind Extreme says: who was early or late, and what would have helped."""

import re
import typing

import msgspec
import pytest

from tacit.arena.runner.simulate import simulate
from tacit.bots.registry import find_bot
from tacit.games.extreme.review.moments import (
    AnyReason,
    Close,
    Early,
    Error,
    Even,
    Go,
    Laid,
    Late,
    Overtook,
    Star,
    Wait,
    chosen,
    explain,
)
from tacit.games.extreme.review.page import sections
from tacit.games.extreme.review.sentences import in_step, moment, say, summary
from tacit.review.reviewing import review
from tests.games.extreme.test_review import a_replay

PACE_S = 0.5
KINDS: tuple[type, ...] = typing.get_args(AnyReason)


def laid(card="W34", after=4000, *, top=20, stars=0, before=None, seat=0):
    """A card laid so long after the one that lies at position `top`."""
    return Laid(4, 10_000 + after, seat, card, after, top, 0, stars, before)


def test_a_card_before_its_time_was_early_and_waiting_helps():
    """White 34 has its time 7 s after the 20, white 30 after 5: it came after 4."""
    reasons = explain(Error(laid(), ((1, "W30"),), None), PACE_S)
    assert reasons == (
        Overtook(0, "W34", ((1, "W30"),), blind=False),
        Early(0, "W34", 3000),
        Wait(0, 1000),
    )


def test_a_card_that_was_due_was_late_and_laying_it_helps():
    reasons = explain(Error(laid(after=7000), ((1, "W30"), (2, "W31")), None), PACE_S)
    assert reasons[1:] == (Late(1, "W30", 2000), Go(1, "W30"))


def test_both_may_be_off():
    reasons = explain(Error(laid(after=5800), ((1, "W30"),), None), PACE_S)
    assert reasons[1:] == (Early(0, "W34", 1200), Late(1, "W30", 800), Wait(0, 1200))


def test_adjacent_cards_on_time_are_nobodys_fault_and_a_star_would_help():
    off = Error(laid("W34", 7000, stars=1), ((1, "W33"),), None)
    assert explain(off, 0.2) == (
        Overtook(0, "W34", ((1, "W33"),), blind=False),
        Late(1, "W33", 4400),
        Go(1, "W33"),
    )
    even = Error(laid("W34", 6800, stars=1), ((1, "W33"),), None)
    assert explain(even, PACE_S)[1:] == (Even(1), Star())
    assert explain(Error(laid("W34", 6800), ((1, "W33"),), None), PACE_S)[1:] == (Even(1),)


def test_on_a_blind_pile_what_came_later_counts():
    reasons = explain(Error(laid(), ((1, "W30"), (2, "W33")), 6500), PACE_S)
    assert reasons == (
        Overtook(0, "W34", ((1, "W30"), (2, "W33")), blind=True),
        Early(0, "W34", 2500),
        Wait(0, 2500),
    )


def test_three_moments_the_furthest_off_first_and_close_calls_where_there_is_room():
    errors = [Error(laid(after=after), ((1, "W30"),), None) for after in (6500, 3000, 4000, 5000)]
    told = chosen(errors, [], PACE_S)
    assert [one["t"] for one in told] == [13_000, 14_000, 15_000]
    assert all(one["cost"] == 1 for one in told)
    near = [laid("W36", 100 * n, before=(1, "W35", 0)) for n in (4, 1, 9)]
    told = chosen(errors[:1], near, PACE_S)
    assert [(one["t"], one["cost"]) for one in told] == [(10_100, 0), (10_400, 0), (16_500, 1)]
    assert told[0]["reasons"] == [
        msgspec.to_builtins(Close(0, "W36", 1, "W35", 100)),
    ]


@pytest.mark.parametrize("seed", range(3))
def test_a_review_counts_every_life_and_says_its_moments(seed):
    game = a_replay(("casual-50", "human-30", "human-14"), seed)
    found = review(game.replay())
    margins = [play["margin"] or 0 for level in found["levels"] for play in level["plays"]]
    counts = found["counts"]
    assert counts["early"] + counts["late"] + counts["even"] == sum(one < 0 for one in margins)
    assert (counts["outcome"], counts["level"]) == tuple(
        game.result[k] for k in ("outcome", "level")
    )
    assert 0 < len(found["moments"]) <= 3
    for one in found["moments"]:
        plays = {
            p["card"]: p
            for level in found["levels"]
            for p in level["plays"]
            if level["level"] == one["level"]
        }
        assert plays[one["card"]]["t"] == one["t"]
        assert (plays[one["card"]]["margin"] < 0) is bool(one["cost"])
        assert all(said.endswith(".") for said in moment(found, one))


SAID = {
    Overtook(0, "W34", ((1, "W30"),), blind=False): (
        "Ann laid white 34 while white 30 (Ben) was still in hand."
    ),
    Overtook(0, "R3", ((1, "R9"), (1, "R8")), blind=True): (
        "Face down, Ann laid red 3 before all of these: red 9 (Ben) and red 8 (Ben)."
    ),
    Early(0, "W34", 1240): "That was 1.2 s too early.",
    Late(1, "W30", 800): "By the team's clock white 30 (Ben) was 0.8 s overdue.",
    Even(1): "Both were on time: the cards are only 1 number apart.",
    Wait(0, 400): "Waiting 0.4 s longer would have saved the life.",
    Go(1, "W30"): "Laying white 30 on time would have saved the life.",
    Star(): "A star was left: it would have taken the first cards out of all hands.",
    Close(0, "W20", 1, "W19", 90): (
        "A close call: Ann laid white 20 only 0.1 s after white 19 (Ben)."
    ),
}


def test_every_kind_of_reason_has_its_sentence():
    assert {type(reason) for reason in SAID} == {*KINDS}
    for reason, said in SAID.items():
        assert say(reason, ("Ann", "Ben")) == said


def test_the_first_sentences():
    counts = {"outcome": "won", "level": 8, "early": 0, "late": 0, "even": 0}
    assert summary(counts) == "Won: all levels passed. No life was lost."
    assert "2 to cards too close" in summary(counts | {"even": 2})
    practice = counts | {"level": 7, "practice": True}
    assert summary(practice) == "Practice of level 7. No mistake."
    text = "Practice of level 7. Mistakes: 2 by cards kept too long."
    assert summary(practice | {"late": 2}) == text
    assert [in_step(number).split(":")[0] for number in (0.9, 0.75, 0.6, 0.3)] == [
        "The team kept one clock",
        "The team was mostly in step",
        "The team was often apart",
        "The team had as many clocks as players",
    ]


def test_a_review_of_practice_has_mistakes_but_no_lives():
    seated = [(name, find_bot(name, "extreme")) for name in ("human-14", "human-14")]
    (game,) = simulate("extreme", {"players": 2, "practice": 8}, seated, 1, 3)
    replay = game.replay()
    found = review(replay)
    told = [summary(found["counts"]), *(str(one) for one in sections(replay, found))]
    told += [said for one in found["moments"] for said in moment(found, one)]
    assert any(one["cost"] for one in found["moments"])
    assert "would have avoided the mistake" in " ".join(told)
    assert not re.search(r"\b(life|lives)\b", " ".join(told), re.IGNORECASE)
