"""The host's orders to tables, carried out on whichever node has the table.

Nodes pass orders through the database they share, once a second. A single node needs none.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Collection, Iterable
from typing import NamedTuple, TypeVar

import msgspec

from tacit.server.cluster.admin_records import (
    AdminAction,
    AdminDone,
    AdminEnd,
    AdminGuest,
    AdminLook,
    AdminMute,
    AdminNode,
    AdminOrder,
    AdminTable,
)
from tacit.server.cluster.peers import PeerNodes
from tacit.server.ops.host_settings import HostSettings
from tacit.server.ops.logs import fingerprint, note
from tacit.server.tables.live.live import LiveTable
from tacit.server.tables.tables import Tables
from tacit.server.transport.connections import Connections
from tacit.store.shared import Shared
from tacit.store.store import Store, StoreError
from tacit.table.decide.moderation import Expel, Mute
from tacit.table.log.records import Guest
from tacit.table.tell.messages import ENCODER

BEAT_S = 1.0
"""The time between two checks for orders and settings."""
ANSWER_TIMEOUT_S = 4.0
"""The time in which the peer nodes have to answer."""
ASK_AGAIN_S = 0.1
MOST_SHOWN = 100
"""Tables that a node lists."""

T = TypeVar("T", AdminNode, AdminDone)


class Answers(NamedTuple):
    """What nodes answered, and how many did not."""

    heard: list[bytes]
    unheard: int


class Here(NamedTuple):
    """What an order may need of this node."""

    store: Store
    tables: Tables
    connections: Connections
    host_settings: HostSettings
    peers: PeerNodes | None


class AdminOrders:
    """Carries out orders at the tables here, and passes them on to other nodes."""

    def __init__(self, here: Here, shared: Shared | None) -> None:
        self._here = here
        self._shared = shared

    async def look(self, wanted: AdminLook) -> tuple[list[AdminNode], int]:
        """List the tables of all nodes; also return how many nodes did not answer."""
        others = await self._ask_others(wanted, lambda _: False)
        told = [node for one in others.heard if (node := _read(one, AdminNode)) is not None]
        return [self._look(wanted), *told], others.unheard

    async def act(self, wanted: AdminAction) -> AdminDone | None:
        """Have an action carried out where its table is.

        None if a node that may have it did not answer.
        """
        done = await self._act(wanted)
        if done.found:
            return done
        others = await self._ask_others(wanted, _is_found)
        there = next(filter(_is_found, others.heard), None)
        if there is not None:
            return msgspec.json.decode(there, type=AdminDone)
        return None if others.unheard else done

    async def run(self) -> None:
        """Take orders and the host's settings from other nodes, until cancelled."""
        assert self._shared is not None
        while True:
            try:
                await self._take_orders(self._shared)
                settings = await asyncio.to_thread(self._here.store.settings)
            except StoreError:
                pass  # players hear of it when they act
            else:
                if self._here.host_settings.hear(settings):
                    await self.tell_announcement()
            await asyncio.sleep(BEAT_S)

    async def tell_announcement(self) -> None:
        """Tell every connection at a table what the host announces, or that it is over."""
        await self._here.tables.tell_all(ENCODER.encode(self._here.host_settings.announced()))

    async def _take_orders(self, shared: Shared) -> None:
        for number, wanted in await asyncio.to_thread(shared.orders):
            try:
                order = msgspec.json.decode(wanted, type=AdminOrder)
            except msgspec.DecodeError:
                continue  # of another version: the asking node gets no answer
            done = self._look(order) if isinstance(order, AdminLook) else await self._act(order)
            await asyncio.to_thread(shared.fulfil, number, msgspec.json.encode(done))

    async def _ask_others(self, wanted: AdminOrder, is_enough: Callable[[bytes], bool]) -> Answers:
        peers, shared = self._here.peers, self._shared
        if peers is None or shared is None:
            return Answers([], 0)
        nodes = [node for node in peers.nodes if node != shared.node]
        body = msgspec.json.encode(wanted)
        asked = [await asyncio.to_thread(shared.order, node, body) for node in nodes]
        heard: dict[int, bytes] = {}
        try:
            async with asyncio.timeout(ANSWER_TIMEOUT_S):
                while len(heard) < len(asked) and not any(map(is_enough, heard.values())):
                    heard = await self._answers(shared, asked)
        except TimeoutError:
            pass
        return Answers(list(heard.values()), len(asked) - len(heard))

    async def _answers(self, shared: Shared, asked: Collection[int]) -> dict[int, bytes]:
        await asyncio.sleep(ASK_AGAIN_S)
        return await asyncio.to_thread(shared.fulfilled, asked)

    # On this node

    def _look(self, wanted: AdminLook) -> AdminNode:
        tables = sorted(self._here.tables, key=lambda one: -one.active)
        found = [live for live in tables if _is_wanted(live, wanted)]
        return AdminNode(
            tables=len(tables),
            people=sum(len(live.table.connected) for live in tables),
            connections=len(self._here.connections),
            found=len(found),
            shown=tuple(map(_table, found[:MOST_SHOWN])),
        )

    async def _act(self, wanted: AdminAction) -> AdminDone:
        tables = self._here.tables
        live = next((one for one in tables if fingerprint(one.name) == wanted.table), None)
        if live is None:
            return AdminDone(found=False)
        if isinstance(wanted, AdminEnd):
            await tables.end(live.name)
            note("table_ended", table=wanted.table)
            return AdminDone(found=True)
        if isinstance(wanted, AdminMute):
            refused = await live.moderate(Mute(guest=wanted.guest, on=wanted.on))
            note("guest_muted", table=wanted.table, on=wanted.on, done=refused is None)
        else:
            refused = await live.moderate(Expel(guest=wanted.guest))
            note("guest_removed", table=wanted.table, done=refused is None)
        if refused is None:
            return AdminDone(found=True)
        return AdminDone(found=True, key=refused.key, text=str(refused))


def _read(answer: bytes, kind: type[T]) -> T | None:
    """Read an answer; None if a node of another version wrote it."""
    try:
        return msgspec.json.decode(answer, type=kind)
    except msgspec.DecodeError:
        return None


def _is_found(answer: bytes) -> bool:
    """Tell whether a node had the table that an action was for."""
    done = _read(answer, AdminDone)
    return done is not None and done.found


def _is_wanted(live: LiveTable, wanted: AdminLook) -> bool:
    if not wanted.find:
        return True
    own, text = fingerprint(live.name), wanted.find.casefold()
    if own in (wanted.fingerprint, text):
        return True
    return any(text in one.name.casefold() for one in live.table.state.people if one.here)


def _table(live: LiveTable) -> AdminTable:
    state = live.table.state
    return AdminTable(
        table=fingerprint(live.name),
        game=state.game,
        stage=state.stage,
        paused=state.paused,
        guests=tuple(_guests(live)),
        bots=sum(1 for one in state.seats if one is not None and one.bot is not None),
        active=live.active,
    )


def _guests(live: LiveTable) -> Iterable[AdminGuest]:
    state, connected = live.table.state, live.table.connected
    for number, person in enumerate(state.people):
        guest = Guest(number)
        if person.here:
            yield AdminGuest(
                guest=guest,
                name=person.name,
                seat=state.seat_of(guest),
                here=guest in connected,
                host=guest == state.host,
                muted=person.muted,
            )
