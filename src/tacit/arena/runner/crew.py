"""Games on all cores: worker processes that play, and one process that watches them.

A worker plays one task after another and says which bot is thinking. If the bot hangs or ends its
process, the bot forfeits that game, and a new worker plays the rest of the task. The results do not
depend on the number of workers.
"""

from __future__ import annotations

import multiprocessing as mp
import os
import signal
import sys
import time
from collections import deque
from collections.abc import Iterable, Iterator
from multiprocessing.connection import Connection, wait
from typing import Any, Protocol, Self

import msgspec

from tacit.arena import ArenaError
from tacit.arena.runner.asking import Watch

POLL_S = 0.1
"""Between two looks at which bot is thinking."""


class Task(msgspec.Struct, frozen=True, kw_only=True):
    """What a process is asked to play: games that come back one by one.

    A kind of game says who sits in a slot, and how one part is played.
    """

    parts: tuple[int, ...]
    lost: dict[int, dict[int, str]] = {}
    """By part and slot, why a bot has forfeited a game before it begins."""
    no_warm_up: tuple[str, ...] = ()
    """Bots that hung before and are not given the longer time of a first game again."""

    def label(self, terms: Any, slot: int) -> str:
        """Return who sits in a slot."""
        raise NotImplementedError

    def play(self, terms: Any, part: int, watch: Watch) -> Any:
        """Play one of the parts."""
        raise NotImplementedError

    def without(self, slot: int, reason: str) -> Self:
        """Return what is left when the bot in a slot has taken down the process of this part."""
        now = self.parts[0]
        lost = self.lost | {now: self.lost.get(now, {}) | {slot: reason}}
        return msgspec.structs.replace(self, lost=lost)


class Players(Protocol):
    """Plays tasks: with processes of this machine, or on a cluster."""

    def play(self, tasks: Iterable[Any]) -> Iterator[Any]:
        """Play tasks and yield their games as they finish."""

    def close(self) -> None:
        """End all that was started."""


class Crew:
    """The processes of this machine."""

    def __init__(self, terms: Any, jobs: int) -> None:
        """`terms` is what all tasks have in common."""
        self._terms = terms
        self._jobs = jobs
        self._workers: list[_Worker] = []
        self._no_warm_up: set[str] = set()

    def play(self, tasks: Iterable[Any]) -> Iterator[Any]:
        """Play tasks and yield their games as they finish."""
        queue: deque[Task] = deque(tasks)
        while len(self._workers) < min(self._jobs, len(queue)):
            self._workers.append(_Worker(self._terms))
        try:
            while queue or any(worker.task for worker in self._workers):
                for worker in self._workers:
                    if worker.task is None and queue:
                        worker.give(queue.popleft(), self._no_warm_up)
                wait([worker.results for worker in self._workers if worker.task], POLL_S)
                for place, worker in enumerate(self._workers):
                    yield from worker.finished()
                    if worker.task and worker.lost:
                        queue.appendleft(self._after(worker))
                        self._workers[place] = _Worker(self._terms)
        except BaseException:
            self.close()
            raise

    def _after(self, worker: _Worker) -> Task:
        """Return what is left of a lost worker's task, without the bot that lost it."""
        task, slot, reason = worker.failure()
        if slot is None:
            raise ArenaError(f"A process of the arena ended ({reason}) while no bot was thinking.")
        self._no_warm_up.add(task.label(self._terms, slot))
        return task.without(slot, reason)

    def close(self) -> None:
        """End every process."""
        for worker in self._workers:
            worker.end()
        self._workers.clear()


class _Worker:
    """One process, seen from the one that started it."""

    def __init__(self, terms: Any) -> None:
        context = mp.get_context("spawn")
        self._watch = context.RawArray("d", 3)
        self.results, theirs = context.Pipe()
        self._process = context.Process(
            target=_work, args=(theirs, terms, self._watch), daemon=True
        )
        self._process.start()
        theirs.close()
        self.task: Task | None = None
        """What it plays now; its first part is the next to come back."""
        self._dead = False
        self._hung = False

    def give(self, task: Task, no_warm_up: Iterable[str]) -> None:
        """Let it play."""
        self.task = msgspec.structs.replace(task, no_warm_up=tuple(sorted(no_warm_up)))
        try:
            self.results.send(self.task)
        except OSError:
            self._dead = True

    def finished(self) -> Iterator[Any]:
        """Yield the games that have come back."""
        try:
            while self.task is not None and self.results.poll():
                played = self.results.recv()
                rest = self.task.parts[1:]
                self.task = msgspec.structs.replace(self.task, parts=rest) if rest else None
                yield played
        except (EOFError, OSError):
            self._dead = True

    @property
    def lost(self) -> bool:
        """Whether the process has died, or a bot has not come back and it has been ended."""
        slot, since, limit = self._watch
        if slot and time.monotonic() - since > limit and self._watch[1] == since:
            self._process.kill()
            self._dead = self._hung = True
        return self._dead

    def failure(self) -> tuple[Task, int | None, str]:
        """Return what a lost process was playing, the slot that was thinking, and what happened."""
        assert self.task is not None
        self.end()
        slot, _, limit = self._watch
        reason = f"ended its process with code {self._process.exitcode}"
        if self._hung:
            reason = f"did not answer within {limit:.0f} s"
        return self.task, int(slot) - 1 if slot else None, reason

    def end(self) -> None:
        """End the process, whatever it does."""
        self.results.close()
        if not self._dead:
            self._process.kill()
        self._process.join()


def _work(tasks: Connection[Any, Any], terms: Any, shared: Any) -> None:
    """Play tasks until there are no more."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # the process that watches is told, and ends this
    sys.stdout.flush()
    os.dup2(2, 1)  # what a bot prints is not a result of the arena
    watch = Watch(shared)
    while True:
        try:
            task: Task = tasks.recv()
        except (EOFError, OSError):
            return
        watch.warm.update(task.no_warm_up)
        for part in task.parts:
            tasks.send(task.play(terms, part, watch))
