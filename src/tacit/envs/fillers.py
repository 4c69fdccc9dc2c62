"""Bots that fill seats of an environment, as they were asked for."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from tacit.bots.registry import bot_seed, find_bot
from tacit.core.rulebook import SettingsError


class Fillers:
    """By seat, what makes the bot there."""

    def __init__(self, game: str, players: int, bots: Mapping[int, Any] | None) -> None:
        """`bots` has, by seat, a name as on the command line or a class."""
        self._asked = (game, players, bots)
        self._players = players
        self._makers: dict[int, Any] = {}
        for seat, bot in sorted((bots or {}).items()):
            if not 0 <= seat < players:
                raise SettingsError(f"There is no seat {seat}: they are 0 to {players - 1}.")
            self._makers[seat] = find_bot(bot, game) if isinstance(bot, str) else bot
        if len(self._makers) == players:
            raise SettingsError("A bot sits in every seat: leave one for an agent.")

    def __reduce__(self) -> tuple[Any, ...]:
        """Find the bots again where a copy is unpickled: a bot's file may not be loaded there."""
        return Fillers, self._asked

    @property
    def free(self) -> tuple[int, ...]:
        """The seats of agents."""
        return tuple(seat for seat in range(self._players) if seat not in self._makers)

    def sit_down(self, label: str) -> dict[int, Any]:
        """Make the bots of one game; the label gives each its own luck."""
        return {
            seat: make(seat, self._players, bot_seed(f"{label} seat {seat}"))
            for seat, make in self._makers.items()
        }
