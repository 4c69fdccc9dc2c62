"""The rest of a game whose time is up: bots play it out at once, without waiting for the clock.

A function of the table's state: the bots' luck comes from its seed. Where time matters, the bots'
waits pass on the game's own clock only.
"""

from __future__ import annotations

from random import Random
from typing import Any

from msgspec.structs import replace

from tacit.bots.asking import MOST_ACTIONS, Asking, asking_of
from tacit.bots.registry import find_bot, settle_in
from tacit.core.rulebook import Decided, Millis, Refused, Seat, decide, seats
from tacit.table.log.state import TableState, clock_of
from tacit.table.luck import luck


def play_out(state: TableState, now: Millis) -> Decided:
    """Return what happens until the game is over, from a moment of the table's clock on."""
    return _PlayedOut(state, now).finish()


class _PlayedOut:
    """A game as bots play it out."""

    def __init__(self, state: TableState, now: Millis) -> None:
        self._state = state
        self._rules = state.rules
        self._play = state.play
        self._now = Millis(max(now, clock_of(state)))
        self._asking = asking_of(state.game)
        self._bots = [_bot(state, self._asking, seat) for seat in seats(len(state.seats))]
        self._rng = Random(luck(state.seed, "time up"))  # noqa: S311  # where all bots fail
        self._events: list[Any] = []
        self._states: list[Any] = []

    def finish(self) -> Decided:
        """Play until the game is over."""
        for _ in range(MOST_ACTIONS):
            if self._rules.over(self._play):
                return Decided(tuple(self._events), self._play, tuple(self._states))
            wanted = self._in_time() if self._asking.timed else self._in_turn()
            done = [self._act(*one) for one in wanted]
            if not any(done):
                self._do_anything()
        raise RuntimeError("The bots did not finish the game.")

    def _step(self, seat: Seat, *, awaited: bool) -> tuple[Millis, Any] | None:
        """Return what the bot of a seat wants, and when; None if it waits or fails."""
        view = self._rules.view(self._play, seat)
        try:
            step = self._asking.next_step(
                self._bots[seat], view, seat, awaited=awaited, now=self._now
            )
            if step is None:
                return None
            return Millis(max(self._now, step.due(self._now))), replace(step.action, seat=seat)
        except Exception:  # a bot that fails plays nothing, and the game goes on
            return None

    def _in_turn(self) -> list[tuple[Any, Millis]]:
        """Return what all who are waited for choose, before any of them sees the others' choice."""
        found = [self._step(seat, awaited=True) for seat in self._rules.waiting(self._play)]
        return [(step[1], self._now) for step in found if step is not None]

    def _in_time(self) -> list[tuple[Any, Millis]]:
        """Return the earliest of what the bots want."""
        waiting = self._rules.waiting(self._play)
        steps = []
        for seat in seats(len(self._bots)):
            step = self._step(seat, awaited=seat in waiting)
            if step is not None:
                steps.append((step[0], seat, step[1]))
        if not steps:
            return []
        at, _, action = min(steps, key=lambda step: step[:2])
        return [(action, at)]

    def _act(self, action: Any, at: Millis) -> bool:
        """Do an action, if the rules allow it."""
        outcome = decide(self._rules, self._play, replace(action, at=at))
        if isinstance(outcome, Refused):
            return False
        self._events += outcome.events
        self._states += outcome.states
        self._play = outcome.state
        self._now = Millis(max(at, getattr(self._play, "now", at)))
        return True

    def _do_anything(self) -> None:
        """If no bot acts, play a random legal action for a seat the game waits for."""
        seat = self._rng.choice(self._rules.waiting(self._play))
        action = self._rng.choice(self._rules.legal(self._play, seat))
        self._act(replace(action, seat=seat), self._now)


def _bot(state: TableState, asking: Asking, seat: Seat) -> Any:
    """Return a bot for a seat; None if it cannot even sit down."""
    try:
        return _seated(state, asking, seat)
    except Exception:  # whatever is legal is played for the seat, and the game goes on
        return None


def _seated(state: TableState, asking: Asking, seat: Seat) -> Any:
    """Return a bot for a seat: the game's for this, or the seat's own, or the stand-in.

    None of them needs a worker process.
    """
    sitter = state.seats[seat]
    own = None if sitter is None else sitter.bot
    name = asking.plays_out or own or asking.stand_in
    if name not in asking.bots or asking.is_compiled(name):
        name = asking.stand_in
    bot = find_bot(name, state.game)(
        seat, len(state.seats), luck(state.seed, f"time up, seat {seat}")
    )
    settle_in(bot, state.conduct.bot_parameters(state.settings, (seat,)))
    return bot
