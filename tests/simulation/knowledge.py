"""Which cards a player may know, told from the log and the rules alone.

It does not use the views: whatever they show is compared with this.
"""

from __future__ import annotations

import copy
import re
from typing import Any

from tacit.games import extreme, mindup
from tacit.table.log.records import CloseCall, Entry
from tacit.table.log.state import TableState
from tests.simulation.world import check

Seat = int | None
Cards = frozenset[Any]

BLIND = {3: "W", 4: "R", 6: "WR", 8: "W", 10: "WR", 12: "R"}
"""The colours laid face down, by level (ME-21)."""

CARD = re.compile(rb"\b[WR]\d{1,2}\b")


class Knowledge:
    """The cards seen so far in a game: by each seat, and by those who watch (None).

    Cards of The Mind Extreme are kept as they stand in a message, in bytes.
    """

    def __init__(self, seats: int) -> None:
        self.seen: dict[Seat, Cards] = dict.fromkeys((None, *range(seats)), frozenset())
        self.order: tuple[int, ...] = ()
        self.objectives: tuple[int, ...] = ()
        self.game = ""
        self.close: Cards = frozenset()
        """The card of the last close call: shown until the next card is laid."""
        self._blind = ""

    def after(self, state: TableState, entry: Entry[Any]) -> Knowledge:
        """Return what is known after an entry."""
        if not entry.game and not entry.house:
            return self
        known = copy.copy(self)
        known.game = state.game
        for event in entry.game:
            (known._mindup if state.game == "mindup" else known._extreme)(event)
        for event in entry.house:
            if isinstance(event, CloseCall):
                card = event.card.encode()
                check("hidden card told", card in known.seen[None], "close call", card)
                known.close = frozenset((card,))
        return known

    def _all_see(self, cards: Any) -> None:
        cards = _as_written(cards)
        self.seen = {seat: seen.union(cards) for seat, seen in self.seen.items()}

    def _sees(self, seat: int, cards: Any) -> None:
        self.seen = self.seen | {seat: self.seen[seat].union(_as_written(cards))}

    def _mindup(self, event: Any) -> None:
        match event:
            case mindup.RoundBegun():
                self.order, self.objectives = event.order, event.objectives
                self._all_see(event.row)
                for seat, drawn in enumerate(event.drawn):
                    self._sees(seat, drawn)
            case mindup.Revealed():
                self._all_see((*event.plays, *event.taken))
            case mindup.RoundEnded():
                self._all_see(event.last)

    def _extreme(self, event: Any) -> None:
        match event:
            case extreme.LevelBegun():
                self.seen = dict.fromkeys(self.seen, frozenset())
                self._blind = BLIND.get(event.level, "")
                for seat, hand in enumerate(event.hands):
                    self._sees(seat, hand)
            case extreme.Play() if event.card[0] not in self._blind:
                self._all_see((event.card,))
            case extreme.Mistake():
                self._all_see(card for _, card in event.aside)
            case extreme.StarUsed():
                self._all_see(card for card in event.discards if card is not None)
            case extreme.Turned():
                self._all_see((event.card, *(card for _, card in event.overtook)))


_MINDUP_VIEW: dict[str, bool] = {
    "hand": True,
    "pick": True,
    "row": True,
    "tableaux": True,
    "known": True,
} | dict.fromkeys(
    (
        *("game", "seat", "players", "round", "turn", "picked"),
        *("scores", "totals", "places", "preview", "met"),
        "points",  # sums of tableaux that lie open
    ),
    False,
)
"""The fields of a view of Mind Up!, and whether they hold cards. Others have to be judged first."""

_MINDUP_EVENTS = {
    "dealt": ("row", "drawn"),
    "pick": ("card",),
    "picked": (),
    "take-back": (),
    "revealed": ("plays", "taken"),
    "round-ended": ("last",),
    "game-ended": (),
}
"""The kinds of events of Mind Up! and which of their fields hold cards."""


def may_be_told(knowledge: Knowledge, seat: Seat, message: dict[str, Any], data: bytes) -> None:
    """Fail if a message holds something of the game that this seat may not know."""
    if knowledge.game == "mindup":
        told, seen = _mindup_message(knowledge, seat, message), knowledge.seen[seat]
    else:
        told, seen = set(CARD.findall(data)), knowledge.seen[seat] | knowledge.close
    check("hidden card told", told <= seen, "to seat", seat, *sorted(told - seen))


def _as_written(cards: Any) -> tuple[Any, ...]:
    return tuple(card.encode() if isinstance(card, str) else card for card in cards)


def _mindup_message(knowledge: Knowledge, seat: Seat, message: dict[str, Any]) -> set[int]:
    told: set[int] = set()
    for name, value in (message.get("view") or {}).items():
        if name in ("order", "objectives"):
            check("hidden card told", tuple(value) == getattr(knowledge, name), name, value)
        elif name == "past":
            told |= _numbers([finished["tableaux"] for finished in value])
        else:
            check("hidden card told", name in _MINDUP_VIEW, "unknown field", name)
            told |= _numbers(value) if _MINDUP_VIEW[name] else set()
    told |= _numbers((message.get("legal") or {}).get("pick"))
    for event in message.get("events", ()):
        kind = event["kind"]
        check("hidden card told", kind in _MINDUP_EVENTS, "unknown event", kind)
        check("hidden card told", kind != "pick" or event["seat"] == seat, "a pick of", event)
        for field in _MINDUP_EVENTS[kind]:
            told |= _numbers(event[field])
    return told


def _numbers(value: Any) -> set[int]:
    if isinstance(value, list):
        return set().union(*map(_numbers, value))
    return {value} if isinstance(value, int) else set()
