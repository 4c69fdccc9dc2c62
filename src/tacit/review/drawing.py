"""Marks drawn with Pillow, from the same paths as the app's: see `tacit.core.mark`."""

from __future__ import annotations

import math
import re
from collections.abc import Iterator
from functools import lru_cache
from typing import Any, TypeAlias

from PIL import Image, ImageDraw

from tacit.core.mark import art
from tacit.review.look import Look

Point: TypeAlias = tuple[float, float]

SIDE = 40
"""Of the square in which marks are drawn."""
FINER = 4
"""How many times larger a mark is drawn, and then made small: its edges are smooth."""
CURVE_STEPS = 12
INK = "#fdfbf6"
EDGE = (255, 255, 255, 130)
_TOKEN = re.compile(r"[A-Za-z]|-?(?:\d+\.?\d*|\.\d+)")
_NUMBERS = {"M": 2, "L": 2, "H": 1, "V": 1, "C": 6, "S": 4, "Z": 0}


def lines_of(path: str) -> Iterator[list[Point]]:
    """Yield the lines of an SVG path, curves as short straight pieces.

    >>> list(lines_of("M1 1h2v3zM0 0L5 5"))
    [[(1.0, 1.0), (3.0, 1.0), (3.0, 4.0), (1.0, 1.0)], [(0.0, 0.0), (5.0, 5.0)]]
    """
    line: list[Point] = []
    bend: Point | None = None
    for step, numbers in _steps(path):
        kind = step.upper()
        x, y = line[-1] if line else (0.0, 0.0)
        if kind == "M":
            if line:
                yield line
            line = [_moved(step, (x, y), numbers)[0]]
        elif kind == "Z":
            line.append(line[0])
        elif kind == "H":
            line.append((numbers[0] + (x if step == "h" else 0), y))
        elif kind == "V":
            line.append((x, numbers[0] + (y if step == "v" else 0)))
        elif kind == "L":
            line += _moved(step, (x, y), numbers)
        else:
            points = _moved(step, (x, y), numbers)
            if kind == "S":
                first = (x, y) if bend is None else (2 * x - bend[0], 2 * y - bend[1])
                points = [first, *points]
            line += _curve((x, y), points)
            bend = points[1]
            continue
        bend = None
    if line:
        yield line


def _steps(path: str) -> Iterator[tuple[str, list[float]]]:
    """Yield the steps of a path; one letter may stand before several."""
    step, numbers = "", list[float]()
    for token in _TOKEN.findall(path):
        if token.isalpha():
            step = token
            if not _NUMBERS[step.upper()]:
                yield step, []
            continue
        numbers.append(float(token))
        if len(numbers) == _NUMBERS[step.upper()]:
            yield step, numbers
            numbers = []


def _moved(step: str, at: Point, numbers: list[float]) -> list[Point]:
    dx, dy = at if step.islower() else (0.0, 0.0)
    pairs = zip(numbers[::2], numbers[1::2], strict=True)
    return [(x + dx, y + dy) for x, y in pairs]


def _curve(start: Point, points: list[Point]) -> list[Point]:
    """Return a cubic Bézier curve as points."""
    found = []
    for step in range(1, CURVE_STEPS + 1):
        t = step / CURVE_STEPS
        weights = ((1 - t) ** 3, 3 * t * (1 - t) ** 2, 3 * t * t * (1 - t), t**3)
        along = [zip(weights, line, strict=True) for line in zip(start, *points, strict=True)]
        x, y = (sum(weight * number for weight, number in line) for line in along)
        found.append((x, y))
    return found


def rgb(light: float, chroma: float, hue: float) -> tuple[int, int, int]:
    """Return a colour of OKLCH, its lightness in percent, as a screen shows it.

    >>> rgb(100, 0, 0)
    (255, 255, 255)
    """
    a, b = chroma * math.cos(math.radians(hue)), chroma * math.sin(math.radians(hue))
    lightness = light / 100
    long = (lightness + 0.3963377774 * a + 0.2158037573 * b) ** 3
    medium = (lightness - 0.1055613458 * a - 0.0638541728 * b) ** 3
    short = (lightness - 0.0894841775 * a - 1.2914855480 * b) ** 3
    linear = (
        4.0767416621 * long - 3.3077115913 * medium + 0.2309699292 * short,
        -1.2684380046 * long + 2.6097574011 * medium - 0.3413193965 * short,
        -0.0041960863 * long - 0.7034186147 * medium + 1.7076147010 * short,
    )
    red, green, blue = (round(255 * _gamma(min(max(one, 0.0), 1.0))) for one in linear)
    return red, green, blue


def _gamma(linear: float) -> float:
    return 12.92 * linear if linear <= 0.0031308 else 1.055 * linear ** (1 / 2.4) - 0.055


def draw_mark(image: Any, at: tuple[int, int], size: int, look: Look, font: Any = None) -> None:
    """Draw a mark of some size; `at` is its upper left corner."""
    mark = _mark_image(size, look.shape, look.colour).copy()
    side = size * FINER
    scale = side / SIDE
    large = mark.resize((side, side))
    pen = ImageDraw.Draw(large)
    if look.face is not None:
        for x, y, r in look.face.eyes:
            box = [(x - r) * scale, (y - r) * scale, (x + r) * scale, (y + r) * scale]
            pen.ellipse(box, fill=INK)
        for line in lines_of(look.face.fill):
            pen.polygon([(x * scale, y * scale) for x, y in line], fill=INK)
        width = round(2 * scale)
        for line in lines_of(look.face.line):
            pen.line([(x * scale, y * scale) for x, y in line], INK, width, "curve")
            for x, y in (line[0], line[-1]):
                box = [x * scale - width / 2, y * scale - width / 2]
                pen.ellipse([*box, box[0] + width, box[1] + width], fill=INK)
    elif font is not None:
        pen.text((side / 2, side / 2), look.letter, font=font, fill=INK, anchor="mm")
    small = large.resize((size, size), Image.Resampling.LANCZOS)
    image.paste(small, at, small)


@lru_cache(maxsize=64)
def _mark_image(size: int, shape: int, colour: int) -> Any:
    """Return a shape in its colour."""
    side = size * FINER
    image = Image.new("RGBA", (side, side))
    pen = ImageDraw.Draw(image)
    (outline,) = lines_of(list(art().shapes.values())[shape])
    fill = rgb(*list(art().colours.values())[colour])
    points = [(x * side / SIDE, y * side / SIDE) for x, y in outline]
    pen.polygon(points, fill=fill)
    pen.line(points, EDGE, round(1.5 * side / SIDE), "curve")
    return image
