"""Four devices of one guest, which show the same page for screenshots."""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, suppress
from pathlib import Path
from typing import Any

from playwright.async_api import Browser, Error, Locator, Page

from tacit.server.people.identity import COOKIE

LOADED_MS = 5000
"""How long a picture waits for a page that does not come to rest."""
OUT = Path(__file__).parents[1] / "out" / "screenshots"
DEVICES: dict[str, dict[str, Any]] = {
    "phone": {
        "viewport": {"width": 390, "height": 844},
        "device_scale_factor": 2,
        "is_mobile": True,
        "has_touch": True,
    },
    "sideways": {
        "viewport": {"width": 844, "height": 390},
        "is_mobile": True,
        "has_touch": True,
    },
    "laptop": {"viewport": {"width": 1366, "height": 650}},
    "desktop": {"viewport": {"width": 1440, "height": 900}},
}


async def loaded(page: Page) -> None:
    """Wait until a page has what it asked for; those that wait for news always ask for more."""
    with suppress(Error):
        await page.wait_for_load_state("networkidle", timeout=LOADED_MS)


class Desk:
    """One guest's devices, on the same page."""

    def __init__(self, url: str, pages: dict[str, Page]) -> None:
        self._url = url
        self._pages = pages
        self.phone = pages["phone"]

    @property
    def pages(self) -> list[Page]:
        """Return the page on each device."""
        return list(self._pages.values())

    async def open(self, path: str) -> None:
        """Open an address everywhere, anew even if only what is behind # has changed."""
        for page in self._pages.values():
            await page.goto("about:blank")
            await page.goto(self._url + path)
            await loaded(page)

    async def see(self, selector: str) -> None:
        """Wait until something is to be seen everywhere."""
        for page in self._pages.values():
            await page.locator(selector).first.wait_for()

    async def person(self) -> str:
        """Return who this is in the site's log."""
        cookies = await self.phone.context.cookies()
        return next(one["value"].rpartition(".")[0] for one in cookies if one["name"] == COOKIE)

    async def shoot(self, name: str, *, whole: bool = False) -> None:
        """Take a picture on each, by day and by night."""
        for device, page in self._pages.items():
            for scheme in ("light", "dark"):
                await page.emulate_media(color_scheme=scheme)  # type: ignore[arg-type]
                path = OUT / f"{name}-{device}-{scheme}.png"
                await page.screenshot(path=path, full_page=whole, animations="disabled")
        print(name)

    async def press(self, *labels: str) -> bool:
        """Press the first of these buttons that is there, on each; tell whether there was one."""
        found = False
        for page in self._pages.values():
            for label in labels:
                if await tap(page.get_by_role("button", name=label, exact=True)):
                    found = True
                    break
        return found

    async def has(self, selector: str) -> bool:
        """Tell whether the phone shows something."""
        return await self.phone.locator(selector).count() > 0


async def tap(buttons: Locator) -> bool:
    """Press the first of these that can be pressed, as a key does; tell whether there was one.

    What moves or goes away is hard to hit with a finger.
    """
    return bool(
        await buttons.evaluate_all(
            "all => { const one = all.find((b) => !b.disabled); one?.click(); return !!one }"
        )
    )


@asynccontextmanager
async def desk(browser: Browser, url: str, name: str, locale: str = "en-GB") -> AsyncIterator[Desk]:
    """Open four devices of one guest."""
    contexts = {}
    for device, options in DEVICES.items():
        state = await contexts["phone"].storage_state() if contexts else None
        contexts[device] = await browser.new_context(
            **options, locale=locale, base_url=url, storage_state=state
        )
        page = await contexts[device].new_page()
        await page.goto("/")  # brings the guest's cookie
        await page.evaluate("name => localStorage.setItem('tacit', JSON.stringify({name}))", name)
    yield Desk(url, {device: context.pages[0] for device, context in contexts.items()})
    for context in contexts.values():
        await context.close()


async def table(desk: Desk, game: str, name: str, **rest: Any) -> str:
    """Open a table and return its address."""
    answer = await desk.phone.request.post("/api/tables", data={"game": game, "name": name} | rest)
    return str((await answer.json())["url"])
