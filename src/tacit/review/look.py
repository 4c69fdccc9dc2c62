"""What is drawn of a player, from the same paths as the app's: see `tacit.core.mark`."""

from __future__ import annotations

from xml.sax.saxutils import escape

from tacit.core.mark import COLOURS, SHAPES, Mark, art, bot_face


class Look:
    """What is drawn of a player: a shape, a colour, and a face or a letter."""

    def __init__(self, mark: Mark, letter: str) -> None:
        self.shape, self.colour = mark.shape % SHAPES, mark.colour % COLOURS
        faces = list(art().faces.values())
        self.face = faces[mark.face] if mark.face else None
        self.letter = letter[:1].upper()

    @classmethod
    def of_bot(cls, bot: str, game: str, before: int = 0) -> Look:
        """Return a bot's look; `before` counts bots of the same kind in seats before it."""
        face = bot_face(bot, game)
        look = cls(Mark((face.shape + before) % SHAPES, face.colour, 0), "")
        look.face = face
        return look


def mark_svg(look: Look) -> str:
    """Return a mark as a drawing for a page; beside it stands the name."""
    shape, colour = (list(one.values()) for one in (art().shapes, art().colours))
    light, chroma, hue = colour[look.colour]
    inner = f'<text x="20" y="26" text-anchor="middle">{escape(look.letter)}</text>'
    if look.face is not None:
        eyes = "".join(f'<circle cx="{x}" cy="{y}" r="{r}"/>' for x, y, r in look.face.eyes)
        inner = f'{eyes}<path d="{look.face.fill}"/><path class="line" d="{look.face.line}"/>'
    return (
        '<svg class="mark" viewBox="0 0 40 40" width="32" height="32" aria-hidden="true">'
        f'<path style="fill:oklch({light}% {chroma} {hue})" d="{shape[look.shape]}"/>{inner}</svg>'
    )
