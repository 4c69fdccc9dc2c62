"""Bots that play The Mind Extreme beside the agents of an environment."""

from __future__ import annotations

from typing import Any

from tacit.core.rulebook import Seat
from tacit.games.extreme import Discard, Phase, Vote
from tacit.games.extreme.env.clock import Intent, VirtualTable


class Partners:
    """The bots of one game. They are asked again only when something has happened."""

    def __init__(self, bots: dict[int, Any]) -> None:
        self._bots = bots
        self._asked = -1
        self._plans: dict[int, Intent] = {}

    def intents(self, table: VirtualTable) -> dict[int, Intent]:
        """Return what the bots want next, by seat; one that waits is not there."""
        if self._asked != len(table.events):
            self._asked = len(table.events)
            self._plans = {}
            for seat, bot in self._bots.items():
                plan = _plan(table, seat, bot)
                if plan is not None:
                    self._plans[seat] = plan
        return self._plans


def _plan(table: VirtualTable, seat: int, bot: Any) -> Intent | None:
    state, view = table.state, table.view(seat)
    if state.phase is Phase.PLAYING:
        planned = bot.plan(view, table.now)
        return None if planned is None else Intent(max(table.now, planned[0]), planned[1])
    if state.phase is Phase.VOTING and state.votes[seat] is None:
        return Intent(table.now, Vote(seat=Seat(seat), agree=bool(bot.agree_to_star(view))))
    if state.phase is Phase.CHOOSING and state.hands[seat] and state.chosen[seat] is None:
        return Intent(table.now, Discard(seat=Seat(seat), card=bot.discard(view)))
    return None
