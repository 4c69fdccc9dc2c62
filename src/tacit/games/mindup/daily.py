"""The deal of the day of Mind Up!: against three bots that see only what lies on the table.

None of them plays games out in its head. So none needs a worker process, whose stand-in would make
the bots of one player differ from those of another, and a site without Numba has the same ones.
"""

from __future__ import annotations

import math
from random import Random
from typing import Any

from tacit.bots.registry import can_compile, find_bot
from tacit.club.daily import DailyGame
from tacit.games.mindup.bots.random import Random as Chance
from tacit.games.mindup.bots.wavering import Heedless, Wavering

WILD, KEEN = 8.0, 0.15
"""How many points the weakest bots of the field take for about the same, and the strongest."""
KINDS = (Chance, Heedless, Heedless, Wavering, Wavering, Wavering, Wavering)
STRONG = ("heron", "heron", "search#30")
"""Three of ten; without Numba the usual Wavering plays for them."""


class MindUpDaily(DailyGame):
    """Four players, no objectives; points count."""

    game = "mindup"
    bots = ("linnet", "greedy", "linnet")

    def entrant(self, number: int, seed: int) -> Any:
        """Return bots from random to strong in turn; those of one kind differ in judgement."""
        place = number % (len(KINDS) + len(STRONG))
        if place >= len(KINDS):
            name = STRONG[place - len(KINDS)]
            make = find_bot(name, "mindup") if can_compile() else Wavering
            return make(0, self.players, seed)
        bot = KINDS[place](0, self.players, seed)
        if isinstance(bot, Heedless):
            share = Random(seed).random()  # noqa: S311  # not for secrets
            bot.HEAT = math.exp(math.log(KEEN) + share * (math.log(WILD) - math.log(KEEN)))
        return bot


DAILY = MindUpDaily()
