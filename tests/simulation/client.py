"""A device of a player: keeps a connection and a copy of the table, and follows the protocol."""

from __future__ import annotations

from typing import Any

import msgspec

from tacit.table.tell.messages import PROTOCOL, Do, Hello, Pong
from tests.simulation.audit import Audit
from tests.simulation.network import Line
from tests.simulation.scenario import Weather
from tests.simulation.server import Server
from tests.simulation.world import World

encode = msgspec.json.encode


class Copy:
    """The table as far as a device knows it."""

    def __init__(self, sync: dict[str, Any]) -> None:
        self.version: int = sync["version"]
        self.house: dict[str, Any] = sync["house"]
        self.view: dict[str, Any] | None = sync["view"]
        self.legal: dict[str, list[Any]] = sync["legal"]
        self.waiting: list[int] = sync["waiting"]

    def apply(self, update: dict[str, Any]) -> None:
        """Go on by one version."""
        self.version = update["version"]
        self.house = self.house | update.get("house", {})
        if "view" in update:
            patch = update["view"]
            fresh = update.get("fresh", False)
            self.view = patch if patch is None or fresh else (self.view or {}) | patch
            if patch is None:
                self.legal, self.waiting = {}, []
        self.legal = update.get("legal", self.legal)
        self.waiting = update.get("waiting", self.waiting)


class Device:
    """One device of a person; `person` is told whatever changes."""

    def __init__(
        self, world: World, weather: Weather, server: Server, audit: Audit, person: Any
    ) -> None:
        self.copy: Copy | None = None
        self.door: dict[str, Any] | None = None
        self.presence: list[dict[str, Any]] = []
        self.deadline: int | None = None
        self.line: Line | None = None
        self.on = False
        self.mute = False
        """Whether it hears everything and says nothing."""
        self._world = world
        self._weather = weather
        self._server = server
        self._audit = audit
        self._person = person
        self._rng = person.rng
        self._version = 0
        self._presence_at = 0
        self._early: dict[int, dict[str, Any]] = {}
        self._dialling = False

    @property
    def online(self) -> bool:
        """Whether this device believes to have a line, and knows the table or its door."""
        return self.line is not None and (self.copy is not None or self.door is not None)

    @property
    def up_to_date(self) -> bool:
        """Whether its line is alive, and nothing is missing."""
        alive = self.line is not None and self.line.carries and not self.line.closing
        return alive and self.online and not self._early and not self.mute

    @property
    def tangled(self) -> bool:
        """Whether the last word that came may not be the last that was said."""
        return self._weather.tangled

    def switch_on(self) -> None:
        """Connect, and stay connected."""
        self.on = True
        self._dial()

    def switch_off(self) -> None:
        """Close the line and forget it; what was sent before still arrives."""
        self.on = False
        line, self.line = self.line, None
        if line is not None and line.carries:
            line.hang_up("server")

    def _dial(self) -> None:
        if self.on and self.line is None and not self._dialling:
            self._dialling = True
            self._world.after(self._rng.randrange(10, 800), self._connect)

    def _connect(self) -> None:
        self._dialling = False
        if not self.on or self.line is not None:
            return
        self.line = self._server.accept(self._weather, self._person.id, self)
        if self.line is None:
            self._world.after(self._rng.randrange(100, 2000), self._dial)
            return
        self._world.counts["connected"] += 1
        self._early.clear()
        self._person.connects(self)
        if self._rng.random() < 0.1:
            self._person.resend(self)  # before it says hello, which is not polite
        self.say_hello()
        self._person.resend(self)

    def say_hello(self, version: int | None = None) -> None:
        """Ask for everything again, from the version this device has."""
        version = self._version if version is None else version
        self._send(Hello(protocol=PROTOCOL, version=version))

    def say_hello_of_tomorrow(self) -> None:
        """Speak a protocol that nobody knows yet; the line will be closed."""
        self._send(Hello(protocol=PROTOCOL + 1))

    def send(self, message: str, request: Any, seen: int | None) -> None:
        """Send a request, and which version its person says to have had."""
        self._send(Do(id=message, request=request, seen=seen))

    def answer(self, pong: Pong) -> None:
        """Answer a ping, or pretend to."""
        self._send(pong, counts=False)

    def _send(self, message: Any, *, counts: bool = True) -> None:
        if self.line is not None and not self.mute:
            self.line.to_server.send(encode(message), counts=counts)

    def lost(self, line: Line) -> None:
        """Notice that the line is gone."""
        if line is self.line:
            self.line = None
            self._dial()

    def hear(self, line: Line, message: dict[str, Any]) -> None:
        """Take a message of the server."""
        if line is not self.line:
            return
        match message["type"]:
            case "ping":
                self._person.pinged(self, message["n"])
            case "bye" if self.mute and message["reason"] == "silent":
                self._world.counts["hung up as silent"] += 1
            case "sync":
                self._synced(message)
            case "update":
                self._early[message["version"]] = message
                self._catch_up()
            case "door":
                self._at_the_door(message)
            case "presence":
                if message["now"] >= self._presence_at:
                    self.presence, self._presence_at = message["seats"], message["now"]
                    self.deadline = message["deadline"]
            case "ack":
                self._person.acknowledged(message["id"], message["version"])
            case "refused":
                self._person.refused(message["id"], message["key"])

    def _synced(self, message: dict[str, Any]) -> None:
        if message["version"] < self._version:
            return
        outside = self.door is not None
        self.door = None
        self.copy = Copy(message)
        self._changed()
        self._catch_up()
        if outside and self.line is not None and self.line.tangled:
            self.say_hello()  # either this or the door is an old message

    def _catch_up(self) -> None:
        """Apply what is next; ask for everything again if something is missing in between."""
        if self.copy is None:
            if self.door is not None:  # either this or the door is an old message
                self._early.clear()
                self.say_hello()
            return
        while (update := self._early.pop(self.copy.version + 1, None)) is not None:
            self.copy.apply(update)
            self._changed()
        self._early = {
            version: early for version, early in self._early.items() if version > self.copy.version
        }
        if self._early:
            self._world.counts["gap"] += 1
            self.say_hello()

    def _changed(self) -> None:
        assert self.copy is not None
        self._version = self.copy.version
        if self.copy.view is not None and self.copy.house["seat"] is None:
            self._world.counts["watched"] += 1
        if self is not self._person.devices[0]:
            self._world.counts["second device"] += 1
        play = [self.copy.view, self.copy.legal, self.copy.waiting]
        self._audit.shown(self._person.id, self._version, self.copy.house, play)
        self._person.notices()

    def _at_the_door(self, door: dict[str, Any]) -> None:
        inside = self.copy is not None
        self.copy, self.door = None, door
        self._early.clear()
        if inside and self.line is not None and self.line.tangled:
            self.say_hello()  # it may be an old one
        self._person.notices()
