"""Tables at a chosen moment: the real app, fed with the server's own messages."""

from __future__ import annotations

import json
import random
from typing import Any

from playwright.sync_api import WebSocketRoute

from tacit.core.chance import Chance
from tacit.core.rulebook import Decided, Seat, settle
from tacit.games import extreme, mindup
from tacit.table.decide.game import act
from tacit.table.log.fold import fold
from tacit.table.log.journal import Pending
from tacit.table.log.records import Entry, Guest, PersonId, Settings
from tacit.table.log.state import Person as Known
from tacit.table.log.state import Sitter, Stage, TableState
from tacit.table.tell.messages import ENCODER, Presence, Who
from tacit.table.tell.updates import Updates
from tests.browser.person import Person
from tests.games.caused import caused

ME = PersonId("me")
NAMES = (
    "Maximiliana Sofie",
    "Bartholomew",
    "Wilhelmina-Josephine",
    "Jo",
    "Konstantinopolis",
    "Ann-Kathrin Elise",
)
"""By seat: names as long as they come, and a short one."""


def table(game: str, play: Any, *, bots: tuple[str, ...] = (), **settings: Any) -> TableState:
    """Return a table where a game is going on: I sit in seat 0, bots in the last seats."""
    people = play.players - len(bots)
    everyone = (ME, *(PersonId(f"person {number}") for number in range(1, people)))
    return TableState(
        game=game,
        seed=bytes(32),
        settings=Settings(**settings),
        seats=(
            *(Sitter(guest=Guest(number)) for number in range(people)),
            *(Sitter(bot=bot) for bot in bots),
        ),
        people=tuple(Known(id=one, name=name) for one, name in zip(everyone, NAMES, strict=False)),
        stage=Stage.OVER if GAMES_OVER[game](play) else Stage.PLAYING,
        games=1,
        play=play,
    )


GAMES_OVER: dict[str, Any] = {"mindup": mindup.over, "extreme": extreme.over}


class Staged:
    """A table whose messages are made here, by the code that makes them on a site."""

    def __init__(self, state: TableState) -> None:
        self.state = state
        self._teller = Updates(state, 1)
        self._sockets: list[WebSocketRoute] = []
        self.asked: list[dict[str, Any]] = []
        """What the page has asked for."""
        self.deadline: int | None = None
        self._who = ME

    def open(self, person: Person, *, screen: bool = False) -> None:
        """Let a page come to this table; a screen for the room has no seat."""
        takes = self.takes_screen if screen else self._take
        person.page.route_web_socket("**/ws/*", takes)
        name = person.page.request.post(
            "/api/tables", data={"game": self.state.game, "name": person.name}
        ).json()["table"]
        person.page.goto(f"/t/{name}/tv" if screen else f"/t/{name}")

    def takes_screen(self, socket: WebSocketRoute) -> None:
        """Take the connection of a screen for the room."""
        self._who = PersonId("a screen")
        self._take(socket)

    def _take(self, socket: WebSocketRoute) -> None:
        self._sockets.append(socket)
        socket.on_message(lambda text: self._hear(socket, json.loads(text)))

    def _hear(self, socket: WebSocketRoute, message: dict[str, Any]) -> None:
        if message["type"] == "hello":
            socket.send(ENCODER.encode(self._teller.sync(self._who, 0, 0)).decode())
            self.tell_presence()
        elif message["type"] == "do":
            self.asked.append(message["request"])
            socket.send(json.dumps({"type": "ack", "id": message["id"], "version": 1}))

    def send(self, data: bytes) -> None:
        for socket in self._sockets:
            socket.send(data.decode())

    def tell_presence(self) -> None:
        """Everybody is here; say until when the table waits."""
        here = tuple(Presence(here=True, line="good") for _ in self.state.seats)
        self.send(ENCODER.encode(Who(seats=here, deadline=self.deadline, now=0)))

    def tell(self, entry: Entry[Any]) -> None:
        """Let something happen and tell it."""
        after = fold(self.state, entry)
        pending = Pending(1, self.state, after, entry, reply=None)
        (told,) = self._teller.update(pending, [(1, self._who)])  # type: ignore[list-item]
        self.state = after
        self.send(told.data)

    def act(self, *actions: Any) -> None:
        """Let players act, one after another."""
        for action in actions:
            done = act(self.state, action)
            assert isinstance(done, Decided), done
            self.tell(Entry(game=done.events))


def mind_up(players: int, *, at: tuple[int, int], objectives: int = 5, seed: int = 5) -> Any:
    """Return a game of Mind Up! at the beginning of a round's turn, all played by chance."""
    luck = random.Random(seed)
    settings = mindup.Settings(players=players, objectives=objectives)
    setup = mindup.draw(settings, Chance(seed.to_bytes(32, "big")))
    state = settle(mindup.initial(setup), [], mindup.follows, mindup.evolve)
    while (state.round, state.turn) != at and not mindup.over(state):
        for seat in range(players):
            pick = mindup.Pick(Seat(seat), luck.choice(state.hands[seat]))
            events = caused(mindup, state, pick)
            assert isinstance(events, tuple)
            for event in events:
                state = mindup.evolve(state, event)
    return state


def level_dealt(players: int, level: int) -> Any:
    """Return a level of The Mind Extreme where hands have yet to be laid down."""
    setup = extreme.draw(extreme.Settings(players=players), Chance(bytes(32)))
    state = settle(extreme.initial(setup), [], extreme.follows, extreme.evolve)
    return extreme.evolve(state, extreme.LevelBegun(level=level, hands=setup.deals[level - 1]))


def high_level(players: int, level: int, laid: int = 6) -> Any:
    """Return a level of The Mind Extreme in play, some cards laid."""
    state = level_dealt(players, level)
    hands = [extreme.LayHand(Seat(seat), at=seat) for seat in range(players)]
    lifts = [extreme.LiftHand(Seat(seat), at=100 + seat) for seat in range(players)]
    for action in (*hands, *lifts):
        state = _does(state, action)
    for number in range(laid):
        seat, card = next_of(state, list(extreme.Colour)[number % 2])
        state = _does(state, extreme.Play(seat, card, at=1000 * (number + 1)))
    return state


def next_of(state: Any, colour: extreme.Colour, *, worst: bool = False) -> tuple[Seat, Any]:
    """Return who has to lay which card of a colour now; with `worst` who should wait longest."""
    firsts = [(Seat(seat), extreme.first_of(colour, hand)) for seat, hand in enumerate(state.hands)]
    found = [(extreme.POSITION[card], seat, card) for seat, card in firsts if card is not None]
    _, seat, card = (max if worst else min)(found)
    return seat, card


def _does(state: Any, action: Any) -> Any:
    events = caused(extreme, state, action)
    assert isinstance(events, tuple), events
    for event in events:
        state = extreme.evolve(state, event)
    return state
