"""Which bots play The Mind Extreme, and what they are asked."""

from __future__ import annotations

from typing import Any, ClassVar

from tacit.bots.asking import Asking, Kind, Step
from tacit.bots.manners import between_plays
from tacit.games.extreme import Action, Discard, Phase, Vote


class ExtremeAsking(Asking):
    """Everybody plans when to act next; on a star they vote, and give it a card."""

    timed = True
    kinds: ClassVar = {
        "plan": Kind("plan", "now", tuple[int, Action] | None),
        "vote": Kind("agree_to_star", "", bool, Vote, "agree", bool),
        "discard": Kind("discard", "", str | None, Discard),
    }
    bots: ClassVar = {
        "adaptive": "tacit.bots.adaptive:Adaptive",
        "casual-50": "tacit.bots.zoo:Casual",
        "casual-90": "tacit.bots.zoo:Guessing",
        "drifting": "tacit.bots.zoo:Drifting",
        "human-14": "tacit.bots.zoo:Feeling",
        "human-30": "tacit.bots.zoo:Loose",
        "human-7": "tacit.bots.zoo:Counting",
        "impatient": "tacit.bots.zoo:Impatient",
        "lapsing": "tacit.bots.zoo:Lapsing",
        "metronome": "tacit.bots.metronome:Metronome",
        "oracle": "tacit.bots.oracle:Oracle",
        "random": "tacit.bots.random:Random",
    }
    offered = ("adaptive", "random", "metronome")
    stand_in = "metronome"
    company = ("metronome",)

    def kind(self, look: Any, *, awaited: bool) -> str | None:
        """Ask everybody while cards may be laid, and otherwise whoever is waited for."""
        if look.phase in (Phase.PLAYING, Phase.GATHERING):
            return "plan"
        if not awaited:
            return None
        return {Phase.VOTING: "vote", Phase.CHOOSING: "discard"}.get(look.phase, "plan")

    def manners(self, view: Any, now: int) -> Step | None:
        """Lay the hand down, lift it, be ready."""
        step = between_plays(view, now)
        return None if step is None else Step(*step)


ASKING = ExtremeAsking()
