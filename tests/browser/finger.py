"""A player's finger: it does not tap twice in one place within half a second.

The app keeps such a tap from what has only just come under it (`web/src/parts/taps.ts`;
`test_taps.py` tries it). A robot that clicks as fast as it can would lose clicks that no player
makes, so that tests would fail by chance.
"""

from __future__ import annotations

import math
import time
from contextlib import suppress
from typing import Any
from weakref import WeakKeyDictionary

from playwright.sync_api import Error, Locator, Page

SETTLES_MS = 550
THUMB_PX = 60

_last: WeakKeyDictionary[Page, tuple[float, float, float]] = WeakKeyDictionary()
"""By page, when and where it was clicked last."""
_click = Locator.click


def _centre(one: Locator, timeout_ms: float | None) -> tuple[float, float] | None:
    with suppress(Error):  # the click itself tells why it cannot be
        box = one.bounding_box(timeout=timeout_ms)
        if box is not None:
            return box["x"] + box["width"] / 2, box["y"] + box["height"] / 2
    return None


def click(one: Locator, **rest: Any) -> None:
    """Click as Playwright does, but not where this page was clicked just before."""
    page = one.page
    at = _centre(one, rest.get("timeout"))
    if at is not None and page in _last:
        then, *there = _last[page]
        left_ms = SETTLES_MS - 1000 * (time.monotonic() - then)
        if left_ms > 0 and math.dist(at, there) < THUMB_PX:
            page.wait_for_timeout(left_ms)
    _click(one, **rest)
    if at is not None:
        _last[page] = (time.monotonic(), *at)


def calm() -> None:
    """Let every locator click like this from now on."""
    Locator.click = click  # type: ignore[method-assign]
