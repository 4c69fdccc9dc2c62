"""One seat learns and named bots fill the others: environments of Gymnasium."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, ClassVar

import gymnasium
import numpy as np
import numpy.typing as npt

from tacit.core.rulebook import SettingsError
from tacit.envs.parallel import Parallel

Seen = dict[str, npt.NDArray[Any]]


class Single(gymnasium.Env[Seen, np.int64]):
    """A parallel environment with bots in all seats but one."""

    metadata: ClassVar[dict[str, Any]] = {  # type: ignore[misc]
        "render_modes": ["human", "ansi", "rgb_array"],
        "render_fps": 1,
    }

    def __init__(self, table: Parallel) -> None:
        self._table = table
        (self._agent,) = table.possible_agents
        self.render_mode = table.render_mode
        self.observation_space = table.observation_space(self._agent)
        self.action_space = table.action_space(self._agent)

    @property
    def table(self) -> Parallel:
        """The whole table: views, scoresheet."""
        return self._table

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[Seen, dict[str, Any]]:
        """Deal a game. The same seed gives the same one; without a seed it is the next."""
        super().reset(seed=seed)
        seen, infos = self._table.reset(seed=seed, options=options)
        return seen[self._agent], infos[self._agent]

    def step(self, action: np.int64) -> tuple[Seen, float, bool, bool, dict[str, Any]]:
        """Do what the seat decides, and let the bots answer."""
        if not self._table.agents:
            raise RuntimeError("The game is over: say reset().")
        found = self._table.step({self._agent: int(action)})
        seen, rewards, ended, cut, infos = (part[self._agent] for part in found)
        return seen, rewards, ended, cut, infos

    def render(self) -> Any:
        """Show the table as a spectator sees it."""
        return self._table.render()


def others(players: int, seat: int, bots: str | Mapping[int, Any]) -> dict[int, Any]:
    """Return a bot for every seat but one: the same for all, or by seat."""
    if not 0 <= seat < players:
        raise SettingsError(f"There is no seat {seat}: they are 0 to {players - 1}.")
    rest = [other for other in range(players) if other != seat]
    found = dict(bots) if isinstance(bots, Mapping) else dict.fromkeys(rest, bots)
    if sorted(found) != rest:
        raise SettingsError(f"Seats {rest} need a bot each, not {sorted(found)}.")
    return found
