import msgspec
import pytest

from tacit.core.chance import Chance
from tacit.core.rulebook import SettingsError
from tacit.games.extreme import COLOUR, DECK, NAME, TITLE, Settings, draw, in_order

CHANCE = Chance(bytes(32))


def test_the_game_has_a_name_and_a_title():
    assert NAME == "extreme"
    assert TITLE == "The Mind Extreme"


@pytest.mark.parametrize(("players", "last_level"), [(2, 12), (3, 10), (4, 8)])
def test_me03_every_level_the_team_has_to_pass_is_dealt(players, last_level):
    setup = draw(Settings(players=players), CHANCE)
    assert setup.players == players
    assert len(setup.deals) == last_level


@pytest.mark.parametrize("players", [2, 3, 4])
def test_me05_each_player_gets_as_many_cards_as_the_level_says(players):
    for level, hands in enumerate(draw(Settings(players=players), CHANCE).deals, start=1):
        assert [len(hand) for hand in hands] == [level] * players
        assert len({card for hand in hands for card in hand}) == level * players


@pytest.mark.parametrize("players", [2, 3, 4])
def test_me05_all_hundred_cards_are_shuffled_anew_for_each_level(players):
    for level, hands in enumerate(draw(Settings(players=players), CHANCE).deals, start=1):
        shuffled = CHANCE.shuffle(f"level {level}", DECK)
        assert hands == tuple(
            in_order(shuffled[seat * level : (seat + 1) * level]) for seat in range(players)
        )


def test_me05_a_hand_may_be_of_one_colour():
    deals = draw(Settings(players=4), CHANCE).deals
    assert any(len({COLOUR[card] for card in hand}) == 1 for hands in deals[1:] for hand in hands)


def test_the_same_key_deals_the_same_game_and_another_key_another():
    settings = Settings(players=3)
    assert draw(settings, CHANCE) == draw(settings, Chance(bytes(32)))
    assert draw(settings, CHANCE) != draw(settings, Chance(b"\1" * 32))


@pytest.mark.parametrize("players", [-1, 0, 1, 5])
def test_me03_there_is_no_game_for_fewer_than_two_or_more_than_four(players):
    with pytest.raises(SettingsError) as error:
        draw(Settings(players=players), CHANCE)
    assert str(error.value) == f"The Mind Extreme is for 2 to 4 players, not {players}."


def test_a_setting_that_does_not_exist_is_an_error():
    with pytest.raises(msgspec.ValidationError):
        msgspec.convert({"players": 3, "objectives": 2}, Settings)
