"""The same games on a Ray cluster; Ray itself is an extra."""

import builtins

import pytest

from tacit.arena import ArenaError
from tacit.arena.cluster import Cluster
from tacit.arena.league import schedule
from tacit.arena.tournament import hold
from tests.arena.test_crew import timeless, tournament
from tests.arena.test_play import bad, terms


def test_without_ray_it_is_said_how_to_get_it(monkeypatch):
    real = builtins.__import__

    def without(name, *rest, **more):
        if name == "ray":
            raise ImportError(name)
        return real(name, *rest, **more)

    monkeypatch.setattr(builtins, "__import__", without)
    with pytest.raises(ArenaError, match=r"pip install 'tacit-games\[ray\]'"):
        Cluster(terms("greedy", "random", "random@1"), "auto")


@pytest.mark.filterwarnings("default")  # Ray's own
def test_a_cluster_plays_the_same_games():
    pytest.importorskip("ray", reason="Ray is not installed: pip install 'tacit-games[ray]'")
    table = terms("greedy", "random", bad("Vanishes"))
    plan = schedule(table.entrants, table.players, table.seed, league=False)
    cluster = Cluster(table, "local")
    try:
        there = hold(plan, cluster, 4, fixed=True)
    finally:
        cluster.close()
    assert timeless(there) == timeless(tournament(table, 4, 1))
