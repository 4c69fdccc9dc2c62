"""Tables without a network, to which anything may be sent, fast."""

from __future__ import annotations

import random
from collections import Counter, defaultdict, deque
from functools import partial
from itertools import count
from typing import Any

import msgspec

from tacit.bots.asking import asking_of
from tacit.bots.registry import find_bot
from tacit.log.verify import verify
from tacit.table.bots import Pace
from tacit.table.log.records import Entry, Opened, PersonId, Settings, decode, encode
from tacit.table.log.state import Stage
from tacit.table.outputs import Answered, Ask, ConnectionId, Disconnect, Save, Tell
from tacit.table.past.replays import replay_of
from tacit.table.table import Table
from tacit.table.tell.messages import Do, read
from tests.server import leaks
from tests.server.client import Copy
from tests.server.good_will import Stuck, wish
from tests.server.mutants import MESSAGES_A_TABLE, Mutants

PEOPLE = 6
UNREADABLE = (msgspec.DecodeError, UnicodeDecodeError, RecursionError)
"""What reading a message may raise: the line counts these and goes on."""


class Playground:
    """One table without a network: lines come and go, time passes, the disk is slow or full."""

    def __init__(self, game: str, rng: random.Random, counts: Counter[str]) -> None:
        self._rng = rng
        self._counts = counts
        self._mutants = Mutants(rng)
        self._people = [PersonId(f"person-{rng.randbytes(6).hex()}") for _ in range(PEOPLE)]
        opened = Opened(game=game, seed=rng.randbytes(32).hex(), settings=Settings())
        self.log = [encode(Entry(house=(opened,)))]
        self.now = 0
        self._saves: deque[Save] = deque()
        self._asks: deque[Ask] = deque()
        self._bots: dict[tuple[int, int, str], Any] = {}
        self._lines: dict[ConnectionId, PersonId] = {}
        self._numbers = count(1)
        self._told: set[tuple[bytes, PersonId]] = set()
        self._sent = b""
        self._asked: defaultdict[tuple[PersonId, str], str] = defaultdict(str)
        """By who asked and the message's id, all that was asked under it."""
        self._copies: dict[ConnectionId, Copy] = {}
        self._calm = False
        self._begin()

    def _begin(self) -> None:
        """Take the log up, and let everybody come."""
        new_seed = partial(self._rng.randbytes, 32)
        self.table = Table(decode(self.log), self.now, new_seed, Pace(1, 20), secret=new_seed())
        for person in self._people:
            self._connect(person)

    # What happens at random

    def step(self) -> None:
        """Let one message arrive, and whatever else happens meanwhile."""
        rng = self._rng
        dice = rng.random()
        if dice < 0.01 and self._lines:
            self._disconnect(rng.choice(tuple(self._lines)))
        elif dice < 0.02 or not self._lines:
            self._connect(rng.choice(self._people))
        self._pass_time(rng.choice((0, 0, 0, 1, 5, 40)))
        if self._lines:
            self._message(rng.choice(tuple(self._lines)))
        if rng.random() < 0.5:
            self._store(rng.randrange(4))
        if self._asks and rng.random() < 0.5:
            self._think()
        if rng.random() < 0.0005:
            self._pass_time(rng.choice((1000, 20_000, 4_000_000)))

    def _message(self, line: ConnectionId) -> None:
        state = self.table.state
        seat = state.seat_of(state.guest_of(self._lines[line]))
        self._sent = self._mutants.draw(state, seat)
        try:
            message = read(self._sent)
        except UNREADABLE as error:
            self._counts[f"unreadable: {type(error).__name__}"] += 1
            return
        self._counts[f"read: {type(message).__name__}"] += 1
        if isinstance(message, Do):
            self._asked[self._lines[line], message.id] += self._sent.decode(errors="replace")
        self.table.receive(line, message, self.now)
        self._pump()

    def _connect(self, person: PersonId) -> ConnectionId:
        line = ConnectionId(next(self._numbers))
        self._lines[line] = person
        self.table.connect(line, person, self.now)
        if self._calm or self._rng.random() < 0.9:
            self._say(line, {"type": "hello", "protocol": 1})
        return line

    def _disconnect(self, line: ConnectionId) -> None:
        del self._lines[line]
        self.table.disconnect(line, self.now)
        self._pump()

    def _say(self, line: ConnectionId, message: dict[str, Any]) -> None:
        self._sent = msgspec.json.encode(message)
        self.table.receive(line, read(self._sent), self.now)
        self._pump()

    def _pass_time(self, duration: int) -> None:
        end = self.now + duration
        for _ in range(200):
            wake = self.table.next_wake
            if wake is None or wake > end:
                break
            self.now = max(self.now, wake)
            self.table.wake(self.now)
            self._pump()
        self.now = end

    def _store(self, most: int) -> None:
        """Make something durable, or fail to, as a store that works in order."""
        for _ in range(most):
            if not self._saves:
                return
            self._write(self._saves.popleft())
            self._pump()

    def _write(self, save: Save) -> None:
        """Do what a live table does with a store that may fail, or seem to have failed."""
        conflict = save.after != len(self.log)
        full = not self._calm and self._rng.random() < 0.01
        if not conflict and not full:
            self.log.append(save.entry)
            self.table.saved(save.ticket, self.now)
            return
        if not conflict and self._rng.random() < 0.2:
            self.log.append(save.entry)
        self._counts["not saved"] += 1
        self._saves.clear()  # what was to follow it was never given to the store
        self.table.not_saved(save.ticket, self.now)
        if conflict and len(self.log) != self.table.version:
            self._pump()
            self._counts["lost"] += 1
            self._asks.clear()
            self._lines.clear()
            self._begin()

    def _think(self) -> None:
        ask = self._asks.popleft()
        key = (ask.game, ask.seat, ask.bot)
        if key not in self._bots:
            game = self.table.state.game
            self._bots[key] = find_bot(ask.bot, game)(ask.seat, ask.players, len(self.log))
        bot = self._bots[key]
        asking = asking_of(self.table.state.game)
        answer = asking.ask(bot, ask.question, ask.view, now=ask.now, budget=1.0)
        self.table.answered(ask, answer, self.now)
        self._pump()

    # What the table wants done

    def _pump(self) -> None:
        out = self.table.out[:]
        self.table.out.clear()
        self._told.clear()
        for one in out:
            match one:
                case Tell():
                    self._take(one)
                case Save():
                    self._saves.append(one)
                case Ask():
                    self._asks.append(one)
                case Answered(refused=refused) if refused is not None:
                    self._counts[f"refused: {refused.key}"] += 1
                case Disconnect(line):
                    if line in self._lines:
                        self._counts["hung up"] += 1
                        del self._lines[line]
                        self.table.disconnect(line, self.now)
        if self.table.out:
            self._pump()

    def _take(self, tell: Tell) -> None:
        person = self._lines.get(tell.connection)
        if person is None:
            return
        if tell.connection in self._copies:
            self._copies[tell.connection].take(msgspec.json.decode(tell.data))
        if (tell.data, person) not in self._told:
            self._told.add((tell.data, person))
            self._check(tell.data, person)

    def _check(self, data: bytes, person: PersonId) -> None:
        self._counts["told"] += 1
        state = self.table.state
        text = data.decode()
        if text.startswith('{"type":"refused"') and state.game == "extreme" and state.play:
            seat = state.seat_of(state.guest_of(person))
            asked = self._asked[person, msgspec.json.decode(data)["id"]]
            shown = {card for card in leaks.CARD.findall(text) if card not in asked}
            if shown & leaks.hidden(state, seat):
                raise leaks.Leak(f"a refusal tells of {shown}")
        leaks.check(text, state, person)

    # Afterwards

    def finish(self) -> None:
        """Let everybody come back, behave, and play a game to its end."""
        self._calm = True
        for line in tuple(self._lines):
            self._disconnect(line)
        for person in self._people:
            line = ConnectionId(next(self._numbers))
            self._copies[line] = Copy()
            self._lines[line] = person
            self.table.connect(line, person, self.now)
            self._say(line, {"type": "hello", "protocol": 1})
        begun = self.table.state.games + (self.table.state.stage is not Stage.PLAYING)
        for turn in range(20_000):
            if self.table.state.games == begun and self.table.state.stage is Stage.OVER:
                break
            self._behave(turn, begun)
        else:
            wishes = [wish(copy, begun, may_claim=True) for copy in self._copies.values()]
            raise Stuck(f"{self.table.state.stage}, {wishes}")
        replay = replay_of(decode(self.log), begun)
        assert replay is not None
        verdict = verify(replay)
        assert verdict.ok, verdict.problem
        self._counts["games finished"] += 1

    def _behave(self, turn: int, game: int) -> None:
        for place, (line, copy) in enumerate(tuple(self._copies.items())):
            request = wish(copy, game, may_claim=place == turn % len(self._copies))
            if request is not None and line in self._lines:
                self._say(line, {"type": "do", "id": f"wish-{turn}-{place}", "request": request})
                self._store(100)
        while self._asks:
            self._think()
        self._pass_time(20)
        self._store(100)
        for line in self._copies:  # pongs, so that nobody seems to be gone
            self._say(line, {"type": "pong", "n": 1})


def fuzz_tables(messages: int, seed: int, counts: Counter[str] | None = None) -> Counter[str]:
    """Send messages straight to tables, a fresh one now and then."""
    counts = Counter() if counts is None else counts
    for start in range(0, messages, MESSAGES_A_TABLE):
        name = f"{seed} {start}"
        rng = random.Random(name)
        ground = Playground(rng.choice(("mindup", "extreme")), rng, counts)
        try:
            for _ in range(min(MESSAGES_A_TABLE, messages - start)):
                counts["messages"] += 1
                ground.step()
            ground.finish()
        except Exception as error:
            error.add_note(f"seed {name!r}, after {counts['messages'] - start} messages")
            error.add_note(f"last message {ground._sent!r}")
            raise
    return counts
