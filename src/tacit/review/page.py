"""A review as one self-contained HTML file: charts as SVG, each with its numbers."""

from __future__ import annotations

from collections.abc import Iterable
from importlib.resources import files
from typing import Any, NamedTuple, Protocol
from xml.sax.saxutils import escape

from tacit.bots.names import bots_of, shown
from tacit.core.mark import seat_mark
from tacit.core.plug import part
from tacit.core.rulebook import SettingsError
from tacit.log.replay import Replay
from tacit.review.look import Look, mark_svg
from tacit.review.scene import Scene
from tacit.review.show import letter

MOST_COLUMNS = 2
"""Players whose final columns a picture shows."""


class Section(NamedTuple):
    """A sentence or several, a line each, the chart they speak of, and its numbers as a table."""

    title: str
    text: str
    chart: str = ""
    table: str = ""


class Row(NamedTuple):
    """A player's row in a result picture."""

    name: str
    letter: str
    """Shown instead of a name that the typeface cannot draw."""
    points: str
    share: float
    """The length of the bar, from 0 to 1."""
    first: bool
    look: Look | None = None
    """The player's mark."""


class CardFace(NamedTuple):
    """A card in a result picture: what stands on it, and its colours."""

    text: str
    fill: str
    ink: str


class Columns(NamedTuple):
    """A player's final cards in columns."""

    row: Row
    worth: tuple[str, ...]
    """What stands above each column."""
    cards: tuple[tuple[CardFace, ...], ...]
    """By column, from the first."""


class Poster(NamedTuple):
    """What a result picture says; without rows it gives no result away."""

    title: str
    night: bool
    said: str = ""
    rows: tuple[Row, ...] = ()
    columns: tuple[Columns, ...] = ()
    """Of two players at most."""
    scene: Scene | None = None
    """What it is painted with; without one it is light, or dark by `night`."""


class Pages(Protocol):
    """How a game's review looks: a module such as `tacit.games.mindup.review.page`."""

    def sections(self, replay: Replay, found: dict[str, Any], /) -> Iterable[Section]:
        """Return the charts of a review."""

    def poster(self, replay: Replay, /) -> Poster:
        """Return what the result picture says."""


def poster_of(replay: Replay, seat: int | None = None) -> Poster:
    """Return what the result picture says, with the players' marks.

    Of the final columns it shows the winner's and those of a seat, or of the second.
    """
    found = pages_of(replay).poster(replay)
    looks = _looks(replay)
    rows = {row.letter: row._replace(look=looks.get(row.letter)) for row in found.rows}
    mine = None if seat is None else letter(seat)
    others = sorted(found.columns[1:], key=lambda one: one.row.letter != mine)
    chosen = (*found.columns[:1], *others)[:MOST_COLUMNS]
    return found._replace(
        rows=tuple(rows.values()),
        columns=tuple(one._replace(row=rows[one.row.letter]) for one in chosen),
    )


def _looks(replay: Replay) -> dict[str, Look]:
    """Return the players' marks by the letters of their seats."""
    game, names = replay.rules.NAME, replay.names
    bots = bots_of(game)
    marks = replay.marks or (None,) * len(names)
    return {
        letter(seat): Look.of_bot(name, game, names[:seat].count(name))
        if name in bots
        else Look(mark or seat_mark(seat), name)
        for seat, (name, mark) in enumerate(zip(names, marks, strict=True))
    }


def pages_of(replay: Replay) -> Pages:
    """Return how the reviews of this game look."""
    pages: Pages | None = part(replay.rules.NAME, "pages")
    if pages is None:
        raise SettingsError(f"There are no pictures of {replay.rules.TITLE}.")
    return pages


def page(replay: Replay, found: dict[str, Any]) -> str:
    """Return a whole review as HTML."""
    names = shown(replay.names, replay.rules.NAME)
    title = f"{replay.rules.TITLE}: {', '.join(names)}"
    seats = [seat | {"name": name} for seat, name in zip(found["seats"], names, strict=True)]
    found = found | {"seats": seats}
    body = "".join(_section(one) for one in pages_of(replay).sections(replay, found))
    who = _players(replay, names)
    style = files("tacit.review").joinpath("page.css").read_text()
    return (
        '<!doctype html><html lang="en"><head><meta charset="utf-8">'
        '<meta name="viewport" content="width=device-width,initial-scale=1">'
        f"<title>{escape(title)}</title><style>{style}</style></head>"
        f"<body><main><h1>{escape(title)}</h1>{who}{body}</main></body></html>\n"
    )


def _players(replay: Replay, names: Iterable[str]) -> str:
    """Return who played: the mark of each, the letter that stands for them in charts, the name."""
    rows = zip(_looks(replay).items(), names, strict=True)
    items = (
        f"<li>{mark_svg(look)}<strong>{at}</strong> {escape(name)}</li>"
        for (at, look), name in rows
    )
    return f'<ul class="players">{"".join(items)}</ul>'


def _section(one: Section) -> str:
    text = "".join(f"<p>{escape(line)}</p>" for line in one.text.splitlines())
    numbers = f"<details><summary>The numbers</summary>{one.table}</details>" if one.table else ""
    return f"<section><h2>{escape(one.title)}</h2>{text}{one.chart}{numbers}</section>"
