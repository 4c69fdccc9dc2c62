"""The server: runs the one table, saves what it hands out, and now and then crashes."""

from __future__ import annotations

import random
from typing import Any

import msgspec

from tacit.bots.asking import asking_of
from tacit.bots.registry import find_bot
from tacit.core.rulebook import Refused
from tacit.server.config import Limits
from tacit.server.limits.rate_limit import Bucket
from tacit.server.limits.table_limits import TableLimits
from tacit.table.log.records import Entry, PersonId, decode
from tacit.table.log.state import TableState
from tacit.table.outputs import Ask, ConnectionId, Disconnect, Save, Tell
from tacit.table.table import Table
from tacit.table.tell.messages import Hello, read
from tests.simulation.audit import Audit
from tests.simulation.disk import Disk
from tests.simulation.network import Line
from tests.simulation.truth import Truth
from tests.simulation.world import World, check


class Server:
    """Everything around a table that is not the table."""

    def __init__(
        self, world: World, disk: Disk, truth: Truth, audit: Audit, make_table: type[Table]
    ) -> None:
        self.table: Table | None = None
        self.lines: dict[int, Line] = {}
        self.greeted: set[int] = set()
        self.asking = 0
        self.lives = 0
        self.late = 0
        """Milliseconds by which what came before may be decided late."""
        self.up_since = 0
        self._world = world
        self._disk = disk
        self._truth = truth
        self._audit = audit
        self._make_table = make_table
        self._rng = world.chance("server")
        self._seeds = world.chance("seeds")
        self._secrets = world.chance("secrets")
        self._numbers = 0
        self.heard: dict[int, int] = {}
        """When a line last said something, or was accepted."""
        self._buckets: dict[int, Bucket] = {}
        self._limits = TableLimits(Limits())
        self._since: dict[int, int] = {}
        self._bots: dict[tuple[int, int, str], Any] = {}
        self._armed: int | None = None
        self._doomed = False
        self.start()

    def start(self) -> None:
        """Begin with what is durable."""
        self.lives += 1
        self.up_since = self._world.now
        self._disk.opened(self._fates)
        self._take_up(decode(self._disk.durable), self._truth.state)

    def _take_up(self, entries: list[Entry[Any]], state: TableState) -> None:
        """Go on with a table from its log."""
        self._audit.forget()
        self._bots.clear()
        self.asking = 0
        self._armed = None
        self.table = self._make_table(
            entries,
            self._world.now,
            self._new_seed,
            may=self._may_not_yet,
            secret=self._secrets.randbytes(32),
        )
        check("restart", self.table.state == state, "another state than the log's")
        self._pump()

    def _new_seed(self) -> bytes:
        return self._seeds.randbytes(32)

    def _may_not_yet(self, _line: ConnectionId, person: PersonId, request: Any) -> Refused | None:
        """Tell people who ask too much to wait, as the site does; everybody lives elsewhere."""
        return self._limits.refused(request, person, "table", person, self._world.now / 1000)

    def crash(self) -> None:
        """Lose everything that is not durable, and all lines."""
        if self.table is None:
            return
        self._world.counts["crash"] += 1
        self._disk.crash()
        self._down()
        self._world.after(self._rng.randrange(50, 5000), self.start)

    def crash_at_work(self) -> None:
        """Crash shortly after the next thing is handed to the disk."""
        self._doomed = True

    def trouble(self, rng: random.Random) -> None:
        """Crash, mostly at work, or restart."""
        crash = self.crash_at_work if rng.random() < 0.8 else self.crash
        (self.restart if rng.random() < 0.2 else crash)()

    def restart(self) -> None:
        """Say goodbye to everybody, save what is left to save, and begin again."""
        if self.table is None:
            return
        self._world.counts["restart"] += 1
        self.table.say_goodbye("restart", self._world.now)
        self._pump()
        self._await_disk()

    def _await_disk(self) -> None:
        if self.table is None:
            return
        if self._disk.idle:
            self._down()
            self.start()
        else:
            self._world.after(10, self._await_disk)

    def _down(self) -> None:
        self.table = None
        for line in self.lines.values():
            line.cut("client")
        self.lines.clear()
        self.greeted.clear()

    def accept(self, weather: Any, person: str, client: Any) -> Line | None:
        """Take a new line, if the server is up."""
        if self.table is None:
            return None
        line = self._new_line(weather, person)
        line.join(self, client)
        self.lines[line.number] = line
        self.heard[line.number] = self._world.now
        rate = Limits().messages
        self._buckets[line.number] = Bucket(rate, 2 * rate, self._world.now / 1000)
        self.table.connect(ConnectionId(line.number), line.person, self._world.now)
        self._pump()
        return line

    def _new_line(self, weather: Any, person: str) -> Line:
        self._numbers += 1
        return Line(self._world, weather, self._numbers, person)

    def hear(self, line: Line, data: bytes) -> None:
        """Take a message from a line."""
        if self.table is None or line.number not in self.lines:
            return
        if not self._buckets[line.number].take(self._world.now / 1000):
            self._world.counts["flooded"] += 1
            line.hang_up("client")
            self.lost(line)
            return
        self.heard[line.number] = self._world.now
        message = read(data)
        if isinstance(message, Hello):
            self.greeted.add(line.number)
            self._since[line.number] = message.version
        self.table.receive(ConnectionId(line.number), message, self._world.now)
        self._pump()
        self._since.pop(line.number, None)

    def lost(self, line: Line) -> None:
        """Notice that a line is gone."""
        if self.lines.pop(line.number, None) is not None and self.table is not None:
            self.greeted.discard(line.number)
            self.table.disconnect(ConnectionId(line.number), self._world.now)
            self._pump()

    def is_connected(self, person: str) -> bool:
        """Tell whether a person has a connection that said hello, as far as the server knows."""
        return any(self.lines[number].person == person for number in self.greeted)

    @property
    def is_quiet(self) -> bool:
        """Whether every line is alive, and nothing is under way on any."""
        return all(line.carries and not line.under_way for line in self.lines.values())

    def _pump(self) -> None:
        """Do whatever the table wants done."""
        table = self.table
        while table is not None and table.out:
            output = table.out.pop(0)
            match output:
                case Save():
                    entry = decode([self._disk.durable[0], output.entry])[-1]
                    self._audit.saves(entry, self._world.now, self.late)
                    self._save(output)
                    if self._doomed:
                        self._doomed = False
                        self._world.after(self._rng.choice((0, 1, 5, 30, 100)), self.crash)
                case Tell():
                    self._tell(output)
                case Disconnect():
                    self._hang_up(output)
                case Ask():
                    self._ask(output)
        self._arm()

    def _save(self, save: Save) -> None:
        self._disk.save(save)

    def _tell(self, tell: Tell) -> None:
        line = self.lines.get(tell.connection)
        if line is None:
            return
        self._world.heard(f"{self._world.now} {tell.connection} ".encode() + tell.data)
        message = msgspec.json.decode(tell.data)
        self._audit.told(line.person, message, tell.data, self._since.get(tell.connection, 0))
        line.to_client.send(message, counts=message["type"] != "ping")

    def _hang_up(self, output: Disconnect) -> None:
        line = self.lines.get(output.connection)
        if line is not None:
            self._world.counts["hung up"] += 1
            line.hang_up("client")
            self.lost(line)

    def _ask(self, ask: Ask) -> None:
        """Let the bot think in a world of its own, and bring its answer back some time later."""
        key = (ask.game, ask.seat, ask.bot)
        if key not in self._bots:
            bot = find_bot(ask.bot, self._truth.state.game)
            self._bots[key] = bot(ask.seat, ask.players, self._rng.getrandbits(32))
        answer = _answer(self._truth.state.game, self._bots[key], ask)
        slow = 3000 if self._rng.random() < 0.05 else 60
        self.asking += 1
        table = self.table

        def answered() -> None:
            if table is self.table and table is not None:
                self.asking -= 1
                table.answered(ask, answer, self._world.now)
                self._pump()

        self._world.after(self._rng.randrange(slow), answered)

    def _fates(self, fates: list[tuple[Save, str]]) -> None:
        """Tell the table what became of its saves; of several that went well the last is enough.

        The log is the truth: a table that knows another sends everybody on, and is begun again.
        """
        assert self.table is not None
        one_by_one = self._rng.random() < 0.5
        for number, (save, fate) in enumerate(fates):
            if fate != "saved":
                self.table.not_saved(save.ticket, self._world.now)
                if self.table.version != len(self._disk.durable):
                    self._lose()
                    return
            elif one_by_one or number + 1 == len(fates) or fates[number + 1][1] != "saved":
                self.table.saved(save.ticket, self._world.now)
            self._pump()

    def _lose(self) -> None:
        self._world.counts["table lost"] += 1
        self._pump()
        self._disk.crash()
        self._down()
        self.start()

    def _arm(self) -> None:
        """Be there when the table wants to be woken, or a little later."""
        if self.table is None or self.table.next_wake is None:
            return
        now = self._world.now
        when = max(now, self.table.next_wake)
        if self._armed is None or when < self._armed or self._armed < now:
            self._armed = when
            table = self.table
            late = self._rng.choice((0, 0, 0, 1, 5))
            self._world.after(when - now + late, lambda: self._wake(table, when))

    def _wake(self, table: Table, when: int) -> None:
        if table is not self.table or when != self._armed:
            return
        self._armed = None
        now = self._world.now
        self.table.wake(now)
        wake = self.table.next_wake
        check("no rest", wake is None or wake > now, "woken at", now, "it wants to be at", wake)
        self._pump()


def _answer(game: str, bot: Any, ask: Ask) -> Any:
    return asking_of(game).ask(bot, ask.question, ask.view, now=ask.now, budget=1.0)
