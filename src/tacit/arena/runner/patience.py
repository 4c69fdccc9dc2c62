"""How long the arena waits for a bot."""

from __future__ import annotations

import msgspec


class Patience(msgspec.Struct, frozen=True):
    """What is late, what is too often, and when a process is ended; all times in seconds.

    A budget is a wish, and a busy machine may keep any bot from it. So an answer is late only at
    ten budgets and a second more, the third late answer forfeits the game, and whoever has not
    answered at twenty budgets and five seconds more is taken never to answer. The first game in a
    process may wait for code to be compiled, and a bot that counts playouts promises no time.

    When a bot is checked, its usual answer may take twice the budget and `usual` more.
    """

    times: int = 3
    factor: float = 10
    spare: float = 1
    hang: float = 5
    first: float = 60
    counting: float = 120
    usual: float = 0.02

    def late(self, budget: float) -> float:
        """Return from when on an answer is late."""
        return self.factor * budget + self.spare

    def limit(self, budget: float, *, warm: bool, counts: bool) -> float:
        """Return from when on a bot is taken never to answer."""
        limit = 2 * self.factor * budget + self.hang
        if counts:
            limit = max(limit, self.counting)
        return limit if warm else max(limit, self.first)
