"""The bots of a live table: when they are asked, and when their answers are due."""

from __future__ import annotations

import random
from collections.abc import Collection, Iterable, Iterator
from typing import Any, NamedTuple

from tacit.bots.asking import Asking, asking_of
from tacit.core.rulebook import Millis, Seat
from tacit.table.log.state import Stage, TableState
from tacit.table.luck import luck
from tacit.table.outputs import Ask


class Pace(NamedTuple):
    """How many milliseconds a bot takes, at least and at most, where timing is no part of play."""

    least: int = 600
    most: int = 1600


class Due(NamedTuple):
    """An action a bot wants to take."""

    at: Millis
    action: Any


class TableBots:
    """Questions to the bots of one table, and their answers.

    A question is asked once for each situation; an answer that comes too late is dropped.
    """

    def __init__(self, game: str, pace: Pace, secret: bytes) -> None:
        self._asking = asking_of(game)
        self._rng = random.Random()  # noqa: S311  # seeded with every game
        self._game = 0
        self._pace = pace
        self._secret = secret
        self._asked: dict[Seat, tuple[Any, ...]] = {}
        self._due: dict[Seat, Due] = {}

    def questions(
        self, state: TableState, version: int, late: Collection[int], now: Millis
    ) -> Iterable[Ask]:
        """Return what the bots have to be asked now; `late` seats have used up their time."""
        if state.stage is not Stage.PLAYING or state.paused or state.time_up:
            self.forget()
            return ()
        if state.games != self._game:
            self._game = state.games
            # Not from anything public: a delay that is known would tell how long a bot thought.
            self._rng.seed(luck(self._secret, f"pace of game {state.games}"))
        bots = _played_by_bots(state, self._asking, late)
        return self._ask(state, version, bots, now) if bots or self._asked else ()

    def _ask(
        self, state: TableState, version: int, bots: dict[Seat, str], now: Millis
    ) -> Iterator[Ask]:
        for seat in self._asked.keys() - bots.keys():
            self.forget_seat(seat)
        waiting = state.rules.waiting(state.play) if bots else ()
        situation = _situation(state, version)
        for seat, bot in bots.items():
            if self._asked.get(seat) == situation:
                continue
            self._due.pop(seat, None)
            question = self._asking.kind(state.play, awaited=seat in waiting)
            if question is not None:
                self._asked[seat] = situation
                view = state.rules.view(state.play, seat)
                yield Ask(
                    ticket=(seat, situation),
                    game=state.games,
                    seat=seat,
                    bot=bot,
                    players=len(state.seats),
                    question=question,
                    view=view,
                    now=now,
                    parameters=state.conduct.bot_parameters(state.settings, _alike(state, bot)),
                )

    def answered(self, ticket: tuple[Any, ...], question: str, answer: Any, now: Millis) -> None:
        """Take an answer, unless the situation has changed since."""
        seat, situation = ticket
        if self._asked.get(seat) != situation:
            return
        step = self._asking.step(question, seat, answer)
        if step is None:
            return
        at = step.at
        if at is None:
            at = now + self._rng.randint(self._pace.least, self._pace.most)
        self._due[seat] = Due(Millis(max(now, at)), step.action)

    def due(self, now: Millis) -> list[tuple[Seat, Any]]:
        """Return the actions whose time has come, in the order of their times."""
        if not self._due:
            return []
        ready = sorted(
            ((due.at, seat, due.action) for seat, due in self._due.items() if due.at <= now),
            key=lambda one: one[:2],
        )
        for _, seat, _ in ready:
            del self._due[seat]
        return [(seat, action) for _, seat, action in ready]

    def forget(self) -> None:
        """Drop all answers, so that every bot is asked again."""
        self._asked.clear()
        self._due.clear()

    def forget_seat(self, seat: Seat) -> None:
        """Drop the answer of a seat, so that its bot is asked again."""
        self._asked.pop(seat, None)
        self._due.pop(seat, None)

    @property
    def next_due(self) -> Millis | None:
        """When a bot wants to act next."""
        if not self._due:
            return None
        return min(due.at for due in self._due.values())


def _played_by_bots(state: TableState, asking: Asking, late: Collection[int]) -> dict[Seat, str]:
    """Return which bot plays in which seat, for itself or for a player who is away or late."""
    return {
        Seat(seat): sitter.bot or asking.stand_in
        for seat, sitter in enumerate(state.seats)
        if sitter is not None and (sitter.bot or sitter.stand_in or seat in late)
    }


def _situation(state: TableState, version: int) -> tuple[Any, ...]:
    """Return what a question is about: a turn, or a moment in a game without turns."""
    turn = state.conduct.turn(state.play)
    return (state.games, version) if turn is None else (state.games, *turn)


def _alike(state: TableState, bot: str) -> tuple[int, ...]:
    """Return the seats that bots of one kind were given."""
    return tuple(at for at, sitter in enumerate(state.seats) if sitter and sitter.bot == bot)
