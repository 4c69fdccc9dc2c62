"""A review as one HTML file that needs nothing else: charts as SVG, the numbers behind each."""

from __future__ import annotations

from collections.abc import Iterable
from importlib.resources import files
from typing import Any, NamedTuple, Protocol
from xml.sax.saxutils import escape

from tacit.bots.names import shown
from tacit.core.plug import part
from tacit.core.rulebook import SettingsError
from tacit.log.replay import Replay
from tacit.review.poster import Poster


class Section(NamedTuple):
    """A chart, what it shows in a sentence, and the table behind it."""

    title: str
    text: str
    chart: str
    table: str


class Pages(Protocol):
    """How a game's review looks: a module such as `mindup_page`."""

    def sections(self, replay: Replay, found: dict[str, Any], /) -> Iterable[Section]:
        """Return the charts of a review."""

    def poster(self, replay: Replay, /) -> Poster:
        """Return the result, for a picture to show to others."""


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
    style = files("tacit.review").joinpath("page.css").read_text()
    return (
        '<!doctype html><html lang="en"><head><meta charset="utf-8">'
        '<meta name="viewport" content="width=device-width,initial-scale=1">'
        f"<title>{escape(title)}</title><style>{style}</style></head>"
        f"<body><main><h1>{escape(title)}</h1>{body}</main></body></html>\n"
    )


def _section(one: Section) -> str:
    return (
        f"<section><h2>{escape(one.title)}</h2><p>{escape(one.text)}</p>{one.chart}"
        f"<details><summary>The numbers</summary>{one.table}</details></section>"
    )
