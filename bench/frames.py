"""Does the app keep up with the eye? Frames while cards fly, and how soon a tap is seen.

A phone with a CPU slowed down four times plays Mind Up! with five bots and The Mind Extreme
with three. Frames are taken from the browser's own trace, while something moves: each is presented
in time, presented late in part, or dropped. Beside them stand the times between frames as a script
on the page sees them, its long tasks, and how long after a touch the frame that shows it is ready:
a finger that comes down lifts a card or lays one of The Mind Extreme, one that goes up again lays
the lifted card of Mind Up!. Neither disturbs the other: the trace takes time of its own, and while
a script waits for every frame the browser takes each for motion, though nothing is seen to move.

Without a graphics card the browser paints with the CPU: frames that it cannot paint in time are
dropped, whatever the cause. The first row is a page where one small thing moves, and is touched,
and nothing else happens: the best that the machine can do.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import statistics
import sys
import time
from itertools import pairwise
from pathlib import Path
from typing import Any

from playwright.async_api import Browser, Locator, Page, async_playwright

sys.path.insert(0, str(Path(__file__).parent))

from peers.visit import FLAGS, chromium, site

from tacit.games import extreme as extreme_rules
from tacit.games.extreme import COLOUR
from tacit.games.extreme.bots import metronome
from tacit.server.site import Site

SLOWED = 4
PHONE = {"viewport": {"width": 390, "height": 844}, "has_touch": True, "is_mobile": True}
FRAME = 1000 / 60
TURNS = 5
"""One less than a round has, so that nothing is laid over the table."""
PACE = 120
"""Milliseconds a bot waits for each number of The Mind Extreme."""
GAME_TIMEOUT_S = 75.0
"""Seconds for a game of The Mind Extreme, which needs about forty."""
TOUCH = 60
"""Milliseconds a finger stays."""
WAYS_ON = ("Go on", "Ready for the next level", "Lift my hand", "Hold it down for me", "Play again")
CATEGORIES = [
    "cc",
    "benchmark",
    "devtools.timeline",
    "devtools.timeline.frame",
    "blink.user_timing",
]

RECORDER = """() => {
    const kept = { frames: [], tasks: [], taps: { pointerdown: [], click: [] }, on: false }
    const frame = (now) => {
        if (!kept.on) return
        kept.frames.push(now)
        requestAnimationFrame(frame)
    }
    new PerformanceObserver((list) => {
        for (const one of list.getEntries()) if (kept.on) kept.tasks.push(one.duration)
    }).observe({ type: 'longtask' })
    const tapped = (event) => {
        if (event.target.closest('button') === null) return
        const channel = new MessageChannel()
        const shown = () => kept.taps[event.type].push(performance.now() - event.timeStamp)
        channel.port1.onmessage = shown
        requestAnimationFrame(() => channel.port2.postMessage(null))
    }
    for (const kind of ['pointerdown', 'click']) addEventListener(kind, tapped, true)
    window.recorder = {
        start(watches) {
            Object.assign(kept, { frames: [], tasks: [], on: true })
            performance.mark('moves')
            if (watches) requestAnimationFrame(frame)
        },
        stop() {
            kept.on = false
            performance.mark('rests')
            return kept
        },
    }
}"""

ALONE = "<div></div><button>.</button>"
MOVING = """() => {
    // The site lets no markup bring its own style; a script may.
    const small = 'width: 90px; height: 90px; background: #888'
    for (const one of document.querySelectorAll('div, button')) one.style.cssText = small
    const way = { transform: ['none', 'translate(300px, 600px)'] }
    const forever = { duration: 500, iterations: Infinity, direction: 'alternate' }
    document.querySelector('div').animate(way, forever)
    const lift = ({ currentTarget, type }) => {
        currentTarget.style.transform = type === 'click' ? 'none' : 'translateY(-12px)'
    }
    for (const kind of ['pointerdown', 'click'])
        document.querySelector('button').addEventListener(kind, lift)
}"""


class Film:
    """What was measured of one motion: by a script on the page, or in the browser's trace."""

    def __init__(self, watches: bool) -> None:
        self.watches = watches
        self.gaps: list[float] = []
        self.tasks: list[float] = []
        self.seconds = 0.0
        self.trace = b""

    async def record(self, page: Page, until: Any) -> None:
        """Record the page until a condition holds."""
        await page.evaluate(f"recorder.start({json.dumps(self.watches)})")
        start = time.monotonic()
        await until
        self.seconds += time.monotonic() - start
        kept = await page.evaluate("recorder.stop()")
        frames = kept["frames"]
        self.gaps += [b - a for a, b in pairwise(frames)]
        self.tasks += kept["tasks"]

    async def begin(self, browser: Browser, page: Page) -> None:
        if not self.watches:
            await browser.start_tracing(page=page, categories=CATEGORIES)

    async def end(self, browser: Browser) -> None:
        if not self.watches:
            self.trace = await browser.stop_tracing()


def figures(film: Film, traced: Film) -> dict[str, Any]:
    """Return what the page measured, and the browser's trace of a second run."""
    shown, partly, dropped = frames_of(json.loads(traced.trace)["traceEvents"])
    wanted = shown + partly + dropped
    gaps = sorted(film.gaps) or [0.0]
    return {
        "seconds": round(traced.seconds, 1),
        "frames_wanted": wanted,
        "dropped": dropped,
        "fps": round(60 * (shown + partly) / wanted, 1) if wanted else None,
        "script_frame_ms": {"p50": share(gaps, 0.5), "p95": share(gaps, 0.95)},
        "over_a_frame": portion(gaps, FRAME * 1.5),
        "over_two_frames": portion(gaps, FRAME * 2.5),
        "long_tasks": len(film.tasks),
        "longest_task_ms": round(max(film.tasks, default=0.0)),
    }


def frames_of(events: list[dict[str, Any]]) -> tuple[int, int, int]:
    """Count the frames that a smooth motion depended on, between the marks."""
    marks = sorted((one["ts"], one["name"]) for one in events if one["name"] in ("moves", "rests"))
    spans = [(start, end) for (start, name), (end, _) in pairwise(marks) if name == "moves"]
    counts = {"STATE_PRESENTED_ALL": 0, "STATE_PRESENTED_PARTIAL": 0, "STATE_DROPPED": 0}
    for one in events:
        args = one.get("args", {})
        report = args.get("frame_reporter") or args.get("chrome_frame_reporter")
        if one["name"] != "PipelineReporter" or report is None or one["ph"] != "b":
            continue
        moved = report.get("affects_smoothness") or report.get("state") != "STATE_DROPPED"
        inside = any(start <= one["ts"] <= end for start, end in spans)
        if moved and inside and report.get("state") in counts:
            counts[report["state"]] += 1
    shown, partly, dropped = counts.values()
    return shown, partly, dropped


def share(values: list[float], part: float) -> float:
    return round(values[min(len(values) - 1, int(part * len(values)))], 1)


def portion(values: list[float], least: float) -> float:
    return round(sum(value > least for value in values) / len(values), 4)


async def slowed(browser: Browser, url: str, rate: float) -> Page:
    """Return a page on a slow phone."""
    context = await browser.new_context(**PHONE, locale="en-GB", base_url=url)  # type: ignore[arg-type]
    page = await context.new_page()
    await page.goto("/")
    name = "localStorage.setItem('tacit', JSON.stringify({name: 'Ada'}))"
    await page.evaluate(name)
    session = await context.new_cdp_session(page)
    await session.send("Emulation.setCPUThrottlingRate", {"rate": rate})
    return page


async def seated(page: Page, game: str, bots: list[str]) -> str:
    """Start a game with bots and go there; return the table's name."""
    body = {"game": game, "name": "Ada", "bots": bots, "start": True}
    answer = await (await page.request.post("/api/tables", data=body)).json()
    await page.goto(answer["url"])
    await page.evaluate(RECORDER)
    return str(answer["table"])


async def touch(page: Page, button: Locator) -> None:
    """Tap as a finger does, without Playwright's checks of the page, which take time."""
    box = await button.bounding_box()
    assert box is not None
    point = {"x": box["x"] + box["width"] / 4, "y": box["y"] + box["height"] / 2}
    session = await page.context.new_cdp_session(page)
    await page.wait_for_timeout(300)  # until asking has been forgotten
    start = {"type": "touchStart", "touchPoints": [point]}
    down = asyncio.ensure_future(session.send("Input.dispatchTouchEvent", start))
    await asyncio.sleep(TOUCH / 1000)
    await session.send("Input.dispatchTouchEvent", {"type": "touchEnd", "touchPoints": []})
    await down
    await session.detach()


async def mind_up(browser: Browser, url: str, rate: float) -> dict[str, Any]:
    """Play some turns with five bots and watch every reveal; then all again for the trace."""
    page = await slowed(browser, url, rate)
    film, traced = Film(watches=True), Film(watches=False)
    prompt = page.get_by_text("Pick a card.", exact=True)
    for one in (film, traced):
        await seated(page, "mindup", ["greedy"] * 5)
        await prompt.wait_for()
        await one.begin(browser, page)
        for _ in range(TURNS):
            await turn(page)
            await one.record(page, prompt.wait_for())
        await one.end(browser)
        if one is film:
            taps = (await page.evaluate("recorder.stop()"))["taps"]
    await page.context.close()
    # Every second touch is of a card that is lifted already, and lays it.
    touched = {
        "touch_ms": taps_of(taps["pointerdown"][::2]),
        "lay_ms": taps_of(taps["click"][1::2]),
    }
    return figures(film, traced) | touched


async def turn(page: Page) -> None:
    """Lift a card and lay it, as a finger does; return when the reveal has begun."""
    card = page.locator("[role=toolbar] button").first
    await touch(page, card)
    await page.get_by_text("again to play it.").wait_for()
    await touch(page, card)
    await page.get_by_role("button", name="Skip").wait_for()


def kind_deal(settings: extreme_rules.Settings, _chance: Any) -> extreme_rules.Setup:
    """Deal so that the bots' cards come first and Ada's last: no bot overtakes a slow page."""
    players = settings.players
    piles = (
        [f"W{number}" for number in range(1, 51)],
        [f"R{51 - number}" for number in range(1, 51)],
    )
    deals = []
    for level in range(1, extreme_rules.TEAMS[players].last_level + 1):
        hands: list[tuple[str, ...]] = []
        for seat in range(players):
            at = 1 + (players - 1 if seat == 0 else seat - 1) * level
            mine = [piles[(at + card) % 2][at + card] for card in range(level)]
            hands.append(extreme_rules.in_order(mine))  # type: ignore[arg-type]
        deals.append(tuple(hands))
    return extreme_rules.Setup(players=players, deals=tuple(deals))  # type: ignore[arg-type]


async def extreme(
    browser: Browser, url: str, rate: float, house: Site
) -> tuple[dict[str, Any], ...]:
    """Play with three bots as far as a blind pile, and watch cards laid and the pile turned."""
    laid, turned, taps = await to_a_blind_pile(browser, url, rate, house, watches=True)
    laid_again, turned_again, _ = await to_a_blind_pile(browser, url, rate, house, watches=False)
    touched = {"touch_ms": taps_of(taps)}
    return figures(laid, laid_again) | touched, figures(turned, turned_again)


async def to_a_blind_pile(
    browser: Browser, url: str, rate: float, house: Site, *, watches: bool
) -> tuple[Film, Film, list[float]]:
    page = await slowed(browser, url, rate)
    name = await seated(page, "extreme", ["metronome"] * 3)
    live = await house.tables.find(name)
    assert live is not None
    laid, turned, until = Film(watches), Film(watches), time.monotonic() + GAME_TIMEOUT_S
    while not turned.seconds:
        if time.monotonic() > until:
            sys.exit("No blind pile was turned over.")
        if await page.locator("[data-shows=moment] .reveal").count():
            await turned.begin(browser, page)
            await turned.record(page, page.locator(".sum.done").wait_for())
            await turned.end(browser)
        elif live.table.state.play.phase == "playing":
            first = not laid.seconds
            if first:
                await laid.begin(browser, page)
            await laid.record(page, play_level(page, live))
            if first:
                await laid.end(browser)
        else:
            await go_on(page)
    taps = (await page.evaluate("recorder.stop()"))["taps"]["pointerdown"]
    await page.context.close()
    return laid, turned, taps


async def play_level(page: Page, live: Any) -> None:
    """Lay the player's cards when they are next, knowing all hands; the bots count."""
    while (play := live.table.state.play).phase == "playing":
        for card in play.hands[0]:
            sign = 1 if card[0] == "W" else -1
            same = [
                sign * int(other[1:])
                for hand in play.hands
                for other in hand
                if COLOUR[other] == COLOUR[card]
            ]
            button = page.locator(f".thumb button[data-card={card}]")
            if sign * int(card[1:]) == min(same) and await button.count():
                await button.dispatch_event("pointerdown", {"button": 0, "isPrimary": True})
        await page.wait_for_timeout(20)


async def go_on(page: Page) -> None:
    """Press whatever leads on; a hand is lifted once all are down, or others never lay theirs."""
    together = await page.locator(".table-top.all").count()
    for label in WAYS_ON:
        if label == "Lift my hand" and not together:
            continue
        button = page.get_by_role("button", name=label, exact=True)
        if await button.count():
            await button.first.dispatch_event("click")
            break
    await page.wait_for_timeout(150)


async def idle(browser: Browser, url: str, rate: float) -> dict[str, Any]:
    """Watch one small thing move on a page with nothing else, and another one touched."""
    page = await slowed(browser, url, rate)
    await page.set_content(ALONE)
    await page.evaluate(RECORDER)
    await page.evaluate(MOVING)
    film, traced = Film(watches=True), Film(watches=False)
    for one in (film, traced):
        await one.begin(browser, page)
        await one.record(page, page.wait_for_timeout(5000))
        await one.end(browser)
    for _ in range(TURNS):
        await touch(page, page.locator("button"))
    taps = (await page.evaluate("recorder.stop()"))["taps"]
    await page.context.close()
    found = {"touch_ms": taps_of(taps["pointerdown"]), "lay_ms": taps_of(taps["click"])}
    return figures(film, traced) | found


def taps_of(taps: list[float]) -> dict[str, float]:
    if not taps:
        return {}
    return {"p50": round(statistics.median(taps), 1), "most": round(max(taps), 1)}


async def measure(rate: float) -> dict[str, Any]:
    metronome.PACE_MS = PACE
    extreme_rules.draw = kind_deal  # type: ignore[assignment]
    async with site(bot_pace_ms=(50, 150)) as (url, house), async_playwright() as playwright:
        browser = await playwright.chromium.launch(executable_path=chromium(), args=list(FLAGS))
        found: dict[str, Any] = {
            "slowed": rate,
            "a small thing alone": await idle(browser, url, rate),
        }
        found["mind up, reveals, 6 players"] = await mind_up(browser, url, rate)
        laid, turned = await extreme(browser, url, rate, house)
        found["the mind extreme, cards laid, 4 players"] = laid
        found["the mind extreme, blind reveal"] = turned
        await browser.close()
    return found


def show(found: dict[str, Any]) -> None:
    head = ("fps", "dropped", "p50 ms", "p95 ms", ">1 frame", ">2 frames", "long tasks")
    head += ("touch ms", "lay ms")
    print(f"processor slowed {found['slowed']:g} times")
    print(f"{'':42}" + "".join(f"{one:>11}" for one in head))
    for name, one in found.items():
        if not isinstance(one, dict):
            continue
        cells = (
            one["fps"],
            f"{one['dropped']}/{one['frames_wanted']}",
            one["script_frame_ms"]["p50"],
            one["script_frame_ms"]["p95"],
            f"{one['over_a_frame']:.1%}",
            f"{one['over_two_frames']:.1%}",
            f"{one['long_tasks']} ({one['longest_task_ms']})",
            one.get("touch_ms", {}).get("p50", ""),
            one.get("lay_ms", {}).get("p50", ""),
        )
        print(f"{name:42}" + "".join(f"{cell!s:>11}" for cell in cells))


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--json", action="store_true")
    parser.add_argument("--slowed", type=float, default=SLOWED)
    args = parser.parse_args()
    found = asyncio.run(measure(args.slowed))
    print(json.dumps(found)) if args.json else show(found)


if __name__ == "__main__":
    main()
