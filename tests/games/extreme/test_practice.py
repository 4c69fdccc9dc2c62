"""Practice: one level alone, in which no mistake costs a life; and what it shows of a player."""

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

from tacit.core.chance import Chance
from tacit.core.rulebook import SettingsError, settle
from tacit.games.extreme import (
    LEVELS,
    TEAMS,
    Colour,
    GameEnded,
    LayHand,
    LevelBegun,
    LevelPassed,
    LiftHand,
    Mistake,
    Phase,
    Play,
    Settings,
    Setup,
    Turned,
    draw,
    evolve,
    follows,
    initial,
)
from tacit.games.extreme.review.training import trained
from tacit.games.extreme.rules.setup import Practice
from tests.games.extreme.tables import after, cards, happens, synchronised

BOTH = (Colour.WHITE, Colour.RED)


def practising(*hands, level=2, blind=()):
    """A level that is practised with these hands, all of them lifted."""
    deals = (tuple(cards(hand) for hand in hands),) * TEAMS[len(hands)].last_level
    setup = Setup(len(hands), deals, Practice(level, blind))
    return synchronised(settle(initial(setup), [], follows, evolve))


@given(st.integers(2, 4), st.data(), st.binary(min_size=32, max_size=32))
def test_practice_deals_its_level_as_a_game_with_the_same_seed_does(players, data, seed):
    level = data.draw(st.integers(1, TEAMS[players].last_level))
    setup = draw(Settings(players=players, practice=level), Chance(seed))
    assert setup.deals == draw(Settings(players=players), Chance(seed)).deals
    events = []
    state = settle(initial(setup), events, follows, evolve)
    assert events == [LevelBegun(level=level, hands=setup.deals[level - 1])]
    assert (state.level, state.blind, state.reward) == (level, LEVELS[level].blind, None)


@pytest.mark.parametrize(("piles", "blind"), [("open", ()), ("blind", BOTH), ("printed", None)])
def test_the_piles_of_practice_are_as_chosen(piles, blind):
    for level, printed in LEVELS.items():
        setup = draw(Settings(players=2, practice=level, piles=piles), Chance(bytes(32)))
        assert initial(setup).blind == (printed.blind if blind is None else blind)


@pytest.mark.parametrize(
    ("wrong", "said"),
    [
        ({"practice": 13}, "2 players practise levels 1 to 12."),
        ({"practice": -1}, "2 players practise levels 1 to 12."),
        ({"practice": 9, "players": 4}, "4 players practise levels 1 to 8."),
        ({"piles": "blind"}, "In a game the levels say which piles are blind."),
    ],
)
def test_there_is_no_practice_of_a_level_that_is_none_and_no_game_without_its_piles(wrong, said):
    with pytest.raises(SettingsError) as error:
        draw(Settings(**{"players": 2} | wrong), Chance(bytes(32)))
    assert str(error.value) == said


def test_the_settings_of_a_game_are_written_as_they_always_were():
    assert msgspec.json.encode(Settings(players=3)) == b'{"players":3}'


def test_a_mistake_is_told_and_costs_no_life():
    table = practising("W34 W47", "W26 W40")
    wrong = after(table, Play(0, "W34"))
    assert wrong.aside == ((1, "W26"),)
    assert (wrong.lives, wrong.phase) == (table.lives, Phase.GATHERING)
    for _ in range(3):  # more mistakes than a team has lives
        table = practising("W34 R3", "W26 R40")
        table = synchronised(after(table, Play(0, "W34")))
        events = happens(table, Play(0, "R3"))
    assert [type(one) for one in events] == [Play, Mistake, LevelPassed, GameEnded]
    assert events[-2:] == (
        LevelPassed(level=2, reward=None, gained=False, one_pile_first=False),
        GameEnded(outcome="won", level=2),
    )


def test_a_blind_pile_is_turned_and_costs_no_life():
    table = practising("W34", "W26", blind=BOTH)
    done = after(table, Play(0, "W34"), Play(1, "W26"))
    assert (done.lives, done.phase) == (table.lives, Phase.OVER)
    assert done.turned[0] == Turned(seat=0, card="W34", overtook=((1, "W26"),))


# What it shows.


def shown(table, *plays):
    """Play cards at times and return what that shows, by seat."""
    begun = LevelBegun(level=table.level, hands=table.setup.deals[table.level - 1])
    start = evolve(initial(table.setup), begun)
    hands = happens(start, *_hands(start))
    events = (begun, *hands, *happens(table, *plays))
    return trained(table.setup, events)


def _hands(start):
    return [kind(seat, 0) for kind in (LayHand, LiftHand) for seat in range(start.players)]


def test_an_even_player_is_very_steady_and_never_early_or_late():
    table = practising("W10 W20 W30", "W40 R5")
    plays = [Play(0, f"W{number}", at=1000 * number) for number in (10, 20, 30)]
    mine, _ = shown(table, *plays)
    assert (mine.level, mine.mistakes, mine.pace) == (2, 0, pytest.approx(1.0, abs=0.01))
    assert [(one.card, one.gap) for one in mine.cards] == [("W10", 10), ("W20", 10), ("W30", 10)]
    assert all(abs(one.off_ms) < 100 for one in mine.cards)
    assert mine.habits == ()
    assert mine.steady == "steady"


def test_who_hurries_on_red_is_told_so():
    table = practising("W10 W20 R40 R30", "W50 R1")
    plays = [
        Play(0, "R40", at=2_000),
        Play(0, "R30", at=4_000),
        Play(0, "W10", at=10_000),
        Play(0, "W20", at=20_000),
    ]
    mine, other = shown(table, *plays)
    habits = {one.where: one for one in mine.habits}
    assert habits["red"].off_ms < -1000
    assert habits["white"].off_ms > 1000
    assert habits["red"].cards == 2
    assert mine.spread > 0.3
    assert (other.pace, other.cards, other.mistakes) == (None, (), 0)


def test_a_mistake_is_counted_for_who_laid_the_card():
    table = practising("W34 W47", "W26 W40 R2")
    mine, other = shown(table, Play(0, "W34", at=3000))
    assert (mine.mistakes, other.mistakes) == (1, 0)


def test_a_game_that_is_no_practice_shows_nothing():
    setup = draw(Settings(players=2), Chance(bytes(32)))
    assert trained(setup, ()) == ()
