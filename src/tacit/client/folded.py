"""What a table has told so far, folded into one picture of it."""

from __future__ import annotations

from typing import Any

import msgspec

from tacit.games import rulebook


class Folded:
    """The last full message and every change since."""

    def __init__(self) -> None:
        self.version = 0
        self.house: dict[str, Any] = {}
        self.legal: dict[str, list[Any]] = {}
        self.waiting: list[int] = []
        self.door: dict[str, Any] | None = None
        self._view: dict[str, Any] | None = None
        self._seen: Any = None

    @property
    def view(self) -> Any:
        """The game as this seat may know it; None in the lobby."""
        if self._seen is None and self._view is not None:
            view = rulebook(self.house["game"]).View
            self._seen = msgspec.convert(self._view, type=view, strict=False)
        return self._seen

    def take(self, message: dict[str, Any]) -> bool:
        """Take in a message; False if one before it was missed."""
        match message["type"]:
            case "door":
                self.__init__()  # type: ignore[misc]  # as if it had never joined
                self.door = message
            case "sync":
                self.door = None
                self.version = message["version"]
                self.house = message["house"]
                self.legal, self.waiting = message["legal"], message["waiting"]
                self._view, self._seen = message["view"], None
            case "update":
                version = int(message["version"])
                if version != self.version + 1:
                    return version <= self.version
                self.version = version
                self._change(message)
            case _:
                pass
        return True

    def _change(self, message: dict[str, Any]) -> None:
        self.house |= message.get("house", {})
        if "view" in message:
            whole = message.get("fresh") or message["view"] is None or self._view is None
            self._view = message["view"] if whole else {**(self._view or {}), **message["view"]}
            self._seen = None
        self.legal = message.get("legal", self.legal)
        self.waiting = message.get("waiting", self.waiting)
