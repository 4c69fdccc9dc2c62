"""A mark: the shape, the colour and the face by which others know a player at a glance.

`marks.json` is the one source of all faces: the app's copy is generated from it (`make records`),
and result pictures are drawn from it.
"""

from __future__ import annotations

from functools import cache
from importlib.resources import files
from typing import Annotated

import msgspec


class Face(msgspec.Struct, frozen=True):
    """A face in a square of 40: round eyes, paths to fill and lines to draw."""

    eyes: tuple[tuple[float, float, float], ...]
    """Centre and radius of each."""
    fill: str
    line: str


class BotFace(Face, frozen=True):
    """A bot's own face, in a shape and a colour of its own."""

    shape: int
    colour: int


class Art(msgspec.Struct, frozen=True):
    """All parts of marks; a mark stores the index of each part in this order."""

    shapes: dict[str, str]
    """Their outlines as paths, in a square of 40."""
    colours: dict[str, tuple[float, float, float]]
    """In OKLCH; no suit has one of them."""
    faces: dict[str, Face]
    """Faces that people can choose; the first is the initial of their name."""
    bots: dict[str, BotFace]
    guest_bot: Face
    """The face of every bot that is not built in."""


@cache
def art() -> Art:
    """Return what marks are made of."""
    text = files("tacit.core").joinpath("marks.json").read_bytes()
    return msgspec.json.decode(text, type=Art)


SHAPES, COLOURS, FACES = 6, 6, 8
"""How many shapes, colours and faces people choose from."""


class Mark(msgspec.Struct, frozen=True, gc=False):
    """The mark that a person chose."""

    shape: Annotated[int, msgspec.Meta(ge=0, lt=SHAPES)]
    colour: Annotated[int, msgspec.Meta(ge=0, lt=COLOURS)]
    face: Annotated[int, msgspec.Meta(ge=0, lt=FACES)]


def seat_mark(seat: int) -> Mark:
    """Return the mark of a player who chose none, as in games of earlier versions.

    >>> seat_mark(2)
    Mark(shape=2, colour=2, face=0)
    """
    return Mark(seat % SHAPES, seat % COLOURS, 0)


def bot_face(bot: str) -> BotFace:
    """Return a bot's face; one that is not built in has a shape and a colour by its name.

    >>> bot_face("owl").shape == bot_face("owl").shape
    True
    """
    known = art().bots.get(bot)
    if known is not None:
        return known
    face, number = art().guest_bot, sum(map(ord, bot))
    return BotFace(face.eyes, face.fill, face.line, number % SHAPES, number % COLOURS)
