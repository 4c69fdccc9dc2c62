"""Thousands of games of The Mind Extreme at once, in virtual time, as a vector environment."""

from __future__ import annotations

import numpy as np
from gymnasium import spaces
from gymnasium.vector import AutoresetMode

from tacit.envs.vector import Flags, Look, Page, SeatVector
from tacit.games.extreme import Setup
from tacit.games.extreme.env import batch
from tacit.games.extreme.env.clock import WHATS
from tacit.games.extreme.env.layout import size
from tacit.games.extreme.env.table import setup_of
from tacit.games.extreme.env.terms import MOST_CYCLES, REWARDS, check_terms


class ExtremeVector(SeatVector[batch.Batch]):
    """In a step the clock of each game jumps to what is wanted first.

    An action is what to do and after how many ticks. One that is not allowed is made legal, and
    `infos["illegal"]` says so; `infos["too_late"]` marks what another player's deed prevented.
    """

    _seed_at = batch.SEED

    def __init__(
        self,
        num_envs: int = 4096,
        *,
        players: int = 2,
        form: str = "delay",
        tick_ms: int = 100,
        delays: int = 100,
        reward: str = "levels",
        max_cycles: int | None = MOST_CYCLES,
        autoreset_mode: AutoresetMode | str = AutoresetMode.NEXT_STEP,
        observe: bool = True,
        copy: bool = False,
    ) -> None:
        check_terms(players, form, tick_ms, delays, reward)
        ticking = form == "tick"
        self.tick_ms, self.delays = tick_ms, 1 if ticking else delays
        super().__init__(
            num_envs,
            players,
            autoreset_mode,
            observation=spaces.Box(-32_768, 32_767, (size(players),), np.int16),
            choices=WHATS * self.delays,
            copy=copy,
        )
        terms = [players, REWARDS.index(reward), self._mode, 0, observe, tick_ms, self.delays]
        self._terms = np.array([*terms, ticking, max_cycles or 0], np.int64)
        first, other = (batch.new_batch(self.games, players, self.delays) for _ in range(2))
        shared = first._replace(
            rows=other.rows,
            masks=other.masks,
            rewards=other.rewards,
            illegal=other.illegal,
            late=other.late,
        )
        self._pages = (Page(first, look), Page(shared, look))

    def action(self, what: int, ticks: int = 0) -> int:
        """Return the number of an action: what to do, and after how many ticks."""
        return what * self.delays + ticks

    def setup(self, game: int) -> Setup:
        """Return all deals of the game that is played now, for those who judge it."""
        number = int(self._pages[0].arrays.numbers[game])
        return setup_of(int(self._terms[batch.SEED]), number, self.players)

    def _begin(self, page: Page[batch.Batch], wanted: Flags) -> None:
        now = page.arrays
        arrays = (now.games, now.numbers, now.rows, now.masks, now.fresh, now.pool, now.trace)
        batch.begin(self._terms, wanted, *arrays)

    def _play(self, page: Page[batch.Batch]) -> int:
        return batch.step(self._terms, self._actions, *page.arrays)

    def _draw(self, rng: int) -> int:
        games = self._pages[0].arrays.games
        return int(batch.random_actions(self._terms, games, rng, self._actions))


def look(arrays: batch.Batch) -> Look:
    """Return what learners are given of a batch."""
    return Look(
        seen={"observation": arrays.rows, "action_mask": arrays.masks},
        last={"observation": arrays.last_rows, "action_mask": arrays.last_masks},
        flags={"illegal": arrays.illegal, "too_late": arrays.late},
        cut=arrays.cut,
    )
