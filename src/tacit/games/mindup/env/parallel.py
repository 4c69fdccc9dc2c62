"""Mind Up! as a parallel environment of PettingZoo: all agents pick a card at the same time.

It runs on the compiled rules. The readable ones play the same game beside it only where they are
needed: to show views to bots, to draw the table, to write a scoresheet.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, ClassVar

import numpy as np
import numpy.typing as npt
from gymnasium import spaces
from pettingzoo import AECEnv
from pettingzoo.utils.conversions import parallel_to_aec

from tacit.envs.parallel import RENDER_MODES, Parallel, Seen, Stepped
from tacit.envs.restart import NEXT_STEP, signed
from tacit.games.mindup import View
from tacit.games.mindup.env import batch
from tacit.games.mindup.env.layout import DECK_SIZE, size
from tacit.games.mindup.env.mirror import Mirror
from tacit.games.mindup.env.picture import picture, text
from tacit.games.mindup.env.sight import overlook
from tacit.games.mindup.env.terms import REWARDS, check_terms

BUDGET_S = 0.05
"""A bot's time for a card."""
EVERY_GAME = np.ones(1, np.bool_)


class MindUpParallel(Parallel):
    """One game after another; `docs/envs/mindup.md` describes it."""

    metadata: ClassVar[dict[str, Any]] = {
        "name": "tacit/mindup-v0",
        "render_modes": RENDER_MODES,
        "is_parallelizable": True,
    }

    def __init__(
        self,
        *,
        players: int = 4,
        objectives: int = 0,
        rounds: int = 3,
        reward: str = "win",
        bots: Mapping[int, Any] | None = None,
        budget: float = BUDGET_S,
        full_state: bool = False,
        max_cycles: int | None = None,
        render_mode: str | None = None,
    ) -> None:
        check_terms(players, objectives, rounds, reward)
        super().__init__(
            "mindup",
            players,
            bots,
            max_cycles=max_cycles,
            render_mode=render_mode,
            choices=DECK_SIZE,
            observation=spaces.Box(-128, 127, (size(players),), np.int8),
        )
        self._budget, self._full = budget, full_state
        self._zeros = (0,) * players
        self._terms = np.array(
            [objectives, rounds, REWARDS.index(reward), NEXT_STEP, 0, True], np.int64
        )
        self._batch = batch.new_batch(1, players)
        self._actions = np.zeros(players, np.int64)
        self._bots: dict[int, Any] = {}
        self._mirror: Mirror | None = None
        self._dealt = self._batch.states[0].copy()
        self._turns: list[list[int]] = []
        whole = players * size(players) if full_state else size(players)
        self.state_space = spaces.Box(-128, 127, (whole,), np.int8)

    def reset(
        self,
        seed: int | None = None,
        options: dict[str, Any] | None = None,  # noqa: ARG002  # part of the interface
    ) -> tuple[dict[str, Seen], dict[str, dict[str, Any]]]:
        """Deal a game. The same seed gives the same one; without a seed it is the next."""
        now = self._batch
        label = self.next_game(seed)
        assert self.seed is not None
        self._terms[batch.SEED] = signed(self.seed)
        now.numbers[0] = self.number
        now.ended[:] = False
        arrays = (now.states, now.numbers, now.rows, now.masks, now.table, now.deck)
        batch.begin(self._zeros, self._terms, EVERY_GAME, *arrays)
        self._dealt = now.states[0].copy()
        self._turns, self._mirror = [], None
        self._bots = self.fillers.sit_down(label)
        return self._observations(), {agent: {} for agent in self.agents}

    def step(self, actions: Mapping[str, int]) -> Stepped:
        """Play a turn: a card less one from each agent; what is not held is made legal."""
        agents = self.agents
        if not agents:
            return {}, {}, {}, {}, {}
        now, wanted = self._batch, self._actions
        for seat, agent in self.seated:
            wanted[seat] = actions[agent]
        for seat, bot in self._bots.items():
            wanted[seat] = bot.choose(self.view(seat), self._budget) - 1
        batch.step(self._zeros, self._terms, wanted, *now)
        played: list[int] = wanted.tolist()
        self._turns.append(played)
        illegal: list[bool] = now.illegal.tolist()
        rewards: list[float] = now.rewards.tolist()
        done = now.ended.item(0)
        cut = self.ends(len(self._turns), done=done)
        infos: dict[str, dict[str, Any]] = {
            agent: {"illegal": True, "played": played[seat]} if illegal[seat] else {}
            for seat, agent in self.seated
        }
        if self.render_mode == "human":
            self.render()
        return (
            self._observations(),
            {agent: rewards[seat] for seat, agent in self.seated},
            dict.fromkeys(agents, done),
            dict.fromkeys(agents, cut),
            infos,
        )

    def _observations(self) -> dict[str, Seen]:
        # Seen through the batch each time: a view that is kept would not follow into a copy.
        numbers, masks = (one.copy().view(np.int8) for one in (self._batch.rows, self._batch.masks))
        return {
            agent: {"observation": numbers[seat], "action_mask": masks[seat]}
            for seat, agent in self.seated
        }

    def state(self) -> npt.NDArray[np.int8]:
        """Return what all may know, or with `full_state` all observations one after another.

        The latter is for critics that train with more than the agents will ever see.
        """
        if self._full:
            return self._batch.rows.copy().view(np.int8).ravel()
        row = np.zeros(size(self.players) // 8, np.uint64)
        overlook(self._zeros, self._batch.states[0], row, self._batch.table)
        return row.view(np.int8)

    def view(self, seat: int | None) -> View:
        """Return what a seat may know as a bot is shown it; None is a spectator."""
        return self._reflected().view(seat)

    def scoresheet(self) -> dict[str, Any]:
        """Return the game so far as a flat record anyone can judge again."""
        return self._reflected().scoresheet(self.names)

    def drawing(self) -> tuple[Callable[..., Any], Callable[..., str]]:
        """Return two functions: one draws a view as a picture, the other writes it as text."""
        return picture, text

    def _reflected(self) -> Mirror:
        """Return the same game in the readable rules, caught up with this one."""
        if self._mirror is None:
            self._mirror = Mirror(self._dealt)
        for turn in self._turns[self._mirror.turns :]:
            self._mirror.turn([action + 1 for action in turn])
        return self._mirror


def in_turn(**options: Any) -> AECEnv[str, Seen, int]:
    """Return the same with one agent after the other: none sees what the others picked."""
    return parallel_to_aec(MindUpParallel(**options))
