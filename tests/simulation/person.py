"""A person at the table: devices, requests until they are answered, and what they do."""

from __future__ import annotations

from typing import Any

from tacit.table.decide import requests as ask
from tacit.table.log.records import PersonId
from tacit.table.tell.messages import Pong
from tests.simulation.audit import Audit
from tests.simulation.client import Copy, Device
from tests.simulation.play import Move, next_move, skill
from tests.simulation.scenario import Scenario
from tests.simulation.server import Server
from tests.simulation.wishes import BOTS, NAMES, contribution, rudeness, settings, whim
from tests.simulation.world import World

ANSWER_WITHIN = 9000
"""Milliseconds after which a player sends again what was not answered."""


class Open:
    """A request that was not answered yet."""

    def __init__(self, request: Any, seen: int | None, now: int) -> None:
        self.request = request
        self.seen = seen
        self.sent = now


class Person:
    """A person with one device or more, who asks until they are answered."""

    FEWEST_DEVICES = 1

    def __init__(
        self, world: World, evening: Scenario, server: Server, audit: Audit, number: int
    ) -> None:
        self.rng = world.chance(f"person {number}")
        self.id = PersonId(f"person-{number}-{self.rng.getrandbits(64):016x}")
        self.acked: dict[str, int] = {}
        self.asked: dict[str, Any] = {}
        self._world = world
        self._evening = evening
        self._audit = audit
        self._number = number
        self._open: dict[str, Open] = {}
        self._watches = number >= evening.people - evening.watchers
        self._skill = skill(self.rng)
        self._rude = self.rng.choice((0, 0, 0.02, 0.08))
        self._restless = self.rng.choice((0.02, 0.05, 0.15))
        self._planned: tuple[int, int] = (0, 0)
        self._out_until = 0
        self._lobby_since: int | None = None
        audit.comes(self.id)
        count = max(self.FEWEST_DEVICES, self.rng.choice((1, 1, 2, 3)))
        self.devices = [Device(world, evening.weather, server, audit, self) for _ in range(count)]
        world.after(self.rng.randrange(4000), self.devices[0].switch_on)
        world.after(self.rng.randrange(3000), self._heartbeat)

    @property
    def at_rest(self) -> bool:
        """Whether all they asked is answered and every device that is on has a line."""
        on = [device for device in self.devices if device.on]
        return not self._open and bool(on) and all(device.up_to_date for device in on)

    @property
    def _copy(self) -> Copy | None:
        """The newest copy of the table on their devices."""
        copies = [device.copy for device in self.devices if device.online and device.copy]
        return max(copies, key=lambda copy: copy.version, default=None)

    def _seen(self) -> int | None:
        """Return the version to say one has."""
        copy = self._copy
        return None if copy is None else copy.version

    def _devices_to_ask(self, online: list[Device]) -> list[Device]:
        chosen = [self.rng.choice(online)]
        if self.rng.random() < 0.05:
            chosen.append(self.rng.choice(online))
            self._world.counts["sent twice"] += 1
        return chosen

    def _request(self, request: Any) -> str:
        """Ask for something, and return under which id; none without any line."""
        online = [device for device in self.devices if device.online]
        if not online:
            return ""
        message = f"{self._number}.{len(self.asked)}"
        if self.rng.random() < 0.02:
            message = message.ljust(40, "x")
        self.asked[message] = request
        seen = self._seen()
        self._open[message] = Open(request, seen, self._world.now)
        self._audit.asked(self.id, message, request)
        for device in self._devices_to_ask(online):
            device.send(message, request, seen)
        return message

    def connects(self, device: Device) -> None:
        """A device has a new line and is about to say hello."""

    def pinged(self, device: Device, number: int) -> None:
        """Answer a ping at once."""
        device.answer(Pong(n=number))

    def resend(self, device: Device) -> None:
        """Send everything that was not answered over a new line."""
        for message, waiting in self._open.items():
            self._world.counts["sent again"] += 1
            waiting.sent = self._world.now
            device.send(message, waiting.request, waiting.seen)

    def acknowledged(self, message: str, version: int) -> None:
        """A request was done."""
        self.acked[message] = version
        self._open.pop(message, None)

    def refused(self, message: str, key: str) -> None:
        """A request was refused; what could not be saved is tried again, or not."""
        waiting = self._open.get(message)
        if waiting is None:
            return
        self._world.counts[f"refused {key}"] += 1
        if key == "not-saved" and self.rng.random() < 0.7:
            waiting.sent = self._world.now - ANSWER_WITHIN + self.rng.randrange(500, 3000)
        else:
            del self._open[message]

    def notices(self) -> None:
        """Something changed: think about it."""
        self._plan_to_play()

    def _heartbeat(self) -> None:
        self._world.after(self.rng.randrange(1000, 5000), self._heartbeat)
        self._send_late_ones()
        if self._world.calm:
            self._come_back()
        else:
            self._look_after_devices()
            self._think()

    def _send_late_ones(self) -> None:
        online = [device for device in self.devices if device.online]
        for message, waiting in self._open.items():
            if online and self._world.now - waiting.sent >= ANSWER_WITHIN:
                waiting.sent = self._world.now
                self._world.counts["sent again"] += 1
                self.rng.choice(online).send(message, waiting.request, waiting.seen)

    def _come_back(self) -> None:
        if not any(device.on for device in self.devices):
            self.devices[0].switch_on()

    def _look_after_devices(self) -> None:
        if self._world.now < self._out_until:
            return
        self._come_back()
        if self.rng.random() < self._restless / 5:
            device = self.rng.choice(self.devices)
            (device.switch_off if device.on else device.switch_on)()
        if self.rng.random() < self._restless / 10:
            self._world.counts["went out"] += 1
            longest = self.rng.choice((10_000, 60_000, 200_000))
            self._out_until = self._world.now + self.rng.randrange(2000, longest)
            for device in self.devices:
                device.switch_off()
        copy = self._copy
        if copy is not None and self.rng.random() < self._restless:
            device = self.rng.choice(self.devices)
            device.say_hello(max(0, copy.version - self.rng.randrange(80)))
        if self.rng.random() < self._restless / 100:
            self.rng.choice(self.devices).say_hello_of_tomorrow()

    def _think(self) -> None:
        if any(device.door for device in self.devices if device.online):
            self._at_the_door()
        copy = self._copy
        if copy is None:
            return
        house = copy.house
        if self.rng.random() < self._restless:
            request = whim(self.rng, house)
            self._request(request)
            if isinstance(request, ask.Leave) and self.rng.random() < 0.3:
                self._request(ask.Join(name=NAMES[self._number]))
        if self.rng.random() < self._rude:
            self._request(rudeness(self.rng, house["game"]))
        if not self._open:
            self._do_duty(copy)
        self._plan_to_play()

    def _at_the_door(self) -> None:
        joining = any(isinstance(waiting.request, ask.Join) for waiting in self._open.values())
        if not joining and self.rng.random() < 0.6:
            name = NAMES[self._number]
            mine = contribution(self.rng) if self.rng.random() < 0.7 else ""
            self._request(ask.Join(name=name, contribution=mine, watch=self._watches))

    def _do_duty(self, copy: Copy) -> None:
        """See to it that a game begins, goes on, and is followed by another."""
        house = copy.house
        duty = {"lobby": self._in_lobby, "playing": self._in_game, "over": self._after_game}
        if house["stage"] != "lobby":
            self._lobby_since = None
        request = duty[house["stage"]](house)
        if request is not None:
            self._request(request)

    def _in_lobby(self, house: dict[str, Any]) -> Any:
        now = self._world.now
        if self._lobby_since is None:
            self._lobby_since = now
        waited = now - self._lobby_since
        free = [seat for seat, one in enumerate(house["seats"]) if one["name"] is None]
        taken = len(house["seats"]) - len(free)
        if house["seat"] is None and not self._watches and free:
            return ask.Sit(seat=self.rng.choice(free))
        if house["host"] != house["you"]:
            return ask.ClaimHost() if waited > 20_000 and self.rng.random() < 0.1 else None
        if self.rng.random() < 0.1:
            return ask.Configure(settings=settings(self.rng, house["game"]))
        seats = self._evening.seats
        if taken >= seats[min(house["games"], len(seats) - 1)]:
            return ask.Start() if waited > 3000 else None
        if waited > 8000 and free:
            return ask.AddBot(seat=self.rng.choice(free), bot=self.rng.choice(BOTS[house["game"]]))
        return None

    def _in_game(self, house: dict[str, Any]) -> Any:
        if house["paused"]:
            mine = house["seat"] is not None
            return ask.Resume() if mine and self.rng.random() < 0.4 else None
        away = self._seats_away(house)
        if not away or self.rng.random() < 0.6:
            return None
        if house["host"] == house["you"]:
            return ask.StandIn(seat=self.rng.choice(away))
        return ask.ClaimHost() if self.rng.random() < 0.1 else None

    def _seats_away(self, house: dict[str, Any]) -> list[int]:
        presence = next((one.presence for one in self.devices if one.online and one.copy), [])
        return [
            number
            for number, (seat, there) in enumerate(zip(house["seats"], presence, strict=False))
            if seat["bot"] is None and not seat["stand_in"] and not there["here"]
        ]

    def _after_game(self, house: dict[str, Any]) -> Any:
        more = house["games"] < self._evening.games
        mine = house["seat"] is not None or house["host"] == house["you"]
        return ask.Rematch() if more and mine and self.rng.random() < 0.5 else None

    def _plan_to_play(self) -> None:
        """Decide anew what to do next in the game, and when."""
        copy = self._copy
        if copy is None or self._world.calm:
            return
        plan = (copy.version, self._planned[1] + 1)
        if copy.version == self._planned[0]:
            return
        self._planned = plan
        move = next_move(copy, self.rng, self._skill, self._world.now)
        if move is not None:
            self._world.after(move.wait, lambda: self._play(plan, move))

    def _play(self, plan: tuple[int, int], move: Move) -> None:
        if plan == self._planned and not self._world.calm:
            self._request(ask.Act(action=move.action))
            self._run_ahead()

    def _run_ahead(self) -> None:
        """Ask for what could only be done once the last request is done, without waiting for it."""
        if self.rng.random() < self._rude:
            self._request(rudeness(self.rng, self._evening.game))
        copy = self._copy
        last = copy is not None and copy.view is not None and copy.view.get("lives") == 1
        if last and self.rng.random() < 0.3:
            self._request(ask.Rematch())
