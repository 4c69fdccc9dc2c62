"""Plays on a real site in a real browser and takes pictures on the way (`make screenshots`).

Everything goes to out/screenshots; the few that the documents show go to docs/images too, with a
short animation of a reveal. English shows every screen; the other languages those with many words.
"""

from __future__ import annotations

import asyncio
import io
import re
import shutil
import subprocess
import sys
import tempfile
import time
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

from after_games import after_games, looked_into
from aiohttp import web
from clubs import clubs
from devices import OUT, Desk, desk, table, tap
from evening_pictures import evening
from PIL import Image
from playwright.async_api import Browser, async_playwright

from tacit.server.config import Config, Limits
from tacit.server.http.app import make_app
from tacit.server.transport.http_server import Runner

ROOT = Path(__file__).parents[1]
IMAGES = ROOT / "docs" / "images"
SHOWN = {
    "home-phone-light": "home",
    "mind-up-phone-light": "mind-up-phone",
    "mind-up-desktop-light": "mind-up-desktop",
    "the-mind-extreme-phone-dark": "the-mind-extreme-phone",
    "replay-mind-up-phone-light": "replay-phone",
    "review-mind-up-phone-light": "review-phone",
    "pick-again-phone-light": "pick-again-phone",
}
MOST_BYTES = 200_000
CHROMIUM = ("chromium-headless-shell", "chromium", "chromium-browser", "google-chrome")
PATIENCE = 300.0
"""Seconds after which a game has shown what it will show."""
OTHER_LANGUAGES = {"fr": "fr-FR", "it": "it-IT", "de": "de-DE", "es": "es-MX", "pt": "pt-BR"}
REVEAL = 4.5
"""Seconds of the animation."""
REVEAL_SIZE = (360, 640)
HASTE = Limits(new_tables=1000, requests=1000.0, replays=1000.0, joins=1000)
"""Four devices at one address need a higher rate limit."""
A_NUMBER = 0.3
"""Seconds that the bots wait for each number, and so does who plays with them."""


@asynccontextmanager
async def site() -> AsyncIterator[tuple[str, Path]]:
    """Run the site on a free port, with a database that is thrown away."""
    with tempfile.TemporaryDirectory() as folder:
        db = Path(folder) / "tacit.db"
        config = Config(db=str(db), bot_pace_ms=(200, 600), limits=HASTE)
        runner = Runner(make_app(config), access_log=None, shutdown_timeout=1.0)
        await runner.setup()
        await web.TCPSite(runner, "127.0.0.1", 0).start()
        try:
            yield f"http://127.0.0.1:{runner.addresses[0][1]}", db
        finally:
            await runner.cleanup()


async def pages(desk: Desk) -> None:
    """Show what needs no table."""
    for name, path in (
        ("rules-mind-up", "/rules/mindup"),
        ("rules-the-mind-extreme", "/rules/extreme"),
        ("pad-mind-up", "/pad/mindup"),
        ("pad-the-mind-extreme", "/pad/extreme"),
        ("training", "/train/extreme"),
        ("learn-mind-up", "/learn/mindup"),
        ("learn-the-mind-extreme", "/learn/extreme"),
    ):
        await desk.open(path)
        await desk.shoot(name)


async def in_words(desk: Desk, guest: Desk, language: str) -> None:
    """Show in another language what has many words, and both tables."""
    address = await table(desk, "extreme", "Ada", bots=["adaptive"])
    await desk.open(address)
    await desk.shoot(f"lobby-{language}", whole=True)
    await guest.open(address)
    await guest.shoot(f"door-{language}")
    for name, path in (
        ("home", "/"),
        ("rules-mind-up", "/rules/mindup"),
        ("rules-the-mind-extreme", "/rules/extreme"),
        ("pad-mind-up", "/pad/mindup"),
        ("pad-the-mind-extreme", "/pad/extreme"),
        ("training", "/train/extreme"),
        ("learn-mind-up", "/learn/mindup"),
        ("learn-the-mind-extreme", "/learn/extreme"),
    ):
        await desk.open(path)
        await desk.shoot(f"{name}-{language}", whole=name == "home")
    for game, bots in (("mindup", ["linnet", "heron", "pebble"]), ("extreme", ["adaptive"] * 2)):
        await desk.open(await table(desk, game, "Ada", bots=bots, start=True))
        await asyncio.sleep(1.0)
        await desk.shoot(f"{game}-{language}")


async def reveal(browser: Browser, url: str) -> None:
    """Film a reveal of Mind Up! for the documents."""
    width, height = REVEAL_SIZE
    context = await browser.new_context(
        viewport={"width": width, "height": height}, locale="en-GB", base_url=url
    )
    page = await context.new_page()
    await page.goto("/")
    new = {"game": "mindup", "name": "Ada", "bots": ["greedy"] * 3, "start": True}
    answer = await page.request.post("/api/tables", data=new)
    await page.goto((await answer.json())["url"])
    cards = page.locator("[role=toolbar] button")
    await page.get_by_text("Pick a card.").wait_for()
    await asyncio.sleep(2.5)  # the bots have picked
    pictures, shown = [await page.screenshot()], [900]  # in milliseconds
    await cards.nth(3).click()
    await asyncio.sleep(0.3)
    await cards.nth(3).click()
    begin = last = time.monotonic()
    while last - begin < REVEAL:
        pictures.append(await page.screenshot())
        now = time.monotonic()
        shown.append(round(1000 * (now - last)))
        last = now
    shown[-1] += 1500
    target = IMAGES / "reveal.webp"
    first, *others = [Image.open(io.BytesIO(png)).convert("RGB") for png in pictures]
    first.save(target, save_all=True, append_images=others, duration=shown, loop=0, quality=30)
    print(
        f"{target.relative_to(ROOT)}: {len(pictures)} pictures, {target.stat().st_size // 1000} kB"
    )
    await context.close()


async def gathering(host: Desk, guest: Desk) -> None:
    """Show the home page with a public table, that table's door, and its lobby."""
    settings = {"public": True, "objectives": 2}
    address = await table(host, "mindup", "Ada", settings=settings, bots=["greedy"])
    await host.open(address)  # an unused table expires
    await guest.open("/")
    await guest.shoot("home")
    await guest.shoot("home-whole", whole=True)
    await guest.open(address)
    await guest.phone.get_by_role("button", name="Come in").wait_for()
    await guest.shoot("door")
    await host.shoot("lobby", whole=True)
    await host.press("Add a bot")
    await host.phone.get_by_role("dialog").get_by_role("button").nth(1).wait_for()
    await host.shoot("bots")
    await host.press("Close")
    await host.press("Menu")
    await host.press("Settings")
    await host.phone.get_by_label("Language").wait_for()
    await host.shoot("settings")


async def by_correspondence(desk: Desk) -> None:
    """Show games with days for a turn: on the home page, and at the table."""
    settings = {"turn_seconds": 3 * 24 * 3600}
    for bots in (["linnet", "pebble"], ["heron", "greedy"]):
        address = await table(desk, "mindup", "Ada", settings=settings, bots=bots, start=True)
    await desk.open("/")
    await desk.phone.get_by_role("heading", name="Your turn").wait_for()
    await desk.shoot("turns")
    await desk.open(address)
    await desk.see("[data-whole=hand]")
    await desk.shoot("turn-of-days")


async def talk(host: Desk, guest: Desk) -> None:
    """Show words and a reaction at the places of who says them."""
    address = await table(host, "mindup", "Ada", bots=["greedy", "linnet"])
    await host.open(address)
    await guest.open(address)
    await guest.press("Come in")
    await host.phone.get_by_text("Bob").first.wait_for()
    await host.press("Start")
    await guest.phone.locator("[data-whole=hand]").wait_for()
    await guest.phone.get_by_role("button", name="Talk", exact=True).click()
    await guest.phone.get_by_label("Say something").fill("Where will your 40 land? I wonder.")
    await guest.phone.get_by_role("button", name="Send").click()
    await guest.phone.get_by_role("dialog").get_by_role("button", name="Ha!").click()
    await host.shoot("talk")


async def mind_up(desk: Desk) -> None:
    """Play a game of Mind Up! to the end."""
    settings = {"objectives": 2}
    bots = ["greedy", "random", "greedy"]
    address = await table(desk, "mindup", "Ada", settings=settings, bots=bots, start=True)
    await desk.open(address)
    turns, until = 0, time.monotonic() + PATIENCE
    while time.monotonic() < until:
        if await desk.has(".moment.told"):
            await asyncio.sleep(1.0)
            await desk.shoot("mind-up-result")
            return
        if await desk.has("dialog[open]"):
            await asyncio.sleep(0.6)  # for the desktop to come as far
            if await desk.phone.get_by_role("button", name="On to round 2").count():
                await desk.shoot("mind-up-round")
            await desk.press("On to round 2", "On to round 3", "Who won?")
        elif not await desk.press("Skip"):
            turns += await pick(desk, shoot=turns == 3)
        await asyncio.sleep(0.15)
    sys.exit("Mind Up! did not come to its end.")


async def pick(desk: Desk, *, shoot: bool) -> bool:
    """Lay a card if one is asked for; tell whether one was."""
    if not await desk.phone.get_by_text("Pick a card.").count():
        return False
    if shoot:
        await desk.shoot("mind-up")
    cards = desk.phone.locator("[role=toolbar] button")
    card = cards.nth(await cards.count() // 2)
    await tap(card)
    await desk.phone.get_by_text("again to play it.").wait_for()
    return await tap(card)


class Night:
    """A game of The Mind Extreme, played until everything has been seen."""

    def __init__(self, desk: Desk) -> None:
        self._desk = desk
        self._seen: set[str] = set()
        self._began: float | None = None

    async def play(self) -> None:
        """Play with care until a level is passed, then use a star, then be too fast."""
        desk = self._desk
        await desk.open(await table(desk, "extreme", "Ada", bots=["metronome"] * 2, start=True))
        until = time.monotonic() + PATIENCE
        wanted = {"hands", "playing", "passed", "star", "star-given", "mistake", "ended"}
        while not wanted <= self._seen and time.monotonic() < until:
            if await desk.has("section.ended"):
                await self._once("ended", 1.2)
                await desk.press("Play again")
                await asyncio.sleep(1.0)
                await desk.press("Start")
            await self._step()
        if not wanted <= self._seen:
            print("not seen:", ", ".join(wanted - self._seen))

    async def _step(self) -> None:
        """Do what the table asks for now."""
        desk = self._desk
        steps: list[tuple[Callable[[], Any], Callable[[], Any]]] = [
            (lambda: desk.has("main.lit"), self._mistake),
            (lambda: desk.has("section.passed"), self._passed),
            (lambda: desk.has("section.choice"), self._choice),
            (lambda: desk.has(".moment"), self._moment),
            (lambda: desk.has("section.palm"), self._palm),
            (lambda: desk.has("section.hand"), self._hand),
        ]
        for applies, act in steps:
            if await applies():
                await act()
                break
        await asyncio.sleep(0.1)

    async def practise(self) -> None:
        """Play a level without lives, in a hurry; show what came of it, and the page after it."""
        desk, own = self._desk, {"practice": 3, "piles": "open"}
        self._seen |= {"hands", "playing", "passed", "star", "star-given", "mistake"}
        settings = {"own": own}
        bots = ["adaptive"]
        address = await table(desk, "extreme", "Ada", settings=settings, bots=bots, start=True)
        await desk.open(address)
        async with asyncio.timeout(PATIENCE):
            while not await desk.has("a[href*='/train/extreme']"):
                await self._step()
        await asyncio.sleep(1.0)
        await desk.shoot("practised")
        await desk.open("/train/extreme")
        await desk.shoot("training-after", whole=True)

    async def _once(self, what: str, wait: float = 0.7) -> None:
        if what not in self._seen:
            self._seen.add(what)
            await asyncio.sleep(wait)
            name = "the-mind-extreme" if what == "playing" else f"the-mind-extreme-{what}"
            await self._desk.shoot(name)

    async def _mistake(self) -> None:
        await self._once("mistake", 1.2)
        await self._desk.press("Go on", "Hold it down for me")

    async def _moment(self) -> None:
        if await self._desk.has(".moment section.given"):
            await self._once("star-given")
        await self._desk.press("Go on", "Hold it down for me")

    async def _passed(self) -> None:
        await self._once("passed", 1.2)
        await self._desk.press("Ready for the next level")

    async def _choice(self) -> None:
        await self._once("star")
        if await tap(self._desk.phone.locator(".choice .offer button")):
            await asyncio.sleep(0.7)

    async def _palm(self) -> None:
        self._began = None
        await self._once("hands")
        if "passed" in self._seen and "star" not in self._seen and await self._propose():
            return
        lies = self._desk.phone.locator("[aria-pressed=true]")
        if not await lies.count():
            await tap(self._desk.phone.get_by_role("button", name="Hold it down for me"))
        elif await self._desk.has(".table-top.all"):
            await tap(self._desk.phone.get_by_role("button", name="Lift my hand"))
        await asyncio.sleep(0.3)

    async def _propose(self) -> bool:
        proposed = await tap(self._desk.phone.get_by_role("button", name="Propose a star"))
        await asyncio.sleep(1.0)
        return proposed

    async def _hand(self) -> None:
        now = time.monotonic()
        if self._began is None:
            self._began = now
        hasty = {"passed", "star"} <= self._seen
        laid = await self._desk.phone.locator(".piles [data-card]").count()
        if (laid and now - self._began > 3) or hasty:
            await self._once("playing", 0.0)
        for colour in ("white", "red"):
            card = self._desk.phone.locator(f".thumb.{colour} button")
            names = await card.evaluate_all("all => all.map((card) => card.dataset.card)")
            if names:
                number = int(re.sub(r"\D", "", names[0]))
                steps = number if colour == "white" else 51 - number
                if hasty or now - self._began >= steps * A_NUMBER:
                    await tap(card)
                    return


def show() -> None:
    """Copy what the documents show, packed; without a packer they keep what they have."""
    pack = shutil.which("pngquant")
    if pack is None:
        print(f"{IMAGES.relative_to(ROOT)}: as before, because pngquant is not installed")
        return
    for name, shown in SHOWN.items():
        source, target = OUT / f"{name}.png", IMAGES / f"{shown}.png"
        command = [pack, "--force", "--strip", "--quality=70-95", "--output", target, source]
        subprocess.run(command, check=True)  # noqa: S603
        size = target.stat().st_size
        print(f"{target.relative_to(ROOT)}: {size // 1000} kB")
        if size > MOST_BYTES:
            sys.exit(f"{target.name} is too large.")


async def main(only: list[str]) -> None:
    """Take all pictures, or only those of some parts and languages, such as `clubs de`."""
    chromium = next(filter(None, map(shutil.which, CHROMIUM)), None)
    if chromium is None:
        sys.exit("There is no Chromium: apt-get install chromium.")
    OUT.mkdir(parents=True, exist_ok=True)
    async with site() as (url, db), async_playwright() as playwright:
        browser = await playwright.chromium.launch(
            executable_path=chromium, args=["--no-sandbox", "--disable-dev-shm-usage"]
        )
        async with desk(browser, url, "Ada") as ada, desk(browser, url, "Bob") as bob:
            parts: dict[str, Callable[[], Any]] = {
                "gathering": lambda: gathering(ada, bob),
                "pages": lambda: pages(bob),
                "talk": lambda: talk(ada, bob),
                "correspondence": lambda: by_correspondence(ada),
                "mindup": lambda: mind_up(ada),
                "extreme": lambda: Night(ada).play(),
                "practice": lambda: Night(ada).practise(),
                "after": lambda: after_games(ada, db),
                "looked-into": lambda: looked_into(ada),
                "clubs": lambda: clubs(browser, url, ada, bob),
                "evening": lambda: evening(ada, browser, url),
            }
            for name, take in parts.items():
                if name in only or not only:
                    await take()
        for language, locale in OTHER_LANGUAGES.items():
            if only and language not in only:
                continue
            async with (
                desk(browser, url, "Ada", locale) as ada,
                desk(browser, url, "Bob", locale) as bob,
            ):
                await clubs(browser, url, ada, bob, language)
                await in_words(ada, bob, language)
                await after_games(ada, db, language)
        if not only:
            await reveal(browser, url)
        await browser.close()
    if not only:
        show()


if __name__ == "__main__":
    asyncio.run(main(sys.argv[1:]))
