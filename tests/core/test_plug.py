"""Games plug themselves in; what is particular to one may be left out."""

from __future__ import annotations

import json

import pytest

from tacit.core import plug
from tacit.core.plug import Plug
from tacit.core.rulebook import SettingsError


class Entry:
    def __init__(self, name, plug):
        self.name = name
        self._plug = plug

    def load(self):
        return self._plug


def test_a_layer_that_has_to_know_nothing_gets_nothing():
    layers = set(Plug.__struct_fields__) - {"rules", "env", "order"}
    game = Plug(**dict.fromkeys(layers, ""), rules="")
    assert {game.load(layer) for layer in layers} == {None}


def test_nobody_takes_the_place_of_a_game_that_is_there(monkeypatch):
    imposter = Plug(rules="tacit.no.such.module", bots="tacit.no.such.module")
    monkeypatch.setattr(plug, "entry_points", lambda group: [Entry("mindup", imposter)])
    plug.look_again()
    assert plug.every_game()["mindup"].TITLE == "Mind Up!"
    plug.look_again()


def test_a_game_that_is_plugged_in_is_found_by_its_name():
    plug.register(Plug(rules="tacit.games.extreme", bots="", order=7))
    assert plug.plug_of("extreme").order == 2, "its own folder comes first"
    plug.look_again()


def test_a_part_is_a_module_or_a_name_in_one():
    game = Plug(rules="json", bots="json:dumps")
    assert game.load("rules") is json
    assert game.load("bots") is json.dumps


def test_a_game_that_was_registered_stays_until_games_are_looked_for_again():
    third = Plug(rules="tests.core.third_game", bots="")
    plug.register(third)
    assert plug.plug_of("third") is third
    plug.look_again()
    with pytest.raises(SettingsError) as error:
        plug.plug_of("third")
    assert str(error.value) == "There is no game 'third': the games are mindup and extreme."
