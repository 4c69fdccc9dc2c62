"""Which bots play Mind Up!, and what they are asked."""

from __future__ import annotations

import importlib
import operator
from typing import Any, ClassVar

from tacit.bots.asking import Asking, Kind, in_hand
from tacit.games.mindup import Pick


class MindUpAsking(Asking):
    """All players choose a card at once."""

    kinds: ClassVar = {
        "choose": Kind("choose", "budget", int, Pick, plain=operator.index, allows=in_hand)
    }
    bots: ClassVar = {
        "flat": "tacit.games.mindup.bots.flat:Flat",
        "greedy": "tacit.games.mindup.bots.greedy:Greedy",
        "heron": "tacit.games.mindup.bots.heron:Heron",
        "linnet": "tacit.games.mindup.bots.characters:Linnet",
        "linnet-1": "tacit.games.mindup.bots.wavering:Wavering",
        "pebble": "tacit.games.mindup.bots.characters:Pebble",
        "random": "tacit.games.mindup.bots.random:Random",
        "raven": "tacit.games.mindup.bots.raven.raven:Raven",
        "search": "tacit.games.mindup.bots.search:Search",
        "swift": "tacit.games.mindup.bots.swift:Swift",
    }
    names: ClassVar = {
        "flat": ("Tally", "Compteur", "Contabile", "Zähler", "Ábaco", "Ábaco"),
        "greedy": ("Quick", "Vif", "Lesto", "Flink", "Rápido", "Ligeiro"),
        "heron": ("Heron", "Héron", "Airone", "Reiher", "Garza", "Garça"),
        "linnet": ("Linnet", "Linotte", "Fanello", "Hänfling", "Jilguero", "Pintassilgo"),
        "pebble": ("Pebble", "Caillou", "Sassolino", "Kiesel", "Guijarro", "Pedrinha"),
        "random": ("Dizzy", "Tournis", "Girandola", "Dussel", "Despiste", "Tontura"),
        "raven": ("Raven", "Corbeau", "Corvo", "Rabe", "Cuervo", "Corvo"),
        "search": ("Delver", "Sondeur", "Palombaro", "Grübler", "Buzo", "Fuçador"),
        "swift": ("Swift", "Martinet", "Rondone", "Segler", "Vencejo", "Andorinhão"),
    }
    offered = (
        "pebble", "linnet", "heron", "raven", "random", "greedy", "flat", "search", "swift",
    )  # fmt: skip
    stand_in = "greedy"
    any_move = "random"
    company = ("greedy", "linnet", "greedy")
    compiled = frozenset({"flat", "heron", "raven", "search", "swift"})
    hard = counted = frozenset({"flat", "raven", "search"})
    measured = (
        ("greedy", "linnet", 0.284),
        ("heron", "linnet", 0.560),
        ("linnet", "pebble", 0.482),
        ("greedy", "random", 0.751),
        ("swift", "greedy", 0.538),
        ("flat", "greedy", 0.542),
        ("search", "greedy", 0.873),
        ("raven", "search", 0.384),
    )

    def kind(self, look: Any, *, awaited: bool) -> str | None:  # noqa: ARG002
        """Ask the seats that have not picked."""
        return "choose" if awaited else None

    def warm(self) -> None:
        """Ask every bot that is compiled for one card."""
        importlib.import_module("tacit.games.mindup.bots.warm").main()


ASKING = MindUpAsking()
