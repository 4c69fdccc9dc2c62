"""Whole evenings at a live table, each from one seed, over bad lines and with a crashing server.

On some evenings there are two or three nodes, which are killed, paused and cut off, with one
database, whose connections break when nobody knows what was done.

`python -m tests.simulation --runs 10000` looks at many more of them.
"""

import os
import subprocess
import sys
from collections import Counter
from functools import cache

import pytest

from tests.simulation.run import simulate
from tests.simulation.scenario import scenario
from tests.simulation.world import World

SEEDS = range(56)
CHUNK = 4

report = cache(simulate)

FAULTS = (
    *("crash", "restart", "save lost", "saved but never told", "save failed", "disk full"),
    *("save failed but written", "table lost", "line broken", "connected", "hung up", "went out"),
    *("taken over", "append refused", "node killed", "node paused", "database restarted"),
    *("cut off from the database", "cut off from people", "statement lost", "statement late"),
    "done but not answered",
    *("sent again", "sent twice", "doubled under way", "gap", "second device", "watched"),
)
HOSTILITIES = (
    *("a liar", "late pong", "made-up pong", "made-up seen", "pressed elsewhere"),
    *("a hammerer", "hammered", "repeated", "refused too-fast"),
    *("a mute", "never said hello", "fell silent", "hung up as silent"),
)
EVENTS = (
    *("Joined", "Left", "Sat", "BotSat", "Freed", "Renamed", "Configured", "HostChanged"),
    *("GameBegun", "Rematched", "Paused", "Resumed", "StoodIn", "Contributed", "CloseCall"),
    *("Pick", "TakeBack", "Revealed", "RoundEnded", "Play", "Mistake", "Stop", "Turned"),
    *("LevelPassed", "StarUsed", "StarRefused", "GameEnded"),
)


@pytest.mark.parametrize("first", SEEDS[::CHUNK])
def test_an_evening_goes_as_it_must(first):
    for seed in range(first, first + CHUNK):
        assert report(seed).counts["game finished"] >= 1


def test_a_seed_is_the_same_evening_every_time():
    for seed in SEEDS[:4]:
        assert simulate(seed).digest == simulate(seed).digest


def test_a_seed_is_the_same_evening_in_every_process():
    code = "from tests.simulation.run import simulate; print(simulate(5).digest)"
    digests = {
        subprocess.run(
            [sys.executable, "-c", code],
            env=os.environ | {"PYTHONHASHSEED": hash_seed},
            capture_output=True,
            text=True,
            check=True,
        ).stdout
        for hash_seed in ("1", "2")
    }
    assert digests == {report(5).digest + "\n"}


@pytest.mark.parametrize("kind", ["liar", "hammerer", "mute"])
@pytest.mark.parametrize("game", ["mindup", "extreme"])
def test_people_who_mean_no_good_are_at_both_games(kind, game):
    plans = [scenario(World(seed).chance("scenario")) for seed in SEEDS]
    assert sum(kind in plan.kinds for plan in plans if plan.game == game) >= 3


def test_everything_that_may_happen_does():
    missing = {*FAULTS, *HOSTILITIES, *EVENTS}
    counts = Counter()
    for seed in SEEDS:
        counts += report(seed).counts
        missing -= set(counts)
        if not missing:
            break
    assert not missing
