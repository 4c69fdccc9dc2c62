"""What a live table calls when it cannot go on."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from tacit.server.tables.live.live import LiveTable


class Leaving(NamedTuple):
    """Callbacks of a live table that cannot go on; each is called once."""

    lost: Callable[[LiveTable], None]
    """Another node has the table, or it is not known how it stands."""
    given_up: Callable[[LiveTable], None]
    """Its time is up, and its game cannot be played out."""
