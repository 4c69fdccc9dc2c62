"""A table to sit at in tests: virtual time, a list as its log, and everything people were told.

>>> desk = Desk("mindup").seat("ann", "bob", "cleo")
>>> desk.do("ann", Start())
Ack(id='1-4', version=5)
"""

from __future__ import annotations

import heapq
import json
from collections.abc import Callable
from itertools import count
from typing import Any

import msgspec
from msgspec.structs import replace

from tacit.bots.asking import asking_of
from tacit.bots.registry import find_bot
from tacit.core.chance import Chance, mix
from tacit.core.plug import every_game
from tacit.table.bots import Pace
from tacit.table.decide.requests import Act, Join, Rematch, Start
from tacit.table.log.fold import MOST_CHAT
from tacit.table.log.records import Entry, Opened, PersonId, Settings, decode, encode
from tacit.table.log.state import Stage
from tacit.table.outputs import Answered, Ask, Disconnect, PlayOut, Save, Tell
from tacit.table.play_out import play_out
from tacit.table.table import Table
from tacit.table.tell.messages import Ack, Do, Hello, No, Ping, Pong, ServerMessage
from tacit.table.tell.view import house_view, play_view

_READ = msgspec.json.Decoder(ServerMessage)
SEED = "00" * 32
EXTREME: Any = every_game().get("extreme")
"""Its rules, where that game is installed."""


def plain(value: Any) -> Any:
    """Return a record as it looks in JSON."""
    return json.loads(msgspec.json.encode(value))


def seed_where(game: str, players: int, wanted: Callable[[Any], bool], **settings: int) -> str:
    """Return the first seed whose deal, with nobody contributing, is as wanted."""
    rules = every_game()[game]
    for number in range(100_000):
        seed = number.to_bytes(32, "big")
        chance = Chance(mix(seed, (b"",) * players))
        if wanted(rules.draw(rules.Settings(players=players, **settings), chance)):
            return seed.hex()
    raise LookupError("no such deal among the first seeds")


def act(kind: str, **rest: Any) -> Act:
    return Act(action={"kind": kind, **rest})


def pick(card: int) -> Act:
    return act("pick", card=card)


def play(card: str) -> Act:
    return act("play", card=card)


LAY, LIFT, STOP, STAR, READY = (
    act(kind) for kind in ("lay-hand", "lift-hand", "stop", "propose-star", "ready")
)


class Copy:
    """What a client has: the last full message and every patch since."""

    def __init__(self) -> None:
        self.version = 0
        self.house: dict[str, Any] | None = None
        self.view: Any = None
        self.legal: dict[str, list[Any]] = {}
        self.waiting: list[int] = []
        self.door: dict[str, Any] | None = None

    def take(self, message: dict[str, Any]) -> None:
        match message["type"]:
            case "door":
                self.__init__()
                self.door = message
            case "sync":
                self.door = None
                self.version = message["version"]
                self.house, self.view = message["house"], message["view"]
                self.legal, self.waiting = message["legal"], message["waiting"]
            case "update":
                self._update(message)
            case "said":
                line = {name: message[name] for name in ("guest", "text", "at")}
                self.house["chat"] = [*self.house["chat"], {"kind": "said"} | line][-MOST_CHAT:]

    def _update(self, message: dict[str, Any]) -> None:
        assert message["version"] == self.version + 1, "a version was missed"
        self.version += 1
        self.house = (self.house or {}) | message.get("house", {})
        if "view" in message:
            whole = message.get("fresh") or message["view"] is None
            self.view = message["view"] if whole else self.view | message["view"]
        self.legal = message.get("legal", self.legal)
        self.waiting = message.get("waiting", self.waiting)


class Connection:
    """One connection in a test: how long it is, and all that came over it."""

    def __init__(self, person: str, rtt: int) -> None:
        self.person = person
        self.rtt: int | None = rtt
        """None answers no pings."""
        self.raw: list[bytes] = []
        self.messages: list[Any] = []
        self.copy = Copy()
        self.hung_up = False
        self._told: list[tuple[int, int]] = []

    def take(self, data: bytes, now: int) -> Any:
        self.raw.append(data)
        self.messages.append(_READ.decode(data))
        self.copy.take(json.loads(data))
        self._told.append((now, self.copy.version))
        return self.messages[-1]

    def seen(self, at: int) -> int:
        """Return the version the client had then: all that is told takes half a round trip."""
        told = [version for time, version in self._told if time + (self.rtt or 0) // 2 <= at]
        return told[-1] if told else 0

    def of(self, kind: type) -> list[Any]:
        """Return all that came of one kind."""
        return [message for message in self.messages if isinstance(message, kind)]


class Desk:
    """A table with everything around it in the test's own hands."""

    play_out = staticmethod(play_out)

    def __init__(
        self,
        game: str = "mindup",
        *,
        seed: str = SEED,
        settings: Settings | None = None,
        log: list[bytes] | None = None,
        now: int = 0,
        pace: Pace | None = None,
        saving: bool = True,
        thinking: bool = False,
        secret: bytes | None = bytes(32),
    ) -> None:
        opened = Opened(game=game, seed=seed, settings=settings or Settings())
        self.log = log or [encode(Entry(house=(opened,)))]
        self.now = now
        self.saving = saving
        """Whether entries are durable at once; otherwise they pile up in `saves`."""
        self.thinking = thinking
        """Whether bots answer at once; otherwise questions pile up in `asks`."""
        self.saves: list[Save] = []
        self.asks: list[Ask] = []
        self.outputs: list[Any] = []
        self.lines: dict[int, Connection] = {}
        self._numbers = count(1)
        first = len(self.log)
        self._ids = (f"{first}-{number}" for number in count(1))
        self._letters: list[tuple[int, int, int, Any]] = []
        self._bots: dict[tuple[int, int, str], Any] = {}
        self.pace = pace or Pace(100, 100)
        seeds = (number.to_bytes(32, "little") for number in count(1))
        self.table = Table(decode(self.log), now, lambda: next(seeds), self.pace, secret=secret)
        self.pump()

    # Reading

    @property
    def state(self) -> Any:
        return self.table.state

    @property
    def game(self) -> Any:
        """The state of the game going on."""
        return self.table.state.play

    def entries(self) -> list[Entry[Any]]:
        return decode(self.log)

    def line(self, person: str | int) -> int:
        """Return the number of a person's newest connection; a number is one already."""
        if isinstance(person, int):
            return person
        return max(number for number, line in self.lines.items() if line.person == person)

    def heard(self, person: str | int) -> Connection:
        return self.lines[self.line(person)]

    def copy(self, person: str | int) -> Copy:
        return self.heard(person).copy

    def seat_of(self, person: str) -> int | None:
        return self.state.seat_of(self.state.guest_of(person))

    def hand(self, person: str) -> tuple[Any, ...]:
        return self.game.hands[self.seat_of(person)]

    def answers(self, message: str) -> list[tuple[int, Any]]:
        """Return all answers to the message of an id, with the lines they came over."""
        return [
            (number, answer)
            for number, line in self.lines.items()
            for answer in line.messages
            if isinstance(answer, Ack | No) and answer.id == message
        ]

    def check_copies(self) -> None:
        """Every client that folds what it is told knows exactly what it may know."""
        state = self.state
        for line in self.lines.values():
            guest = state.guest_of(line.person)
            if line.hung_up or line.copy.version == 0:
                continue
            assert guest is not None or line.person == "", "only a screen is no guest's"
            view = play_view(state, state.seat_of(guest))
            assert line.copy.version == self.table.version
            house = replace(house_view(state, line.person), chat=self.table.chat)
            assert line.copy.house == plain(house)
            assert line.copy.view == (view and plain(view.view))
            assert line.copy.legal == (plain(view.legal) if view else {})
            assert line.copy.waiting == (plain(view.waiting) if view else [])

    # Acting

    def agree(self, *people: str) -> None:
        """Let people wish for another game, one after another."""
        for person in people:
            self.must(person, Rematch())

    def rematch(self) -> None:
        """Let everybody who sits wish for another game."""
        for _, person in list(self.sitting()):
            if self.state.stage is Stage.OVER:
                self.must(person, Rematch())

    def connect(
        self, person: str, *, version: int = 0, rtt: int | None = 0, screen: bool = False
    ) -> int:
        """Open a line and say hello; `rtt` is how long its pongs take."""
        number = next(self._numbers)
        self.lines[number] = Connection("" if screen else person, rtt)
        self.table.connect(number, PersonId(person), self.now)
        self.send(number, Hello(protocol=1, version=version, screen=screen))
        return number

    def hang_up(self, person: str | int) -> None:
        """Lose a line."""
        number = self.line(person)
        self.lines[number].hung_up = True
        self.table.disconnect(number, self.now)
        self.pump()

    def leave_the_room(self, person: str) -> None:
        """Lose all connections of a person."""
        for number, line in self.lines.items():
            if line.person == person and not line.hung_up:
                self.hang_up(number)

    def send(self, line: int, message: Any) -> None:
        self.table.receive(line, message, self.now)
        self.pump()

    def do(self, person: str | int, request: Any, message: str | None = None) -> Any:
        """Let a request arrive now; return its Ack or No, or None while it has neither."""
        number = self.line(person)
        name = message or next(self._ids)
        heard = self.lines[number].messages
        before = len(heard)
        rtt = self.lines[number].rtt or 0
        seen = self.lines[number].seen(self.now - rtt // 2)
        self.send(number, Do(id=name, request=request, seen=seen))
        answers = [one for one in heard[before:] if isinstance(one, Ack | No)]
        return answers[-1] if answers else None

    def must(self, person: str | int, *requests: Any) -> Any:
        """Do what has to be allowed."""
        answer = None
        for request in requests:
            answer = self.do(person, request)
            assert isinstance(answer, Ack), answer
        return answer

    def refused(self, person: str | int, request: Any) -> str:
        """Do what has to be refused, and return the key; nothing may have changed."""
        before = (self.state, len(self.log))
        answer = self.do(person, request)
        assert isinstance(answer, No), answer
        assert answer.text
        assert "{" not in answer.text
        assert (self.state, len(self.log)) == before
        return answer.key

    def press(self, person: str | int, request: Any, message: str | None = None) -> str:
        """Press now: it arrives half a round trip later. Return the message's id."""
        number = self.line(person)
        name = message or next(self._ids)
        message_ = Do(id=name, request=request, seen=self.lines[number].seen(self.now))
        self._letter((self.lines[number].rtt or 0) // 2, number, message_)
        return name

    def _letter(self, after: int, line: int, message: Any) -> None:
        heapq.heappush(self._letters, (self.now + after, next(self._numbers), line, message))

    def seat(self, *people: str, rtt: int = 0) -> Desk:
        """Let people connect and join, in this order."""
        for person in people:
            self.connect(person, rtt=rtt)
            self.must(person, Join(name=person.title()))
        return self

    # Time and storage

    def pump(self) -> None:
        """Carry out what the table wants done."""
        while self.table.out:
            output = self.table.out.pop(0)
            self.outputs.append(output)
            match output:
                case Save() if self.saving:
                    self._keep(output)
                case Save():
                    self.saves.append(output)
                case Tell():
                    self._told(output)
                case Ask() if self.thinking:
                    self.answer(output, self.think(output))
                case Ask():
                    self.asks.append(output)
                case PlayOut():
                    self._play_out(output)
                case Disconnect() | Answered():
                    pass

    def _play_out(self, output: PlayOut) -> None:
        try:
            rest = self.play_out(output.state, output.now)
        except RuntimeError:
            self.table.not_played_out(self.now)
        else:
            self.table.played_out(rest, self.now)

    def _keep(self, save: Save) -> None:
        assert save.after == len(self.log), "the log has a gap"
        self.log.append(save.entry)
        self.table.saved(save.ticket, self.now)

    def _told(self, tell: Tell) -> None:
        line = self.lines[tell.connection]
        message = line.take(tell.data, self.now)
        if isinstance(message, Ping) and line.rtt is not None:
            if line.rtt == 0:
                self.table.receive(tell.connection, Pong(n=message.n), self.now)
            else:
                self._letter(line.rtt, tell.connection, Pong(n=message.n))

    def save(self) -> None:
        """Make durable, one by one, what has piled up."""
        while self.saves:
            self._keep(self.saves.pop(0))
            self.pump()

    def lose(self) -> None:
        """Fail to save what has piled up."""
        save = self.saves[0]
        self.saves.clear()
        self.table.not_saved(save.ticket, self.now)
        self.pump()

    def wait(self, duration: int) -> None:
        """Let time pass, with everything that is due on the way."""
        end = self.now + duration
        while True:
            wake = self.table.next_wake
            letter = self._letters[0][0] if self._letters else None
            times = [time for time in (wake, letter) if time is not None and time <= end]
            if not times:
                break
            self.now = max(self.now, min(times))
            if letter is not None and letter <= self.now:
                _, _, line, message = heapq.heappop(self._letters)
                if not self.lines[line].hung_up:
                    self.table.receive(line, message, self.now)
            else:
                self.table.wake(self.now)
            self.pump()
        self.now = end

    def rebuilt(self, **changes: Any) -> Desk:
        """Return another desk with a table made from the same log, as after a crash."""
        return Desk(log=list(self.log), **({"now": self.now} | changes))

    # Bots

    def think(self, ask: Ask) -> Any:
        """Ask the real bot."""
        key = (ask.game, ask.seat, ask.bot)
        if key not in self._bots:
            self._bots[key] = find_bot(ask.bot, self.state.game)(ask.seat, ask.players, 1)
        bot = self._bots[key]
        asking = asking_of(self.state.game)
        return asking.ask(bot, ask.question, ask.view, now=ask.now, budget=1.0)

    def answer(self, ask: Ask, answer: Any) -> None:
        self.table.answered(ask, answer, self.now)
        self.pump()

    # Whole games, for tests that are about something else

    def sitting(self) -> list[tuple[int, str]]:
        """Return the seats of people, with who sits there."""
        return [
            (seat, self.state.people[sitter.guest].id)
            for seat, sitter in enumerate(self.state.seats)
            if sitter is not None and sitter.guest is not None
        ]

    def raise_hands(self) -> None:
        """The Mind Extreme: everybody lays the hand down and lifts it."""
        for request in (LAY, LIFT):
            for _, person in self.sitting():
                self.must(person, request)
        assert self.game.phase is EXTREME.Phase.PLAYING

    def next_cards(self) -> list[tuple[str, str]]:
        """The Mind Extreme: who has to lay which card, in a faultless order, white first."""
        cards = [
            (person, card) for seat, person in self.sitting() for card in self.game.hands[seat]
        ]
        return sorted(
            cards, key=lambda one: (EXTREME.COLOUR[one[1]] == "red", EXTREME.POSITION[one[1]])
        )

    def pass_level(self) -> None:
        """The Mind Extreme: play a level without a mistake, from gathering to passed."""
        self.raise_hands()
        for person, card in self.next_cards():
            self.must(person, play(card))

    def reach_level(self, level: int) -> None:
        """The Mind Extreme: pass all levels before this one."""
        while self.game.level < level:
            self.pass_level()
            for _, person in self.sitting():
                self.must(person, READY)

    def finish(self) -> None:
        """Play on until the game is over: Mind Up! anyhow, The Mind Extreme badly."""
        while self.state.stage is Stage.PLAYING:
            if self.state.game == "mindup":
                for seat, person in self.sitting():
                    self.must(person, pick(self.game.hands[seat][0]))
                self.wait(self.pace.most)
            elif self.game.phase is EXTREME.Phase.PASSED:
                for _, person in self.sitting():
                    self.must(person, READY)
            else:
                self.raise_hands()
                self._play_badly()

    def _play_badly(self) -> None:
        while self.state.stage is Stage.PLAYING and self.game.phase is EXTREME.Phase.PLAYING:
            firsts = [
                (EXTREME.POSITION[card], card, person)
                for seat, person in self.sitting()
                for colour in EXTREME.Colour
                if (card := EXTREME.first_of(colour, self.game.hands[seat])) is not None
            ]
            _, card, person = max(firsts)
            self.must(person, play(card))


def started(game: str, *people: str, **how: Any) -> Desk:
    """Return a desk at which these people have just begun a game."""
    desk = Desk(game, **how).seat(*people)
    desk.must(people[0], Start())
    return desk
