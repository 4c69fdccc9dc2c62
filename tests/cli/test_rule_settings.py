"""The settings of a game's rules on the command line: what has a description is an option."""

from types import SimpleNamespace
from typing import Annotated, Literal

import msgspec
import pytest

from tacit.cli import rule_settings as module
from tacit.cli.input import InputError
from tacit.cli.parser import Parser


class Settings(msgspec.Struct):
    players: int
    cards: Annotated[int, msgspec.Meta(description="in each hand, 100 % of them")] = 3
    trump: Annotated[Literal["red", "black"], msgspec.Meta(description="what beats")] = "red"
    open_hands: Annotated[bool, msgspec.Meta(description="all see all hands")] = False
    start: int = 0


class Other(msgspec.Struct):
    players: int
    cards: Annotated[int, msgspec.Meta(description="in each hand")] = 5
    jokers: Annotated[int, msgspec.Meta(description="in the deck")] = 2


@pytest.fixture
def parse(monkeypatch):
    """Parse a command line for one of two games, whose options are all there."""
    games = {"one": Settings, "other": Other}
    monkeypatch.setattr(module, "rulebook", lambda game: SimpleNamespace(Settings=games[game]))
    parser = Parser()
    for game in games:
        module.add_rule_settings(parser, game)

    def parse(game, *words):
        args = parser.parse_args(words)
        args.game = game
        return args

    parse.help = parser.format_help
    return parse


def test_a_setting_is_told_by_its_type(parse):
    args = parse("one", "--cards", "4", "--trump", "black", "--open-hands")
    assert module.rule_settings(args) == {"cards": 4, "trump": "black", "open_hands": True}


def test_what_is_not_named_is_left_to_the_rules_or_filled_in(parse):
    args = parse("one", "--trump", "black")
    assert module.rule_settings(args) == {"trump": "black"}
    assert module.all_rule_settings(args) == {"cards": 3, "trump": "black", "open_hands": False}


def test_a_setting_without_a_description_is_no_option(parse):
    assert "--start" not in parse.help()
    assert "--players" not in parse.help()
    assert "100 % of them" in parse.help()


def test_a_setting_of_both_games_is_one_option(parse):
    assert module.rule_settings(parse("other", "--cards", "4")) == {"cards": 4}
    assert module.all_rule_settings(parse("other")) == {"cards": 5, "jokers": 2}


def test_a_setting_of_another_game_is_refused_unless_it_is_nothing(parse):
    with pytest.raises(InputError, match="--open-hands is no setting of other"):
        module.rule_settings(parse("other", "--open-hands"))
    assert module.rule_settings(parse("other", "--no-open-hands")) == {}


def test_a_wrong_value_is_one_clear_line(parse, capsys):
    with pytest.raises(SystemExit):
        parse("one", "--cards", "many")
    assert "argument --cards: invalid int value: 'many'" in capsys.readouterr().err
