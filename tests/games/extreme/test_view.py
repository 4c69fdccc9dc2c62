import msgspec
import pytest

from tacit.games.extreme import (
    Chosen,
    Colour,
    Dealt,
    Discard,
    GameEnded,
    LaidSeen,
    LayHand,
    LevelBegun,
    LevelPassed,
    LiftHand,
    Mistake,
    Pause,
    Phase,
    Pile,
    Play,
    PlayedBlind,
    ProposeStar,
    Ready,
    Reward,
    Setup,
    StarAgreed,
    StarRefused,
    Started,
    StarUsed,
    Stop,
    Turned,
    View,
    Vote,
    evolve,
    history,
    initial,
    odds,
    view,
    witness,
)
from tests.games.extreme.tables import after, agreed, cards, dealt, in_phase, playing, synchronised

WHITE, RED = Colour.WHITE, Colour.RED
EVERYONE = [None, 0, 1]


def open_level():
    """Level 2 after a mistake, with one hand on the table again."""
    table = after(playing("W9 W20 R30", "W4 R40"), Play(1, "R40", 10), Play(0, "W9", 20))
    return after(table, LayHand(1, 30))


def blind_level():
    """Level 3 in the middle, a star agreed to and one card chosen."""
    table = playing("W9 W20 R30", "W4 R40", "W50", level=3, stars=2)
    table = after(table, Play(1, "R40", 10), Play(0, "W9", 20), Play(1, "W4", 30))
    table = after(table, ProposeStar(1, 40), Vote(0, True, 50), Vote(2, True, 60))
    return after(table, Discard(0, "R30", 70))


def test_a_player_sees_the_open_table_and_their_own_hand():
    assert view(open_level(), 0) == View(
        seat=0,
        players=2,
        level=2,
        last_level=12,
        blind=(),
        reward=Reward.STAR,
        lives=1,
        stars=1,
        phase=Phase.GATHERING,
        hand=cards("W20 R30"),
        cards_left=(2, 0),
        piles={WHITE: Pile(count=1, top="W9"), RED: Pile(count=1, top="R40")},
        events=(
            LaidSeen(seat=1, at=10, colour=RED, card="R40"),
            LaidSeen(seat=0, at=20, colour=WHITE, card="W9"),
        ),
        pauses=(Pause(at=0, playing=True), Pause(at=20, playing=False)),
        aside=((1, "W4"),),
        turned=(),
        down=(False, True),
        votes=(None, None),
        chosen=(False, False),
        choice=None,
        ready=(False, False),
        now=30,
        outcome=None,
    )


def test_a_spectator_sees_the_open_table_and_no_hand():
    table = open_level()
    watched = view(table, None)
    assert (watched.seat, watched.hand, watched.choice) == (None, (), None)
    assert msgspec.structs.replace(watched, seat=0, hand=cards("W20 R30")) == view(table, 0)


@pytest.mark.parametrize(
    ("seat", "hand", "white", "choice"),
    [
        (0, "W20 R30", ("W9", None), "R30"),
        (1, "", (None, "W4"), None),
        (2, "W50", (None, None), None),
        (None, "", (None, None), None),
    ],
)
def test_me21_of_a_blind_level_each_sees_their_own_cards_only(seat, hand, white, choice):
    assert view(blind_level(), seat) == View(
        seat=seat,
        players=3,
        level=3,
        last_level=10,
        blind=(WHITE,),
        reward=Reward.LIFE,
        lives=3,
        stars=2,
        phase=Phase.CHOOSING,
        hand=cards(hand),
        cards_left=(2, 0, 1),
        piles={WHITE: Pile(count=2, top=None), RED: Pile(count=1, top="R40")},
        events=(
            LaidSeen(seat=1, at=10, colour=RED, card="R40"),
            LaidSeen(seat=0, at=20, colour=WHITE, card=white[0]),
            LaidSeen(seat=1, at=30, colour=WHITE, card=white[1]),
        ),
        pauses=(Pause(at=0, playing=True), Pause(at=40, playing=False)),
        aside=(),
        turned=(),
        down=(False, False, False),
        votes=(True, True, True),
        chosen=(True, False, False),
        choice=choice,
        ready=(False, False, False),
        now=70,
        outcome=None,
    )


@pytest.mark.parametrize("seat", EVERYONE)
def test_me23_after_turning_everyone_sees_the_blind_cards(seat):
    table = playing("W9", "W4", level=3)
    seen = view(after(table, Play(0, "W9"), Play(1, "W4"), Ready(1)), seat)
    assert seen.turned == (
        Turned(seat=0, card="W9", overtook=((1, "W4"),)),
        Turned(seat=1, card="W4", overtook=()),
    )
    assert (seen.phase, seen.ready, seen.outcome) == (Phase.PASSED, (False, True), None)


@pytest.mark.parametrize("seat", EVERYONE)
def test_me32_everyone_sees_how_the_game_ended(seat):
    seen = view(in_phase(Phase.OVER), seat)
    assert (seen.phase, seen.outcome, seen.lives) == (Phase.OVER, "lost", 0)


@pytest.mark.parametrize("seat", EVERYONE)
def test_me26_everyone_sees_the_votes(seat):
    table = after(playing("W1", "W2", "W3"), ProposeStar(2), Vote(0, True))
    assert view(table, seat).votes == (True, None, True)


def test_an_empty_pile_has_no_top():
    empty = Pile(count=0, top=None)
    assert view(dealt("W1", "W2"), 0).piles == {WHITE: empty, RED: empty}


@pytest.mark.parametrize("phase", [phase for phase in Phase if phase is not Phase.OVER])
def test_a_view_in_every_phase_is_json_and_back(phase):
    for seat in EVERYONE:
        seen = view(in_phase(phase), seat)
        line = msgspec.json.encode(seen)
        assert seen.phase is phase
        assert line.startswith(b'{"game":"extreme",')
        assert msgspec.json.decode(line, type=View) == seen


@pytest.mark.parametrize("seat", [0, None])
def test_me06_a_view_says_nothing_about_other_hands(seat):
    one = dealt("W8 R33", "W20 R1")
    other = dealt("W8 R33", "W2 W50")
    assert msgspec.json.encode(view(one, seat)) == msgspec.json.encode(view(other, seat))
    one, other = synchronised(one), synchronised(other)
    assert msgspec.json.encode(view(one, seat)) == msgspec.json.encode(view(other, seat))


@pytest.mark.parametrize("seat", [0, None])
def test_me06_a_deal_shows_nobody_another_hand(seat):
    one = LevelBegun(level=1, hands=(("W8",), ("R33",)))
    other = LevelBegun(level=1, hands=(("W8",), ("W2",)))
    table = dealt("W8", "R33", level=1)
    assert witness(table, one, seat) == witness(table, other, seat)


@pytest.mark.parametrize("seat", [0, None])
def test_me06_a_choice_for_a_star_shows_nobody_the_card(seat):
    table = agreed(playing("W8 R33", "W20 R1"))
    one, other = Discard(1, "W20", 5), Discard(1, "R1", 5)
    assert witness(table, one, seat) == witness(table, other, seat)
    assert view(after(table, one), seat) == view(after(table, other), seat)


@pytest.mark.parametrize("seat", [0, None])
def test_me06_a_blind_card_shows_nobody_its_value(seat):
    one = playing("W8", "W20 W21", level=3)
    other = playing("W8", "W2 W50", level=3)
    assert witness(one, Play(1, "W20", 5), seat) == witness(other, Play(1, "W2", 5), seat)
    seen = view(after(one, Play(1, "W20", 5)), seat)
    assert seen == view(after(other, Play(1, "W2", 5)), seat)


def test_me06_a_deal_shows_each_their_own_hand():
    deal = LevelBegun(level=2, hands=(cards("W8 R33"), cards("W20 R1")))
    table = dealt("W8", "W9")
    assert witness(table, deal, 0) == Dealt(level=2, hand=cards("W8 R33"))
    assert witness(table, deal, 1) == Dealt(level=2, hand=cards("W20 R1"))
    assert witness(table, deal, None) == Dealt(level=2, hand=())


@pytest.mark.parametrize(
    ("level", "card", "blind"),
    [
        (2, "W8", False),
        (2, "R8", False),
        (3, "W8", True),
        (3, "R8", False),
        (4, "W8", False),
        (4, "R8", True),
        (6, "W8", True),
        (6, "R8", True),
    ],
)
def test_me21_others_witness_the_card_only_on_an_open_pile(level, card, blind):
    table = playing(f"{card} W40", "W41", level=level)
    play = Play(0, card, 12)
    colour = WHITE if card == "W8" else RED
    assert witness(table, play, 0) == play
    for other in (1, None):
        hidden = PlayedBlind(seat=0, colour=colour, at=12)
        assert witness(table, play, other) == (hidden if blind else play)


def test_me27_others_witness_only_that_a_card_was_chosen():
    table = agreed(playing("W8 R33", "W20 R1"))
    choice = Discard(1, "W20", 9)
    assert witness(table, choice, 1) == choice
    assert witness(table, choice, 0) == Chosen(seat=1, at=9)
    assert witness(table, choice, None) == Chosen(seat=1, at=9)


@pytest.mark.parametrize("seat", EVERYONE)
@pytest.mark.parametrize(
    "event",
    [
        LayHand(1, 5),
        LiftHand(1, 5),
        Stop(1, 5),
        ProposeStar(1, 5),
        Vote(1, False, 5),
        Ready(1, 5),
        Started(5),
        StarRefused(1),
        StarAgreed(),
        LevelPassed(3, Reward.LIFE, gained=True, one_pile_first=False),
        GameEnded("lost", 3),
    ],
)
def test_everyone_witnesses_what_happens_in_the_open(event, seat):
    assert witness(playing("W7 R9", "W8 R8", level=3), event, seat) == event


@pytest.mark.parametrize("seat", [0, 1, None])
@pytest.mark.parametrize(
    ("event", "left"),
    [
        (Mistake(1, "R8", ((0, "R9"),)), {"lives": 1}),
        (Turned(1, "W8", ((0, "W7"),)), {"lives": 1}),
        (Turned(1, "W8", ()), {"lives": 2}),
        (StarUsed(("W7", "R8")), {"stars": 0}),
    ],
)
def test_me16_me23_me28_what_costs_something_is_seen_with_what_is_left(event, left, seat):
    state = playing("W7 R9", "W8 R8", level=3)
    seen = msgspec.to_builtins(witness(state, event, seat))
    assert seen == msgspec.to_builtins(event) | left
    after = evolve(state, event)
    assert {name: getattr(after, name) for name in left} == left


def test_a_blind_card_of_another_is_known_once_it_is_turned():
    table = playing("W8 R2", "R40 R3", level=3)
    table = after(table, Play(0, "W8"))
    assert [laid.card for laid in view(table, 1).events] == [None]
    for seat, card in ((1, "R40"), (1, "R3"), (0, "R2")):
        table = after(table, Play(seat, card))
    assert view(table, 1).events[0].card == "W8"
    assert view(table, None).events[0].card == "W8"


def test_before_the_first_deal_there_is_no_level_to_see():
    seen = view(initial(Setup(players=2, deals=())), 0)
    assert (seen.level, seen.blind, seen.reward) == (0, (), None)


def test_others_see_how_much_a_blind_play_was_dated_back():
    table = playing("W8 W9 R2", "R40 R3 R4", level=3)
    seen = witness(table, Play(0, "W8", at=5, compensated=40), 1)
    assert (seen.at, seen.compensated) == (5, 40)


def test_there_is_nothing_to_look_back_at_or_to_reckon_with_during_a_game():
    assert history(open_level()) == ()
    assert odds(open_level(), 0) is None
