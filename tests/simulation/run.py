"""One simulated evening from one seed."""

from __future__ import annotations

from collections import Counter
from typing import Any, NamedTuple

from tacit.log.verify import verify
from tacit.table.decide.requests import Say, Show
from tacit.table.log.records import Entry, Opened, Settings, encode
from tacit.table.log.state import Sitter, Stage
from tacit.table.past.replays import replay_of
from tacit.table.table import Table
from tests.simulation.audit import Audit
from tests.simulation.cluster import Cluster
from tests.simulation.database import Database
from tests.simulation.disk import Disk
from tests.simulation.hostile import KINDS
from tests.simulation.liveness import Watch
from tests.simulation.person import Person
from tests.simulation.scenario import Scenario, Weather, scenario
from tests.simulation.server import Server
from tests.simulation.truth import Truth
from tests.simulation.world import World, check

NODES = (1, 2, 3)
LONGEST = 4 * 3600 * 1000
"""Milliseconds an evening may take."""
LONGEST_REST = 1800 * 1000
MOST_STEPS = 500_000


class Report(NamedTuple):
    """What happened, counted, and a digest of all that was said."""

    seed: int
    digest: str
    counts: Counter[str]


def simulate(
    seed: int,
    make_table: type[Table] = Table,
    weather: Weather | None = None,
    nodes: int | None = None,
) -> Report:
    """Play an evening; AssertionError with the seed if anything was not as it must be."""
    world = World(seed)
    plan = scenario(world.chance("scenario"))
    plan = plan._replace(
        weather=weather or plan.weather,
        nodes=nodes or world.chance("nodes").choice(NODES),
    )
    try:
        return Evening(world, plan, make_table).play()
    except Exception as error:
        kind = "" if isinstance(error, AssertionError) else f"{type(error).__name__}: "
        raise AssertionError(f"seed {seed}, {world.now} ms: {kind}{error}") from error


class Evening:
    """All parts of a simulation, put together."""

    def __init__(self, world: World, plan: Scenario, make_table: type[Table]) -> None:
        self.world = world
        self.plan = plan
        self.truth = Truth()
        self.audit = Audit(self.truth)
        self.audit.secret(self.plan.secret.hex())
        opened = Opened(game=self.plan.game, seed=self.plan.secret.hex(), settings=Settings())
        weather = self.plan.weather
        first = encode(Entry(house=(opened,)))
        self.disk: Any
        self.server: Any
        if plan.nodes == 1:
            self.disk = Disk(world, weather, first, self.truth.written)
            self.server = Server(world, self.disk, self.truth, self.audit, make_table)
        else:
            self.disk = Database(world, weather, first, self.truth.written)
            parts = (world, plan, self.disk, self.truth, self.audit)
            self.server = Cluster(*parts, make_table=make_table)
        self.people: list[Person] = [
            KINDS[kind](world, self.plan, self.server, self.audit, number)
            for number, kind in enumerate(self.plan.kinds)
        ]
        self.watch = Watch(world, self.server, self.disk, self.people)
        self._rng = world.chance("crashes")
        self._plan_a_crash()

    def play(self) -> Report:
        """Play all games, let everything come to rest, and look at what is left."""
        self.world.run(self._all_played, until=LONGEST, most_steps=MOST_STEPS)
        self.world.calm = True
        until = self.world.now + LONGEST_REST
        self.world.run(self._at_rest, until=until, most_steps=2 * MOST_STEPS)
        self._check_requests()
        self._check_copies()
        self._check_replays()
        return self._report()

    def _plan_a_crash(self) -> None:
        every = self.plan.weather.crash_every / (1 if self.plan.nodes == 1 else 4)
        delay = self._rng.expovariate(1 / every)
        self.world.after(delay, self._crash)

    def _crash(self) -> None:
        if not self.world.calm:
            self.server.trouble(self._rng)
            self._plan_a_crash()

    def _all_played(self) -> bool:
        state = self.truth.state
        return state.games >= self.plan.games and state.stage is Stage.OVER

    def _at_rest(self) -> bool:
        return (
            self.server.table is not None
            and self.disk.idle
            and not self.disk.full
            and not self.server.asking
            and all(person.at_rest for person in self.people)
            and self.server.is_quiet
        )

    def _check_requests(self) -> None:
        """Every acknowledged request is in the log exactly once; `Truth` sees to the once."""
        for person in self.people:
            for message, version in person.acked.items():
                if not isinstance(person.asked[message], Say | Show):
                    place = self.truth.place(person.id, message)
                    check("lost", place == version, message, "acknowledged in", version, place)

    def _check_copies(self) -> None:
        """Everybody sees the table as it is."""
        assert self.server.table is not None
        last = self.server.table.version
        unsure = self.world.counts["save failed but written"]  # the table has yet to find out
        check("behind", last == len(self.truth) or unsure, last, "of", len(self.truth))
        for person in self.people:
            for device in person.devices:
                if device.on:
                    self._check_device(person, device, last)

    def _check_device(self, person: Person, device: Any, last: int) -> None:
        inside = self.truth.is_here(last, person.id)
        if not inside:
            check("behind", device.copy is None, person.id, "is outside")
            return
        check("behind", device.copy is not None, person.id, "is inside")
        check("behind", device.copy.version == last, device.copy.version, "of", last)
        if not device.tangled:
            here = [self._is_played(sitter) for sitter in self.truth[last].state.seats]
            told = [seat["here"] for seat in device.presence]
            check("wrong presence", told == here, told, here)

    def _is_played(self, sitter: Sitter | None) -> bool:
        if sitter is None or sitter.guest is None:
            return sitter is not None
        person = self.truth.state.people[sitter.guest]
        return person.here and self.server.is_connected(person.id)

    def _check_replays(self) -> None:
        """Every finished game can be checked by anybody."""
        entries = self.truth.entries
        for number in range(1, self.truth.state.games + 1):
            replay = replay_of(entries, number)
            if replay is None:
                check("replay", number == self.truth.state.games, number, "is not there")
            else:
                verdict = verify(replay)
                check("replay", verdict.ok, number, verdict.problem)
                self.world.counts["game finished"] += 1

    def _report(self) -> Report:
        counts = self.world.counts
        for entry in self.truth.entries:
            for event in (*entry.house, *entry.game):
                counts[type(event).__name__] += 1
        counts["version"] = len(self.truth)
        counts.update(f"a {kind}" for kind in self.plan.kinds)
        counts["step"] = self.world.steps
        counts["simulated ms"] = self.world.now
        for entry in self.disk.durable:
            self.world.heard(entry)
        self.world.heard(repr(sorted(counts.items())).encode())
        return Report(self.world.seed, self.world.digest.hexdigest(), counts)
