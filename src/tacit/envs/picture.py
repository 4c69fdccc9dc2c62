"""A small canvas for pictures of a table: rectangles and numbers, in NumPy alone."""

from __future__ import annotations

import numpy as np
import numpy.typing as npt

Picture = npt.NDArray[np.uint8]
Ink = tuple[int, int, int]

PAPER: Ink = (247, 243, 234)
INK: Ink = (43, 45, 66)
SOFT: Ink = (214, 207, 192)
WHITE: Ink = (255, 255, 255)

# Five lines of three points each: the bits of five octal digits.
_LINES = {
    "0": "75557", "1": "26227", "2": "71747", "3": "71717", "4": "55711", "5": "74717",
    "6": "74757", "7": "71111", "8": "75757", "9": "75717", "-": "00700", "W": "55575",
    "R": "65655", "?": "71202",
}  # fmt: skip
SCALE = 3
GLYPH_WIDTH, GLYPH_HEIGHT = 3 * SCALE, 5 * SCALE
CARD_WIDTH, CARD_HEIGHT, GAP = 40, 28, 4


class Canvas:
    """Paper to draw on, with its size in points."""

    def __init__(self, width: int, height: int) -> None:
        self.picture: Picture = np.empty((height, width, 3), np.uint8)
        self.picture[:] = PAPER

    def box(self, x: int, y: int, width: int, height: int, ink: Ink) -> None:
        """Fill a rectangle."""
        self.picture[y : y + height, x : x + width] = ink

    def text(self, x: int, y: int, said: str, ink: Ink) -> None:
        """Write digits and a few signs; what there is no sign for is left out."""
        for letter in said:
            for line, bits in enumerate(_LINES.get(letter, "00000")):
                for column in range(3):
                    if int(bits) >> (2 - column) & 1:
                        self.box(x + SCALE * column, y + SCALE * line, SCALE, SCALE, ink)
            x += GLYPH_WIDTH + SCALE

    def card(self, x: int, y: int, said: str, paint: Ink, ink: Ink = WHITE) -> None:
        """Draw a card with a text on it."""
        self.box(x, y, CARD_WIDTH, CARD_HEIGHT, paint)
        wide = len(said) * (GLYPH_WIDTH + SCALE) - SCALE
        self.text(x + (CARD_WIDTH - wide) // 2, y + (CARD_HEIGHT - GLYPH_HEIGHT) // 2, said, ink)
