"""The Mind Extreme as a parallel environment of PettingZoo, in virtual time.

In the delay form an action says what to do and after how many ticks, and the clock jumps to the
earliest. In the tick form an action says what to do now, and a step in which nobody does anything
is one tick. The same decisions give the same game in both.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, ClassVar

import numpy as np
import numpy.typing as npt
from gymnasium import spaces
from pettingzoo import AECEnv
from pettingzoo.utils.conversions import parallel_to_aec

from tacit.core.chance import Chance
from tacit.core.rulebook import Seat
from tacit.envs.parallel import RENDER_MODES, Parallel, Seen, Stepped
from tacit.games import extreme
from tacit.games.extreme import Discard, LevelPassed, Phase, Settings, View, Vote
from tacit.games.extreme.env.clock import WAIT, WHATS, Intent, VirtualTable
from tacit.games.extreme.env.layout import observed, size
from tacit.games.extreme.env.picture import picture, text
from tacit.games.extreme.env.terms import MOST_CYCLES, check_terms
from tacit.log.game import seed_from


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


class ExtremeParallel(Parallel):
    """One game after another; `docs/envs/extreme.md` describes it."""

    metadata: ClassVar[dict[str, Any]] = {
        "name": "tacit/extreme-v0",
        "render_modes": RENDER_MODES,
        "is_parallelizable": True,
    }

    def __init__(
        self,
        *,
        players: int = 2,
        form: str = "delay",
        tick_ms: int = 100,
        delays: int = 100,
        reward: str = "levels",
        bots: Mapping[int, Any] | None = None,
        max_cycles: int | None = MOST_CYCLES,
        render_mode: str | None = None,
    ) -> None:
        check_terms(players, form, tick_ms, delays, reward)
        self.tick_ms = tick_ms
        self.delays = delays if form == "delay" else 1
        row = spaces.Box(-32_768, 32_767, (size(players),), np.int16)
        super().__init__(
            "extreme",
            players,
            bots,
            max_cycles=max_cycles,
            render_mode=render_mode,
            choices=WHATS * self.delays,
            observation=row,
        )
        self.state_space = row
        self._reward, self._ticking = reward, form == "tick"
        self._cycles = 0
        self._table: VirtualTable | None = None
        self._partners = Partners({})

    def action(self, what: int, ticks: int = 0) -> int:
        """Return the number of an action: what to do, and after how many ticks."""
        return what * self.delays + ticks

    def reset(
        self,
        seed: int | None = None,
        options: dict[str, Any] | None = None,  # noqa: ARG002  # part of the interface
    ) -> tuple[dict[str, Seen], dict[str, dict[str, Any]]]:
        """Deal a game. The same seed gives the same one; without a seed it is the next."""
        label = self.next_game(seed)
        self._table = VirtualTable(extreme.draw(Settings(self.players), Chance(seed_from(label))))
        self._partners = Partners(self.fillers.sit_down(label))
        self._cycles = 0
        return self._observations(), {agent: {} for agent in self.agents}

    def step(self, actions: Mapping[str, int]) -> Stepped:
        """Let the clock jump to what is wanted first; what is not allowed is made to wait."""
        agents, table = self.agents, self.table
        if not agents:
            return {}, {}, {}, {}, {}
        infos: dict[str, dict[str, Any]] = {agent: {} for agent in agents}
        intents: dict[int, Intent] = {}
        for seat, agent in self.seated:
            intents[seat] = self._intent(seat, int(actions[agent]), infos[agent])
        before = len(table.events)
        table.go_on(intents | self._partners.intents(table))
        for seat, agent in self.seated:
            if seat in table.refused:
                infos[agent]["too_late"] = True
        self._cycles += 1
        cut = self.ends(self._cycles, done=table.over)
        if self.render_mode == "human":
            self.render()
        return (
            self._observations(),
            dict.fromkeys(agents, self._rewarded(table.events[before:])),
            dict.fromkeys(agents, table.over),
            dict.fromkeys(agents, cut),
            infos,
        )

    def _intent(self, seat: int, action: int, info: dict[str, Any]) -> Intent:
        """Read an action; what is not allowed now is made legal, and info says so."""
        table = self.table
        what, ticks = divmod(action, self.delays)
        at_once = table.state.phase is not Phase.PLAYING
        if what not in table.allowed(seat) or (at_once and ticks):
            info["illegal"] = True
            what, ticks = table.allowed(seat)[0], 0
        if what == WAIT and not at_once:
            if ticks == 0 and not self._ticking:
                info["illegal"] = True
            ticks = max(1, ticks)
        return Intent(table.now + ticks * self.tick_ms, what)

    def _rewarded(self, events: list[Any]) -> float:
        if self._reward == "levels":
            return float(sum(isinstance(event, LevelPassed) for event in events))
        if not self.table.over:
            return 0.0
        return 1.0 if self.table.state.outcome == "won" else -1.0

    def _observations(self) -> dict[str, Seen]:
        return {
            agent: {
                "observation": observed(self.table.view(seat), self.table.now),
                "action_mask": self._mask(seat),
            }
            for seat, agent in self.seated
        }

    def _mask(self, seat: int) -> npt.NDArray[np.int8]:
        mask = np.zeros((WHATS, self.delays), np.int8)
        if self.table.over:
            return mask.ravel()
        for what in self.table.allowed(seat):
            if self.table.state.phase is Phase.PLAYING:
                mask[what] = 1
            else:
                mask[what, 0] = 1
        if self.table.state.phase is Phase.PLAYING and not self._ticking:
            mask[WAIT, 0] = 0
        return mask.ravel()

    @property
    def table(self) -> VirtualTable:
        """The game itself, hidden cards included: for those who judge it."""
        if self._table is None:
            raise RuntimeError("Say reset() first.")
        return self._table

    def state(self) -> npt.NDArray[np.int16]:
        """Return what every player may know."""
        return observed(self.table.view(None), self.table.now)

    def view(self, seat: int | None) -> View:
        """Return what a seat may know as a bot is shown it; None is a spectator."""
        return self.table.view(seat)

    def scoresheet(self) -> dict[str, Any]:
        """Return the game so far as a flat record anyone can judge again."""
        return self.table.scoresheet(self.names)

    def drawing(self) -> tuple[Callable[..., Any], Callable[..., str]]:
        """Return two functions: one draws a view as a picture, the other writes it as text."""
        return picture, text


def in_turn(**options: Any) -> AECEnv[str, Seen, int]:
    """Return the same with one agent after the other: none sees what the others want."""
    return parallel_to_aec(ExtremeParallel(**options))
