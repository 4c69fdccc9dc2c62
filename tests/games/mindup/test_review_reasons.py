"""Why a card was better: reasons made of what the seat knew, and the moments worth telling."""

import random
import typing

import msgspec
import pytest

from tacit.core.rulebook import seats
from tacit.games.mindup import BONUS, Card, Revealed, view
from tacit.games.mindup.bots.reckoning import beliefs
from tacit.games.mindup.review.landing import land
from tacit.games.mindup.review.moments import that_mattered
from tacit.games.mindup.review.reasons import (
    Alike,
    AnyReason,
    Between,
    Beyond,
    Brings,
    Crowd,
    Lands,
    Last,
    Later,
    Leaves,
    explain,
)
from tacit.games.mindup.review.review import review
from tacit.games.mindup.review.sentences import moment, say, summary
from tacit.review.reviewing import Depth, states, unseen
from tests.games.mindup.test_review import a_replay

FEW = Depth(deals=40)
KINDS: tuple[type, ...] = typing.get_args(AnyReason)


def every_pair(replay):
    """Yield every view of a seat before a turn, with two cards of its hand."""
    for before, event, _ in states(replay):
        if isinstance(event, Revealed):
            for seat in seats(before.players):
                seen = view(before, seat)
                yield seen, event.plays[seat], seen.hand[0]


def test_reasons_are_true_of_the_position():
    kinds = set()
    for seen, card, better in every_pair(a_replay(4, seed=2, bot="random")):
        if card == better:
            continue
        held = {seat: set(seen.known[seat]) for seat in range(4) if seat != seen.seat}
        low, high = sorted((card, better))
        for reason in explain(seen, card, better, 2.0, FEW):
            kinds.add(type(reason))
            match reason:
                case Lands() | Alike():
                    assert reason.take in seen.row
                    assert reason.points == reason.value + BONUS[Card(reason.take)]
                    assert reason.value in seen.order
                    assert 0 < reason.percent <= 100
                case Between():
                    assert {*reason.cards} <= held[reason.seat]
                    assert all(low < one < high for one in reason.cards)
                case Crowd():
                    between = [c for cards in held.values() for c in cards if low < c < high]
                    assert reason.cards == len(between)
                case Beyond():
                    all_held = set().union(*held.values())
                    assert all((one < better) is reason.higher for one in all_held)
                case Brings():
                    assert reason.better_points > reason.points
                case Leaves():
                    assert reason.seat != seen.seat
                    assert reason.points > 0
                case Last():
                    assert len(seen.hand) == 2
                case Later():
                    assert 0 < reason.points <= 2.0
    assert kinds == {*KINDS}, "a game of random picks has all of them"


def test_where_a_card_lands_is_certain_when_all_is_known():
    """With one card each still hidden, the chances of every card add up, and one sees why."""
    for seen, _, _ in every_pair(a_replay(3)):
        landed = land(beliefs(seen), seen.seat, 0, 50, 1)
        assert {*landed.cards} == {*seen.hand}
        assert landed.places.sum(axis=1) == pytest.approx(1.0)


@pytest.mark.parametrize("seed", range(3))
def test_reasons_know_nothing_that_the_seat_did_not(seed):
    """A view is all that `explain` is given; the same view gives the same reasons."""
    luck = random.Random(seed)
    pairs = [pair for pair in every_pair(a_replay(4, seed)) if pair[1] != pair[2]]
    seen, card, better = luck.choice(pairs)
    copied = msgspec.json.decode(msgspec.json.encode(seen), type=type(seen))
    assert explain(seen, card, better, 1.0, FEW) == explain(copied, card, better, 1.0, FEW)


def test_three_moments_a_seat_while_the_game_is_open():
    def pick(lost, best, picked, *, equal=()):
        values = {"1": {"win": picked, "lead": 0.0}, "2": {"win": best, "lead": lost}}
        return {"card": 1, "lost": lost, "equal": [2, *equal], "values": values}

    lost = pick(9.0, 0.04, 0.01)
    won = pick(8.0, 0.99, 0.96)
    thrown = pick(7.0, 0.99, 0.6)
    usual = [pick(float(number), 0.5, 0.4) for number in (1, 2, 3)]
    fine = pick(5.0, 0.5, 0.5, equal=[1])
    assert that_mattered([*usual, lost, won, thrown, fine]) == [thrown, usual[2], usual[1]]
    assert that_mattered([fine, lost, won]) == []


def test_a_review_tells_its_moments_and_whose_part_is_ready_first():
    replay = a_replay(bot="random")
    ready = []
    plain = review(replay, Depth(deals=20), unseen)

    def look(_done, _of, part):
        told = part()
        ready.append([one["seat"] for one in told["ready"]])
        if ready[-1] == [2]:
            (line,) = told["ready"]
            same = {key: value for key, value in plain["seats"][2].items() if key != "name"}
            assert line == {"seat": 2} | same
            assert told["moments"] == [one for one in plain["moments"] if one["seat"] == 2]

    assert review(replay, Depth(deals=20, first=2), look) == plain, "in any order the same"
    assert ready[22] == [2], "21 picks and two moments between rounds"
    assert ready[21] == []
    assert {one["seat"] for one in plain["moments"]} == {0, 1, 2, 3}
    by_turn = {(p["seat"], p["round"], p["turn"]): p for p in plain["picks"]}
    for one in plain["moments"]:
        picked = by_turn[one["seat"], one["round"], one["turn"]]
        assert (one["card"], one["lost"]) == (picked["card"], picked["lost"])
        assert one["better"] in picked["equal"]
        sentences = list(moment(plain, one))
        assert len(sentences) == 1 + len(one["reasons"]) > 1
        assert all(text.endswith(".") and "−0" not in text for text in sentences)


NAMES = ("Ann", "Ben")
SAID = {
    Lands(54, 41, 62, 3, 2, opens=True): (
        "The 54 most likely takes the 41 (62 %): 3 points, opening the column worth 2."
    ),
    Lands(54, 7, 62, 1, 2, opens=False): (
        "The 54 most likely takes the 7 (62 %): 1 point, in the column worth 2."
    ),
    Alike(6, 46, 2, 80, 10, 6, 4, opens=True): (
        "Both most likely take the 10, the 6 in 46 of 100 cases, the 2 in 80: "
        "6 points, opening the column worth 4."
    ),
    Brings(7, 2.0, 53, 6.2): "On average the 7 brings 2 points this turn, the 53 brings 6.2.",
    Between(1, (16,)): "Ben was known to hold the 16, which lies between the two.",
    Between(1, (16, 17)): "Ben was known to hold the 16 and the 17, which lie between the two.",
    Crowd(6): "6 cards that the others were known to hold lie between the two.",
    Beyond(57, higher=True): "No other player was known to hold a card higher than the 57.",
    Beyond(3, higher=False): "No other player was known to hold a card lower than the 3.",
    Leaves(33, 0, 1.3): "The 33 also left Ann about 1.3 points more.",
    Last(15, 6, 17, 4): (
        "The card kept goes into the columns: the 15 counts 6 points there, the 17 counts 4."
    ),
    Later(16, 4.3): "About 4.3 points of that come later, by keeping the 16 in hand.",
}


def test_every_kind_of_reason_has_its_sentence():
    assert {type(reason) for reason in SAID} == {*KINDS}
    for reason, said in SAID.items():
        assert say(reason, NAMES) == said


@pytest.mark.parametrize("lead", [-3, 0, 5])
@pytest.mark.parametrize("guess", [-2.2, 0.2, 3.9])
@pytest.mark.parametrize("lost", [-0.2, 7.6])
def test_the_sentence_adds_up_in_whole_points(lead, guess, lost):
    line = {"name": "Ann", "lead": lead, "guess": guess, "lost": lost, "deal": lead - guess + lost}
    said = summary(line)
    assert said.startswith("The cards ")
    assert str(abs(round(lead) - round(guess) + round(lost))) in said or "nothing" in said
    assert ("ahead" in said, "behind" in said, "level" in said) == (lead > 0, lead < 0, lead == 0)
