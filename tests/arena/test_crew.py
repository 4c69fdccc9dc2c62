"""Many processes: the same games however many there are, and none is lost to a bot."""

import os
import signal
import subprocess
import sys

import msgspec
import pytest

from tacit.arena import ArenaError
from tacit.arena.runner.crew import Crew
from tacit.arena.tournament.league import schedule
from tacit.arena.tournament.play import Deal
from tacit.arena.tournament.tournament import play_tournament
from tests.arena.test_play import bad, terms


def tournament(table, deals, jobs, **options):
    plan = schedule(table.entrants, table.players, table.seed, league=False)
    crew = Crew(table, jobs)
    try:
        return play_tournament(plan, crew, deals, fixed=True, **options)
    finally:
        crew.close()


def timeless(outcome):
    return [msgspec.structs.replace(game, seconds=()) for game in outcome.games]


def test_the_number_of_processes_changes_nothing():
    table = terms("greedy", "random", bad("Crashes"))
    one, two = (tournament(table, 10, jobs) for jobs in (1, 2))
    assert timeless(one) == timeless(two)
    assert len(one.games) == 30


@pytest.mark.parametrize(
    ("name", "reason"),
    [("Hangs", "did not answer within 2 s"), ("Vanishes", "ended its process with code 7")],
)
def test_a_bot_that_takes_its_process_with_it_forfeits_and_the_rest_is_played(name, reason):
    table = terms("greedy", bad(name), "random", first_s=2, hang_s=0.5)
    told = []
    outcome = tournament(table, 4, 1, tell=told.append)
    assert len(told) == len(outcome.games) == 12
    assert [(game.deal, game.rotation) for game in outcome.games] == [
        (deal, rotation) for deal in range(4) for rotation in range(3)
    ]
    assert all(set(game.forfeits) == {1} for game in outcome.games)
    assert outcome.games[0].forfeits[1] == reason


def test_a_process_that_ends_on_its_own_ends_the_arena(monkeypatch):
    table = terms("greedy", "random", "random@1")
    crew = Crew(table, 1)
    nonsense = Deal(number=0, lineup=(0, 1, 9), parts=(0,))  # there is no tenth bot
    with pytest.raises(ArenaError, match="while no bot was thinking"):
        list(crew.play([nonsense]))


def test_what_a_bot_prints_is_not_printed_by_the_arena(capfd):
    tournament(terms("greedy", bad("Talks"), "random"), 1, 1)
    printed = capfd.readouterr()
    assert printed.out == ""
    assert "hm" in printed.err


SIGNS = """
import os, pathlib

class Signs:
    def __init__(self, seat, players, seed):
        pathlib.Path(__file__).with_name(f"{os.getpid()}.pid").touch()

    def choose(self, view, budget):
        return view.hand[0]
"""


def test_an_interrupt_ends_all_processes(tmp_path):
    file = tmp_path / "signs.py"
    file.write_text(SIGNS)
    words = ["arena", "mindup", f"{file}:Signs", "random", "--games", "9999999", "--fixed"]
    # A background job of a script starts with interrupts ignored, and so would whatever it starts.
    before = signal.signal(signal.SIGINT, signal.default_int_handler)
    arena = subprocess.Popen(
        [sys.executable, "-m", "tacit", *words, "--jobs", "2"], stderr=subprocess.PIPE, text=True
    )
    signal.signal(signal.SIGINT, before)
    while len(signed := list(tmp_path.glob("*.pid"))) < 2:
        assert arena.poll() is None
    arena.send_signal(signal.SIGINT)
    _, said = arena.communicate()
    assert (arena.returncode, said) == (130, "")
    for worker in signed:
        with pytest.raises(ProcessLookupError):
            os.kill(int(worker.stem), 0)
