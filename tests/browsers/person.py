"""A player at another browser: what they see, and what they press."""

from __future__ import annotations

import asyncio
import json
import time
from collections.abc import Awaitable, Callable
from typing import Any

from tests.browsers.devices import Device

TIMEOUT_S = 60.0
SOON = 0.4
"""Seconds after which something that was pressed too early is pressed again."""
SHOWN = """const shown = (one) =>
    one.checkVisibility({ opacityProperty: true, visibilityProperty: true })"""
BUTTONS = "[...document.querySelectorAll('button')]"
CARDS = "[...document.querySelectorAll('button[data-card]')].map((one) => one.dataset.card)"
MIDDLE = """(() => {
    %(shown)s
    const one = %(find)s
    if (!one) return null
    one.scrollIntoView({ block: 'nearest' })
    const box = one.getBoundingClientRect()
    const [x, y] = [box.x + box.width / 2, box.y + box.height / 2]
    return one.contains(document.elementFromPoint(x, y)) ? [x, y] : null
})()"""
"""Where something can be pressed: in its middle, unless something else lies above it."""


Place = list[float] | None


class Person:
    """One person with one device."""

    def __init__(self, device: Device) -> None:
        self.device = device

    # What they see.

    async def text(self) -> str:
        """Return all that is to be read."""
        return str(await self.device.asks("document.body.innerText"))

    async def sees(self, words: str) -> None:
        async def there() -> bool:
            return words in await self.text()

        await self.until(there, words)

    async def hand(self) -> list[str]:
        """Return the cards that can be laid."""
        return list(await self.device.asks(CARDS))

    async def until(self, condition: Callable[[], Awaitable[Any]], what: str = "") -> None:
        end = time.monotonic() + TIMEOUT_S
        while not await condition():
            assert time.monotonic() < end, f"waited in vain for {what!r}: {await self.text()}"
            await asyncio.sleep(0.03)

    # What they press.

    async def button(self, name: str, beside: str = "") -> Place:
        """Tell where a button is, by what it is called, and what else its article says."""
        called = f"(one.ariaLabel ?? one.textContent).trim() === {json.dumps(name)}"
        there = (
            f"(one.closest('article') ?? document.body).innerText.includes({json.dumps(beside)})"
        )
        return await self.where(f"{BUTTONS}.find((one) => {called} && {there} && shown(one))")

    async def spot(self, selector: str) -> Place:
        return await self.where(f"document.querySelector({json.dumps(selector)})")

    async def where(self, find: str) -> Place:
        found: Place = await self.device.asks(MIDDLE % {"shown": SHOWN, "find": find})
        return found

    async def taps(self, find: Callable[[], Awaitable[Place]]) -> bool:
        """Press something shortly, if it is there."""
        at = await find()
        if at is not None:
            await self.device.down(*at)
            await self.device.up()
        return at is not None

    async def insists(
        self,
        find: Callable[[], Awaitable[Place]],
        done: Callable[[], Awaitable[Any]],
        what: str,
        timeout_s: float = TIMEOUT_S,
    ) -> None:
        """Press something until it has worked: what only just appeared is not taken as meant."""
        end = time.monotonic() + timeout_s
        while not await done():
            assert time.monotonic() < end, f"pressed {what!r} in vain: {await self.text()}"
            await self.taps(find)
            soon = time.monotonic() + SOON
            while time.monotonic() < soon and not await done():
                await asyncio.sleep(0.03)
