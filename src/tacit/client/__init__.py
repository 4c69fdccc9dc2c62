"""A seat at a live table from outside, for bots, agents and programs. `cli` imports it.

>>> from tacit.client import sit_down                               # doctest: +SKIP
>>> with sit_down("https://club.example/t/calm-otter-12", "Ana") as seat:   # doctest: +SKIP
...     while seat.until_asked():
...         seat.act("pick", card=seat.legal["pick"][0])

`join` is the same for programs that use asyncio. It needs `pip install 'tacit-games[client]'`.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from tacit.client.errors import ClientError, NotAllowed
from tacit.core.extras import missing_extra

if TYPE_CHECKING:
    from tacit.client.seat import LiveSeat, join, open_table
    from tacit.client.sync import SyncSeat, sit_down

__all__ = ["ClientError", "LiveSeat", "NotAllowed", "SyncSeat", "join", "open_table", "sit_down"]

_WHERE = {"LiveSeat": "seat", "join": "seat", "open_table": "seat"}


def __getattr__(name: str) -> Any:
    """Import what needs aiohttp when it is used."""
    if name not in __all__:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    import importlib  # noqa: PLC0415

    try:
        module = importlib.import_module(f"tacit.client.{_WHERE.get(name, 'sync')}")
    except ModuleNotFoundError as missing:
        told = missing_extra("a seat at a live table", missing, "client")
        if told is None:
            raise
        raise ClientError(str(told)) from None
    return getattr(module, name)
