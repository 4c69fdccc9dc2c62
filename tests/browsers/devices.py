"""A device with another browser than Chromium: what it can do, and how each browser is told.

WebKit is driven over WebDriver, Firefox over WebDriver BiDi: that needs no driver of its own, which
Debian does not have. Both take the same pointer actions, so the difference ends in this file.
"""

from __future__ import annotations

import base64
import itertools
import json
from abc import ABC, abstractmethod
from pathlib import Path
from typing import Any

import aiohttp

PHONE = (390, 844)
DESKTOP = (1280, 800)
PAINTED = "requestAnimationFrame(() => requestAnimationFrame(() => setTimeout(arguments[0], 50)))"
"""Calls back when a window that has just been made larger is painted to its new edge."""
Size = tuple[int, int]
LISTEN = """(() => {
    window.troubles = []
    addEventListener('error', (event) => troubles.push(event.message))
    addEventListener('unhandledrejection', (event) => troubles.push(String(event.reason)))
    console.error = console.warn = (...words) => troubles.push(words.join(' '))
})()"""
"""WebKit's driver does not tell what goes wrong on a page: so the page does, once it is there."""


class Device(ABC):
    """One page in one browser."""

    pointer = "mouse"

    @abstractmethod
    async def open(self, url: str) -> None:
        """Go to an address, and wait until its page is there."""

    @abstractmethod
    async def reload(self) -> None:
        """Load the page anew."""

    @abstractmethod
    async def resize(self, size: Size) -> None:
        """Give the page so much room."""

    @abstractmethod
    async def troubles(self) -> list[str]:
        """Return the errors and warnings of the page's console."""

    @abstractmethod
    async def _evaluate(self, expression: str) -> str: ...

    @abstractmethod
    async def _perform(self, actions: list[dict[str, Any]]) -> None: ...

    @abstractmethod
    async def _screenshot(self) -> str: ...

    async def asks(self, expression: str) -> Any:
        """Return what an expression is worth in the page, as far as JSON can say it."""
        return json.loads(await self._evaluate(f"JSON.stringify({expression}) ?? 'null'"))

    async def down(self, x: float, y: float) -> None:
        """Press, and hold."""
        move = {"type": "pointerMove", "x": round(x), "y": round(y), "duration": 0}
        await self._points(move, {"type": "pointerDown", "button": 0})

    async def up(self) -> None:
        """Let go."""
        await self._points({"type": "pointerUp", "button": 0})

    async def _points(self, *steps: dict[str, Any]) -> None:
        kind = {"parameters": {"pointerType": self.pointer}}
        await self._perform([{"type": "pointer", "id": self.pointer, **kind, "actions": [*steps]}])

    async def types(self, text: str) -> None:
        """Press one key after the other."""
        keys = [{"type": kind, "value": key} for key in text for kind in ("keyDown", "keyUp")]
        await self._perform([{"type": "key", "id": "keys", "actions": keys}])

    async def picture(self, file: Path) -> None:
        """Keep what is to be seen."""
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_bytes(base64.b64decode(await self._screenshot()))


class Refused(Exception):
    """The browser did not do what it was told."""


class WebDriver(Device):
    """A page told over WebDriver: one request for everything."""

    def __init__(self, http: aiohttp.ClientSession, url: str) -> None:
        self._http = http
        self._url = url
        self._troubles: list[str] = []

    async def begin(self) -> None:
        """Start the browser."""
        told = await self._tell("POST", "", capabilities={})
        self._url += f"/{told['sessionId']}"

    async def end(self) -> None:
        """Close the browser."""
        await self._tell("DELETE", "")

    async def _tell(self, method: str, path: str, **body: Any) -> Any:
        data = json.dumps(body) if method == "POST" else None
        async with self._http.request(method, self._url + path, data=data) as response:
            value = json.loads(await response.text())["value"]
        if response.status != 200:
            raise Refused(f"{method} {path}: {value['error']}: {value['message']}")
        return value

    async def open(self, url: str) -> None:
        await self._tell("POST", "/url", url=url)
        await self._evaluate(LISTEN)

    async def reload(self) -> None:
        await self.troubles()
        await self._tell("POST", "/refresh")
        await self._evaluate(LISTEN)

    async def resize(self, size: Size) -> None:
        """The window has a bar above the page: ask for as much more as that takes."""
        await self._tell("POST", "/window/rect", x=0, y=0, width=size[0], height=size[1])
        inner = await self.asks("[innerWidth, innerHeight]")
        width, height = (2 * want - got for want, got in zip(size, inner, strict=True))
        await self._tell("POST", "/window/rect", x=0, y=0, width=width, height=height)
        await self._tell("POST", "/execute/async", script=PAINTED, args=[])

    async def troubles(self) -> list[str]:
        self._troubles += await self.asks("troubles.splice(0)")
        return self._troubles

    async def _evaluate(self, expression: str) -> str:
        return await self._tell("POST", "/execute/sync", script=f"return {expression}", args=[])

    async def _perform(self, actions: list[dict[str, Any]]) -> None:
        await self._tell("POST", "/actions", actions=actions)

    async def _screenshot(self) -> str:
        return await self._tell("GET", "/screenshot")


class BiDi(Device):
    """A page told over WebDriver BiDi: one line, and the browser tells of itself too."""

    pointer = "touch"

    def __init__(self, line: aiohttp.ClientWebSocketResponse) -> None:
        self._line = line
        self._ids = itertools.count(1)
        self._context = ""
        self._troubles: list[str] = []

    async def begin(self) -> None:
        """Take the page that is there."""
        await self._tell("session.new", capabilities={})
        await self._tell("session.subscribe", events=["log.entryAdded"])
        tree = await self._tell("browsingContext.getTree")
        self._context = tree["contexts"][0]["context"]

    async def end(self) -> None:
        """Close the browser."""
        await self._tell("browser.close")

    async def _tell(self, method: str, **params: Any) -> Any:
        number = next(self._ids)
        await self._line.send_json({"id": number, "method": method, "params": params})
        while True:
            message = await self._line.receive_json()
            if message.get("method") == "log.entryAdded":
                self._heard(message["params"])
            if message.get("id") != number:
                continue
            if message["type"] == "error":
                raise Refused(f"{method}: {message['error']}: {message['message']}")
            return message["result"]

    def _heard(self, entry: dict[str, Any]) -> None:
        if entry["level"] in ("error", "warn"):
            self._troubles.append(str(entry["text"]))

    async def _here(self, method: str, **params: Any) -> Any:
        return await self._tell(f"browsingContext.{method}", context=self._context, **params)

    async def open(self, url: str) -> None:
        await self._here("navigate", url=url, wait="complete")

    async def reload(self) -> None:
        await self._here("reload", wait="complete")

    async def resize(self, size: Size) -> None:
        await self._here("setViewport", viewport={"width": size[0], "height": size[1]})

    async def troubles(self) -> list[str]:
        await self._tell("session.status")  # hears what was told until now
        return self._troubles

    async def _evaluate(self, expression: str) -> str:
        target = {"context": self._context}
        told = await self._tell(
            "script.evaluate", expression=expression, target=target, awaitPromise=True
        )
        if told["type"] == "exception":
            raise Refused(told["exceptionDetails"]["text"])
        return str(told["result"]["value"])

    async def _perform(self, actions: list[dict[str, Any]]) -> None:
        await self._tell("input.performActions", context=self._context, actions=actions)

    async def _screenshot(self) -> str:
        return str((await self._here("captureScreenshot"))["data"])
