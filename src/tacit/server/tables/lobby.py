"""The lobby: public tables that have guests, of this node and of all."""

from __future__ import annotations

import itertools
from collections import Counter
from collections.abc import Iterable, Sequence

import msgspec

from tacit.server.tables.live.live import LiveTable
from tacit.table.log.state import Stage

RELOAD_MS = 20_000
"""How long a table stays in the lobby while all its guests reload their pages."""
MOST_SHOWN = 200
"""Tables in the lobby."""
FEW = 5
"""Tables in the lobby that one address opened, before those of others come first."""


class LobbyTable(msgspec.Struct, frozen=True):
    """A public table as the lobby shows it; at least one guest is connected."""

    table: str
    game: str
    stage: Stage
    host: str
    players: int
    seats: int
    watching: int
    here: int
    """People who are connected, players and watchers."""


class Lobby(msgspec.Struct, frozen=True):
    """The tables that one node shows, those with free seats first."""

    first: tuple[LobbyTable, ...] = ()
    surplus: tuple[LobbyTable, ...] = msgspec.field(default=(), name="rest")
    """Tables beyond the first few of one address, listed last. Nodes know them as `rest`."""


def lobby_of(tables: Iterable[LiveTable], now: int) -> Lobby:
    """Return the public ones of a node's tables."""
    shown = [(_shown(live), live) for live in tables if _is_public(live, now)]
    shown.sort(key=lambda one: _free_first(one[0]))
    first: list[LobbyTable] = []
    surplus: list[LobbyTable] = []
    opened: Counter[str] = Counter()
    for one, live in shown:
        opened[live.opener] += 1
        crowds = live.opener and opened[live.opener] > FEW
        (surplus if crowds else first).append(one)
    return Lobby(tuple(first[:MOST_SHOWN]), tuple(surplus[:MOST_SHOWN]))


def _free_first(one: LobbyTable) -> tuple[bool, int, str]:
    return (one.stage != Stage.LOBBY, -one.players, one.table)


def merged(lobbies: Sequence[Lobby]) -> list[LobbyTable]:
    """Return what several nodes show as one list; a table on its way between them counts once."""
    found: dict[str, LobbyTable] = {}
    for part in ([one.first for one in lobbies], [one.surplus for one in lobbies]):
        for shown in sorted(itertools.chain(*part), key=_free_first):
            found.setdefault(shown.table, shown)
    return list(found.values())[:MOST_SHOWN]


def _is_public(live: LiveTable, now: int) -> bool:
    state = live.table.state
    has_room = state.settings.spectators or state.free_seats > 0
    if not (state.settings.public and has_room and any(person.here for person in state.people)):
        return False
    return bool(live.table.connected) or now - live.left < RELOAD_MS


def _shown(live: LiveTable) -> LobbyTable:
    state = live.table.state
    players = sum(1 for sitter in state.seats if sitter is not None)
    seated = {sitter.guest for sitter in state.seats if sitter is not None}
    here = live.table.connected
    return LobbyTable(
        table=live.name,
        game=state.game,
        stage=state.stage,
        host=state.people[state.host].name,
        players=players,
        seats=len(state.seats),
        watching=len(here - seated),
        here=len(here),
    )
