"""Both games in WebKit, which every iPhone has, and in Firefox: begun, played, loaded anew.

What they looked like is kept in out/browsers.
"""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from pathlib import Path
from urllib.parse import urlsplit

import pytest

from tests.browsers.devices import DESKTOP, PHONE
from tests.browsers.engines import ENGINES, Engine
from tests.browsers.person import Person
from tests.server.sites import ROOT, Outside, quick

PICTURES = ROOT / "out" / "browsers"
PACE = (20, 60)
"""Milliseconds a bot takes, long enough to be seen."""
HARMLESS = "ResizeObserver loop completed"
"""Something's size changed another's, which is told with the next picture."""
TIMEOUT_WITH_BOTS_S = 180.0
"""Seconds for a level: they count to fifty at their own tempo."""
STILL = f"""innerWidth === {DESKTOP[0]} && document.getAnimations().every(
    (one) => one.effect.getTiming().iterations === Infinity)"""
"""The page has its new size, and what moves to another place has arrived."""
Play = Callable[[Person, Path], Awaitable[None]]


@pytest.fixture(params=ENGINES, ids=lambda engine: engine.name)
def engine(request: pytest.FixtureRequest) -> Engine:
    """Return a browser that is installed."""
    missing = request.param.missing()
    if missing:
        pytest.skip(f"{request.param.name} was NOT TESTED: `apt-get install {missing}`.")
    return request.param


def run(engine: Engine, home: Path, play: Play) -> None:
    """Let a guest play on a phone of this kind; nothing may have gone wrong on it."""

    async def main() -> None:
        db = home / "tacit.db"
        async with Outside(db, quick(db, bot_pace_ms=PACE)) as site, engine.start(home) as device:
            await device.open(site.url + "/")
            await device.resize(PHONE)
            try:
                await play(Person(device), PICTURES / engine.name.lower())
            except Exception:
                await device.picture(PICTURES / engine.name.lower() / "failed.png")
                raise
            assert not [one for one in await device.troubles() if not one.startswith(HARMLESS)]

    asyncio.run(main())


async def opens(person: Person, game: str) -> None:
    """Give a name, and begin a game with bots."""

    async def named() -> bool:
        return bool(await person.device.asks("document.activeElement.tagName === 'INPUT'"))

    async def there() -> bool:
        return urlsplit(await person.device.asks("location.href")).path.startswith("/t/")

    await person.insists(lambda: person.spot("input"), named, "Your name")
    await person.device.types("Anna")
    await person.insists(lambda: person.button("Play now with bots", game), there, game)


async def pictures(person: Person, file: Path) -> None:
    """Keep how it looks on a phone, and on a desktop."""
    await person.device.picture(file.with_name(f"{file.name}-phone.png"))
    await person.device.resize(DESKTOP)
    await person.until(lambda: person.device.asks(STILL), "a page at rest")
    await person.device.picture(file.with_name(f"{file.name}-desktop.png"))
    await person.device.resize(PHONE)


async def lays(person: Person, card: str) -> None:
    """Lay a card of Mind Up!: one tap lifts it, the next lays it."""
    asked = f"Tap {card} again to play it."

    async def lifted() -> bool:
        return asked in await person.text()

    async def laid() -> bool:
        return not await lifted()

    def spot() -> Awaitable[list[float] | None]:
        return person.spot(f"button[data-card='{card}']")

    await person.insists(spot, lifted, card)
    await person.insists(spot, laid, card)


async def plays_mind_up(person: Person, folder: Path) -> None:
    await opens(person, "Mind Up!")
    for turn in (1, 2):
        await person.sees("Pick a card.")
        await person.sees(f"turn {turn} of 6")
        hand = await person.hand()
        await lays(person, hand[turn])
        await person.sees("Skip")  # the reveal has begun
        await person.device.picture(folder / f"mind-up-reveal-{turn}.png")
    await person.sees("Pick a card.")
    await pictures(person, folder / "mind-up")
    hand, address = await person.hand(), await person.device.asks("location.href")
    assert hand
    await person.device.reload()
    await person.sees("Pick a card.")
    await person.sees("turn 3 of 6")
    assert await person.hand() == hand
    assert await person.device.asks("location.href") == address
    await person.device.picture(folder / "mind-up-reloaded.png")
    await lays(person, hand[0])
    await person.sees("Skip")


async def lays_hand(person: Person, folder: Path) -> None:
    """Hold the table until every hand lies there, and lift."""
    await person.sees("Press and hold")
    palm = await person.spot("[data-shows=palm]")
    assert palm is not None
    await person.device.down(*palm)
    await person.sees("All hands are down. Lift!")
    await person.device.picture(folder / "extreme-hands.png")
    await person.device.up()

    async def playing() -> bool:
        return not await person.device.asks("document.querySelector('[data-shows=palm]') !== null")

    await person.until(playing, "the others to lift")


async def plays_extreme(person: Person, folder: Path) -> None:
    """Lay a card at once, which is mostly too early: what happened is shown; then go on."""
    await opens(person, "The Mind Extreme")
    await person.sees("Press and hold")
    await pictures(person, folder / "extreme-palm")
    await lays_hand(person, folder)
    card = (await person.hand())[0]  # at once: a partner who errs would take it away

    async def laid() -> bool:
        return card not in await person.hand()

    await person.insists(lambda: person.spot(f"button[data-card='{card}']"), laid, card)
    await person.device.picture(folder / "extreme-laid.png")
    address = await person.device.asks("location.href")
    await person.device.reload()
    await plays_on(person, folder)
    assert await person.device.asks("location.href") == address
    assert await laid()


async def plays_on(person: Person, folder: Path) -> None:
    """Get through the level, well or badly."""

    async def over() -> bool:
        text = await person.text()
        return "Level 1 passed" in text or "The last light is out." in text

    async def next_step() -> list[float] | None:
        if "Press and hold" in await person.text():
            await lays_hand(person, folder)
        return await person.button("Go on") or await person.spot("button[data-card]")

    await person.insists(next_step, over, "the next step", timeout_s=TIMEOUT_WITH_BOTS_S)
    await pictures(person, folder / "extreme-over")


@pytest.mark.parametrize("play", [plays_mind_up, plays_extreme])
def test_a_game_is_begun_played_and_loaded_anew(engine: Engine, tmp_path: Path, play: Play) -> None:
    run(engine, tmp_path, play)
