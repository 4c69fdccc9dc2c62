"""People who do not mean well: they lie about time, hammer, or stop answering.

They play like anybody else besides, so that their seats matter.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from tacit.table.decide import requests as ask
from tacit.table.tell.messages import Pong
from tests.simulation.client import Copy, Device
from tests.simulation.person import Open, Person
from tests.simulation.wishes import NAMES

LATEST_PONG = 400
"""Milliseconds."""
BURSTS = 15
"""How often a player hammers in an evening: then even the most stubborn are tired."""


class Liar(Person):
    """Answers pings late or wrongly, makes up what they had seen, presses where they do not watch.

    The line they press on is the one they are late on.
    """

    FEWEST_DEVICES = 2

    def pinged(self, device: Device, number: int) -> None:
        """Answer whenever it seems to pay, and sometimes what was not asked."""
        self._world.counts["late pong"] += 1
        late = self.rng.randrange(LATEST_PONG + 1) if device is self.devices[-1] else 0
        self._world.after(late, lambda: device.answer(Pong(n=number)))
        if self.rng.random() < 0.3:
            self._world.counts["made-up pong"] += 1
            made_up = (0, -1, number - 1, number + 1, number + self.rng.randrange(20), 2**60)
            device.answer(Pong(n=self.rng.choice(made_up)))

    def _seen(self) -> int | None:
        version = super()._seen() or 0
        if self.rng.random() < 0.3:
            return version
        self._world.counts["made-up seen"] += 1
        ahead, behind = self.rng.randrange(1, 40), self.rng.randrange(1, 40)
        return self.rng.choice((None, -1, 0, version + ahead, version - behind, 2**60, -(2**60)))

    def _devices_to_ask(self, online: list[Device]) -> list[Device]:
        if self.rng.random() < 0.2:
            return super()._devices_to_ask(online)
        if online[-1] is not online[0]:
            self._world.counts["pressed elsewhere"] += 1
        return [online[-1]]


class Hammerer(Person):
    """Asks for the same many times, faster than anybody can want it."""

    FEWEST_DEVICES = 1
    _bursts = BURSTS

    def _think(self) -> None:
        super()._think()
        copy = self._copy
        if copy is not None and self._bursts and self.rng.random() < 0.4:
            self._bursts -= 1
            self._world.counts["hammered"] += 1
            self._hammer(copy)

    def _hammer(self, copy: Copy) -> None:
        draw = self.rng.choice(self._hammers(copy))
        if self.rng.random() < 0.3:
            self._repeat(draw(0), self.rng.randrange(5, 25))
            return
        gap = self.rng.choice((0, 1, 20, 60))
        for number in range(self.rng.randrange(5, 25)):
            request = draw(number)
            self._world.after(number * gap, lambda request=request: self._hit(request))

    def _hit(self, request: Any) -> None:
        if not self._world.calm:
            self._request(request)

    def _repeat(self, request: Any, times: int) -> None:
        """Ask for one thing under one id, over and over and on every device."""
        message = self._request(request)
        for _ in range(times):
            if message in self._open:
                self._world.counts["repeated"] += 1
                device = self.rng.choice(self.devices)
                device.send(message, request, self._seen())

    def _hammers(self, copy: Copy) -> list[Callable[[int], Any]]:
        """Return ways to hammer: each says what comes as which blow."""
        names = self.rng.sample(NAMES, 2)
        ways: list[Callable[[int], Any]] = [
            lambda number: ask.Rename(name=names[number % 2]),
            lambda number: ask.Resume() if number % 2 else ask.Pause(),
            lambda _: ask.ClaimHost(),
        ]
        if copy.house["stage"] == "lobby":
            seat = self.rng.randrange(len(copy.house["seats"]))
            ways.append(lambda number: ask.Sit(seat=seat) if number % 2 else ask.Stand())
        if picks := copy.legal.get("pick"):
            back = {"kind": "take-back"}
            pick = {"kind": "pick", "card": self.rng.choice(picks)}
            ways += [lambda number: ask.Act(action=back if number % 2 else pick)] * 3
        if copy.house["game"] == "extreme" and copy.legal:
            plays = copy.legal.get("play") or ["W1"]
            ways.append(lambda _: ask.Act(action={"kind": "stop"}))
            ways.append(lambda _: ask.Act(action={"kind": "propose-star"}))
            ways.append(lambda _: ask.Act(action={"kind": "play", "card": plays[0]}))
        return ways


class Mute(Person):
    """Comes and does not say hello, or says nothing any more after a while; in the end for good."""

    FEWEST_DEVICES = 1
    _gone = False

    @property
    def at_rest(self) -> bool:
        """Whether the table has hung up all lines, which said nothing any more."""
        return self._gone and all(device.line is None for device in self.devices)

    def connects(self, device: Device) -> None:
        """Say hello or not."""
        device.mute = self.rng.random() < 0.3
        self._world.counts["never said hello"] += device.mute

    def _look_after_devices(self) -> None:
        super()._look_after_devices()
        if self.rng.random() < 0.08:
            self._fall_silent()

    def _fall_silent(self) -> None:
        for device in self.devices:
            if device.online and not device.mute:
                self._world.counts["fell silent"] += 1
                device.mute = True

    def _come_back(self) -> None:
        if not self._world.calm:
            super()._come_back()
        elif not self._gone:
            self._gone = True
            self._open: dict[str, Open] = {}
            self._fall_silent()
            for device in self.devices:
                device.mute, device.on = True, False


KINDS: dict[str, type[Person]] = {
    "ordinary": Person,
    "liar": Liar,
    "hammerer": Hammerer,
    "mute": Mute,
}
