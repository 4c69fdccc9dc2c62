"""All that luck decides in one game."""

from __future__ import annotations

import msgspec
import pytest

from tacit.core.chance import Chance
from tacit.core.rulebook import SettingsError
from tacit.games.mindup import DECK, OBJECTIVES, PLAYERS, Settings, Setup, draw
from tacit.games.mindup.rules.setup import lay_out

PILE = tuple(range(1, 15))


class Backwards:
    """A chance that turns everything around and remembers what it was asked for."""

    def __init__(self):
        self.asked = {}

    def shuffle(self, label, items):
        assert label not in self.asked
        self.asked[label] = items
        return tuple(reversed(items))


def letters(numbers):
    return [OBJECTIVES[number].letter for number in numbers]


def refused(**settings):
    with pytest.raises(SettingsError) as error:
        draw(Settings(**settings), Chance(bytes(32)))
    return str(error.value)


def test_mu03_at_most_six_players():
    assert draw(Settings(players=6), Chance(bytes(32))).players == 6
    assert refused(players=7) == "Mind Up! is for 3 to 6 players, not 7."


def test_mu05_at_least_three_players():
    assert draw(Settings(players=3), Chance(bytes(32))).players == 3
    assert refused(players=2) == "Mind Up! is for 3 to 6 players, not 2."


def test_mu05_players_can_be_three_to_six():
    assert tuple(PLAYERS) == (3, 4, 5, 6)


def test_mu06_mu10_mu27_mu31_every_shuffle_has_its_own_name():
    chance = Backwards()
    draw(Settings(players=3, objectives=1), chance)
    assert chance.asked == {
        "deck": DECK,
        "objectives": PILE,
        "score order 1": (1, 2, 3, 4, 5),
        "score order 2": (1, 2, 3, 4, 5),
        "score order 3": (1, 2, 3, 4, 5),
    }


def test_mu06_all_sixty_cards_are_shuffled():
    setup = draw(Settings(players=4), Backwards())
    assert setup.deck == tuple(range(60, 0, -1))


def test_mu10_mu27_each_round_has_its_order_of_the_score_values():
    setup = draw(Settings(players=4), Backwards())
    assert setup.orders == ((5, 4, 3, 2, 1),) * 3


def test_mu27_the_orders_are_drawn_apart():
    orders = draw(Settings(players=4), Chance(bytes(32))).orders
    assert [sorted(order) for order in orders] == [[1, 2, 3, 4, 5]] * 3
    assert len(set(orders)) == 3


def test_mu31_the_objectives_come_from_the_shuffled_pile():
    setup = draw(Settings(players=5, objectives=2), Backwards())
    assert setup == Setup(
        players=5,
        deck=tuple(range(60, 0, -1)),
        orders=((5, 4, 3, 2, 1),) * 3,
        objectives=((14, 12), (11, 10), (9, 8)),
    )


def test_mu31_the_game_is_played_without_objectives_unless_asked():
    assert Settings(players=3) == Settings(players=3, objectives=0)
    assert draw(Settings(players=3), Chance(bytes(32))).objectives == ((), (), ())


def test_mu34_one_objective_is_renewed_each_round():
    assert lay_out((9, 4, 13, 1), 1) == ((9,), (4,), (13,))


def test_mu34_a_letter_may_return_in_a_later_round():
    assert lay_out(PILE, 1) == ((1,), (2,), (3,))
    assert lay_out((1, 3, 2, 4, 5, 7), 2) == ((1, 3), (2, 4), (5, 7))


def test_mu34_two_objectives_are_renewed_each_round():
    assert lay_out((1, 3, 5, 7, 9, 11, 13), 2) == ((1, 3), (5, 7), (9, 11))


def test_mu35_a_letter_that_is_out_already_goes_under_the_pile():
    assert lay_out((1, 2, 3, 4, 5, 7), 2) == ((1, 3), (4, 5), (7, 2))


def test_mu35_letters_of_all_that_are_out_are_compared():
    assert lay_out((1, 3, 2, 4, 5, 6, 7), 3) == ((1, 3, 5),) * 3


@pytest.mark.parametrize("out", [1, 2, 3, 4, 5])
def test_mu35_one_to_five_objectives_are_out_all_letters_different(out):
    for numbers in lay_out(PILE, out):
        assert len(numbers) == len(set(letters(numbers))) == out


def test_mu35_at_most_five_objectives():
    assert draw(Settings(players=3, objectives=5), Backwards()).objectives == (
        (14, 12, 10, 8, 6),
        (14, 12, 10, 8, 6),
        (14, 12, 10, 8, 6),
    )
    assert refused(players=3, objectives=6) == "Mind Up! has 0 to 5 objectives, not 6."
    assert refused(players=3, objectives=-1) == "Mind Up! has 0 to 5 objectives, not -1."


def test_mu36_three_or_more_objectives_stay_all_game():
    assert lay_out(PILE, 3) == ((1, 3, 5),) * 3
    assert lay_out(PILE, 4) == ((1, 3, 5, 7),) * 3
    assert lay_out(PILE, 5) == ((1, 3, 5, 7, 9),) * 3


def test_m17_three_objectives_are_the_same_in_every_round():
    first, second, third = draw(Settings(players=4, objectives=3), Chance(bytes(32))).objectives
    assert len(set(letters(first))) == 3
    assert first == second == third


def test_settings_are_read_strictly():
    read = msgspec.json.Decoder(Settings).decode
    assert read(b'{"players":4,"objectives":2}') == Settings(players=4, objectives=2)
    with pytest.raises(msgspec.ValidationError):
        read(b'{"players":4,"objective":2}')
    with pytest.raises(msgspec.ValidationError):
        read(b'{"objectives":2}')
