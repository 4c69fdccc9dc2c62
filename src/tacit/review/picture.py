"""The result of a game as a picture, 1200 × 630: what others see where a link to it is shared.

Made without a browser, by Pillow, with the app's own typeface where the app is built.
"""

from __future__ import annotations

from functools import lru_cache
from importlib.resources import files
from io import BytesIO
from typing import Any

from tacit.core.extras import missing_extra
from tacit.review.page import Columns, Poster, Row
from tacit.review.scene import DARK, LIGHT, Scene

try:
    from PIL import Image, ImageDraw, ImageFont

    from tacit.review.drawing import FINER, draw_mark
except ImportError as missing:
    raise missing_extra("a result picture", missing) or missing from missing

SIZE = (1200, 630)
LATIN = 0x250
"""From here on there are letters that the typeface does not have."""
LONGEST_NAME_CHARS = 22
MARGIN = 56
CARD = (52, 58)
"""A card in a column, and how much of it is seen under the next one: see `_columns`."""
CROWN = ((0, 24), (4, 4), (12, 14), (20, 0), (28, 14), (36, 4), (40, 24))


def png(poster: Poster) -> bytes:
    """Return the picture as a PNG."""
    scene = poster.scene or (DARK if poster.night else LIGHT)
    image = Image.new("RGB", SIZE, scene.paper)
    draw = ImageDraw.Draw(image)
    if scene.behind is not None:
        scene.behind(draw, SIZE)
    _cards(draw, scene.cards)
    draw.text((MARGIN, 36), poster.title, font=_font(68, 800), fill=scene.ink)
    if poster.said:
        draw.text((MARGIN, 122), poster.said, font=_font(44, 600), fill=scene.soft)
    _rows(image, draw, poster, scene)
    for place, columns in enumerate(poster.columns):
        _columns(image, draw, columns, place, scene)
    draw.text((MARGIN, 600), "Tacit", font=_font(26, 700), fill=scene.soft, anchor="lb")
    out = BytesIO()
    image.save(out, "PNG", optimize=True)
    return out.getvalue()


def _cards(draw: Any, colours: tuple[str, ...]) -> None:
    """Draw a fan of blank cards in the corner."""
    for number, colour in enumerate(colours):
        left = SIZE[0] - MARGIN - 92 - 50 * (len(colours) - 1 - number)
        box = (left, 30, left + 92, 30 + 112)
        draw.rounded_rectangle(box, 12, fill="#fdfbf6")
        inner = (box[0] + 5, box[1] + 5, box[2] - 5, box[3] - 5)
        draw.rounded_rectangle(inner, 8, fill=colour)
        draw.rounded_rectangle(box, 12, outline="#1d2433", width=2)


def _rows(image: Any, draw: Any, poster: Poster, scene: Scene) -> None:
    """Draw the players, first to last: mark, name, points."""
    top = 190 if poster.said else 164
    right = 560 if poster.columns else SIZE[0] - MARGIN
    room = min(84, (590 - top) // max(len(poster.rows), 1))
    size = min(60, room - 8)
    for place, row in enumerate(poster.rows):
        y = top + place * room
        middle = y + room // 2
        if row.first and row.points:
            box = (MARGIN - 12, y + 2, right + 12, y + room - 2)
            draw.rounded_rectangle(box, 16, fill=scene.panel)
            _crown(draw, MARGIN + size + 16, middle - 14, scene.crown)
        left = MARGIN
        if row.look is not None:
            font = _font(size * FINER // 2, 800)
            draw_mark(image, (left, middle - size // 2), size, row.look, font)
            left += size + 16 + (52 if row.first and row.points else 0)
        fill = scene.ink if row.first else scene.soft
        weight = 750 if row.first else 600
        name = _fitting(_drawable(row), right - left - (90 if row.points else 0), weight)
        draw.text((left, middle), name, font=_font(36, weight), fill=fill, anchor="lm")
        draw.text((right, middle), row.points, font=_font(42, 800), fill=fill, anchor="rm")


def _crown(draw: Any, left: int, top: int, colour: str) -> None:
    draw.polygon([(left + x, top + y) for x, y in CROWN], fill=colour)


def _columns(image: Any, draw: Any, columns: Columns, place: int, scene: Scene) -> None:
    """Draw a player's final columns on a mat, under what each is worth."""
    left, top, height = 620, 164 + place * 214, 204
    draw.rounded_rectangle((left, top, SIZE[0] - MARGIN, top + height), 18, fill=scene.mat)
    row = columns.row
    if row.look is not None:
        draw_mark(image, (left + 16, top + 12), 44, row.look, _font(22 * FINER, 800))
    name = _fitting(_drawable(row), 108, 700, 24)
    draw.text((left + 16, top + 66), name, font=_font(24, 700), fill="#fdfbf6")
    draw.text((left + 16, top + 100), row.points, font=_font(46, 800), fill="#fdfbf6")
    width, tall = CARD
    for at, (worth, cards) in enumerate(zip(columns.worth, columns.cards, strict=True)):
        x = left + 142 + at * (width + 22)
        draw.text(
            (x + width / 2, top + 26), worth, font=_font(24, 800), fill=scene.worth, anchor="mm"
        )
        lap = min(34, (height - 52 - tall) // max(len(cards) - 1, 1))
        for number, card in enumerate(cards):
            box = (x, top + 44 + number * lap, x + width, top + 44 + number * lap + tall)
            draw.rounded_rectangle(box, 9, fill="#fdfbf6", outline=scene.edge, width=1)
            inner = (box[0] + 3, box[1] + 3, box[2] - 3, box[3] - 3)
            draw.rounded_rectangle(inner, 7, fill=card.fill)
            draw.text((x + 9, box[1] + 4), card.text, font=_font(26, 800), fill=card.ink)


def _fitting(name: str, room: int, weight: int, size: int = 36) -> str:
    """Return a name that is not wider than its room."""
    font, short = _font(size, weight), name
    while short and font.getlength(short if short == name else f"{short}…") > room:
        short = short[:-1].rstrip()
    return name if short == name else f"{short}…"


def _drawable(row: Row) -> str:
    """Return a name that the typeface has letters for, not too long for its line."""
    if not all(ord(letter) < LATIN for letter in row.name):
        return f"Player {row.letter}"
    short = row.name[:LONGEST_NAME_CHARS]
    return short if short == row.name else f"{short.rstrip()}…"


@lru_cache(maxsize=64)
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
