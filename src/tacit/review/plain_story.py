"""Any game on a terminal, event by event: for games without a story of their own."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import msgspec
from rich.console import RenderableType
from rich.rule import Rule
from rich.table import Table
from rich.text import Text

from tacit.core.safe_text import safe_text
from tacit.log.replay import Replay
from tacit.review.show import legend, letter


def tell(replay: Replay) -> Iterator[RenderableType]:
    """Yield a game part by part."""
    yield Rule(f"[bold]{replay.rules.TITLE}[/] · {len(replay.names)} players")
    yield legend(replay.names)
    for event in replay.events:
        fields = msgspec.to_builtins(event)
        kind = Text(f"{fields.pop('kind'):>16}  ", style="bold")
        seat = fields.pop("seat", None)
        who = "" if seat is None else f"{letter(seat)} "
        yield kind + who + safe_text(" ".join(f"{name} {value}" for name, value in fields.items()))
    yield Text(_words(replay.result), style="green")


def scored(result: dict[str, Any]) -> Table:
    """Return what the score pad found, as a table."""
    table = Table(*result)
    table.add_row(*(Text(safe_text(value)) for value in result.values()))
    return table


def ended(result: dict[str, Any], _seat: int) -> str:
    """Say how a game ended for a seat."""
    return f"The game is over: {_words(result)}."


def reviewed(found: dict[str, Any]) -> Iterator[RenderableType]:
    """Yield what a review says about each seat."""
    table = Table(*found["seats"][0])
    for seat in found["seats"]:
        table.add_row(*(Text(safe_text(value)) for value in seat.values()))
    yield table


def _words(result: dict[str, Any]) -> str:
    return safe_text(", ".join(f"{name} {value}" for name, value in result.items()))
