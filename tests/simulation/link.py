"""A node's connection to the database: late, broken, or cut, and then nobody knows what was done.

What is asked is asked again as the store does it, with the store's own code for appends: a
statement may be done although its answer never came, and may arrive after its sender gave up.
"""

from __future__ import annotations

from collections.abc import Callable, Coroutine, Generator
from typing import Any

from tacit.store.postgres import connections as postgres_lines
from tacit.store.postgres.append import Batch
from tacit.store.store import StoreError, Unreachable
from tacit.store.writer import Append
from tests.simulation.database import Database
from tests.simulation.scenario import Weather
from tests.simulation.world import World

TIMEOUT_MS = int(postgres_lines.RETRY_FOR_S * 1000)
ANSWER = int(postgres_lines.ANSWER_TIMEOUT_S * 1000)
AGAIN_AFTER = int(postgres_lines.RETRY_DELAY_S * 1000)

Step = Callable[[Any, Exception | None], None]
Begin = Callable[[Step], None]


class Awaited:
    """Something that takes simulated time; `begin` is told whom to call when it is over."""

    def __init__(self, begin: Begin) -> None:
        self._begin = begin

    def __await__(self) -> Generator[Begin, Any, Any]:
        return (yield self._begin)


def run(work: Coroutine[Begin, Any, Any], done: Step) -> None:
    """Let a coroutine run in simulated time, and tell what came of it."""

    def step(value: Any, error: Exception | None) -> None:
        try:
            begin = work.send(value) if error is None else work.throw(error)
        except StopIteration as end:
            done(end.value, None)
        except StoreError as refusal:
            done(None, refusal)
        else:
            begin(step)

    step(None, None)


class Link:
    """The way of one node to the database."""

    def __init__(
        self,
        world: World,
        weather: Weather,
        database: Database,
        name: str,
        deliver: Callable[[Callable[[], None]], None],
    ) -> None:
        self.cut = False
        self._deliver = deliver
        self._life = 0
        self._world = world
        self._weather = weather
        self._database = database
        self._rng = world.chance(f"link of {name}")

    def end(self) -> None:
        """Nobody waits for answers any more."""
        self._life += 1
        self.cut = False

    async def fetch(self, statement: str, *values: Any) -> Any:
        """Have a statement done; OSError if the connection breaks, whatever became of it."""
        return await Awaited(lambda step: self._send(step, statement, values))

    async def ask(self, statement: str, *values: Any) -> Any:
        """Have a statement done, again if need be; Unreachable if nobody knows after a while."""
        return await self._insist(lambda: self.fetch(statement, *values))

    async def append(self, appends: list[Append]) -> list[StoreError | None]:
        """Append to the log as the store does."""
        batch = Batch(appends)
        return await self._insist(lambda: batch.write(self, self._world.now))

    async def _insist(self, work: Callable[[], Coroutine[Begin, Any, Any]]) -> Any:
        until = self._world.now + TIMEOUT_MS
        while True:
            try:
                return await work()
            except OSError as error:
                if self._world.now + AGAIN_AFTER > until:
                    raise Unreachable("The game log could not be saved: no answer.") from error
            await Awaited(self._wait)

    def _wait(self, step: Step) -> None:
        life = self._life
        self._world.after(AGAIN_AFTER, lambda: self._tell(step, life))

    def _tell(
        self, step: Step, life: int, value: Any = None, error: Exception | None = None
    ) -> None:
        """Tell the node, if it still is the one that asked, as soon as it runs."""
        if life == self._life:
            self._deliver(lambda: step(value, error))

    def _send(self, step: Step, statement: str, values: tuple[Any, ...]) -> None:
        there, back = (self._rng.randint(*self._weather.save) // 2 for _ in range(2))
        self._database.under_way += 1
        answered = False
        what = (statement, values)
        life = self._life

        def answer(value: Any, error: Exception | None) -> None:
            nonlocal answered
            if not answered:
                answered = True
                self._database.under_way -= 1
                self._tell(step, life, value, error)

        def arrive() -> None:
            breaks = not self._world.calm and self._rng.random() < self._weather.breaks
            if self._database.down:
                self._world.after(back, lambda: answer(None, OSError("restarting")))
            elif breaks and self._rng.random() < 0.6:
                self._world.after(back, lambda: answer(None, OSError("broken before")))
                if self._rng.random() < 0.5:
                    self._world.counts["statement lost"] += 1
                else:  # it is in a buffer of the database, which has not noticed
                    self._world.counts["statement late"] += 1
                    late = self._rng.randrange(3000)
                    self._world.after(late, lambda: self._arrived(answer, 0, True, *what))
            else:
                self._arrived(answer, back, breaks, *what)

        if self.cut:
            there += self._rng.randrange(2 * ANSWER)  # it may be in a buffer, and get through later
        self._world.after(there, arrive)
        self._world.after(ANSWER, lambda: answer(None, OSError("no answer")))

    def _arrived(
        self, answer: Step, back: int, breaks: bool, statement: str, values: tuple[Any, ...]
    ) -> None:
        try:
            value, error = self._database.do(statement, *values), None
        except StoreError as refusal:
            value, error = None, refusal
        if breaks or self.cut:
            self._world.counts["done but not answered"] += 1
            value, error = None, OSError("broken after")
        if not self.cut:
            self._world.after(back, lambda: answer(value, error))
