"""What is told of a finished game's timing, in a few numbers, where timing matters."""

from __future__ import annotations

from typing import Any, Protocol

from tacit.core.plug import part
from tacit.log.replay import Replay


class Hearing(Protocol):
    """How a game's timing is heard: a module such as `extreme_heard`."""

    def heard(self, replay: Replay, /) -> dict[str, Any]:
        """Return `synchrony`, and `paces` by seat, None of whom nothing was heard."""


def heard(replay: Replay) -> dict[str, Any]:
    """Return what is told of a game's timing; nothing where it does not matter."""
    hearing: Hearing | None = part(replay.rules.NAME, "heard")
    return {} if hearing is None else hearing.heard(replay)
