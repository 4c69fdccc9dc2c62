"""Several nodes and the proxy in front of them, which people take for one server."""

from __future__ import annotations

from typing import Any

from tacit.table.table import Table
from tests.simulation.audit import Audit
from tests.simulation.database import Database
from tests.simulation.network import Line
from tests.simulation.node import Node
from tests.simulation.scenario import Scenario
from tests.simulation.truth import Truth
from tests.simulation.world import World, check

LOOKS_EVERY = 500
"""Milliseconds between two looks of the proxy at who can be reached."""
NOTICES_WITHIN = 8000
"""Milliseconds in which a node finds out that its table is another's, over a bad connection."""
ASTRAY = 0.03
"""How often a player is sent to another node than everybody else, as by a proxy of their own."""


class Cluster:
    """Looks like the one server that has the table, for those who watch it."""

    def __init__(
        self,
        world: World,
        plan: Scenario,
        database: Database,
        truth: Truth,
        audit: Audit,
        *,
        make_table: type[Table],
    ) -> None:
        self._world = world
        self._database = database
        self._rng = world.chance("proxy")
        self.nodes = [
            Node(world, plan.weather, database, truth, audit, make_table=make_table, number=number)
            for number in range(1, plan.nodes + 1)
        ]
        self._zombies: dict[Node, int] = {}
        """Since when nodes have had tables that they have lost."""
        self._healthy = list(self.nodes)
        self._look()

    def _look(self) -> None:
        self._world.after(LOOKS_EVERY, self._look)
        for node in self.nodes:
            self._check_zombie(node)
        self._healthy = [
            node
            for node in self.nodes
            if node.up and not (node.paused or node.hidden or node.link.cut)
        ]

    def _check_zombie(self, node: Node) -> None:
        """See that a node that is well again notices that its table is another's."""
        well = node.up and not (node.paused or node.link.cut or self._database.down)
        lost = node.table is not None and node.claim != self._database.holder
        now = self._world.now
        since = self._zombies.get(node, now) if well and lost else now
        self._zombies[node] = since
        check("zombie", now - since <= NOTICES_WITHIN, node.claim, "is lost since", since)

    def accept(self, weather: Any, person: str, client: Any) -> Line | None:
        """Send a player to the node of the table."""
        nodes = self._healthy or self.nodes
        astray = not self._world.calm and self._rng.random() < ASTRAY
        node = self._rng.choice(self.nodes) if astray else nodes[0]
        return node.accept(weather, person, client)

    def trouble(self, rng: Any) -> None:
        """Let something happen to a node."""
        node = rng.choice(self.nodes)
        faults = (node.kill, node.crash_at_work, node.pause, node.cut_off, node.hide, node.stop)
        rng.choice(faults)()

    @property
    def _holder(self) -> Node | None:
        """The node that has the table, if it is well."""
        for node in self.nodes:
            well = node.up and not node.paused and not node.link.cut
            if well and node.claim is not None and node.claim == self._database.holder:
                return node if node.table is not None else None
        return None

    @property
    def table(self) -> Table | None:
        """The table, where it is played now; None if nobody can be sure of it."""
        return None if self._holder is None or self._database.down else self._holder.table

    @property
    def up_since(self) -> int:
        """Since when it is played there undisturbed."""
        return self._world.now if self._holder is None else self._holder.up_since

    @property
    def lines(self) -> dict[int, Line]:
        """The lines of the node that has the table."""
        return {} if self._holder is None else self._holder.lines

    @property
    def heard(self) -> dict[int, int]:
        """When each of them was last heard."""
        return {} if self._holder is None else self._holder.heard

    @property
    def asking(self) -> int:
        """How many bots think."""
        return sum(node.asking for node in self.nodes)

    @property
    def is_quiet(self) -> bool:
        """Whether nothing is under way anywhere, and nobody is where the table is not."""
        elsewhere = [node for node in self.nodes if node is not self._holder and node.lines]
        return not elsewhere and all(node.is_quiet for node in self.nodes)

    def is_connected(self, person: str) -> bool:
        """Tell whether a player has a connection where the table is."""
        return self._holder is not None and self._holder.is_connected(person)
