"""The devices somebody uses: seen by their owner, and ended one by one or all but this one.

Nothing is kept about people with one device. Once a link is made, each device has a coarse label
and a day on which it was last seen.
"""

from __future__ import annotations

import asyncio
from collections import OrderedDict
from collections.abc import Iterable

from tacit.server.people.identity import Caller, Identity
from tacit.server.transport.connections import Connections
from tacit.store.store import Device, Store
from tacit.table.log.records import PersonId

MOST = 20
"""Devices of one person."""
MOST_EVER = 200
"""Together with those that were ended: each is remembered, so that its cookie stays refused."""
SEEN_EVERY = 6 * 3600 * 1000
"""Milliseconds between two notes that a device was seen."""
REMEMBERED = 10_000

_BROWSERS = {"Edg": "Edge", "OPR": "Opera", "Firefox": "Firefox", "Chrome": "Chrome"}
_BROWSERS |= {"CriOS": "Chrome", "FxiOS": "Firefox", "Safari": "Safari"}
_SYSTEMS = {"Android": "Android", "iPhone": "iPhone", "iPad": "iPad", "Windows": "Windows"}
_SYSTEMS |= {"Mac OS": "Mac", "CrOS": "Chromebook", "Linux": "Linux"}


def label(agent: str) -> str:
    """Return what kind of device it is, no finer than its owner needs.

    >>> label("Mozilla/5.0 (Linux; Android 14) AppleWebKit/537.36 Chrome/130.0 Safari/537.36")
    'Chrome, Android'
    """
    browser = next((name for piece, name in _BROWSERS.items() if piece in agent), "")
    system = next((name for piece, name in _SYSTEMS.items() if piece in agent), "")
    return ", ".join(filter(None, (browser, system))) or "?"


class Devices:
    """See the module's text."""

    def __init__(self, store: Store, identity: Identity, connections: Connections) -> None:
        self._store = store
        self._identity = identity
        self._seen: OrderedDict[Caller, int] = OrderedDict()
        self._connections = connections

    async def of(self, caller: Caller) -> list[Device]:
        """Return the devices of somebody that are not ended, the last seen first."""
        kept = await asyncio.to_thread(self._store.devices, caller.person)
        return [device for device in kept if not device.ended]

    async def add(self, caller: Caller, agent: str, now: int) -> None:
        """Keep that somebody uses a device."""
        self._seen[caller] = now
        device = Device(caller.device, label(agent), now)
        await asyncio.to_thread(self._store.keep_device, caller.person, device)

    async def has_room(self, person: str) -> bool:
        """Tell whether somebody may have one more."""
        kept = await asyncio.to_thread(self._store.devices, person)
        return len(kept) < MOST_EVER and sum(not device.ended for device in kept) < MOST

    async def make_room(self, person: PersonId) -> None:
        """End the devices unseen longest, so that there is room for one more: nobody is shut out
        who could not end one themselves, having none."""
        kept = await asyncio.to_thread(self._store.devices, person)
        here = [device for device in kept if not device.ended]
        for device in here[MOST - 1 :]:
            await self.end(Caller(person, ""), device.id)

    async def note(self, caller: Caller, agent: str, now: int) -> None:
        """Note now and then that a device is used, if it is one of several."""
        if now - self._seen.get(caller, 0) < SEEN_EVERY:
            return
        self._seen[caller] = now
        while len(self._seen) > REMEMBERED:
            self._seen.popitem(last=False)
        if any(device.id == caller.device for device in await self.of(caller)):
            await self.add(caller, agent, now)

    async def end(self, caller: Caller, which: str | None) -> int:
        """End one of somebody's devices, or all but the one they are on; return how many."""
        mine = await self.of(caller)
        others = [one for one in mine if one.id != caller.device]
        ended = others if which is None else [one for one in mine if one.id == which]
        for device in ended:
            gone = Caller(caller.person, device.id)
            await asyncio.to_thread(
                self._store.keep_device, gone.person, device._replace(ended=True)
            )
            self._refuse(gone)
        return len(ended)

    def heard_ended(self, ended: Iterable[tuple[str, str]]) -> None:
        """Refuse devices that were ended on another node."""
        for person, device in ended:
            gone = Caller(PersonId(person), device)
            if gone not in self._identity.ended:
                self._refuse(gone)

    def _refuse(self, gone: Caller) -> None:
        self._identity.ended.add(gone)
        for connection in self._connections.of(gone):
            connection.end()

    def forget(self) -> None:
        """Hang up on whoever is forgotten, and keep nothing of their devices."""
        gone = self._identity.is_forgotten
        for connection in self._connections:
            if gone(connection.caller.person):
                connection.end()
        for caller in [one for one in self._seen if gone(one.person)]:
            del self._seen[caller]
