"""What both vector environments have in common: every seat of every game is a row.

Seat after seat, game after game. All of a game's rows end together.
"""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Callable
from copy import deepcopy
from typing import Any, Generic, NamedTuple, Protocol, TypeVar

import numpy as np
import numpy.typing as npt
from gymnasium import spaces
from gymnasium.vector import AutoresetMode, VectorEnv
from gymnasium.vector.utils import batch_space

from tacit.envs.restart import NEXT_STEP, SAME_STEP, signed

Observations = dict[str, npt.NDArray[Any]]
Actions = npt.NDArray[np.int64]
Floats = npt.NDArray[np.float32]
Flags = npt.NDArray[np.bool_]
_MODES = {AutoresetMode.NEXT_STEP: NEXT_STEP, AutoresetMode.SAME_STEP: SAME_STEP}


class Arrays(Protocol):
    """What the batches of both games have, among other arrays; a row for each seat."""

    @property
    def numbers(self) -> Actions:
        """The number of each game's deal."""

    @property
    def rewards(self) -> Floats:
        """What the last step was worth."""

    @property
    def ended(self) -> Flags:
        """Whether its game has ended or was cut short."""


B = TypeVar("B", bound=Arrays)


class Look(NamedTuple):
    """Arrays of a batch as learners are given them."""

    seen: Observations
    last: Observations
    """The last observations of games that ended and began anew in one step."""
    flags: dict[str, Flags]
    """What goes into infos, by name."""
    cut: Flags | None = None


class Page(Generic[B]):
    """What one call returns, made once. Two of them are written to in turns."""

    def __init__(self, arrays: B, look: Callable[[B], Look]) -> None:
        self.arrays = arrays
        self._look = look
        rows = len(arrays.ended)
        self.seen, last, flags, cut = look(arrays)
        self.cut = np.zeros(rows, np.bool_) if cut is None else cut
        self.over, self.terminated, self.truncated = np.zeros((3, rows), np.bool_)
        everyone = np.ones(rows, np.bool_)
        self.infos: dict[str, Any] = dict(flags)
        self.infos |= {f"_{name}": everyone for name in flags}
        self.last = np.empty(rows, object)
        for row in range(rows):
            self.last[row] = {name: found[row] for name, found in last.items()}

    def __reduce__(self) -> tuple[Any, ...]:
        """Copy the arrays and look at the copies: a copied view shows nothing but itself."""
        return Page, (self.arrays, self._look), self.ends

    def __setstate__(self, ends: tuple[Flags, ...]) -> None:
        for mine, given in zip(self.ends, ends, strict=True):
            np.copyto(mine, given)

    @property
    def ends(self) -> tuple[Flags, ...]:
        """What is known of the rows that ended in the last step."""
        return self.over, self.terminated, self.truncated

    def take_ends(self) -> None:
        """Note which rows have ended, before any of them begins anew."""
        np.copyto(self.over, self.arrays.ended)
        np.greater(self.over, self.cut, out=self.terminated)
        np.copyto(self.truncated, self.cut)


class SeatVector(VectorEnv[Observations, Actions, Any], Generic[B]):
    """Many games at once.

    The arrays that `reset` and `step` return are overwritten two calls later: copy them to keep
    them longer, or say `copy=True`.
    """

    _pages: tuple[Page[B], Page[B]]
    _terms: Actions
    """What all games are told; the one at `_seed_at` is the seed."""
    _seed_at: int

    def __init__(
        self,
        num_envs: int,
        players: int,
        autoreset_mode: AutoresetMode | str,
        *,
        observation: spaces.Box,
        choices: int,
        copy: bool,
    ) -> None:
        if num_envs < players or num_envs % players:
            raise ValueError(
                f"num_envs counts seats: say a multiple of {players} players, not {num_envs}."
            )
        self.num_envs = num_envs
        self.players = players
        self.games = num_envs // players
        self.autoreset_mode = AutoresetMode(autoreset_mode)
        self.metadata = {"autoreset_mode": self.autoreset_mode, "render_modes": []}
        self.single_action_space = spaces.Discrete(choices)
        self.action_space = batch_space(self.single_action_space, num_envs)
        mask = spaces.Box(0, 1, (choices,), np.int8)
        self.single_observation_space = spaces.Dict(
            {"observation": observation, "action_mask": mask}
        )
        self.observation_space = batch_space(self.single_observation_space, num_envs)
        self._mode = _MODES.get(self.autoreset_mode, NEXT_STEP)
        self._copy = copy
        self._actions = np.zeros(num_envs, np.int64)
        self._dealt = False
        self._over = 0

    @abstractmethod
    def _begin(self, page: Page[B], wanted: Flags) -> None:
        """Deal the wanted games by their numbers and write all observations."""

    @abstractmethod
    def _play(self, page: Page[B]) -> int:
        """Do what `actions` say in every game and return how many are over."""

    @abstractmethod
    def _draw(self, rng: int) -> int:
        """Write a legal action for each row; return the number to draw with next."""

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[Observations, dict[str, Any]]:
        """Deal all games anew, or those in `options["reset_mask"]`, which has a flag for each row.

        The same seed gives the same games. Without one the games go on from those before.
        """
        super().reset(seed=seed)
        page = self._turn_page()
        now, wanted = page.arrays, self._wanted(options)
        if seed is not None or not self._dealt:
            sown = seed if seed is not None else int(self.np_random.integers(2**63))
            self._terms[self._seed_at] = signed(sown)
            now.numbers[:] = np.arange(self.games)
        else:
            now.numbers[wanted] += self.games
        self._dealt = True
        now.ended.reshape(self.games, self.players)[wanted] = False
        self._over = int(now.ended.sum()) // self.players
        self._begin(page, wanted)
        return self._given(page.seen), {}

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

    def step(self, actions: Actions) -> tuple[Observations, Floats, Flags, Flags, dict[str, Any]]:
        """Let every game go on by one step; `infos` says which actions had to be made legal."""
        if not self._dealt:
            raise RuntimeError("Say reset() first.")
        if self._over and self.autoreset_mode is AutoresetMode.DISABLED:
            raise RuntimeError('Some games are over: reset them with options={"reset_mask": …}.')
        self._actions[:] = actions
        page = self._turn_page()
        self._over = self._play(page)
        page.take_ends()
        infos = dict(page.infos)
        if self.autoreset_mode is AutoresetMode.SAME_STEP:
            if self._over:
                infos |= {"final_obs": page.last, "_final_obs": page.over}
                infos |= {"final_info": {}, "_final_info": page.over}
            page.arrays.ended[:] = False
        rewards = page.arrays.rewards
        if self._copy:
            rewards, infos = rewards.copy(), deepcopy(infos)
        return self._given(page.seen), rewards, page.terminated, page.truncated, infos

    def get_state(self) -> dict[str, Any]:
        """Return all that the games to come depend on, hidden cards included, as plain arrays."""
        page = self._pages[0]
        return {
            "terms": self._terms.copy(),
            "arrays": {name: one.copy() for name, one in _by_name(page.arrays).items()},
            "ends": np.array(page.ends),
            "actions": self._actions.copy(),
            "dealt": self._dealt,
            "over": self._over,
            "random": deepcopy(self.np_random.bit_generator.state),
        }

    def set_state(self, state: dict[str, Any]) -> Observations:
        """Go on from a state that an environment with the same options gave; return what is seen.

        ValueError if it is of other games: then nothing has changed.
        """
        page = self._pages[0]
        mine, given = _by_name(page.arrays), state["arrays"]
        own, other = (np.delete(one, self._seed_at) for one in (self._terms, state["terms"]))
        alike = mine.keys() == given.keys() and all(
            (one.shape, one.dtype) == (given[name].shape, given[name].dtype)
            for name, one in mine.items()
        )
        if not alike or not np.array_equal(own, other):
            raise ValueError("This state is of games with other options, or of another number.")
        for name, one in mine.items():
            np.copyto(one, given[name])
        np.copyto(self._terms, state["terms"])
        np.copyto(self._actions, state["actions"])
        for mark, kept in zip(page.ends, state["ends"], strict=True):
            np.copyto(mark, kept)
        self._dealt, self._over = state["dealt"], state["over"]
        self.np_random.bit_generator.state = state["random"]
        return self._given(page.seen)

    def random_actions(self, rng: int) -> int:
        """Draw a legal action for each row into `actions`; return the number to draw with next."""
        return self._draw(signed(rng))

    @property
    def actions(self) -> Actions:
        """The actions played last, made legal; `random_actions` writes here."""
        return self._actions

    def _turn_page(self) -> Page[B]:
        self._pages = (self._pages[1], self._pages[0])
        return self._pages[0]

    def _given(self, observations: Observations) -> Observations:
        if not self._copy:
            return observations
        return {name: found.copy() for name, found in observations.items()}


def _by_name(arrays: Any) -> dict[str, npt.NDArray[Any]]:
    """Return the arrays of a batch by their names."""
    found: dict[str, npt.NDArray[Any]] = arrays._asdict()
    return found
