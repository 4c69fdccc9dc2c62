"""The same games on a Ray cluster; Ray itself is an extra."""

import builtins
import json
import os
import socket
import sys
from types import SimpleNamespace

import pytest

from tacit.arena import ArenaError
from tacit.arena.runner.cluster import Cluster
from tacit.cli import main
from tests.arena.test_play import terms


def test_without_ray_it_is_said_how_to_get_it(monkeypatch):
    real = builtins.__import__

    def without(name, *rest, **more):
        if name == "ray":
            raise ImportError(name)
        return real(name, *rest, **more)

    monkeypatch.setattr(builtins, "__import__", without)
    with pytest.raises(ArenaError, match=r"pip install 'tacit-games\[ray\]'"):
        Cluster(terms("greedy", "random", "random@1"), "auto")


class FakeRay:
    """What the arena needs of Ray, in this process, as talkative as the real one."""

    def __init__(self):
        self.addresses = []

    def init(self, address, **_):
        self.addresses.append(address)
        print("INFO worker.py: Connecting to existing Ray cluster")
        os.write(1, b"(autoscaler) hello\n")

    def cluster_resources(self):
        return {"CPU": 2.0}

    def remote(self, **_):
        def decorate(work):
            def do(terms, piece):
                os.write(1, b"(raylet) still here\n")
                return Answer(work(terms.value, piece))

            return SimpleNamespace(remote=do)

        return decorate

    def put(self, value):
        return Answer(value)

    def get(self, answer):
        return answer.value

    def shutdown(self):
        os.write(1, b"(raylet) bye\n")


class Answer:
    def __init__(self, value):
        self.value = value


@pytest.fixture
def ray(monkeypatch):
    fake = FakeRay()
    monkeypatch.setitem(sys.modules, "ray", fake)
    return fake


@pytest.mark.usefixtures("ray")
def test_nothing_but_json_is_on_stdout(capfd):
    words = ["arena", "mindup", "greedy", "random", "--games", "8", "--seed", "1", "--json"]
    assert main([*words, "--ray", "auto"]) == 0
    there = capfd.readouterr()
    assert "(raylet)" in there.err
    assert main([*words, "--jobs", "1"]) == 0
    here = capfd.readouterr()
    one, other = (json.loads(printed.out) | {"wall": None} for printed in (there, here))
    assert one == other


@pytest.mark.usefixtures("ray")
def test_many_games_are_reviewed_in_their_order(capfd, tmp_path):
    main(["simulate", "extreme", "--games", "12", "--seed", "1", "--out", str(tmp_path)])
    files = sorted(map(str, tmp_path.iterdir()))
    capfd.readouterr()
    assert main(["review", *files, "--json", "--ray", "auto"]) == 0
    there = capfd.readouterr()
    assert "(raylet)" in there.err
    assert main(["review", *files, "--json"]) == 0
    assert capfd.readouterr().out == there.out
    assert there.out.count("\n") == 12


@pytest.mark.parametrize(
    ("address", "said"),
    [
        ("nowhere", "--ray is auto, local, HOST:PORT or ray://HOST:PORT, not 'nowhere'"),
        ("127.0.0.1:70000", "There is no Ray cluster at 127.0.0.1:70000"),
        ("ray://127.0.0.1:{port}", "There is no Ray cluster at ray://127.0.0.1:{port}"),
    ],
)
def test_a_wrong_address_is_refused_before_ray_is_asked(ray, capsys, address, said):
    with socket.socket() as taken:  # bound, but nobody listens
        taken.bind(("127.0.0.1", 0))
        port = taken.getsockname()[1]
        words = ["arena", "mindup", "greedy", "random", "--ray", address.format(port=port)]
        assert main(words) == 2
    assert said.format(port=port) in capsys.readouterr().err
    assert ray.addresses == []


@pytest.mark.parametrize("more", [["human-7"], ["--field", "1"]])
def test_teams_on_a_cluster_are_refused_in_words(ray, capsys, more):
    assert main(["arena", "extreme", "metronome", *more, "--ray", "auto"]) == 2
    assert "--ray is for mindup" in capsys.readouterr().err
    assert ray.addresses == []
