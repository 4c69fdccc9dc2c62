"""One of several nodes: takes the table when people come, and may be killed, paused or cut off.

A paused node does nothing at all, and then goes on as if no time had passed: a zombie, if another
has the table by then.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from tacit.store.store import Conflict, Unreachable
from tacit.store.writer import Append
from tacit.table.log.records import decode
from tacit.table.outputs import Save
from tacit.table.table import Table
from tests.simulation.audit import LONGEST_HELD, Audit
from tests.simulation.database import CLAIM, HOLDER, LOAD, RELEASE, TABLE, Database
from tests.simulation.link import Link, run
from tests.simulation.network import Line
from tests.simulation.scenario import Weather
from tests.simulation.server import Server
from tests.simulation.truth import Truth
from tests.simulation.world import World

BEAT = 1000
"""Milliseconds between two questions which tables others have taken."""
SILENT_AFTER = 12_000
"""Milliseconds after which a page takes a line for dead on which nothing is heard."""
LINES = 1_000_000
"""Lines are numbered from here on, times the node's number."""


class Ticking:
    """The world as a node has it: while it is paused, nothing happens to it."""

    def __init__(self, world: World, node: Node) -> None:
        self._world = world
        self._node = node
        self.counts, self.heard, self.chance = world.counts, world.heard, world.chance

    @property
    def now(self) -> int:
        """The clock, which goes on."""
        return self._world.now

    @property
    def calm(self) -> bool:
        """Whether there are no more faults."""
        return self._world.calm

    def after(self, delay: float, call: Callable[[], None]) -> None:
        """Let something happen that many milliseconds from now, or when the node goes on."""
        self._world.after(delay, lambda: self._node.when_running(call))


class Node(Server):
    """A node that may be killed, paused or cut off."""

    def __init__(
        self,
        world: World,
        weather: Weather,
        database: Database,
        truth: Truth,
        audit: Audit,
        *,
        make_table: type[Table],
        number: int,
    ) -> None:
        self.up = True
        self.paused = False
        self.hidden = False
        """Whether people cannot reach it."""
        self.claim: str | None = None
        self._outside = world
        self._number = number
        self._claims = 0
        self._waking = False
        self._saving = False
        self._unsaved: list[Save] = []
        self._backlog: list[Callable[[], None]] = []
        ticking: Any = Ticking(world, self)
        self.link = Link(world, weather, database, f"node {number}", self.when_running)
        own = audit.apart(lambda: self.table.version if self.table else len(truth))
        disk: Any = database
        super().__init__(ticking, disk, truth, own, make_table)
        self._rng = world.chance(f"node {number}")
        self._numbers = number * LINES

    # What happens to it

    def when_running(self, call: Callable[[], None]) -> None:
        """Let something happen to it, or later if it is paused."""
        if self.paused:
            self._backlog.append(call)
        else:
            call()

    def kill(self) -> None:
        """End it at once; what it has sent to the database may still arrive there."""
        if self.up:
            self._world.counts["node killed"] += 1
            self.up = self.paused = False
            self.link.end()
            self._backlog.clear()
            self._drop_tables()
            self._outside.after(self._rng.randrange(50, 8000), self.start)

    crash = kill

    def pause(self) -> None:
        """Stop it in the middle of everything, and let it go on as if nothing had been."""
        if not self.up or self.paused:
            return
        self._world.counts["node paused"] += 1
        self.paused = True
        lines, life, since = tuple(self.lines.values()), self.lives, self._world.now

        def give_up() -> None:
            for line in lines if self.paused and life == self.lives else ():
                line.cut("client", "server")

        def go_on() -> None:
            if life == self.lives and self.up:
                self.paused = False
                self.up_since, self.late = self._world.now, self._world.now - since
                self.heard = dict.fromkeys(self.heard, self._world.now)  # nobody else was silent
                backlog, self._backlog = self._backlog, []
                for call in backlog:
                    self.when_running(call)
                self._outside.after(LONGEST_HELD, self._is_on_time)

        self._outside.after(SILENT_AFTER, give_up)
        self._outside.after(self._rng.randrange(1000, 30_000), go_on)

    def _is_on_time(self) -> None:
        self.late = 0

    def cut_off(self) -> None:
        """Let it not reach the database for a while."""
        self._world.counts["cut off from the database"] += 1
        self.link.cut = True
        self._outside.after(self._rng.randrange(500, 20_000), self._reach)

    def _reach(self) -> None:
        self.link.cut = False

    def hide(self) -> None:
        """Let people not reach it for a while; it still has the table, and its bots play."""
        self._world.counts["cut off from people"] += 1
        self.hidden = True
        for line in self.lines.values():
            line.cut("client", "server")
        self._outside.after(self._rng.randrange(500, 20_000), self._show)

    def _show(self) -> None:
        self.hidden = False

    def stop(self) -> None:
        """Say goodbye to everybody, let the table go, and begin again."""
        if self.up and not self.paused and self.table is not None:
            self._world.counts["restart"] += 1
            self.table.say_goodbye("restart", self._world.now)
            self._pump()
            self._lose()

    # The table

    def start(self) -> None:
        """Begin with nothing: the first guest brings the table."""
        self.lives += 1
        self.up, self.up_since = True, self._world.now
        self.claim, self._waking = None, False
        life = self.lives

        def beat() -> None:
            if life == self.lives and self.up:
                if self.claim is not None and not self._waking:
                    self._look_who_has_it(self.claim)
                self._world.after(BEAT, beat)

        beat()

    def _look_who_has_it(self, claim: str) -> None:
        def done(holder: Any, error: Exception | None) -> None:
            if error is None and holder != claim and claim == self.claim:
                self._lose()

        run(self.link.ask(HOLDER), done)

    def accept(self, weather: Any, person: str, client: Any) -> Line | None:
        """Take a new line if the table is here; fetch it otherwise."""
        if not self.up or self.paused or self.hidden:
            return None
        if self.table is None:
            self._wake_up()
            return None
        return super().accept(weather, person, client)

    def _new_line(self, weather: Any, person: str) -> Line:
        self._numbers += 1
        return Line(self._outside, weather, self._numbers, person)

    def hear(self, line: Line, data: bytes) -> None:
        """Take a message from a line."""
        self.when_running(lambda: super(Node, self).hear(line, data))

    def lost(self, line: Line) -> None:
        """Notice that a line is gone."""
        self.when_running(lambda: super(Node, self).lost(line))

    def _wake_up(self) -> None:
        if self._waking:
            return
        self._waking = True
        self._claims += 1
        life, claim = self.lives, f"{self._number}.{self.lives}:{self._claims}"

        def done(log: Any, error: Exception | None) -> None:
            if life != self.lives or not self.up:
                return
            self._waking = False
            if error is None:
                self._begin(log, claim)

        run(self._fetch(claim), done)

    async def _fetch(self, claim: str) -> list[bytes]:
        await self.link.ask(CLAIM, claim)
        log: list[bytes] = await self.link.ask(LOAD)
        return log

    def _begin(self, log: list[bytes], claim: str) -> None:
        self.claim, self.up_since = claim, self._world.now
        self._saving = False
        self._unsaved.clear()
        self._take_up(decode(log), self._truth[len(log)].state)

    def _save(self, save: Save) -> None:
        """Hand it over when it is known what became of those before it, as the site does."""
        self._unsaved.append(save)
        if not self._saving:
            self._append()

    def _append(self) -> None:
        batch, self._unsaved = self._unsaved, []
        if not batch:
            return
        self._saving = True
        table, entries = self.table, tuple(save.entry for save in batch)
        append = Append(TABLE, batch[0].after, entries, False, lambda _: None, claim=self.claim)

        def done(outcomes: Any, error: Exception | None) -> None:
            if table is self.table and table is not None:
                self._saved(batch, error if error is not None else outcomes[0])

        run(self.link.append([append]), done)

    def _saved(self, batch: list[Save], error: Exception | None) -> None:
        assert self.table is not None
        if isinstance(error, Conflict | Unreachable):
            self._lose()
        elif error is None:
            self._saving = False
            self.table.saved(batch[-1].ticket, self._world.now)
            self._pump()
            self._append()
        else:
            self._unsaved.clear()
            self.table.not_saved(batch[0].ticket, self._world.now)
            self._pump()
            self._look_what_was_saved(self.table)

    def _look_what_was_saved(self, table: Table) -> None:
        known = table.version

        def done(log: Any, error: Exception | None) -> None:
            if table is not self.table:
                return
            self._saving = False
            if error is None and len(log) != known:
                self._lose()
            else:
                self._append()

        run(self.link.ask(LOAD), done)

    def _lose(self) -> None:
        """Send everybody on: they come back to wherever the table goes on."""
        self._world.counts["table lost"] += 1
        claim = self.claim
        for line in self.lines.values():
            line.hang_up("client")
        self.lines.clear()
        self._drop_tables()
        if claim is not None:
            run(self.link.ask(RELEASE, claim), lambda *_: None)

    def _drop_tables(self) -> None:
        self._down()
        self.claim = None
        self._unsaved.clear()
        self.asking = 0
