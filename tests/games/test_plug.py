"""Games plug themselves in; what is particular to one may be left out."""

from __future__ import annotations

import pytest

from tacit import games
from tacit.games.pad import PadError, score
from tacit.games.plug import Plug


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
    layers = [name for name in Plug.__struct_fields__ if name != "rules"]
    plug = Plug(**dict.fromkeys(Plug.__struct_fields__, ""))
    assert [plug.load(layer) for layer in layers] == [None] * len(layers)


def test_nobody_takes_the_place_of_a_game_that_is_there(monkeypatch):
    imposter = Plug(**dict.fromkeys(Plug.__struct_fields__, "tacit.no.such.module"))
    monkeypatch.setattr(games, "entry_points", lambda group: [Entry("mindup", imposter)])
    games._look_around.cache_clear()
    games._look_around()
    assert games.rulebook("mindup").TITLE == "Mind Up!"
    games._look_around.cache_clear()
