"""The disk: a log that becomes durable some time after it was handed over, in order, in batches."""

from __future__ import annotations

from collections.abc import Callable

from tacit.table.outputs import Save
from tests.simulation.scenario import Weather
from tests.simulation.world import World


class Disk:
    """Survives crashes with what is durable; forgets what is not."""

    def __init__(
        self, world: World, weather: Weather, first: bytes, written: Callable[[bytes], None]
    ) -> None:
        self.durable: list[bytes] = []
        self._world = world
        self._weather = weather
        self._rng = world.chance("disk")
        self._written = written
        self._queue: list[Save] = []
        self._batch: list[Save] = []
        self._tell: Callable[[list[tuple[Save, str]]], None] = lambda _: None
        self._life = 0
        self._handed: dict[tuple[int, int], bytes] = {}
        self._decided_on: dict[tuple[int, int], bytes] = {}
        self._tell_at = 0
        self._untold = 0
        self.full = False
        self._write(first)
        self._plan_to_be_full()

    @property
    def idle(self) -> bool:
        """Whether there is nothing to write, and nothing to tell about it."""
        return not self._queue and not self._batch and not self._untold

    def opened(self, tell: Callable[[list[tuple[Save, str]]], None]) -> None:
        """Tell a node from now on what became of their saves: "saved", "failed" or "conflict"."""
        self._tell = tell
        self._handed.clear()

    def save(self, save: Save) -> None:
        """Take an entry to be made durable."""
        generation, version = save.ticket
        self._handed[save.ticket] = save.entry
        before = self._handed.get((generation, version - 1)) or self.durable[save.after - 1]
        self._decided_on[save.ticket] = before
        self._queue.append(save)
        self._begin()

    def _begin(self) -> None:
        if self._queue and not self._batch:
            self._batch, self._queue = self._queue, []
            life = self._life
            delay = self._rng.randint(*self._weather.save)
            self._world.after(delay, lambda: self._commit() if life == self._life else None)

    def _commit(self) -> None:
        batch, self._batch = self._batch, []
        unsure = self.full and self._rng.random() < self._weather.unsure
        fates = [(save, self._fate(save, unsure=unsure)) for save in batch]
        self._untold += 1
        self._tell_at = max(self._tell_at, self._world.now + self._rng.choice((0, 0, 1, 20)))
        self._world.after(self._tell_at - self._world.now, self._teller(fates))
        self._begin()

    def _fate(self, save: Save, *, unsure: bool) -> str:
        if not self._follows(save):
            return "conflict"
        if not self.full:
            self._write(save.entry)
            return "saved"
        self._world.counts["save failed"] += 1
        if unsure:
            self._world.counts["save failed but written"] += 1
            self._write(save.entry)
        return "failed"

    def _follows(self, save: Save) -> bool:
        """Tell whether the log ends with the very entry that this one was decided on."""
        last = self._decided_on[save.ticket]
        return save.after == len(self.durable) and last == self.durable[-1]

    def _write(self, entry: bytes) -> None:
        self.durable.append(entry)
        self._written(entry)

    def _teller(self, fates: list[tuple[Save, str]]) -> Callable[[], None]:
        life, tell = self._life, self._tell

        def now() -> None:
            if life == self._life:
                self._untold -= 1
                tell(fates)

        return now

    def crash(self) -> None:
        """Lose what is not durable; what is being written just now may have come through."""
        self._life += 1
        lucky = self._rng.choice((0, 0, len(self._batch)))
        for save in self._batch[:lucky]:
            if self._follows(save) and not self.full:
                self._write(save.entry)
                self._world.counts["saved but never told"] += 1
            else:
                self._world.counts["save lost"] += 1
        self._world.counts["save lost"] += len(self._batch[lucky:]) + len(self._queue)
        self._batch, self._queue = [], []
        self._untold = 0

    def _plan_to_be_full(self) -> None:
        self._world.after(self._rng.expovariate(1 / self._weather.full_every), self._fill)

    def _fill(self) -> None:
        if self._world.calm:
            return
        self.full = True
        self._world.counts["disk full"] += 1
        self._world.after(self._rng.randrange(200, 8000), self._empty)

    def _empty(self) -> None:
        self.full = False
        self._plan_to_be_full()
