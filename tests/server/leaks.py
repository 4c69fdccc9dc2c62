"""Does a message tell a client what they may not know?"""

from __future__ import annotations

import json
import re
from collections.abc import Iterable
from typing import Any

from tacit.games.extreme import COLOUR
from tacit.table.log.fold import fold, opened
from tacit.table.log.records import Entry, PersonId
from tacit.table.log.state import Stage, TableState

CARD = re.compile(r'"([WR][1-9]\d?)"')


class Leak(AssertionError):
    """A client was told too much."""


def states_of(entries: Iterable[Entry[Any]]) -> list[TableState]:
    """Return a table's state after each entry of its log."""
    states: list[TableState] = []
    for entry in entries:
        states.append(fold(states[-1] if states else opened(entry), entry))
    return states


def check(data: str, state: TableState, person: str) -> None:
    """Raise Leak if a message tells a client more than this state lets them know."""
    for one in state.people:
        if one.id in data:
            raise Leak("who a player is elsewhere")
    if state.stage is not Stage.OVER and state.seed.hex() in data:
        raise Leak("the seed")
    message = json.loads(data)
    if state.play is None or message["type"] not in ("sync", "update"):
        return
    seat = state.seat_of(state.guest_of(PersonId(person)))
    view = message.get("view") or {}
    # What a sync tells of the past may be of cards that were dealt again since.
    events = message["events"] if message["type"] == "update" and "events" in message else []
    if state.game == "extreme":
        shown = set(CARD.findall(json.dumps([view, events])))
        if seen := shown & hidden(state, seat):
            raise Leak(f"seat {seat} sees {seen}")
    else:
        _check_mindup(state, seat, view, events)


def hidden(state: TableState, seat: int | None) -> set[str]:
    """Return the cards of The Mind Extreme that only others may know."""
    play = state.play
    others = {card for one, hand in enumerate(play.hands) if one != seat for card in hand}
    turned = {one.card for one in play.turned}
    blind = {
        laid.card
        for laid in play.laid
        if COLOUR[laid.card] in play.blind and laid.seat != seat and laid.card not in turned
    }
    if state.stage is Stage.OVER or play.phase == "passed":
        blind = set()
    return others | blind


def _check_mindup(state: TableState, seat: int | None, view: Any, events: list[Any]) -> None:
    hand = [] if seat is None else list(state.play.hands[seat])
    pick = None if seat is None else state.play.picks[seat]
    if view.get("hand", hand) != hand or view.get("pick", pick) != pick:
        raise Leak(f"seat {seat} sees another hand")
    for event in events:
        if event["kind"] == "pick" and event["seat"] != seat:
            raise Leak(f"seat {seat} sees a card that lies face down")
        if event["kind"] == "dealt" and not set(event["drawn"]) <= set(hand):
            raise Leak(f"seat {seat} sees what others drew")


def check_all(raw: Iterable[str], states: list[TableState], person: str) -> int:
    """Check all that came over a line; return how many messages told of the game."""
    told = 0
    for data in raw:
        message = json.loads(data)
        if "version" in message and message["type"] != "ack":
            told += 1
            check(data, states[message["version"] - 1], person)
    return told
