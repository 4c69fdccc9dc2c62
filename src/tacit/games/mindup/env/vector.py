"""Thousands of games of Mind Up! at once, as a vector environment of Gymnasium."""

from __future__ import annotations

import numpy as np
import numpy.typing as npt
from gymnasium import spaces
from gymnasium.vector import AutoresetMode

from tacit.envs.vector import Flags, Look, Page, SeatVector
from tacit.games.mindup.env import batch
from tacit.games.mindup.env.layout import DECK_SIZE, size
from tacit.games.mindup.env.terms import REWARDS, check_terms


class MindUpVector(SeatVector[batch.Batch]):
    """A step is a turn; an action is a card less one.

    An action that is not held is played as the next higher card that is, or the lowest; then
    `infos["illegal"]` says so.
    """

    _seed_at = batch.SEED

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
        observation = spaces.Box(-128, 127, (size(players),), np.int8)
        super().__init__(
            num_envs,
            players,
            autoreset_mode,
            observation=observation,
            choices=DECK_SIZE,
            copy=copy,
        )
        kind = REWARDS.index(reward)
        self._terms = np.array([objectives, rounds, kind, self._mode, 0, observe], np.int64)
        self._seats = (0,) * players
        first, other = (batch.new_batch(self.games, players) for _ in range(2))
        shared = first._replace(
            rows=other.rows, masks=other.masks, rewards=other.rewards, illegal=other.illegal
        )
        self._pages = (Page(first, look), Page(shared, look))

    def _begin(self, page: Page[batch.Batch], wanted: Flags) -> None:
        now = page.arrays
        arrays = (now.states, now.numbers, now.rows, now.masks, now.table, now.deck)
        batch.begin(self._seats, self._terms, wanted, *arrays)

    def _play(self, page: Page[batch.Batch]) -> int:
        return batch.step(self._seats, self._terms, self._actions, *page.arrays)

    def _draw(self, rng: int) -> int:
        return int(batch.random_actions(self._batch.states, self.players, rng, self._actions))

    @property
    def _batch(self) -> batch.Batch:
        return self._pages[0].arrays

    @property
    def states(self) -> npt.NDArray[np.int64]:
        """A copy of the whole games, hidden cards included, as `kernel.packed` has it.

        For judging games, not for playing them.
        """
        return self._batch.states.copy()


def look(arrays: batch.Batch) -> Look:
    """Return what learners are given of a batch."""
    return Look(
        seen={
            "observation": arrays.rows.view(np.int8),
            "action_mask": arrays.masks.view(np.int8),
        },
        last={
            "observation": arrays.last_rows.view(np.int8),
            "action_mask": arrays.last_masks.view(np.int8),
        },
        flags={"illegal": arrays.illegal},
    )
