"""What a request causes in the log of a group or an evening."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from types import MappingProxyType
from typing import Generic, NamedTuple, TypeVar

Event = TypeVar("Event")


class Decided(NamedTuple, Generic[Event]):
    """What a request causes; with neither events nor people nothing changes."""

    events: Sequence[Event] = ()
    people: Mapping[str, bool] = MappingProxyType({})
    """Who is in it from then on, and who is not any more."""
    closed: bool = False
    """Nobody is left in it: the log may be pruned. The next change opens it again."""
