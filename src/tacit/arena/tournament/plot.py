"""Pictures of a tournament: the league table with its intervals, and strength against time.

Plain SVG, drawn here, in the colours of the app.
"""

from __future__ import annotations

import math
import re
from collections.abc import Iterator
from typing import Any, NamedTuple
from xml.sax.saxutils import escape

from tacit.arena.tournament.report import conditions

PAPER, INK, SOFT, LINE, ACCENT = "#f7f2e8", "#1d2433", "#4a5364", "#d0cabc", "#3656a3"
CURVES = (ACCENT, "#a0600b", "#185b37", "#a92227", "#3a1e5e")
WIDTH = 760
LEFT, RIGHT = 200, 90
ROW = 30
TOP = 74
CURVE_HEIGHT = 260
_AT = re.compile(r"(?P<name>.+)(?P<sign>[@#])(?P<much>[\d.]+)")


class Point(NamedTuple):
    """A bot at one budget."""

    much: float
    share: float
    low: float
    high: float


def picture(found: dict[str, Any]) -> str:
    """Return a tournament's report as SVG; the second part only if a bot has several budgets."""
    bots = sorted(found["bots"], key=lambda bot: -bot["win_rate"])
    scale = _Scale(max([found["fair"], *(bot["ci95"][1] for bot in bots)]))
    parts = list(_league(found, bots, scale))
    height = TOP + ROW * len(bots) + 60
    curves = budgets(found)
    if curves:
        parts.extend(_curves(found, curves, scale.most, height))
        height += CURVE_HEIGHT + 125
    paper = (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {height}" '
        f'width="{WIDTH}" height="{height}" font-family="Figtree, system-ui, sans-serif" '
        f'font-size="14" fill="{INK}">'
    )
    sheet = f'<rect width="{WIDTH}" height="{height}" fill="{PAPER}"/>'
    return "\n".join([paper, sheet, *parts, "</svg>", ""])


def budgets(found: dict[str, Any]) -> dict[str, list[Point]]:
    """Return the bots that took part with several budgets, and how each of these did.

    >>> bot = {"win_rate": 0.2, "ci95": [0.1, 0.3]}
    >>> two = [{"name": "search@50", **bot}, {"name": "search@5", **bot}, {"name": "x", **bot}]
    >>> [point.much for point in budgets({"bots": two})["search, ms a card"]]
    [5.0, 50.0]
    """
    units = {"@": "ms a card", "#": "playouts"}
    curves: dict[str, list[Point]] = {}
    for bot in found["bots"]:
        at = _AT.fullmatch(bot["name"])
        if at is not None:
            point = Point(float(at["much"]), bot["win_rate"], *bot["ci95"])
            curves.setdefault(f"{at['name']}, {units[at['sign']]}", []).append(point)
    return {name: sorted(points) for name, points in curves.items() if len(points) > 1}


class _Scale:
    """Win shares from left to right, from 0 to a round number."""

    def __init__(self, most: float) -> None:
        self.most = min(1.0, math.ceil(most * 10 + 0.2) / 10)

    def x(self, share: float) -> float:
        return LEFT + (WIDTH - LEFT - RIGHT) * share / self.most

    def ticks(self) -> list[float]:
        step = 0.1 if self.most <= 0.6 else 0.2
        return [number * step for number in range(round(self.most / step) + 1)]


def _text(x: float, y: float, text: str, anchor: str = "start", look: str = "") -> str:
    return f'<text x="{x:.1f}" y="{y:.1f}" text-anchor="{anchor}" {look}>{escape(text)}</text>'


def _line(x1: float, y1: float, x2: float, y2: float, look: str) -> str:
    return f'<line x1="{x1:.1f}" y1="{y1:.1f}" x2="{x2:.1f}" y2="{y2:.1f}" {look}/>'


def _league(found: dict[str, Any], bots: list[dict[str, Any]], scale: _Scale) -> Iterator[str]:
    yield _text(24, 34, "Share of wins", look='font-size="20" font-weight="600"')
    about = (
        f"{conditions(found)} · {found['games']} games · "
        f"{found['deals']} deals from every seat · 95 % intervals"
    )
    yield _text(24, 54, about, look=f'fill="{SOFT}" font-size="12"')
    bottom = TOP + ROW * len(bots)
    for tick in scale.ticks():
        yield _line(scale.x(tick), TOP, scale.x(tick), bottom, f'stroke="{LINE}"')
        yield _text(
            scale.x(tick), bottom + 18, f"{tick:.0%}", "middle", f'fill="{SOFT}" font-size="12"'
        )
    fair = scale.x(found["fair"])
    yield _line(fair, TOP, fair, bottom, f'stroke="{INK}" stroke-dasharray="4 4"')
    yield _text(fair, bottom + 36, "fair share", "middle", f'fill="{SOFT}" font-size="12"')
    for number, bot in enumerate(bots):
        y = TOP + ROW * (number + 0.5)
        low, high = map(scale.x, bot["ci95"])
        yield _text(LEFT - 14, y + 5, _short(bot["name"]), "end")
        look = f'stroke="{ACCENT}" stroke-width="3" stroke-linecap="round"'
        yield _line(low, y, high, y, look)
        yield f'<circle cx="{scale.x(bot["win_rate"]):.1f}" cy="{y}" r="6" fill="{ACCENT}"/>'
        yield _text(WIDTH - RIGHT + 16, y + 5, f"{bot['win_rate']:.1%}", look='font-weight="600"')


def _short(name: str) -> str:
    """Return a name that fits: of a file only its last part."""
    name = name.replace("\\", "/").rsplit("/", 1)[-1]
    return name if len(name) <= 24 else "…" + name[-23:]


def _curves(
    found: dict[str, Any], curves: dict[str, list[Point]], most: float, start: float
) -> Iterator[str]:
    """Draw strength against time: every doubling of the budget is the same way to the right."""
    top, bottom = start + 60, start + 60 + CURVE_HEIGHT
    left, right = 80.0, WIDTH - 40.0
    every = [point.much for points in curves.values() for point in points]
    first, last = math.log(min(every)), math.log(max(every))

    def x(much: float) -> float:
        return left + 30 + (right - left - 60) * (math.log(much) - first) / (last - first)

    def y(share: float) -> float:
        return bottom - (bottom - top) * share / most

    yield _text(24, start + 30, "Strength against budget", look='font-size="20" font-weight="600"')
    for tick in _Scale(most - 0.02).ticks():
        yield _line(left, y(tick), right, y(tick), f'stroke="{LINE}"')
        yield _text(left - 10, y(tick) + 4, f"{tick:.0%}", "end", f'fill="{SOFT}" font-size="12"')
    for much in sorted(set(every)):
        yield _text(x(much), bottom + 20, f"{much:g}", "middle", f'fill="{SOFT}" font-size="12"')
    fair = y(found["fair"])
    yield _line(left, fair, right, fair, f'stroke="{INK}" stroke-dasharray="4 4"')
    for number, (name, points) in enumerate(curves.items()):
        colour = CURVES[number % len(CURVES)]
        way = " ".join(f"{x(point.much):.1f},{y(point.share):.1f}" for point in points)
        yield f'<polyline points="{way}" fill="none" stroke="{colour}" stroke-width="2"/>'
        for point in points:
            at = x(point.much)
            yield _line(at, y(point.low), at, y(point.high), f'stroke="{colour}" stroke-width="3"')
            yield f'<circle cx="{at:.1f}" cy="{y(point.share):.1f}" r="5" fill="{colour}"/>'
        legend = left + 30 + 200 * number
        yield f'<circle cx="{legend:.1f}" cy="{bottom + 40}" r="5" fill="{colour}"/>'
        yield _text(legend + 12, bottom + 45, _short(name), look='font-size="12"')
