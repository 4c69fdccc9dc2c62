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

WILD, KEEN = 8.0, 0.15
"""How many points the weakest bots of the field take for about the same, and the strongest."""
KINDS = ("random", "pebble", "pebble", "linnet", "linnet", "linnet", "linnet")
STRONG = ("heron", "heron", "search#30")
"""Three of ten; without Numba Linnets that misjudge nothing play for them."""


class MindUpDaily(DailyGame):
    """Four players, no objectives; points count."""

    game = "mindup"
    bots = ("linnet", "greedy", "linnet")

    def entrant(self, number: int, seed: int) -> Any:
        """Return bots from random to strong in turn; those of one kind differ in judgement."""
        kind = (*KINDS, *STRONG)[number % (len(KINDS) + len(STRONG))]
        is_strong = kind in STRONG
        if is_strong and not can_compile():
            kind = "linnet"
        bot = find_bot(kind, "mindup")(0, self.players, seed)
        if not is_strong and hasattr(bot, "HEAT"):
            share = Random(seed).random()  # noqa: S311  # not for secrets
            bot.HEAT = math.exp(math.log(KEEN) + share * (math.log(WILD) - math.log(KEEN)))
        return bot


DAILY = MindUpDaily()
