"""Thousands of games of Mind Up! at once, as a vector environment of Gymnasium.

Every seat of every game is one of its environments, a row of every array: seat after seat, game
after game. All of a game's rows end together.
"""

from __future__ import annotations

from copy import deepcopy
from typing import Any

import numpy as np
import numpy.typing as npt
from gymnasium import spaces
from gymnasium.vector import AutoresetMode, VectorEnv
from gymnasium.vector.utils import batch_space

from tacit.envs import mindup_batch as batch
from tacit.envs.mindup_layout import DECK_SIZE, size
from tacit.envs.mindup_terms import REWARDS, check_terms, signed

Observations = dict[str, npt.NDArray[np.int8]]
Floats = npt.NDArray[np.float32]
Flags = npt.NDArray[np.bool_]
_MODES = {AutoresetMode.NEXT_STEP: batch.NEXT_STEP, AutoresetMode.SAME_STEP: batch.SAME_STEP}


class MindUpVector(VectorEnv[Observations, npt.NDArray[np.int64], Any]):
    """See the module's text.

    What `reset` and `step` return is written into again two calls later: whoever keeps it longer
    makes a copy, or says `copy=True`.
    """

    def __init__(
        self,
        num_envs: int = 4096,
        *,
        players: int = 4,
        objectives: int = 0,
        rounds: int = 3,
        reward: str = "win",
        autoreset_mode: AutoresetMode | str = AutoresetMode.NEXT_STEP,
        observe: bool = True,
        copy: bool = False,
    ) -> None:
        check_terms(players, objectives, rounds, reward)
        if num_envs < players or num_envs % players:
            raise ValueError(
                f"num_envs counts seats: say a multiple of {players} players, not {num_envs}."
            )
        self.num_envs = num_envs
        self.players = players
        self.games = num_envs // players
        self.autoreset_mode = AutoresetMode(autoreset_mode)
        self.metadata = {"autoreset_mode": self.autoreset_mode, "render_modes": []}
        self.single_action_space = spaces.Discrete(DECK_SIZE)
        self.action_space = batch_space(self.single_action_space, num_envs)
        self.single_observation_space = spaces.Dict(
            {
                "observation": spaces.Box(-128, 127, (size(players),), np.int8),
                "action_mask": spaces.Box(0, 1, (DECK_SIZE,), np.int8),
            }
        )
        self.observation_space = batch_space(self.single_observation_space, num_envs)
        self._copy = copy
        mode = _MODES.get(self.autoreset_mode, batch.NEXT_STEP)
        kind = REWARDS.index(reward)
        self._terms = np.array([objectives, rounds, kind, mode, 0, observe], np.int64)
        self._seats = (0,) * players
        self._actions = np.zeros(num_envs, np.int64)
        self._pages = self._two_pages()
        self._dealt = False
        self._over = 0
        self._everyone = np.ones(num_envs, np.bool_)
        self._never = np.zeros(num_envs, np.bool_)

    def _two_pages(self) -> tuple[_Page, _Page]:
        """Make what is written to in turns; the games themselves are the same in both."""
        first = batch.new_batch(self.games, self.players)
        other = batch.new_batch(self.games, self.players)
        shared = first._replace(
            rows=other.rows, masks=other.masks, rewards=other.rewards, illegal=other.illegal
        )
        return _Page(first), _Page(shared)

    @property
    def _batch(self) -> batch.Batch:
        return self._pages[0].batch

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[Observations, dict[str, Any]]:
        """Deal all games anew, or those in `options["reset_mask"]`, which has a flag for each row.

        The same seed gives the same games. Without one the games go on from those before.
        """
        super().reset(seed=seed)
        now = self._batch
        wanted = self._wanted(options)
        if seed is not None or not self._dealt:
            fresh = seed if seed is not None else int(self.np_random.integers(2**63))
            self._terms[batch.SEED] = signed(fresh)
            now.numbers[:] = np.arange(self.games)
        else:
            now.numbers[wanted] += self.games
        self._dealt = True
        now.ended.reshape(self.games, self.players)[wanted] = False
        self._over = int(now.ended.sum()) // self.players
        page = self._turn_page()
        arrays = (now.states, now.numbers, page.batch.rows, page.batch.masks, now.table, now.deck)
        batch.begin(self._seats, self._terms, wanted, *arrays)
        return self._given(page.observations), {}

    def _wanted(self, options: dict[str, Any] | None) -> Flags:
        rows = (options or {}).get("reset_mask")
        if rows is None:
            return np.ones(self.games, np.bool_)
        by_game = np.asarray(rows, np.bool_).reshape(self.games, self.players)
        if not np.array_equal(by_game.all(axis=1), by_game.any(axis=1)):
            raise ValueError("reset_mask has to name all seats of a game, or none.")
        if not by_game.any():
            raise ValueError("reset_mask names no game.")
        return np.ascontiguousarray(by_game[:, 0])

    def step(
        self, actions: npt.NDArray[np.int64]
    ) -> tuple[Observations, Floats, Flags, Flags, dict[str, Any]]:
        """Play a turn in every game.

        An action that is not held is played as the next higher card that is, or the lowest; then
        `infos["illegal"]` says so.
        """
        if not self._dealt:
            raise RuntimeError("Say reset() first.")
        if self._over and self.autoreset_mode is AutoresetMode.DISABLED:
            raise RuntimeError('Some games are over: reset them with options={"reset_mask": …}.')
        self._actions[:] = actions
        page = self._turn_page()
        self._over = batch.step(self._seats, self._terms, self._actions, *page.batch)
        np.copyto(page.terminated, page.batch.ended)
        infos: dict[str, Any] = {"illegal": page.batch.illegal, "_illegal": self._everyone}
        if self.autoreset_mode is AutoresetMode.SAME_STEP:
            if self._over:
                infos |= {"final_obs": page.last, "_final_obs": page.terminated}
                infos |= {"final_info": {}, "_final_info": page.terminated}
            page.batch.ended[:] = False
        rewards = page.batch.rewards
        if self._copy:
            rewards, infos = rewards.copy(), deepcopy(infos)
        return self._given(page.observations), rewards, page.terminated, self._never, infos

    def random_actions(self, rng: int) -> int:
        """Draw a legal action for each row into `actions`; return the number to draw with next."""
        return int(
            batch.random_actions(self._batch.states, self.players, signed(rng), self.actions)
        )

    @property
    def actions(self) -> npt.NDArray[np.int64]:
        """The actions played last, made legal; `random_actions` writes here."""
        return self._actions

    @property
    def states(self) -> npt.NDArray[np.int64]:
        """A copy of the whole games, hidden cards included, as `tacit.games.mindup.packed` has it.

        For whoever judges the games, not for whoever plays them.
        """
        return self._batch.states.copy()

    def _turn_page(self) -> _Page:
        self._pages = (self._pages[1], self._pages[0])
        return self._pages[0]

    def _given(self, observations: Observations) -> Observations:
        if not self._copy:
            return observations
        return {name: found.copy() for name, found in observations.items()}


class _Page:
    """What one call returns, made once."""

    def __init__(self, arrays: batch.Batch) -> None:
        self.batch = arrays
        self.observations = {
            "observation": arrays.rows.view(np.int8),
            "action_mask": arrays.masks.view(np.int8),
        }
        self.terminated = np.zeros(len(arrays.ended), np.bool_)
        self.last = np.empty(len(arrays.ended), object)
        rows, masks = arrays.last_rows.view(np.int8), arrays.last_masks.view(np.int8)
        for row in range(len(self.last)):
            self.last[row] = {"observation": rows[row], "action_mask": masks[row]}
