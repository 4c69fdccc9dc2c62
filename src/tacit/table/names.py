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


def clean_text(text: str, longest: int = LONGEST_TEXT) -> str:
    """Return a text without control characters, in one line, no longer than allowed."""
    composed = unicodedata.normalize("NFKC", text)
    visible = "".join(
        " " if unicodedata.category(character) in ("Zs", "Zl", "Zp", "Cc") else character
        for character in composed
        if unicodedata.category(character) not in ("Cf", "Cs", "Co", "Cn")
    )
    return " ".join(visible.split())[:longest].strip()


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
    if skeleton(name) not in taken:
        return name
    number = 2
    while skeleton(f"{name} {number}") in taken:
        number += 1
    room = LONGEST_NAME - len(f" {number}")
    return f"{name[:room].strip()} {number}"
