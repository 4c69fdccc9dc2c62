"""The devices of a guest: listed for their owner, and signed out one by one or all but this one.

The site keeps nothing about guests with one device. Once a link is made, each device has a coarse
label and the time it was last seen.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Iterable

from tacit.core.recent import Recent
from tacit.server.people.identity import Identity
from tacit.server.transport.connections import Caller, Connections
from tacit.store.store import Device, Store
from tacit.table.log.records import PersonId

MOST_DEVICES = 20
"""Devices that a guest has signed in, at most."""
MOST_EVER = 200
"""Signed-out ones count here: each is kept, so that its cookie stays refused."""
SEEN_EVERY_MS = 6 * 3600 * 1000
"""How often the site notes that a device was seen."""
MOST_REMEMBERED = 10_000

_BROWSERS = {"Edg": "Edge", "OPR": "Opera", "Firefox": "Firefox", "Chrome": "Chrome"}
_BROWSERS |= {"CriOS": "Chrome", "FxiOS": "Firefox", "Safari": "Safari"}
_SYSTEMS = {"Android": "Android", "iPhone": "iPhone", "iPad": "iPad", "Windows": "Windows"}
_SYSTEMS |= {"Mac OS": "Mac", "CrOS": "Chromebook", "Linux": "Linux"}


def label(agent: str) -> str:
    """Return the kind of a device from its User-Agent, no finer than its owner needs.

    >>> label("Mozilla/5.0 (Linux; Android 14) AppleWebKit/537.36 Chrome/130.0 Safari/537.36")
    'Chrome, Android'
    """
    browser = next((name for piece, name in _BROWSERS.items() if piece in agent), "")
    system = next((name for piece, name in _SYSTEMS.items() if piece in agent), "")
    return ", ".join(filter(None, (browser, system))) or "?"


class Devices:
    """Lists devices and signs them out, on this node and by news from peer nodes."""

    def __init__(
        self,
        store: Store,
        identity: Identity,
        connections: Connections,
        ended: Callable[[Caller], None],
    ) -> None:
        """`ended` is called in a thread with each device that is signed out here."""
        self._store = store
        self._ended = ended
        self._identity = identity
        self._seen: Recent[Caller, int] = Recent(MOST_REMEMBERED)
        self._connections = connections

    async def of(self, caller: Caller) -> list[Device]:
        """Return the guest's devices that are signed in, the last seen first."""
        kept = await asyncio.to_thread(self._store.devices, caller.person)
        return [device for device in kept if not device.ended]

    async def add(self, caller: Caller, agent: str, now: int) -> None:
        """Save that a guest uses a device."""
        self._seen[caller] = now
        device = Device(caller.device, label(agent), now)
        await asyncio.to_thread(self._store.keep_device, caller.person, device)

    async def has_room(self, person: str) -> bool:
        """Tell whether a guest may have one more device."""
        kept = await asyncio.to_thread(self._store.devices, person)
        return len(kept) < MOST_EVER and sum(not device.ended for device in kept) < MOST_DEVICES

    async def make_room(self, person: PersonId) -> None:
        """Sign out the devices not seen for longest, so that there is room for one more.

        A guest with no device at hand could not do it.
        """
        kept = await asyncio.to_thread(self._store.devices, person)
        here = [device for device in kept if not device.ended]
        for device in here[MOST_DEVICES - 1 :]:
            await self.end(Caller(person, ""), device.id)

    async def note(self, caller: Caller, agent: str, now: int) -> None:
        """Note now and then that a device is in use, if it is one of several."""
        if now - self._seen.get(caller, 0) < SEEN_EVERY_MS:
            return
        self._seen[caller] = now
        if any(device.id == caller.device for device in await self.of(caller)):
            await self.add(caller, agent, now)

    async def end(self, caller: Caller, which: str | None) -> int:
        """Sign out one of a guest's devices, or all but this one; return how many."""
        mine = await self.of(caller)
        others = [one for one in mine if one.id != caller.device]
        ended = others if which is None else [one for one in mine if one.id == which]
        for device in ended:
            gone = Caller(caller.person, device.id)
            await asyncio.to_thread(
                self._store.keep_device, gone.person, device._replace(ended=True)
            )
            self._refuse(gone)
            await asyncio.to_thread(self._ended, gone)
        return len(ended)

    def heard_ended(self, ended: Iterable[tuple[str, str]]) -> None:
        """Refuse devices that were signed out on a peer node."""
        for person, device in ended:
            gone = Caller(PersonId(person), device)
            if gone not in self._identity.ended:
                self._refuse(gone)

    def _refuse(self, gone: Caller) -> None:
        self._identity.ended.add(gone)
        for connection in self._connections.of(gone):
            connection.end()

    def forget(self) -> None:
        """Close the connections of erased guests, and drop what is in memory of their devices."""
        gone = self._identity.is_erased
        for connection in self._connections:
            if gone(connection.caller.person):
                connection.end()
        for caller in [one for one in self._seen if gone(one.person)]:
            del self._seen[caller]
