"""The client's copy of a table: the last full message and every update since.

A site may send anything. This file checks what the rest of the client relies on; a message that
does not fit raises ClientError.
"""

from __future__ import annotations

from typing import Any, Literal

import msgspec
from msgspec import UNSET, UnsetType

from tacit.client.errors import ClientError
from tacit.core.plug import rulebook
from tacit.core.rulebook import SettingsError

LATEST_MS = 2**53
"""No table's clock is later."""


class Message(msgspec.Struct):
    """A message of a table, as far as the client reads it."""

    type: str
    version: int = 0
    id: str = ""
    key: str = ""
    text: str = ""
    reason: str = ""
    removed: bool = False
    n: int = 0
    now: int | UnsetType = UNSET
    house: dict[str, Any] | UnsetType = UNSET
    view: dict[str, Any] | UnsetType | None = UNSET
    fresh: bool = False
    legal: dict[str, list[int | str | bool]] | UnsetType = UNSET
    waiting: list[int] | UnsetType = UNSET


class _House(msgspec.Struct):
    """The table around the game, as far as the client relies on it."""

    game: str
    stage: Literal["lobby", "playing", "over"]
    paused: bool
    games: int
    seats: list[dict[str, Any]]
    seat: int | None = None


_DECODER = msgspec.json.Decoder(Message)


def read(data: str | bytes) -> Message:
    """Read a message; ClientError if it does not fit."""
    try:
        message = _DECODER.decode(data)
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError) as error:
        raise ClientError(f"the site sent what is no message of a table: {error}") from None
    if message.now is not UNSET and abs(message.now) > LATEST_MS:
        raise ClientError("the site sent what is no message of a table: there is no such time")
    return message


class TableState:
    """The last full message and every update since."""

    def __init__(self) -> None:
        self.version = 0
        self.house: dict[str, Any] = {}
        self.legal: dict[str, list[Any]] = {}
        self.waiting: list[int] = []
        self._view: dict[str, Any] | None = None
        self._seen: Any = None

    @property
    def view(self) -> Any:
        """The game as this seat may know it; None in the lobby."""
        if self._seen is None and self._view is not None:
            view = rulebook(self.house["game"]).View
            try:
                self._seen = msgspec.convert(self._view, type=view, strict=False)
            except (msgspec.ValidationError, RecursionError) as error:
                raise ClientError(f"the site sent what is no view of the game: {error}") from None
        return self._seen

    def take(self, message: Message) -> bool:
        """Apply a message; False if one before it was missed."""
        match message.type:
            case "sync":
                if UNSET in (message.house, message.view, message.legal, message.waiting):
                    raise ClientError("the site sent what is no message of a table: a part is gone")
                self._change(message, {}, None)
                self.version = message.version
            case "update":
                if message.version != self.version + 1:
                    return message.version <= self.version
                self._change(message, self.house, self._view)
                self.version = message.version
            case _:
                pass
        return True

    def _change(self, message: Message, house: dict[str, Any], view: dict[str, Any] | None) -> None:
        """Apply what changed; an update that does not fit changes nothing."""
        if message.house is not UNSET:
            self.house = _checked(house | message.house)
        if message.view is not UNSET:
            whole = message.fresh or message.view is None or view is None
            self._view = message.view if whole else {**(view or {}), **(message.view or {})}
            self._seen = None
        if message.legal is not UNSET:
            self.legal = message.legal
        if message.waiting is not UNSET:
            self.waiting = message.waiting


def _checked(house: dict[str, Any]) -> dict[str, Any]:
    try:
        known = msgspec.convert(house, type=_House)
        players = rulebook(known.game).PLAYERS[-1]
    except (msgspec.ValidationError, RecursionError, SettingsError) as error:
        raise ClientError(f"the site sent what is no table: {error}") from None
    if len(known.seats) > players or known.seat not in (None, *range(len(known.seats))):
        raise ClientError("the site sent what is no table: it has other seats than the game")
    return house
