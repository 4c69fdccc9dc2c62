"""Games plug themselves in; what is particular to one may be left out."""

from __future__ import annotations

import pytest

from tacit.core import plug
from tacit.core.pad import PadError, score
from tacit.core.plug import Plug


class Entry:
    def __init__(self, name, plug):
        self.name = name
        self._plug = plug

    def load(self):
        return self._plug


def test_a_game_without_a_score_pad_says_so():
    with pytest.raises(PadError, match="no score pad"):
        score(None, b"{}")


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
