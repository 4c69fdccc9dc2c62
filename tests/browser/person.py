"""A player at a browser: what they see, what their page was sent, and its errors."""

from __future__ import annotations

import contextlib
import json
import time
from collections.abc import Callable
from typing import Any

from playwright.sync_api import BrowserContext, ConsoleMessage, Locator, WebSocket, expect
from playwright.sync_api import TimeoutError as TooLate

from tacit.server.people.identity import COOKIE
from tests.browser.words import LANGUAGES
from tests.server.client import Copy

TIMEOUT_S = 60.0
"""Seconds a test waits, on a busy machine too."""
SOON = 0.4
"""Seconds after which a press that came too early is repeated."""
POLL_MS = (10, 80)
"""Between two looks at a page, at first and at most: a look at what it shows costs it much."""
KEYS = 60
"""More presses of Tab than any page has controls."""
expect.set_options(timeout=TIMEOUT_S * 1000)

OFFLINE = {"service_workers": "allow"}
"""A device that keeps the app, to go on without a network. It takes twice the time to load."""
PHONE = {"viewport": {"width": 390, "height": 844}, "has_touch": True}


class Person:
    """A player with one device."""

    def __init__(self, name: str, context: BrowserContext, speaks: str = "en") -> None:
        self.name = name
        self.words = LANGUAGES[speaks]
        self.context = context
        self.page = context.new_page()
        self.copy = Copy()
        """The state of the table, folded from the page's messages."""
        self.raw: list[str] = []
        """Every message the page received."""
        self.troubles: list[str] = []
        self.offline = False
        self.page.on("console", self._console)
        self.page.on("pageerror", lambda error: self.troubles.append(str(error)))
        self.page.on("websocket", self._line)

    def _line(self, socket: WebSocket) -> None:
        socket.on("framereceived", self._frame)

    def _console(self, message: ConsoleMessage) -> None:
        unreachable = self.offline and "net::ERR_" in message.text
        blocked = message.text == "Service Worker registration blocked by Playwright"
        if message.type in ("error", "warning") and not unreachable and not blocked:
            self.troubles.append(f"{message.text} {message.location.get('url', '')}".rstrip())

    def _frame(self, data: str | bytes) -> None:
        text = data if isinstance(data, str) else data.decode()
        self.raw.append(text)
        message = json.loads(text)
        if message["type"] != "update" or message["version"] == self.copy.version + 1:
            self.copy.take(message)

    # What they see.

    def button(self, name: str, **rest: Any) -> Locator:
        return self.page.get_by_role("button", name=name, exact=True, **rest)

    def sees(self, text: str, exact: bool = True) -> None:
        expect(self.page.get_by_text(text, exact=exact).filter(visible=True).first).to_be_visible()

    @property
    def view(self) -> dict[str, Any]:
        return self.copy.view or {}

    @property
    def id(self) -> str:
        """The player's id in the site's log."""
        cookies = self.context.cookies()
        return next(one["value"] for one in cookies if one["name"] == COOKIE).rpartition(".")[0]

    # What they wait for.

    def until(self, condition: Callable[[], Any], timeout_s: float = TIMEOUT_S) -> None:
        """Wait until a condition holds; the page goes on meanwhile."""
        end = time.monotonic() + timeout_s
        pause_ms = POLL_MS[0]
        while not condition():
            if time.monotonic() > end:
                raise TooLate(f"{self.name} waited in vain: {self.view}")
            self.page.wait_for_timeout(pause_ms)
            pause_ms = min(1.5 * pause_ms, POLL_MS[1])

    def insist(self, act: Callable[[], Any], done: Callable[[], Any], soon: float = SOON) -> None:
        """Repeat an action until it works: the app ignores presses of new controls."""
        end = time.monotonic() + TIMEOUT_S
        while not done():
            assert time.monotonic() < end, f"{self.name} tried in vain: {self.view}"
            with contextlib.suppress(TooLate):
                act()
            with contextlib.suppress(TooLate):
                self.until(done, soon)

    def reaches(self, target: Locator, back: bool = False) -> None:
        """Move the focus by keyboard alone."""
        for _ in range(KEYS):
            if target.and_(self.page.locator(":focus")).count():
                return
            self.page.keyboard.press("Shift+Tab" if back else "Tab")
        raise TooLate(f"{self.name} cannot reach {target} by keyboard")

    def presses(self, name: str, done: Callable[[], Any]) -> None:
        """Press a button until it has worked."""
        self.insist(lambda: self.button(name).first.click(timeout=SOON * 1000), done)

    # How they come.

    def opens(self, game: str, now: bool = False) -> str:
        """Open a table from the home page, and return its path."""
        self.page.goto("/")
        self.page.get_by_label("Your name").fill(self.name)
        article = self.page.get_by_role("article").filter(has_text=game)
        way = "Play now with bots" if now else "Invite friends"
        article.get_by_role("button", name=way).click()
        self.page.wait_for_url("**/t/*")
        self.until(lambda: self.copy.stage == ("playing" if now else "lobby"))
        return "/t/" + self.page.url.rpartition("/")[2]

    def sits_down(self, game: str, *bots: str) -> str:
        """Begin a game with bots at once, without the home page, and return the table's path."""
        new = {"game": game, "name": self.name, "bots": bots, "start": True}
        path = str(self.page.request.post("/api/tables", data=new).json()["url"])
        self.page.goto(path)
        self.until(lambda: self.copy.stage == "playing")
        return path

    def joins(self, path: str, watch: bool = False) -> None:
        """Join by an invitation, with a name."""
        self.page.goto(path)
        self.sees(self.words.invited)
        self.page.get_by_label(self.words.name).fill(self.name)
        self.button(self.words.watch if watch else self.words.come_in).click()
        self.until(lambda: self.copy.house)

    def adds_bot(self, kind: str) -> None:
        """Seat a bot in the next free seat."""
        before = bots(self)
        dialog = self.page.get_by_role("dialog")
        self.presses("Add a bot", dialog.is_visible)
        dialog.get_by_role("button").nth(1).wait_for()
        for more in dialog.locator("summary").all():
            more.click()
        chosen = dialog.get_by_role("button", name=kind)
        self.insist(lambda: chosen.click(timeout=SOON * 1000), lambda: bots(self) > before)
        expect(dialog).to_be_hidden()

    def starts(self) -> None:
        self.presses("Start", lambda: self.copy.stage == "playing")


def bots(person: Person) -> int:
    return sum(seat["bot"] is not None for seat in person.copy.house["seats"])


def seated(person: Person) -> int:
    return sum(seat["name"] is not None for seat in person.copy.house["seats"])
