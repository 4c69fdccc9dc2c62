"""What people may be called: short, visible, and not to be mistaken for another at the table."""

from __future__ import annotations

import unicodedata
from collections.abc import Iterable
from functools import lru_cache
from pathlib import Path

from tacit.bots.names import reserved

LONGEST_NAME_CHARS = 20
LONGEST_TEXT_CHARS = 200

# Letters of other alphabets, and digits, that look like Latin ones.
_LOOKS_LIKE = str.maketrans(
    "абвгдеёзікмнорстухуѕјԛԝһαβεικνορτυχ0135!|",
    "a6brдeeзikmhopctyxysjqwhaβeiknoptuxoi35il".replace("д", "d").replace("з", "3"),
)


# Letters of all scripts that look like another one as they are written, capitals and small ones
# apart: Unicode's confusables, from the data of confusable_homoglyphs 3.3.1. The first of a line
# stands for the others.
_SHAPES = {
    ord(alike): line[0]
    for line in (Path(__file__).with_name("lookalikes.txt")).read_text("utf-8").splitlines()
    for alike in line[1:]
}
MOST_MARKS = 2
"""Accents that one letter carries; more of them would climb into other people's lines."""

# Characters that are there and cannot be seen.
_UNSEEN = {0x034F, 0x115F, 0x1160, 0x17B4, 0x17B5, 0x2800, 0x3164, 0xFFA0}
_UNSEEN |= {*range(0x180B, 0x1810), *range(0xFE00, 0xFE10), *range(0xE0100, 0xE01F0)}


def clean_text(text: str, longest: int = LONGEST_TEXT_CHARS) -> str:
    """Return a text without control characters, in one line, no longer than allowed."""
    composed = unicodedata.normalize("NFKC", text)
    visible = "".join(
        " " if unicodedata.category(character) in ("Zs", "Zl", "Zp", "Cc") else character
        for character in composed
        if unicodedata.category(character) not in ("Cf", "Cs", "Co", "Cn")
        and ord(character) not in _UNSEEN
    )
    words = (_without_loose_marks(word) for word in _without_stacks(visible).split())
    return " ".join(word for word in words if word)[:longest].strip()


def _without_stacks(text: str) -> str:
    """Drop accents that a letter carries twice, or beyond a few."""
    kept: list[str] = []
    stack = ""
    for character in text:
        if unicodedata.category(character) not in ("Mn", "Me"):
            stack = ""
        elif character in stack or len(stack) >= MOST_MARKS:
            continue
        else:
            stack += character
        kept.append(character)
    return "".join(kept)


def _without_loose_marks(word: str) -> str:
    """Drop accents at the beginning of a word: there is no letter to carry them."""
    while word and unicodedata.category(word[0]).startswith("M"):
        word = word[1:]
    return word


def clean_name(name: str) -> str:
    """Return a name fit to be shown, or nothing if nothing of it is left."""
    return clean_text(name, LONGEST_NAME_CHARS)


def skeleton(name: str) -> str:
    """Return what a name looks like: two names with one skeleton can be mistaken."""
    plain = unicodedata.normalize("NFKD", name.casefold())
    letters = "".join(one for one in plain if not unicodedata.combining(one))
    return letters.translate(_LOOKS_LIKE).replace("l", "i").replace(" ", "")


def shape(name: str) -> str:
    """Return what a name looks like as it is written, in whatever script.

    A capital and its small letter may look like two different letters: Ν is an N, ν a v.
    """
    return skeleton(unicodedata.normalize("NFKC", name).translate(_SHAPES))


def bare(name: str) -> str:
    """Return what a name looks like without its punctuation: a dot behind it is easily missed."""
    kept = "".join(one for one in name if not _is_mark(one))
    return shape(kept) or shape(name)


def _is_mark(character: str) -> bool:
    """Tell whether a character is punctuation, a sign, or a raised mark like an apostrophe."""
    category = unicodedata.category(character)
    return category[0] == "P" or category in ("Sk", "Sm") or "\u02b0" <= character <= "\u02ff"


_LOOKS = (skeleton, shape, bare)


def _looks(name: str) -> set[str]:
    return {look(name) for look in _LOOKS}


@lru_cache(maxsize=4)
def _looks_of(names: tuple[str, ...]) -> frozenset[str]:
    return frozenset().union(*map(_looks, names))


def distinct(name: str, others: Iterable[str]) -> str:
    """Return the name, with a number behind it if a player, a guest or any bot looks the same.

    Bots' names are taken whether or not the bot is at the table: it may come later, and a replay
    knows bots by their names.
    """
    taken = _looks_of(reserved()).union(*map(_looks, others))
    number, candidate = 1, name
    while not taken.isdisjoint(_looks(candidate)):
        number += 1
        behind = f" {number}"
        candidate = name[: LONGEST_NAME_CHARS - len(behind)].strip() + behind
    return candidate
