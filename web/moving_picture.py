"""A short animation from pictures, as an animated WebP.

A browser packs every picture as a WebP of its own; here they are put behind each other, as the
container format (RIFF) wants it.
"""

from __future__ import annotations

import base64
import struct
from typing import NamedTuple

from playwright.async_api import Page

PACK = """async ([png, width, height, quality]) => {
    const image = new Image()
    image.src = `data:image/png;base64,${png}`
    await image.decode()
    const canvas = document.createElement('canvas')
    canvas.width = width
    canvas.height = height
    canvas.getContext('2d').drawImage(image, 0, 0, width, height)
    return canvas.toDataURL('image/webp', quality).split(',')[1]
}"""
ANIMATION = 0x02
"""The flag that says that there are several pictures."""


class Frame(NamedTuple):
    """A picture, as PNG, and how long it is shown."""

    png: bytes
    ms: int


async def webp(page: Page, frames: list[Frame], size: tuple[int, int], quality: float) -> bytes:
    """Return an animation without end; the page does the packing."""
    width, height = size
    canvas = (width - 1).to_bytes(3, "little") + (height - 1).to_bytes(3, "little")
    body = b"WEBP" + _chunk(b"VP8X", bytes([ANIMATION, 0, 0, 0]) + canvas)
    body += _chunk(b"ANIM", bytes([255, 255, 255, 255]) + struct.pack("<H", 0))
    for frame in frames:
        png = base64.b64encode(frame.png).decode()
        packed = base64.b64decode(await page.evaluate(PACK, [png, width, height, quality]))
        place = bytes(6) + canvas + min(frame.ms, 0xFFFFFF).to_bytes(3, "little") + b"\x02"
        body += _chunk(b"ANMF", place + _picture(packed))
    return b"RIFF" + struct.pack("<I", len(body)) + body


def _chunk(name: bytes, data: bytes) -> bytes:
    return name + struct.pack("<I", len(data)) + data + bytes(len(data) % 2)


def _picture(packed: bytes) -> bytes:
    """Return the picture itself out of a WebP of one picture."""
    here = 12
    while here < len(packed):
        name, size = packed[here : here + 4], int(struct.unpack_from("<I", packed, here + 4)[0])
        if name in (b"VP8 ", b"VP8L"):
            return _chunk(name, packed[here + 8 : here + 8 + size])
        here += 8 + size + size % 2
    raise ValueError("there is no picture in it")
