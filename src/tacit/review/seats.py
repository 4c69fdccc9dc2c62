"""Seats as letters: short, and different even where two players have the same name."""

from __future__ import annotations

from rich.text import Text


def letter(seat: int) -> str:
    """Return A for the first seat, B for the second and so on."""
    return chr(ord("A") + seat)


def legend(names: tuple[str, ...]) -> Text:
    """Return who is who, in one line."""
    players = [Text(letter(seat), style="bold") + f" {name}" for seat, name in enumerate(names)]
    return Text("  ").join(players)
