"""When the host of each evening was last seen, on whichever node: a guest may take over for them.

A host is seen when they look at the evening, which their page does twice a minute while they play,
too. Every node notes it in memory and tells its peers once a second. A node knows nothing of the
time before it started, or while it does not hear its peers: then it takes the host to be here.
"""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Callable, Iterable, Mapping

from tacit.club.evening import Evening
from tacit.table.decide.host import HOST_GRACE_MS

MOST_SEEN = 1024
"""Evenings of which a node knows when their host was seen, on this node and on others."""
AWAY_MS = HOST_GRACE_MS


class HostPresence:
    """When hosts were last seen, as far as this node knows."""

    def __init__(self, clock: Callable[[], int]) -> None:
        self._clock = clock
        self._here: OrderedDict[str, int] = OrderedDict()
        self._elsewhere: OrderedDict[str, int] = OrderedDict()
        self._not_before = clock()
        """Of hosts who are in neither it is known only that they were not seen since then."""
        self._heard: int | None = None
        """When the peers were last heard; None on a single node."""

    def look(self, name: str, evening: Evening, person: str | None) -> None:
        """Note that a person looks at an evening: it matters if they are its host."""
        if person and evening.hosted_by == person:
            self._note(self._here, name, self._clock())

    def seen(self, name: str) -> int:
        """Return when the host of an evening was last seen."""
        known = max(self._here.get(name, 0), self._elsewhere.get(name, 0), self._not_before)
        return known + (0 if self._heard is None else max(0, self._clock() - self._heard))

    def is_away(self, name: str, evening: Evening) -> bool:
        """Tell whether another guest may be host."""
        if evening.ended or not evening.hosted_by:
            return False
        return self._clock() - max(self.seen(name), evening.hosted_since) >= AWAY_MS

    @property
    def news(self) -> dict[str, int]:
        """What peer nodes have to know: whom this node has seen in the last minute."""
        since = self._clock() - AWAY_MS
        return {name: at for name, at in self._here.items() if at > since}

    def meet(self, elsewhere: Iterable[Mapping[str, int]]) -> None:
        """Take what all peer nodes have seen."""
        self._heard = self._clock()
        for news in elsewhere:
            for name, at in news.items():
                if at > self._elsewhere.get(name, 0):
                    self._note(self._elsewhere, name, at)

    def _note(self, kept: OrderedDict[str, int], name: str, at: int) -> None:
        kept[name] = at
        kept.move_to_end(name)
        if len(kept) > MOST_SEEN:
            _, dropped = kept.popitem(last=False)
            self._not_before = max(self._not_before, dropped)
