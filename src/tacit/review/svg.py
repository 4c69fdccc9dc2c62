"""Plain SVG charts in the colours of the app, drawn here: no library, no script, no fonts to fetch.

Colours are CSS variables of the page, so that a chart follows light and dark.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import NamedTuple
from xml.sax.saxutils import escape, quoteattr

WIDTH = 720
LEFT, RIGHT, TOP, BOTTOM = 56, 16, 16, 36


class Span(NamedTuple):
    """From which number to which, along one side of a chart."""

    low: float
    high: float

    def share(self, number: float) -> float:
        """Return where a number lies between the two."""
        return (number - self.low) / (self.high - self.low) if self.high > self.low else 0.5

    def marks(self, about: int = 5) -> list[float]:
        """Return round numbers along it.

        >>> Span(-7, 12).marks()
        [-5.0, 0.0, 5.0, 10.0]
        """
        room = (self.high - self.low) / about
        step = 10.0 ** len(str(int(1e9 * room))) / 1e9 if room > 0 else 1.0
        step = min(part for part in (step / 10, step / 5, step / 2, step) if part >= room * 0.8)
        first = -(-self.low // step)
        count = int((self.high - first * step) / step + 1e-9) + 1
        return [round((first + number) * step, 9) for number in range(max(count, 0))]


class Chart:
    """A picture with two axes. What is drawn stays in the order it was drawn in."""

    def __init__(self, across: Span, up: Span, height: int = 260) -> None:
        self.across, self.up, self.height = across, up, height
        self._parts: list[str] = []

    def x(self, number: float) -> float:
        """Return how far from the left a number is."""
        return LEFT + (WIDTH - LEFT - RIGHT) * self.across.share(number)

    def y(self, number: float) -> float:
        """Return how far from the top a number is."""
        return self.height - BOTTOM - (self.height - TOP - BOTTOM) * self.up.share(number)

    def grid(self, unit: str = "") -> None:
        """Draw lines across, each with its number."""
        for mark in self.up.marks():
            y = self.y(mark)
            self.add(f'<path class="grid" d="M{LEFT} {y:.1f}H{WIDTH - RIGHT}"/>')
            self.text(LEFT - 8, y + 4, f"{mark:g}".replace("-", "−") + unit, "end", "soft")

    def below(self, at: float, text: str) -> None:
        """Write under the chart."""
        self.text(self.x(at), self.height - BOTTOM + 20, text, "middle", "soft")

    def line(self, points: Iterable[tuple[float, float]], kind: str) -> None:
        """Draw a line through points."""
        path = "L".join(f"{self.x(a):.1f} {self.y(b):.1f}" for a, b in points)
        self.add(f'<path class="line {kind}" d="M{path}"/>')

    def dot(self, at: float, number: float, kind: str, radius: float = 4) -> None:
        """Draw a dot."""
        x, y = self.x(at), self.y(number)
        self.add(f'<circle class="{kind}" cx="{x:.1f}" cy="{y:.1f}" r="{radius:g}"/>')

    def bar(self, at: float, low: float, high: float, kind: str, width: float = 18) -> None:
        """Draw an upright bar."""
        top, bottom = self.y(max(low, high)), self.y(min(low, high))
        self.add(
            f'<rect class="{kind}" x="{self.x(at) - width / 2:.1f}" y="{top:.1f}" '
            f'width="{width:g}" height="{max(bottom - top, 0.5):.1f}"/>'
        )

    def text(self, x: float, y: float, text: str, anchor: str = "start", kind: str = "") -> None:
        """Write something somewhere, in the picture's own measures."""
        begin = f'<text x="{x:.1f}" y="{y:.1f}" text-anchor="{anchor}" class="{kind}">'
        self.add(f"{begin}{escape(text)}</text>")

    def add(self, part: str) -> None:
        """Draw anything."""
        self._parts.append(part)

    def drawn(self, title: str) -> str:
        """Return the picture; its title is what a screen reader says."""
        box = f'viewBox="0 0 {WIDTH} {self.height}"'
        inside = "".join(self._parts)
        return f"<svg {box} role='img' aria-label={quoteattr(title)}>{inside}</svg>"


def table(headings: Sequence[str], rows: Iterable[Sequence[object]]) -> str:
    """Return an HTML table; numbers are set to the right."""
    head = "".join(f'<th scope="col">{escape(one)}</th>' for one in headings)
    body = "".join(f"<tr>{''.join(map(_cell, row))}</tr>" for row in rows)
    return f"<table><thead><tr>{head}</tr></thead><tbody>{body}</tbody></table>"


def _cell(value: object) -> str:
    if isinstance(value, float):
        return f'<td class="number">{value:+.1f}</td>'.replace("-", "−")
    kind = ' class="number"' if isinstance(value, int) else ""
    return f"<td{kind}>{escape('' if value is None else str(value))}</td>"
