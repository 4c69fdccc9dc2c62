"""Whether a partner follows is found out from what they lay, and they are led by an even tempo."""

import math
import random

import pytest

from tacit.games.extreme.arena.teams import Run, play_teams
from tacit.games.extreme.bots.belief.leading import HOLDING, followed, hold, table_tempo
from tacit.games.extreme.bots.belief.listening import Listener, tell
from tacit.games.extreme.bots.belief.priors import LOG_SHARES, PRIOR
from tacit.games.extreme.bots.belief.shown import OTHERS, RULES, THREE, carry, hide, show
from tacit.games.extreme.bots.belief.tempo import Belief, Tempo, showed

OWN = math.log(0.3)


def heard(follow, cards=60, seed=1):
    """What is believed of a person who goes so much of the way to a partner's changing pace."""
    rng = random.Random(f"heard {seed}")
    belief = Belief()
    own = shown = OWN
    for number in range(cards):
        if number % 16 == 15:
            carry(belief)
        pace = math.log(rng.choice((0.35, 0.9)))
        showed(belief, pace, own=False)
        shown += 0.4 * (pace - shown)
        gap = rng.randint(2, 12)
        pace = own + follow * (shown - own) + 0.1 * rng.gauss(0, 1)
        belief.laid(rng.choice((1, -1)), gap, gap * math.exp(pace))
        showed(belief, pace, own=True)
    return belief


@pytest.mark.parametrize(("follow", "role"), [(1.0, "follows"), (0.6, "follows"), (0.0, "leads")])
def test_it_is_found_out_who_follows(follow, role):
    for seed in range(4):
        belief = heard(follow, seed=seed)
        assert belief.role() == role
        belief.tempo(0)
        assert belief.follows == pytest.approx(follow, abs=0.3)
        assert belief.words().endswith(f", {role}")


def test_nothing_is_said_before_a_player_was_heard_often():
    assert heard(1.0, cards=4).role() is None


def test_the_pace_of_the_moment_is_known_of_who_follows():
    belief = heard(1.0)
    before = belief.tempo(0).log_pace
    for _ in range(3):
        showed(belief, before + 0.5, own=False)
    assert belief.tempo(0).log_pace == pytest.approx(before + 0.4, abs=0.15)


def test_who_keeps_their_pace_is_expected_to_keep_it():
    belief = heard(0.0)
    before = belief.tempo(0).log_pace
    showed(belief, before + 0.5, own=False)
    assert belief.tempo(0).log_pace == pytest.approx(before, abs=0.03)


def shown(belief, rule):
    return belief.part[rule][belief.cards] * OWN + belief.rest[rule][belief.cards]


def test_every_rule_counts_the_cards_that_it_should():
    belief = Belief()
    for pace, own in ((-1.0, False), (-2.0, True), (-0.5, False), (-1.5, False)):
        show(belief, pace, own)
    assert shown(belief, 1) == pytest.approx((OWN - 1 - 2 - 0.5 - 1.5) / 5)
    assert shown(belief, 2) == shown(belief, OTHERS + 1) == -1.5
    assert RULES[3] == RULES[OTHERS + 2] == THREE
    assert shown(belief, 3) == pytest.approx((-2 - 0.5 - 1.5) / 3)
    assert shown(belief, OTHERS + 2) == pytest.approx((-1 - 0.5 - 1.5) / 3)


def test_a_blind_card_shows_nothing_and_a_level_begins_with_what_the_last_one_showed():
    belief = Belief()
    show(belief, -0.7, own=False)
    before = [shown(belief, rule) for rule in range(1, len(RULES))]
    hide(belief)
    assert [shown(belief, rule) for rule in range(1, len(RULES))] == before
    carry(belief)
    assert belief.cards == 0
    assert [shown(belief, rule) for rule in range(1, len(RULES))] == before


def test_all_people_are_of_some_kind():
    assert sum(kind.share for kind in PRIOR) == pytest.approx(1)
    assert [math.exp(share) for share in LOG_SHARES] == pytest.approx([k.share for k in PRIOR])


def told(*follows):
    """A listener in seat 0 who knows two partners: one at 0.2 s a number, one at 0.4."""
    ear = Listener(3)
    ear.known = [0.02, 1.0, 1.0]
    for seat, (pace, follow) in enumerate(zip((0.2, 0.4), follows, strict=True), 1):
        tell(ear, seat, Tempo(math.log(pace), 1.0, 0.1, 0.1), follow)
    return ear


def test_the_tempo_is_that_of_those_who_do_not_follow():
    even, first, second = (
        math.exp(table_tempo(told(*follows), 1).log_pace)
        for follows in ((0.0, 0.0), (1.0, 0.0), (0.0, 1.0))
    )
    assert second < even < first
    assert math.exp(table_tempo(told(1.0, 1.0), 1).log_pace) == pytest.approx(even)


def test_how_surely_people_follow_is_weighed_over_all_of_them():
    assert followed(told(0.0, 0.0), 1) < 0.05
    assert followed(told(0.2, 0.0), 1) < followed(told(0.2, 0.2), 1) < 1
    assert followed(told(1.0, 1.0), 1) == 1


@pytest.mark.parametrize(("counts", "off"), [(0.0, 0.0), (0.5, 0.5), (1.0, 1.0)])
def test_a_tempo_is_held_as_far_as_the_policy_says(counts, off):
    ear = told(1.0, 1.0)
    ear.policy[HOLDING] = counts
    hold(ear)
    first = ear.held
    assert first == table_tempo(ear, 0).log_pace
    for seat in (1, 2):
        tell(ear, seat, Tempo(math.log(0.5), 1.0, 0.1, 0.1), 1.0)
    ear.held_cards = 50
    hold(ear)
    assert ear.held - first == pytest.approx(off * (table_tempo(ear, 0).log_pace - first))


@pytest.mark.parametrize("kind", ["follows-last", "follows-steady", "follows-partner"])
def test_fewer_lives_are_lost_with_people_who_follow_than_by_a_metronome(kind):
    bots = ("metronome", "adaptive", "oracle")
    drills = play_teams([(bot, kind) for bot in bots], Run(16, 3, drill=True))
    lost = {
        bot: sum(score.lives_lost for score in scores)
        for bot, scores in zip(bots, drills, strict=True)
    }
    assert lost["oracle"] < lost["metronome"]
    assert lost["adaptive"] < lost["metronome"]
