"""Seats as letters: short, and different even where two players have the same name."""

from __future__ import annotations

from rich.text import Text

from tacit.core.safe_text import safe_text

LONGEST_NAME = 40


def letter(seat: int) -> str:
    """Return A for the first seat, B for the second and so on."""
    return chr(ord("A") + seat)


def legend(names: tuple[str, ...]) -> Text:
    """Return who is who, in one line."""
    players = [player(seat, name, style="bold") for seat, name in enumerate(names)]
    return Text("  ").join(players)


def player(seat: int, name: str, style: str = "") -> Text:
    """Return a seat's letter and the player's name, which may be anything a file holds."""
    return Text(letter(seat), style=style).append(f" {safe_text(name, LONGEST_NAME)}", style="")
