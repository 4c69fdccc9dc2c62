"""Dibs for learning: each step is one number, and all agents decide on it at once.

Observations: the open number, the agent's cards in order (0 where one is gone), all totals.
Actions: 0 passes, 1 to 3 call with that card. The closer a card is, the sooner its call comes.
Rewards: the points of each number. A step ends with the number called or passed by all.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, ClassVar

import numpy as np
from gymnasium import spaces
from pettingzoo import AECEnv
from pettingzoo.utils.conversions import parallel_to_aec

from dibs import HAND, Action, Dibs, Pass, Ready, View
from tacit.core.rulebook import Seat
from tacit.envs.parallel import RENDER_MODES, Parallel, Seen, Stepped
from tacit.envs.picture import INK, SOFT, Canvas, Picture
from tacit.envs.single import Single, others
from tacit.log.game import Game, seed_from


class DibsParallel(Parallel):
    """One game after another."""

    metadata: ClassVar[dict[str, Any]] = {
        "name": "tacit/dibs-v0",
        "render_modes": RENDER_MODES,
        "is_parallelizable": True,
    }

    def __init__(
        self,
        *,
        players: int = 2,
        rounds: int = 3,
        bots: Mapping[int, Any] | None = None,
        max_cycles: int | None = None,
        render_mode: str | None = None,
    ) -> None:
        super().__init__(
            "dibs",
            players,
            bots,
            max_cycles=max_cycles,
            render_mode=render_mode,
            choices=1 + HAND,
            observation=spaces.Box(0, 127, (1 + HAND + players,), np.int8),
        )
        self._settings = {"players": players, "rounds": rounds}
        self._cycles = 0

    def reset(
        self, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[dict[str, Seen], dict[str, dict[str, Any]]]:
        """Deal a game. The same seed gives the same one; without a seed it is the next."""
        label = self.next_game(seed)
        self._game = Game("dibs", self._settings, seed=seed_from(label))
        self._bots = self.fillers.sit_down(label)
        self._cycles = 0
        return self._observations(), {agent: {} for agent in self.agents}

    def step(self, actions: Mapping[str, int]) -> Stepped:
        """Let the earliest call win the open number; then everybody is ready for the next."""
        agents, game = self.agents, self._game
        if not agents:
            return {}, {}, {}, {}, {}
        before = game.state.totals
        wanted = [self._wanted(seat, int(actions[agent])) for seat, agent in self.seated]
        for seat, bot in self._bots.items():
            wanted.append(bot.plan(self.view(seat), game.state.now))
        for _, action in sorted(wanted, key=lambda one: (one[0], one[1].seat)):
            if game.state.open is not None:
                game.play(action.seat, action)
        while not game.over and game.state.open is None:
            seat = game.waiting[0]
            game.play(seat, Ready(seat, game.state.now))
        self._cycles += 1
        cut = self.ends(self._cycles, done=game.over)
        if self.render_mode == "human":
            self.render()
        gains = {a: float(game.state.totals[seat] - before[seat]) for seat, a in self.seated}
        ended, short = dict.fromkeys(agents, game.over), dict.fromkeys(agents, cut)
        return self._observations(), gains, ended, short, {agent: {} for agent in agents}

    def _wanted(self, seat: int, action: int) -> tuple[int, Action]:
        """Return when an agent acts, and how; a card that is gone passes."""
        view, now = self.view(seat), self._game.state.now
        if not 1 <= action <= len(view.hand):
            return now + 400, Pass(Seat(seat), now)
        card = view.hand[action - 1]
        return now + 100 + 20 * abs(card - view.open), Dibs(Seat(seat), card, now)

    def _observations(self) -> dict[str, Seen]:
        found = {}
        for seat, agent in self.seated:
            view = self.view(seat)
            cards = [*view.hand, *(0,) * (HAND - len(view.hand))]
            row = np.array([view.open or 0, *cards, *view.totals], np.int8)
            mask = np.array([1, *(card > 0 for card in cards)], np.int8)
            found[agent] = {"observation": row, "action_mask": mask}
        return found

    def view(self, seat: int | None) -> View:
        """Return what a seat may know as a bot is shown it; None is a spectator."""
        return self._game.view(seat)

    def drawing(self) -> tuple[Callable[..., Any], Callable[..., str]]:
        """Return two functions: one draws a view as a picture, the other writes it as text."""
        return picture, text


def text(view: View, names: tuple[str, ...]) -> str:
    """Return the table in words."""
    points = ", ".join(f"{name} {total}" for name, total in zip(names, view.totals, strict=True))
    return f"open {view.open}: {points}"


def picture(view: View) -> Picture:
    """Return the open number above all totals."""
    canvas = Canvas(4 + 44 * len(view.totals), 68)
    canvas.card(4, 4, str(view.open or "-"), INK)
    for seat, total in enumerate(view.totals):
        canvas.card(4 + 44 * seat, 36, str(total), SOFT, INK)
    return canvas.picture


class DibsSingle(Single):
    """One seat of Dibs learns, and bots fill the others."""

    def __init__(self, *, players: int = 2, seat: int = 0, bots: Any = "eager", **options: Any):
        super().__init__(DibsParallel(players=players, bots=others(players, seat, bots), **options))


def in_turn(**options: Any) -> AECEnv[str, Seen, int]:
    """Return the same with one agent after the other."""
    return parallel_to_aec(DibsParallel(**options))
