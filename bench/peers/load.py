"""Many tables of people who pick cards: as fast as they can, or at fixed times.

A move is one pick. It counts when its player has the acknowledgement and all at the table were
told; it is a fault if a version is missing, comes twice or comes out of order.
"""

from __future__ import annotations

import asyncio
import ctypes
import os
import time
from array import array
from collections import deque

from peers.wire import Connection

PLAYERS = 4
TURNS = 21
"""Turns of a game of Mind Up!: its game is over when every seat has picked this often."""
STALL_TIMEOUT_S = 10.0
NOT_A_MOVE = -1.0

clock = time.perf_counter


class Load:
    """What all tables of one measurement share: the counts."""

    def __init__(self) -> None:
        self.moves = 0
        self.flying = 0
        """Requests sent and not yet seen by all players."""
        self.delays = array("d")
        self.lateness = array("d")
        self.faults: list[str] = []

    def fault(self, what: str) -> None:
        """Note that the server did something wrong."""
        self.faults.append(what)

    async def quiet(self) -> None:
        """Wait until nothing is under way any more, or nothing goes on any more."""
        before, until = -1, 0.0
        while self.flying:
            if before != self.moves:
                before, until = self.moves, clock() + STALL_TIMEOUT_S
            elif clock() > until:
                self.fault(f"{self.flying} requests were not answered")
                return
            await asyncio.sleep(0.01)


class Match:
    """One table, and who of its players could pick now."""

    def __init__(self, load: Load) -> None:
        self.load = load
        self.players: list[Player] = []
        self.ready: deque[Player] = deque()
        self.quota = 0.0
        """Picks to make without being told when."""
        self.owed: deque[float] = deque()
        """When picks were due that no player was ready for."""
        self._missing: dict[int, int] = {}
        self._begun: dict[int, float] = {}
        self._told: dict[int, float] = {}

    def pick(self, quota: float) -> None:
        """Let the players make this many picks as fast as the game allows."""
        self.quota = quota
        while self.quota and self.ready:
            self.quota -= 1
            self.ready.popleft().pick(clock())

    def pick_at(self, planned: float) -> bool:
        """Make one pick that was planned for this time; False if it has to wait for the game."""
        if not self.ready:
            self.owed.append(planned)
            return False
        self.ready.popleft().pick(planned)
        return True

    def can_pick(self, player: Player) -> None:
        """A player has a turn."""
        if self.owed:
            player.pick(self.owed.popleft())
        elif self.quota:
            self.quota -= 1
            player.pick(clock())
        else:
            self.ready.append(player)

    def told(self, version: int) -> None:
        """One more player has been told of a version."""
        missing = self._missing.get(version, PLAYERS) - 1
        if missing:
            self._missing[version] = missing
            return
        del self._missing[version]
        begun = self._begun.pop(version, None)
        if begun is None:
            self._told[version] = clock()
        else:
            self._done(begun, clock())

    def acknowledged(self, version: int, begun: float) -> None:
        """The player who asked knows that it is done."""
        told = self._told.pop(version, None)
        if told is None:
            self._begun[version] = begun
        else:
            self._done(begun, told)

    def _done(self, begun: float, ended: float) -> None:
        load = self.load
        load.flying -= 1
        if begun != NOT_A_MOVE:
            load.moves += 1
            load.delays.append(ended - begun)


class Player(Connection):
    """One player at one table; how they talk to their server is a subclass's business."""

    def __init__(self, match: Match, seat: int) -> None:
        super().__init__()
        self.match = match
        self.load = match.load
        self.seat = seat
        self.version = -1
        self.card = 0
        self.pings = 0
        self.closing = False
        match.players.append(self)

    def connection_lost(self, error: Exception | None) -> None:
        if self.is_open and not self.closing:
            self.load.fault("a line was closed")
        super().connection_lost(error)

    def pick(self, begun: float) -> None:
        """Play the lowest card; it was to be played at this time."""
        raise NotImplementedError

    def turn(self, card: int) -> None:
        """It is this player's turn, and this is their lowest card."""
        self.card = card
        self.match.can_pick(self)

    def shown(self, version: int) -> None:
        """Take the next version of the table."""
        if version != self.version + 1:
            self.load.fault(f"version {version} after {self.version}")
        self.version = version
        self.match.told(version)

    def hang_up(self) -> None:
        """Close the connection."""
        self.closing = True
        self.transport.abort()


class Metronome:
    """Has moves made at fixed times, `rate` a second, at one table after the other.

    The times do not wait for the server: a delay counts from when the move was due.
    """

    def __init__(self, load: Load, matches: list[Match], rate: float) -> None:
        self._load, self._matches, self._rate = load, matches, rate
        self._made = 0
        self._begin = 0.0
        self._timer = -1

    async def run(self, seconds: float) -> None:
        """Make moves for a while, then wait for the last answers."""
        loop = asyncio.get_running_loop()
        self._timer = _timer(1 / self._rate)
        self._begin = clock()
        loop.add_reader(self._timer, self._tick)
        await asyncio.sleep(seconds)
        loop.remove_reader(self._timer)
        os.close(self._timer)

    def _tick(self) -> None:
        os.read(self._timer, 8)
        now = clock()
        while (planned := self._begin + self._made / self._rate) <= now:
            match = self._matches[self._made % len(self._matches)]
            self._made += 1
            if match.pick_at(planned):
                self._load.lateness.append(now - planned)


def _timer(seconds: float) -> int:
    """Return a file that can be read every few seconds; the event loop's own are coarse."""
    libc = ctypes.CDLL(None, use_errno=True)
    file = libc.timerfd_create(time.CLOCK_MONOTONIC, os.O_NONBLOCK)
    whole, part = int(seconds), int(seconds % 1 * 1e9)
    every = (ctypes.c_long * 4)(whole, part, whole, part)
    if file < 0 or libc.timerfd_settime(file, 0, every, None):
        raise OSError(ctypes.get_errno(), "no timer")
    return int(file)
