"""What the parallel environments of all games have in common, for PettingZoo."""

from __future__ import annotations

import secrets
from abc import abstractmethod
from collections.abc import Callable, Mapping
from typing import Any

import numpy as np
import numpy.typing as npt
from gymnasium import spaces
from pettingzoo import ParallelEnv

from tacit.bots.registry import bot_seed, find_bot
from tacit.core.rulebook import SettingsError

Seen = dict[str, npt.NDArray[Any]]
Stepped = tuple[
    dict[str, Seen],
    dict[str, float],
    dict[str, bool],
    dict[str, bool],
    dict[str, dict[str, Any]],
]
RENDER_MODES = ["human", "ansi", "rgb_array"]


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


class Parallel(ParallelEnv[str, Seen, int]):
    """All agents decide at the same time; bots fill the seats that have one.

    A game's class adds `reset`, `step`, `view` and `drawing`.
    """

    def __init__(
        self,
        game: str,
        players: int,
        bots: Mapping[int, Any] | None,
        *,
        max_cycles: int | None,
        render_mode: str | None,
        choices: int,
        observation: spaces.Box,
    ) -> None:
        self.players = players
        self.fillers = Fillers(game, players, bots)
        self.seated = [(seat, f"player_{seat}") for seat in self.fillers.free]
        """The seats of agents, with the agents' names."""
        self.possible_agents = [agent for _, agent in self.seated]
        self.agents: list[str] = []
        self.max_cycles = max_cycles
        self.render_mode = render_mode
        self.seed: int | None = None
        self.number = 0
        """How many games of this seed came before."""
        seen: dict[str, spaces.Space[Any]] = {
            "observation": observation,
            "action_mask": spaces.Box(0, 1, (choices,), np.int8),
        }
        self.observation_spaces = {agent: spaces.Dict(seen) for agent in self.possible_agents}
        self.action_spaces = {agent: spaces.Discrete(choices) for agent in self.possible_agents}

    def observation_space(self, agent: str) -> spaces.Space[Any]:
        """Return what an agent's observations are like."""
        return self.observation_spaces[agent]

    def action_space(self, agent: str) -> spaces.Space[Any]:
        """Return what an agent's actions are like."""
        return self.action_spaces[agent]

    @abstractmethod
    def view(self, seat: int | None) -> Any:
        """Return what a seat may know as a bot is shown it; None is a spectator."""

    @abstractmethod
    def drawing(self) -> tuple[Callable[..., Any], Callable[..., str]]:
        """Return two functions: one draws a view as a picture, the other writes it as text."""

    def next_game(self, seed: int | None) -> str:
        """Seat all agents for the first game of a seed, or for the next game; return its label."""
        if seed is not None or self.seed is None:
            self.seed = secrets.randbits(63) if seed is None else seed
            self.number = 0
        else:
            self.number += 1
        self.agents = self.possible_agents[:]
        return f"environment {self.seed} game {self.number}"

    def ends(self, cycles: int, *, done: bool) -> bool:
        """Tell whether the game is cut short after this many steps; at its end all agents leave."""
        cut = not done and self.max_cycles is not None and cycles >= self.max_cycles
        if done or cut:
            self.agents = []
        return cut

    def render(self) -> str | npt.NDArray[np.uint8] | None:
        """Show the table as a spectator sees it."""
        picture, text = self.drawing()
        if self.render_mode == "rgb_array":
            found: npt.NDArray[np.uint8] = picture(self.view(None))
            return found
        shown = text(self.view(None), self.names)
        if self.render_mode == "ansi":
            return shown
        if self.render_mode == "human":
            print(shown)
        return None

    @property
    def names(self) -> tuple[str, ...]:
        """What the players are called, by seat."""
        return tuple(f"player_{seat}" for seat in range(self.players))
