"""The result of a game as a picture, 1200 × 630: what others see where a link to it is shared.

Made without a browser, by Pillow, with the app's own typeface where the app is built.
"""

from __future__ import annotations

from functools import lru_cache
from importlib.resources import files
from io import BytesIO
from typing import Any

from tacit.core.extras import missing_extra
from tacit.review.page import Poster, Row

try:
    from PIL import Image, ImageDraw, ImageFont
except ImportError as missing:
    raise missing_extra("a result picture", missing) or missing from missing

SIZE = (1200, 630)
DAY = {"paper": "#f7f2e8", "ink": "#1d2433", "soft": "#4a5364", "line": "#d9d2c3", "bar": "#3656a3"}
NIGHT = {
    "paper": "#171b26",
    "ink": "#f3f0e9",
    "soft": "#b8b4ab",
    "line": "#343b4d",
    "bar": "#a9bdf5",
}
SUITS = ("#f5cf63", "#f29bb4", "#5aa5d8", "#27583c", "#3a1e5e")
PILES = ("#fdfbf6", "#a92227")
LATIN = 0x250
"""From here on there are letters that the typeface does not have."""
LONGEST_NAME = 22


def png(poster: Poster) -> bytes:
    """Return the picture as a PNG."""
    colours = NIGHT if poster.night else DAY
    image = Image.new("RGB", SIZE, colours["paper"])
    draw = ImageDraw.Draw(image)
    _cards(draw, poster.night)
    draw.text((72, 58), poster.title, font=_font(76, 800), fill=colours["ink"])
    draw.text((74, 556), "Tacit", font=_font(36, 700), fill=colours["soft"])
    if poster.said:
        draw.text((72, 160), poster.said, font=_font(52, 600), fill=colours["bar"])
    _rows(draw, poster, colours)
    out = BytesIO()
    image.save(out, "PNG", optimize=True)
    return out.getvalue()


def _cards(draw: Any, night: bool) -> None:
    """Draw a fan of blank cards in the corner, in the game's colours."""
    colours = PILES if night else SUITS
    for number, colour in enumerate(colours):
        left = 1110 - 62 * (len(colours) - number)
        box = (left, 56, left + 92, 56 + 128)
        draw.rounded_rectangle(box, 14, fill=colour, outline="#1d2433", width=3)


def _rows(draw: Any, poster: Poster, colours: dict[str, str]) -> None:
    top = 250 if poster.said else 220
    room = min(92, (540 - top) // max(len(poster.rows), 1))
    for place, row in enumerate(poster.rows):
        y = top + place * room
        fill = colours["ink"] if row.first else colours["soft"]
        draw.text((72, y), _drawable(row), font=_font(38, 700 if row.first else 500), fill=fill)
        if not row.points:
            continue
        left, right = 560, 1000
        draw.rounded_rectangle((left, y + 8, right, y + 38), 15, fill=colours["line"])
        end = left + max(30, round((right - left) * row.share))
        draw.rounded_rectangle((left, y + 8, end, y + 38), 15, fill=colours["bar"])
        draw.text((1128, y), row.points, font=_font(40, 800), fill=fill, anchor="ra")


def _drawable(row: Row) -> str:
    """Return a name that the typeface has letters for, not too long for its line."""
    if not all(ord(letter) < LATIN for letter in row.name):
        return f"Player {row.letter}"
    short = row.name[:LONGEST_NAME]
    return short if short == row.name else f"{short.rstrip()}…"


@lru_cache(maxsize=32)
def _font(size: int, weight: int) -> Any:
    assets = files("tacit").joinpath("server", "static", "assets")
    if assets.is_dir():
        for one in assets.iterdir():
            if one.name.startswith("figtree-latin-wght-normal") and one.name.endswith(".woff2"):
                with one.open("rb") as file:
                    font = ImageFont.truetype(BytesIO(file.read()), size)
                font.set_variation_by_axes([weight])
                return font
    return ImageFont.load_default(size)
