"""The same seat for programs without asyncio: a thread of its own keeps the connection."""

from __future__ import annotations

import asyncio
import threading
from collections.abc import Coroutine
from types import TracebackType
from typing import Any, TypeVar

from tacit.client.seat import LiveSeat, join

T = TypeVar("T")


class SyncSeat:
    """A `LiveSeat` whose calls block until they are done."""

    def __init__(self, coming: Coroutine[Any, Any, LiveSeat]) -> None:
        self._loop = asyncio.new_event_loop()
        self._thread = threading.Thread(target=self._loop.run_forever, daemon=True)
        self._thread.start()
        try:
            self._seat = self._wait(coming)
        except BaseException:
            self._end()
            raise

    def _wait(self, work: Coroutine[Any, Any, T]) -> T:
        return asyncio.run_coroutine_threadsafe(work, self._loop).result()

    def _end(self) -> None:
        self._loop.call_soon_threadsafe(self._loop.stop)
        self._thread.join()
        self._loop.close()

    @property
    def live(self) -> LiveSeat:
        """The seat itself: any thread may read what it knows."""
        return self._seat

    @property
    def view(self) -> Any:
        """The game as this seat may know it; None in the lobby."""
        return self._seat.view

    @property
    def legal(self) -> dict[str, list[Any]]:
        """By kind of action, the cards or answers it can be done with now."""
        return self._seat.legal

    @property
    def stage(self) -> str:
        """Whether the table is in the "lobby", "playing" or "over"."""
        return self._seat.stage

    @property
    def seat(self) -> int | None:
        """The seat, counted from 0; None for a spectator."""
        return self._seat.seat

    def act(self, kind: str, **choice: Any) -> int:
        """Do something in the game, `act("pick", card=22)`; NotAllowed if the rules refuse."""
        return self._wait(self._seat.act(kind, **choice))

    def ask(self, do: str, **fields: Any) -> int:
        """Ask the table for anything docs/protocol.md lists."""
        return self._wait(self._seat.ask(do, **fields))

    def change(self, version: int | None = None) -> bool:
        """Wait for a later version; False if the connection is closed for good."""
        return self._wait(self._seat.change(version))

    def until_asked(self) -> bool:
        """Wait until the game waits for this seat; False when it is over instead."""
        return self._wait(self._seat.until_asked())

    def close(self) -> None:
        """Close the connection."""
        self._wait(self._seat.close())
        self._end()

    def __enter__(self) -> SyncSeat:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self.close()


def sit_down(url: str, name: str) -> SyncSeat:
    """Sit down at a table by its link, under a name; use it with `with`."""
    return SyncSeat(join(url, name))
