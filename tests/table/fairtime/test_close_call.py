"""After a mistake the table shows how close it was and what was compensated."""

import pytest

from tacit.games.extreme import POSITION, Phase
from tacit.games.extreme.conduct import CLOSE_CALL_MS
from tacit.table.decide.requests import Rematch
from tacit.table.fairtime.lag import MAX_TRIPS
from tacit.table.log.records import CloseCall
from tacit.table.log.state import Stage
from tests.table.tables import STAR, act, play, seed_where, started


def deal(players, *order):
    """A seed that gives the first seats white cards in this order of size, and the others red."""

    def wanted(setup):
        cards = [hand[0] for hand in setup.deals[0]]
        sizes = [int(card[1:]) for card in cards[: len(order)]]
        colours = "".join(card[0] for card in cards)
        ranks = [sorted(sizes).index(size) for size in sizes]
        return colours == "W" * len(order) + "R" * (players - len(order)) and ranks == list(order)

    return seed_where("extreme", players, wanted)


ANN_BEFORE_BOB = deal(3, 0, 1)
ANN_BEFORE_BOB_AND_TWO_MORE = deal(4, 0, 1)
ANN_BOB_CLEO = deal(4, 0, 1, 2)
TWO_WHITE = deal(2, 0, 1)


def in_play(*people, seed=ANN_BEFORE_BOB, **lines):
    """A level in play; by person the round trip of a line, none by default."""
    desk = started("extreme", *people, seed=seed)
    desk.raise_hands()
    for person, rtt in lines.items():
        desk.heard(person).rtt = rtt
    desk.wait(60_000)
    return desk


def mistake(*, later, **lines):
    """Bob lays his card first; Ann presses hers so much later."""
    desk = in_play("ann", "bob", "cleo", **lines)
    (card,) = desk.hand("ann")
    desk.press("bob", play(*desk.hand("bob")))
    desk.wait(later)
    name = desk.press("ann", play(card))
    desk.wait(500)
    return desk, card, name


def test_me_34_the_press_of_an_overtaken_card_is_refused():
    desk, card, name = mistake(later=40)
    ((_, answer),) = desk.answers(name)
    assert answer.key == "not-playing"
    assert desk.game.lives == 2
    assert desk.game.aside == ((0, card),)
    assert desk.hand("ann") == ()
    assert len(desk.game.laid) == 1


def test_the_close_call_tells_whose_card_it_was_and_how_far_behind():
    desk, card, _ = mistake(later=40)
    close = {"kind": "close-call", "seat": 0, "card": card, "behind": 40, "compensated": 0}
    assert desk.state.close == CloseCall(seat=0, card=card, behind=40, compensated=0)
    for person in ("ann", "bob", "cleo"):
        assert desk.copy(person).house["close"] == close
    assert desk.entries()[-1].house == (desk.state.close,)
    assert desk.rebuilt().state.close == desk.state.close


def test_it_tells_what_was_compensated():
    desk, card, _ = mistake(later=40, ann=200)
    assert desk.state.close == CloseCall(seat=0, card=card, behind=40, compensated=100)


def test_a_press_that_was_made_first_but_came_too_late_was_behind_by_nothing():
    desk = in_play("ann", "bob", "cleo")
    (card,) = desk.hand("ann")
    lag = desk.table._connections.get(desk.line("ann")).lag
    desk.must("bob", play(*desk.hand("bob")))
    desk.heard("ann").rtt = 200
    for sent in range(MAX_TRIPS):  # a line grows slow at this very moment
        lag.pong(lag.ping(sent), sent + 200)
    desk.wait(60)
    desk.do("ann", play(card))
    assert desk.state.close == CloseCall(seat=0, card=card, behind=0, compensated=100)


@pytest.mark.parametrize(
    ("later", "close"), [(0, True), (CLOSE_CALL_MS, True), (CLOSE_CALL_MS + 1, False)]
)
def test_a_press_long_after_was_not_close(later, close):
    desk, _, name = mistake(later=later)
    assert (desk.state.close is not None) is close
    assert len(desk.answers(name)) == 1


def test_a_mistake_has_one_close_call():
    desk = in_play("ann", "bob", "cleo", "dora", seed=ANN_BOB_CLEO)
    first, second = (desk.hand(person)[0] for person in ("ann", "bob"))
    desk.must("cleo", play(*desk.hand("cleo")))
    desk.wait(30)
    desk.do("bob", play(second))
    desk.wait(30)
    desk.do("ann", play(first))
    assert desk.state.close == CloseCall(seat=1, card=second, behind=30, compensated=0)
    assert sum(isinstance(event, CloseCall) for one in desk.entries() for event in one.house) == 1


def test_another_players_card_is_no_close_call():
    desk = in_play("ann", "bob", "cleo")
    (card,) = desk.hand("ann")
    desk.must("bob", play(*desk.hand("bob")))
    desk.do("cleo", play(card))
    desk.do("cleo", play(*desk.hand("cleo")))
    desk.do("ann", act("stop"))
    assert desk.state.close is None


def test_a_press_during_play_is_no_close_call():
    desk = in_play("ann", "bob", "cleo")
    desk.must("cleo", play(*desk.hand("cleo")))
    desk.do("ann", play("W99"))
    assert desk.state.close is None


def test_the_next_card_ends_it():
    desk, _, _ = mistake(later=40)
    desk.raise_hands()
    assert desk.state.close is not None
    desk.must("cleo", play(*desk.hand("cleo")))
    assert desk.state.close is None


def test_the_next_card_ends_it_for_everybody():
    desk = in_play("ann", "bob", "cleo", "dora", seed=ANN_BEFORE_BOB_AND_TWO_MORE)
    (card,) = desk.hand("ann")
    desk.must("bob", play(*desk.hand("bob")))
    desk.do("ann", play(card))
    assert desk.copy("bob").house["close"]["card"] == card
    desk.raise_hands()
    person, card = desk.next_cards()[0]
    desk.must(person, play(card))
    assert desk.game.phase is Phase.PLAYING
    assert desk.copy("bob").house["close"] is None
    desk.check_copies()


def test_a_card_given_to_a_star_was_not_overtaken():
    desk = started("extreme", "ann", "bob")
    desk.reach_level(4)
    desk.raise_hands()
    person, card = desk.next_cards()[0]
    desk.must(person, play(card))
    desk.must("ann", STAR)
    desk.must("bob", act("vote", agree=True))
    cards = {person: desk.copy(person).legal["discard"][0] for person in ("ann", "bob")}
    for person, card in cards.items():
        desk.must(person, act("discard", card=card))
    assert desk.game.phase is Phase.GATHERING
    desk.do("ann", play(cards["ann"]))
    assert desk.state.close is None


def test_a_card_given_to_a_star_before_anything_was_laid_is_no_close_call():
    desk = started("extreme", "ann", "bob")
    desk.reach_level(3)
    desk.must("ann", STAR)
    desk.must("bob", act("vote", agree=True))
    cards = {person: desk.copy(person).legal["discard"][0] for person in ("ann", "bob")}
    for person, card in cards.items():
        desk.must(person, act("discard", card=card))
    assert desk.game.phase is Phase.GATHERING
    assert desk.refused("ann", play(cards["ann"])) == "not-playing"
    assert desk.state.close is None


def test_a_mistake_with_the_last_cards_has_a_close_call_too():
    desk = in_play("ann", "bob", seed=TWO_WHITE)
    (card,) = desk.hand("ann")
    desk.must("bob", play(*desk.hand("bob")))
    assert desk.game.phase is Phase.PASSED
    desk.wait(40)
    desk.do("ann", play(card))
    assert desk.state.close == CloseCall(seat=0, card=card, behind=40, compensated=0)


def wrong_card(desk):
    """Return who could lay which card too early, and whose card it would overtake, or None."""
    cards = desk.next_cards()
    for person, card in cards:
        for other, lower in cards:
            overtakes = lower[0] == card[0] and POSITION[lower] < POSITION[card]
            if overtakes and other != person and card in desk.copy(person).legal.get("play", ()):
                return person, card, other, lower
    return None


def with_one_life():
    """Three people in play who cannot afford the mistake that one of them is about to make."""
    desk = started("extreme", "ann", "bob", "cleo")
    while desk.game.lives > 1 or wrong_card(desk) is None:
        if desk.game.phase is Phase.GATHERING:
            desk.raise_hands()
        elif desk.game.phase is Phase.PASSED:
            for person in ("ann", "bob", "cleo"):
                desk.must(person, act("ready"))
        elif desk.game.lives > 1 and (wrong := wrong_card(desk)) is not None:
            desk.must(wrong[0], play(wrong[1]))
        else:
            person, card = desk.next_cards()[0]
            desk.must(person, play(card))
    return desk, wrong_card(desk)


def test_the_mistake_that_loses_the_game_has_a_close_call_too():
    desk, (person, card, other, overtaken) = with_one_life()
    desk.must(person, play(card))
    assert desk.state.stage is Stage.OVER
    desk.wait(40)
    desk.do(other, play(overtaken))
    assert desk.state.close is not None


def test_the_press_of_an_overtaken_card_after_the_game_is_refused():
    desk, (person, card, other, overtaken) = with_one_life()
    desk.must(person, play(card))
    assert desk.do(other, play(overtaken)).key == "no-game"


def test_a_press_held_until_after_a_rematch_is_refused():
    desk, (person, card, other, overtaken) = with_one_life()
    (third,) = {"ann", "bob", "cleo"} - {person, other}
    desk.heard(third).rtt = 280
    desk.wait(60_000)
    desk.press(person, play(card))
    desk.wait(5)
    held = desk.press(other, play(overtaken))
    desk.wait(137)
    assert desk.state.stage is Stage.OVER
    desk.must("ann", Rematch(go=True))
    assert desk.answers(held) == []
    desk.wait(100)
    ((_, answer),) = desk.answers(held)
    assert answer.key == "no-game"
