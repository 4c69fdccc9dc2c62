"""Races between two presses over two lines: who was first, who is taken to be first?

The model of a line: every message takes half the line's round trip plus a jitter of its own, drawn
from an exponential distribution with a mean of 4 ms, in each direction. The server reads whole
milliseconds. It knows a line by 8 pings over the same line and by nothing else.
"""

from __future__ import annotations

import math
import random
from collections.abc import Iterable
from itertools import product
from typing import NamedTuple

from tacit.table.fairtime.fair import FairQueue
from tacit.table.fairtime.lag import MAX_TRIPS, LagTracker

ROUND_TRIPS = (5, 20, 50, 100, 150, 200, 250, 300)
JITTER = 4.0
LEAST_GAP = 20.0
MOST_GAP = 80.0
PING_EVERY = 2000


class Wire:
    """A line of a length, with jitter, and the server's measurement of it."""

    def __init__(self, rtt: float, rng: random.Random) -> None:
        self._half = rtt / 2
        self._rng = rng
        self.lag = LagTracker()

    def delay(self) -> float:
        """Return how long the next message takes one way."""
        return self._half + self._rng.expovariate(1 / JITTER)

    def measure(self, pings: int = MAX_TRIPS) -> None:
        """Let the server measure the line."""
        for sent in range(0, pings * PING_EVERY, PING_EVERY):
            number = self.lag.ping(sent)
            self.lag.pong(number, sent + math.floor(self.delay() + self.delay()))


class Arrival(NamedTuple):
    """A press at the server."""

    at: int
    name: str
    credit_ms: int
    reach_ms: int


class Race(NamedTuple):
    """How a race came out: the order by fair time, the order of arrival, and the longest hold."""

    fair: tuple[str, ...]
    arrived: tuple[str, ...]
    held: int


def run(presses: Iterable[Arrival]) -> Race:
    """Let presses arrive at a fair queue; release what is due before each arrival."""
    queue: FairQueue[Arrival] = FairQueue()
    out: list[str] = []
    held = 0

    def release_until(until: float) -> None:
        nonlocal held
        while (time := queue.next_release) is not None and time <= until:
            for press in queue.due(time):
                out.append(press.what.name)
                held = max(held, time - press.what.at)

    arrivals = sorted(presses, key=lambda press: press.at)
    for press in arrivals:
        release_until(press.at)
        queue.add(press, press.at, press.credit_ms, press.reach_ms)
    release_until(math.inf)
    return Race(tuple(out), tuple(press.name for press in arrivals), held)


def race(first: Wire, second: Wire, gap: float, rng: random.Random) -> Race:
    """Press on the first line and, `gap` milliseconds later, on the second."""
    start = 100_000 + rng.random()
    return run(
        Arrival(
            at=math.floor(pressed + wire.delay()),
            name=name,
            credit_ms=wire.lag.one_way_ms,
            reach_ms=other.lag.reach_ms,
        )
        for name, wire, other, pressed in (
            ("first", first, second, start),
            ("second", second, first, start + gap),
        )
    )


class Figures(NamedTuple):
    """How many races came out as pressed, by fair time and by order of arrival alone."""

    trials: int
    fair: int
    arrival: int
    longest_hold: int
    mean_hold: float

    @property
    def fair_share(self) -> float:
        return self.fair / self.trials

    @property
    def arrival_share(self) -> float:
        return self.arrival / self.trials

    def __str__(self) -> str:
        return (
            f"{self.trials} races: in the order pressed {self.fair_share:.2%} by fair time, "
            f"{self.arrival_share:.2%} by arrival; held {self.mean_hold:.0f} ms on average, "
            f"{self.longest_hold} ms at most"
        )


def races(pair: tuple[float, float], trials: int, seed: int, most_gap: float = MOST_GAP) -> Figures:
    """Run races between a line of the first round trip, pressed first, and one of the second.

    Every second gap is the least, which is the hardest; the others lie between it and the most.
    """
    rng = random.Random(f"{seed} {pair}")
    good = bad = longest = total = 0
    for trial in range(trials):
        gap = rng.uniform(LEAST_GAP, most_gap) if trial % 2 else LEAST_GAP
        wires = [Wire(rtt, rng) for rtt in pair]
        for wire in wires:
            wire.measure()
        outcome = race(*wires, gap, rng)
        good += outcome.fair == ("first", "second")
        bad += outcome.arrived != ("first", "second")
        longest = max(longest, outcome.held)
        total += outcome.held
    return Figures(trials, good, trials - bad, longest, total / trials)


def grid(trials: int, seed: int, most_gap: float = MOST_GAP) -> dict[tuple[float, float], Figures]:
    """Run races for every pair of round trips, this many each."""
    pairs = product(ROUND_TRIPS, ROUND_TRIPS)
    return {pair: races(pair, trials, seed, most_gap) for pair in pairs}


def together(figures: Iterable[Figures]) -> Figures:
    """Add figures up."""
    every = list(figures)
    trials = sum(one.trials for one in every)
    return Figures(
        trials=trials,
        fair=sum(one.fair for one in every),
        arrival=sum(one.arrival for one in every),
        longest_hold=max(one.longest_hold for one in every),
        mean_hold=sum(one.mean_hold * one.trials for one in every) / trials,
    )
