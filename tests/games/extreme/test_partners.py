"""Partners for The Mind Extreme: what is believed of a tempo, and what follows from it."""

import functools
import math
import random

import pytest
from msgspec.structs import replace

import tacit
from tacit.arena.runner.match import play_match
from tacit.core.chance import Chance, mix
from tacit.core.rulebook import decide, settle
from tacit.games import extreme
from tacit.games.extreme import Colour, Mistake
from tacit.games.extreme import worlds as extreme_worlds
from tacit.games.extreme.arena.teams import Run, play_team, play_teams, revive
from tacit.games.extreme.bots.adaptive import REACTION_MS, Adaptive
from tacit.games.extreme.bots.asking import ASKING
from tacit.games.extreme.bots.belief.leading import LISTENED_AT_LEAST
from tacit.games.extreme.bots.belief.listening import Listener
from tacit.games.extreme.bots.belief.priors import SHARES
from tacit.games.extreme.bots.belief.tempo import USUAL_PACE_S, Belief, Tempo, bounded
from tacit.games.extreme.bots.people import PEOPLE, Loose, Manner, Person
from tacit.log.game import Game, seed_from


class Even(Person):
    manner = Manner(0.03)


def measured(pace, spread, waits=60, seed=1):
    """What is believed of a player who is often interrupted before they lay their card."""
    rng = random.Random(seed)
    belief = Belief()
    for _ in range(waits):
        gap, pile = rng.randint(2, 14), rng.choice((1, -1))
        wait = pace * gap * math.exp(spread * rng.gauss(0, 1))
        interrupted = USUAL_PACE_S * rng.randint(2, 14)
        if wait < interrupted:
            belief.laid(pile, gap, wait)
        else:
            belief.silent(pile, gap, interrupted)
    return belief.tempo(0)


@pytest.mark.parametrize("pace", [0.15, 0.28, 0.6])
@pytest.mark.parametrize("spread", [0.07, 0.14, 0.3])
def test_a_tempo_is_found_in_waits_and_silences(pace, spread):
    found = [measured(pace, spread, seed=seed) for seed in range(10)]
    assert sum(one.log_pace for one in found) / 10 == pytest.approx(math.log(pace), abs=0.05)
    assert sum(one.steadiness for one in found) / 10 == pytest.approx(spread, abs=0.04)


def test_silence_alone_says_that_a_player_is_slow():
    belief = Belief()
    before = belief.tempo(1).log_pace
    belief.silent(1, 10, 8.0)
    assert belief.tempo(1).log_pace > before + 0.3


def test_a_wait_cut_short_by_the_hand_says_that_a_player_is_fast():
    belief = Belief()
    bounded(belief, 1, math.log(8), math.log(0.35), -1, 0)
    assert belief.tempo(1).log_pace < math.log(USUAL_PACE_S) - 0.3


def test_the_piles_may_differ_a_little():
    belief = Belief()
    for _ in range(40):
        belief.laid(1, 5, 1.6)
        belief.laid(-1, 5, 1.4)
    assert belief.tempo(1).log_pace > belief.tempo(0).log_pace > belief.tempo(-1).log_pace


def test_one_lapse_does_not_change_the_pace():
    belief = Belief()
    for gap in (4, 6, 9, 3, 7, 5):
        belief.laid(1, gap, 0.3 * gap)
    belief.laid(1, 5, 6.0)
    assert math.exp(belief.tempo(1).log_pace) == pytest.approx(0.3, rel=0.05)


def test_a_large_gap_may_be_cut_short():
    tempo = Tempo(math.log(0.3), 0.7, 0.1, 0.1)
    assert math.exp(tempo.log_wait(5)) == pytest.approx(1.5)
    assert math.exp(tempo.log_wait(20)) == pytest.approx(1.5 * 4**0.7)


@pytest.mark.parametrize("players", [2, 3, 4])
def test_bots_among_themselves_win(players):
    for number in range(3):
        score = play_team(("adaptive",) * players, seed=3, number=number)
        assert (score.won, score.level) == (True, extreme.TEAMS[players].last_level)


@pytest.mark.parametrize("pace", [0.15, 0.3, 0.6, 1.0])
def test_the_first_levels_are_won_with_a_player_of_any_even_pace(pace):
    reached = 0
    for number in range(10):
        game = tacit.new("extreme", players=3, seed=number)
        person = functools.partial(Even, pace=pace)
        play_match(game, [person, Adaptive, Adaptive], f"even {number}")
        reached += game.result["level"] >= 4
    assert reached >= 8


def test_bots_at_one_table_believe_the_same_and_recognise_each_other():
    game = tacit.new("extreme", players=3, seed=5)
    person = functools.partial(Even, pace=0.5)
    _, one, other = play_match(game, [person, Adaptive, Adaptive], "x")
    assert one.listener.table_tempo(1) == other.listener.table_tempo(1)
    assert one.listener.weight(0) > 0.9
    assert one.listener.weight(2) == other.listener.weight(1) < 0.1
    assert math.exp(one.listener.beliefs[0].tempo(0).log_pace) == pytest.approx(0.5, rel=0.04)
    assert one.beliefs()[0].startswith(("about 0.49 s", "about 0.50 s", "about 0.51 s"))
    assert one.beliefs()[1] == "myself"


def watched(game, seat):
    """Play with one adaptive; return its plays, each with the moment before it."""
    seen = []

    class Watched(Adaptive):
        def plan(self, view, now_ms):
            step = super().plan(view, now_ms)
            if step is not None and isinstance(step[1], extreme.Play):
                last = [pause.at for pause in view.pauses] + [laid.at for laid in view.events]
                seen.append((step[0], max(last)))
            return step

    makers = [PEOPLE["human-14"]] * game.players
    makers[seat] = Watched
    play_match(game, makers, "watched")
    return seen


def test_nothing_is_laid_within_an_inhuman_instant():
    for seed in range(3):
        for due, last in watched(tacit.new("extreme", players=3, seed=seed), 1):
            assert due >= last + REACTION_MS


def playing(**changes):
    """A view of seat 0 in level 5, which is open, with play begun at 1000 ms."""
    view = tacit.new("extreme", players=2, seed=1).view(0)
    return replace(
        view,
        phase=extreme.Phase.PLAYING,
        pauses=(extreme.Pause(at=1000, playing=True),),
        now=1000,
        **{"level": 5, "cards_left": (1, 1)} | changes,
    )


def laid(card, at, seat=1):
    colour = Colour.WHITE if card.startswith("W") else Colour.RED
    return extreme.LaidSeen(seat=seat, at=at, colour=colour, card=card)


def sure(*, follows):
    """A bot in seat 0 that is sure whether its partner follows."""
    bot = Adaptive(0, 2, 0)
    belief = bot.listener.beliefs[1]
    for one in range(belief.live):
        if bool(belief.follow[one]) is not follows:
            belief.log_weight[one] -= 50
    bot.listener.known = [LISTENED_AT_LEAST, 1.0]
    return bot


CERTAIN = playing(
    hand=("W17",),
    events=(laid("W7", 3000),),
    aside=tuple((1, f"W{number}") for number in range(8, 17)),
)
"""Nobody can come before W17: all between W7 and it were set aside."""


def test_a_card_nobody_can_come_before_is_laid_at_once_with_who_does_not_follow():
    assert sure(follows=False).plan(CERTAIN, 3000)[0] - 3000 < 320


def test_with_who_follows_it_is_laid_in_tempo():
    wait = sure(follows=True).plan(CERTAIN, 3000)[0] - 3000
    assert wait == pytest.approx(10 * 1000 * USUAL_PACE_S, rel=0.3)


def suspecting(share):
    """A bot in seat 0 that thinks it so likely that its partner follows."""
    bot = sure(follows=False)
    belief = bot.listener.beliefs[1]
    weights = [math.exp(log) if not follow else 0.0 for log, follow in filters(belief)]
    least = [one for one, (_, follow) in enumerate(filters(belief)) if follow == min(SHARES)]
    for one in least:
        belief.log_weight[one] = math.log(share / (1 - share) * sum(weights) / len(least))
    return bot


def filters(belief):
    return [*zip(belief.log_weight, belief.follow, strict=True)]


def test_no_haste_is_shown_to_who_may_follow_however_little():
    calm, suspicious, sure_of_it = (
        suspecting(share).plan(CERTAIN, 3000)[0] - 3000 for share in (0.005, 0.1, 0.9)
    )
    assert calm < 450
    assert suspicious == pytest.approx(sure_of_it, rel=0.1)
    assert suspicious > 2000


def test_the_last_cards_are_laid_in_tempo_only_for_who_follows():
    view = playing(level=1, hand=("W27",), events=(laid("W7", 3000),), cards_left=(1, 0))
    assert sure(follows=False).plan(view, 3000)[0] - 3000 < 320
    assert sure(follows=True).plan(view, 3000)[0] - 3000 > 3000
    blind = replace(view, blind=(Colour.WHITE,), events=(replace(view.events[0], card=None),))
    assert sure(follows=True).plan(blind, 3000)[0] - 3000 <= 300  # shows nothing


def test_a_stand_off_over_the_last_cards_is_broken():
    at = {}
    for seat, card in ((0, "W50"), (1, "R1")):
        bot = Adaptive(seat, 2, 0)
        due, action = bot.plan(playing(seat=seat, hand=(card,), stars=0), 1000)
        assert action.card == card
        at[card] = due
    assert at["W50"] == at["R1"] < 30_000


def test_a_star_is_asked_for_once_when_the_risk_is_worth_it():
    bot = Adaptive(0, 2, 0)
    view = playing(hand=("W40",), lives=1, stars=1, cards_left=(1, 9))
    assert isinstance(bot.plan(view, 1000)[1], extreme.ProposeStar)
    assert isinstance(bot.plan(view, 1000)[1], extreme.Play)
    assert isinstance(Adaptive(0, 2, 0).plan(replace(view, stars=0), 1000)[1], extreme.Play)


def test_the_star_gets_the_riskier_card():
    bot = Adaptive(0, 2, 0)
    assert bot.discard(playing(hand=("W1", "R20"), cards_left=(2, 9))) == "R20"
    assert bot.discard(playing(hand=())) is None


def test_what_is_laid_blind_is_learned_when_the_pile_is_turned():
    listener = Listener(2)
    hidden = extreme.LaidSeen(seat=1, at=9000, colour=Colour.WHITE, card=None)
    view = playing(hand=("R20",), blind=(Colour.WHITE,), events=(hidden,))
    listener.hear(view)
    before = listener.beliefs[1].tempo(1)
    turned = replace(view, phase=extreme.Phase.PASSED, events=(laid("W10", 9000),))
    listener.hear(turned)
    after = listener.beliefs[1].tempo(1)
    assert before.log_pace == pytest.approx(math.log(USUAL_PACE_S))
    assert after.log_pace > before.log_pace + 0.5  # ten numbers in eight seconds


def test_who_is_left_alone_was_silent_until_then():
    listener = Listener(2)
    events = (laid("W30", 9000, seat=0), laid("R41", 9300))
    listener.hear(playing(level=1, events=events))
    held_back = listener.beliefs[1].tempo(-1)  # ten numbers, and not laid in eight seconds
    assert held_back.log_pace > math.log(USUAL_PACE_S) + 0.4
    assert listener.beliefs[1].heard == 0


def test_on_a_blind_pile_haste_and_being_left_alone_are_told_apart():
    def believed(*events):
        listener = Listener(2)
        hidden = tuple(replace(one, card=None) for one in events)
        view = playing(level=1, blind=(Colour.RED,), events=hidden)
        listener.hear(view)
        listener.hear(replace(view, phase=extreme.Phase.PASSED, events=events))
        return listener.beliefs[1]

    usual = math.log(USUAL_PACE_S)
    hasty = believed(laid("R48", 1200), laid("R10", 9000, seat=0))
    assert hasty.tempo(-1).log_pace < usual - 0.3
    assert hasty.heard == 0
    alone = believed(laid("R45", 9000, seat=0), laid("R41", 9300))
    assert alone.tempo(-1).log_pace > usual + 0.4
    assert alone.heard == 0


@pytest.mark.parametrize("kind", PEOPLE)
def test_people_differ_and_are_the_same_again_for_the_same_seed(kind):
    one, same, other = (PEOPLE[kind](0, 2, seed) for seed in (1, 1, 2))
    assert one.tempo() == same.tempo() != other.tempo()
    score = play_team((kind, kind), seed=1, number=1)
    assert score == play_team((kind, kind), seed=1, number=1)
    assert score.lives_lost > 0


def test_a_drill_goes_through_every_level():
    score = play_team(("casual-90", "casual-90"), seed=1, number=1, drill=True)
    assert (score.won, score.level) == (True, 12)
    assert score.lives_lost > 5


def test_the_oracle_knows_from_the_start_what_adaptive_has_to_find_out():
    bots = ("metronome", "adaptive", "oracle")
    drills = play_teams([(bot, "human-7") for bot in bots], Run(12, 1, drill=True))
    lost = {
        bot: sum(score.lives_lost for score in scores)
        for bot, scores in zip(bots, drills, strict=True)
    }
    assert lost["oracle"] <= lost["adaptive"] < lost["metronome"] / 2


def answers(setup, actions, bot, seat):
    """Let a game happen again and return what a bot plans on the way, and how it votes."""
    given = []
    log = []
    state = settle(extreme.initial(setup), log, extreme.follows, extreme.evolve)
    for action in [*actions, None]:
        awaited = seat in extreme.waiting(state)
        view = extreme.view(state, seat)
        given.append(ASKING.next_step(bot, view, seat, awaited=awaited, now=state.now))
        if action is not None:
            done = decide(extreme, state, action)
            state = done.state
            log += done.events
    return given, log


@pytest.mark.parametrize("trial", range(8))
def test_hidden_cards_reshuffled_change_no_plan(trial):
    rng = random.Random(f"reshuffled {trial}")
    players = rng.choice((2, 3, 4))
    seat = rng.randrange(players)
    game = tacit.new("extreme", players=players, seed=trial)
    makers = [PEOPLE[rng.choice(("human-30", "follows-along"))] for _ in range(players)]
    makers[seat] = Adaptive
    play_match(game, makers, f"reshuffled {trial}")
    setup = extreme.draw(game.settings, Chance(mix(seed_from(str(trial)), ())))
    actions = [event for event in game.events if isinstance(event, extreme.Action)]
    actions = actions[: rng.randrange(len(actions) // 2, len(actions))]
    here, log = answers(setup, actions, Adaptive(seat, players, 0), seat)
    other, others = extreme_worlds.another(setup, log, seat, rng)
    there, _ = answers(other, others, Adaptive(seat, players, 0), seat)
    assert other != setup
    assert there == here


class Enough(Exception):
    """The first levels are over."""


def newcomer(tempo, pace, label, alike=()):
    """Lives lost in the first three levels by two bots and a loose player at a pace."""

    def adaptive(seat, players, seed):
        bot = Adaptive(seat, players, seed)
        bot.settle_in(tempo, alike)
        return bot

    lost = 0

    def after(game):
        nonlocal lost
        lost = sum(isinstance(event, Mistake) for event in game.events)
        revive(game)
        if game.state.level > 2:
            raise Enough

    game = Game("extreme", {"players": 3}, seed=seed_from(label))
    revive(game)
    makers = [lambda *who: Loose(*who, pace), adaptive, adaptive]
    with pytest.raises(Enough):
        play_match(game, makers, label, after)
    return lost


def test_at_a_calm_table_a_slow_newcomer_loses_fewer_lives():
    lost = {
        tempo: sum(newcomer(tempo, 0.9, f"new {number}") for number in range(12))
        for tempo in ("calm", "usual")
    }
    assert lost["calm"] < lost["usual"]


@pytest.mark.parametrize("pace", [0.28, 0.6])
def test_bots_that_know_their_own_kind_hear_a_newcomer_sooner(pace):
    lost = {
        alike: sum(newcomer("calm", pace, f"new {number}", alike) for number in range(24))
        for alike in ((), (1, 2))
    }
    assert lost[1, 2] < lost[()]


def test_a_usual_table_is_what_bots_expect_who_are_told_nothing():
    told, untold = Adaptive(0, 2, 1), Adaptive(0, 2, 1)
    told.settle_in("usual")
    assert told.beliefs() == untold.beliefs()
    assert told.listener.beliefs[1].tempo(1) == untold.listener.beliefs[1].tempo(1)
