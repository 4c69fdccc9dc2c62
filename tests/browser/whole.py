"""Whether a table is whole: all that a player needs lies inside the window, and nothing covers it.

The app marks what has to be seen with `data-whole`. Marks may lie in each other, but two of them
that do not must not overlap. A card belongs to the mark around it and stays inside.
"""

from __future__ import annotations

import time
from typing import Any

from tests.browser.person import Person

SIZES = (
    (360, 640),
    (390, 844),
    (844, 390),
    (768, 1024),
    (1024, 768),
    (1280, 600),
    (1366, 650),
    (1440, 900),
    (1920, 1080),
)
"""Phones in portrait and landscape, tablets, low laptop windows, desktops."""

SETTLES_S = 3.0
"""How long a page may take to settle after its size has changed, on a busy machine too."""

LOOK = """() => {
    const box = (element) => {
        const { x, y, width, height } = element.getBoundingClientRect()
        const [left, top] = [x + scrollX, y + scrollY]
        return { left, top, right: left + width, bottom: top + height }
    }
    const seen = (element) => element.checkVisibility(
        { visibilityProperty: true, opacityProperty: true },
    )
    // What lies on another page of a pager is one swipe away.
    const aside = (element) => {
        const pager = element.closest('[data-shows=columns]')
        if (!pager) return false
        const [mine, all] = [element.getBoundingClientRect(), pager.getBoundingClientRect()]
        return mine.left >= all.right - 1 || mine.right <= all.left + 1
    }
    const marks = [...document.querySelectorAll('[data-whole]')]
        .filter((one) => seen(one) && !aside(one))
    const parts = '.card, .head, .name, .score, .points, b, p'
    const page = document.scrollingElement
    return {
        width: innerWidth,
        height: innerHeight,
        scrolls: [page.scrollWidth - innerWidth, page.scrollHeight - innerHeight],
        marks: marks.map((one, at) => ({
            name: one.dataset.whole,
            box: box(one),
            inside: marks.flatMap(
                (other, number) => (other !== one && other.contains(one) ? [number] : []),
            ),
            cut: [...one.querySelectorAll(parts)].filter(
                (part) => seen(part) && !part.closest('.unseen')
                    && part.closest('[data-whole]') === one,
            ).map((part) => ({ what: part.className || part.tagName, box: box(part) })),
        })),
    }
}"""
STILL = """() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(() => {
    const at = () => [...document.querySelectorAll('[data-whole]')].map((one) => {
        const { x, y, width, height } = one.getBoundingClientRect()
        return [x, y, width, height].join()
    }).join(' ')
    const before = at()
    requestAnimationFrame(() => requestAnimationFrame(() => done(before === at())))
})))"""
"""Nothing has moved for two frames."""
LOOSE = 1.5
"""Pixels that rounding may cost."""


def rests(person: Person) -> None:
    """Wait until nothing moves."""
    person.until(lambda: person.page.evaluate(STILL))


def marks(person: Person) -> set[str]:
    """Return the names of the visible marks."""
    return {one["name"] for one in person.page.evaluate(LOOK)["marks"]}


def check(person: Person, *, needs: set[str], scrolls: bool = False) -> None:
    """Assert that the page is whole once it has settled; `scrolls` allows for larger letters."""
    end = time.monotonic() + SETTLES_S
    while True:
        try:
            return _check(person, needs, scrolls)
        except AssertionError:
            if time.monotonic() > end:
                raise
        person.page.wait_for_timeout(50)


def _check(person: Person, needs: set[str], scrolls: bool) -> None:
    seen = person.page.evaluate(LOOK)
    size = f"{seen['width']}x{seen['height']}"
    marks = seen["marks"]
    assert needs <= {one["name"] for one in marks}, (size, [one["name"] for one in marks])
    assert seen["scrolls"][0] <= 0, (size, "scrolls sideways", seen["scrolls"])
    if not scrolls:
        assert seen["scrolls"][1] <= 0, (size, "scrolls", seen["scrolls"])
        window = {"left": 0, "top": 0, "right": seen["width"], "bottom": seen["height"]}
        for one in marks:
            assert within(one["box"], window), (size, one["name"], one["box"])
    for one in marks:
        assert one["box"]["right"] > one["box"]["left"], (size, one["name"], "has no width")
        for part in one["cut"]:
            assert within(part["box"], one["box"], 12), (size, one["name"], part, one["box"])
    for number, one in enumerate(marks):
        for other in range(number):
            if other not in one["inside"] and number not in marks[other]["inside"]:
                told = (size, one["name"], one["box"], marks[other]["name"], marks[other]["box"])
                assert apart(one["box"], marks[other]["box"]), told


def within(inner: dict[str, Any], outer: dict[str, Any], loose: float = LOOSE) -> bool:
    """Tell whether a box lies inside another."""
    return bool(
        inner["left"] >= outer["left"] - loose
        and inner["top"] >= outer["top"] - loose
        and inner["right"] <= outer["right"] + loose
        and inner["bottom"] <= outer["bottom"] + loose
    )


def apart(one: dict[str, Any], other: dict[str, Any]) -> bool:
    """Tell whether two boxes do not overlap."""
    return bool(
        one["right"] <= other["left"] + LOOSE
        or other["right"] <= one["left"] + LOOSE
        or one["bottom"] <= other["top"] + LOOSE
        or other["bottom"] <= one["top"] + LOOSE
    )
