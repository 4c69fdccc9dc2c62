"""What people may be called: short, visible, and not to be mistaken for another at the table."""

from __future__ import annotations

import unicodedata
from collections.abc import Iterable

LONGEST_NAME = 20
LONGEST_TEXT = 200

# Letters of other alphabets, and digits, that look like Latin ones.
_LOOKS_LIKE = str.maketrans(
    "абвгдеёзікмнорстухуѕјԛԝһαβεικνορτυχ0135!|",
    "a6brдeeзikmhopctyxysjqwhaβeiknoptuxoi35il".replace("д", "d").replace("з", "3"),
)


# Characters that are there and cannot be seen.
_UNSEEN = {0x034F, 0x115F, 0x1160, 0x17B4, 0x17B5, 0x2800, 0x3164, 0xFFA0}
_UNSEEN |= {*range(0x180B, 0x1810), *range(0xFE00, 0xFE10), *range(0xE0100, 0xE01F0)}


def clean_text(text: str, longest: int = LONGEST_TEXT) -> str:
    """Return a text without control characters, in one line, no longer than allowed."""
    composed = unicodedata.normalize("NFKC", text)
    visible = "".join(
        " " if unicodedata.category(character) in ("Zs", "Zl", "Zp", "Cc") else character
        for character in composed
        if unicodedata.category(character) not in ("Cf", "Cs", "Co", "Cn")
        and ord(character) not in _UNSEEN
    )
    words = (_without_loose_marks(word) for word in visible.split())
    return " ".join(word for word in words if word)[:longest].strip()


def _without_loose_marks(word: str) -> str:
    """Drop accents at the beginning of a word: there is no letter to carry them."""
    while word and unicodedata.category(word[0]).startswith("M"):
        word = word[1:]
    return word


def clean_name(name: str) -> str:
    """Return a name fit to be shown, or nothing if nothing of it is left."""
    return clean_text(name, LONGEST_NAME)


def skeleton(name: str) -> str:
    """Return what a name looks like: two names with one skeleton can be mistaken."""
    plain = unicodedata.normalize("NFKD", name.casefold())
    letters = "".join(one for one in plain if not unicodedata.combining(one))
    return letters.translate(_LOOKS_LIKE).replace("l", "i").replace(" ", "")


def distinct(name: str, others: Iterable[str]) -> str:
    """Return the name, with a number behind it if somebody at the table looks the same."""
    taken = {skeleton(other) for other in others}
    number, candidate = 1, name
    while skeleton(candidate) in taken:
        number += 1
        behind = f" {number}"
        candidate = name[: LONGEST_NAME - len(behind)].strip() + behind
    return candidate
