"""Which bots play The Mind Extreme, and what they are asked."""

from __future__ import annotations

import importlib
from collections.abc import Sequence
from typing import Any, ClassVar

from tacit.bots.asking import Asking, Kind, Step, in_hand
from tacit.games.extreme import Action, Discard, Phase, Vote
from tacit.games.extreme.bots.between_plays import between_plays


class ExtremeAsking(Asking):
    """Every bot plans when to act next; on a star it votes, and gives it a card."""

    timed = True
    kinds: ClassVar = {
        "plan": Kind("plan", "now", tuple[int, Action] | None),
        "vote": Kind("agree_to_star", "", bool, Vote, "agree", bool),
        "discard": Kind("discard", "", str | None, Discard, allows=in_hand),
    }
    bots: ClassVar = {
        "adaptive": "tacit.games.extreme.bots.adaptive:Adaptive",
        "casual-50": "tacit.games.extreme.bots.people:Casual",
        "casual-90": "tacit.games.extreme.bots.people:Guessing",
        "drifting": "tacit.games.extreme.bots.people:Drifting",
        "follows-all": "tacit.games.extreme.bots.people:FollowsAll",
        "follows-along": "tacit.games.extreme.bots.people:FollowsAlong",
        "follows-fully": "tacit.games.extreme.bots.people:FollowsFully",
        "follows-lapsing": "tacit.games.extreme.bots.people:FollowsLapsing",
        "follows-last": "tacit.games.extreme.bots.people:FollowsLast",
        "follows-loose": "tacit.games.extreme.bots.people:FollowsLoose",
        "follows-mistakes": "tacit.games.extreme.bots.people:FollowsMistakes",
        "follows-partner": "tacit.games.extreme.bots.people:FollowsPartner",
        "follows-steady": "tacit.games.extreme.bots.people:FollowsSteady",
        "follows-three": "tacit.games.extreme.bots.people:FollowsThree",
        "human-14": "tacit.games.extreme.bots.people:Feeling",
        "human-30": "tacit.games.extreme.bots.people:Loose",
        "human-7": "tacit.games.extreme.bots.people:Counting",
        "impatient": "tacit.games.extreme.bots.people:Impatient",
        "lapsing": "tacit.games.extreme.bots.people:Lapsing",
        "metronome": "tacit.games.extreme.bots.metronome:Metronome",
        "oracle": "tacit.games.extreme.bots.oracle:Oracle",
        "random": "tacit.games.extreme.bots.random:Random",
    }
    names: ClassVar = {
        "adaptive": ("Echo", "Écho", "Eco", "Echo", "Eco", "Eco"),
        "metronome": ("Steady", "Posé", "Costante", "Takt", "Compás", "Compasso"),
        "random": ("Dizzy", "Tournis", "Girandola", "Dussel", "Despiste", "Tontura"),
    }
    offered = ("adaptive", "random", "metronome")
    stand_in = "metronome"
    plays_out = "random"  # lays cards as they come, and soon loses
    any_move = "random"
    company = ("metronome",)

    def kind(self, look: Any, *, awaited: bool) -> str | None:
        """Ask every bot while cards may be laid, and otherwise the one the table waits for."""
        if look.phase in (Phase.PLAYING, Phase.GATHERING):
            return "plan"
        if not awaited:
            return None
        return {Phase.VOTING: "vote", Phase.CHOOSING: "discard"}.get(look.phase, "plan")

    def seated(self, bots: Sequence[Any]) -> None:
        """Tell `oracle` who sits where."""
        oracle = importlib.import_module("tacit.games.extreme.bots.oracle")
        for bot in bots:
            if isinstance(bot, oracle.Oracle):
                bot.told(bots)

    def routine_step(self, view: Any, now: int) -> Step | None:
        """Lay the hand down, lift it, be ready."""
        step = between_plays(view, now)
        return None if step is None else Step(*step)


ASKING = ExtremeAsking()
