"""`tacit arena`."""

import json
import xml.etree.ElementTree as ET
from io import StringIO
from pathlib import Path
from types import SimpleNamespace

import pytest
from rich.console import Console

from tacit.arena.tournament.report import table
from tacit.bots import trial

ARENA = ("arena", "mindup")


def test_json_has_the_shape_that_was_promised(tacit):
    ran = tacit(*ARENA, "greedy", "random", "--games", "30", "--seed", "1", "--jobs", "1", "--json")
    assert (ran.code, ran.err) == (0, "")
    found = json.loads(ran.out)
    assert (found["game"], found["games"], found["seed"]) == ("mindup", 32, 1)  # whole deals
    greedy, random = found["bots"]
    assert (greedy["name"], random["name"]) == ("greedy", "random")
    assert (greedy["seat_games"], random["seat_games"]) == (32, 96)
    assert greedy["ci95"][0] <= greedy["win_rate"] <= greedy["ci95"][1]
    assert greedy["win_rate"] + 3 * random["win_rate"] == pytest.approx(1, abs=1e-5)
    assert 40 < greedy["mean_score"] < 150
    assert 1 <= greedy["mean_place"] <= 4
    assert found["timed"] == []
    assert greedy["forfeits"] == 0


def test_the_same_seed_gives_the_same_result_with_any_number_of_jobs(tacit):
    words = (*ARENA, "greedy", "random", "random@9", "--players", "3", "--games", "30", "--seed")
    found = []
    for seed, jobs in ((1, 1), (1, 2), (2, 1)):
        one = json.loads(tacit(*words, seed, "--jobs", jobs, "--json").out)
        del one["wall"]
        found.append(one)
    assert found[0] == found[1]
    assert found[0] != found[2]


def test_bots_alike_come_out_exactly_alike(tacit):
    alike = ("greedy@1", "greedy@2", "greedy@3", "greedy@4")
    ran = tacit(*ARENA, *alike, "--games", "24", "--seed", "5", "--json")
    bots = json.loads(ran.out)["bots"]
    for figure in ("win_rate", "mean_score", "mean_place"):
        assert len({bot[figure] for bot in bots}) == 1
    assert bots[0]["win_rate"] == 0.25


def test_a_league_has_ratings_and_a_picture_of_strength_against_time(tacit, tmp_path):
    plot = tmp_path / "league.svg"
    bots = ("greedy@5", "greedy@50", "random", "greedy", "random@1")
    ran = tacit(*ARENA, *bots, "--games", "40", "--seed", "1", "--plot", plot)
    assert ran.code == 0
    assert "a league" in ran.out
    assert "rating" in ran.out
    assert "nothing is clear" in ran.out
    texts = {text.text for text in ET.parse(plot).iter("{http://www.w3.org/2000/svg}text")}
    assert {*bots, "Share of wins", "Strength against budget", "greedy, ms a card"} <= texts


def test_a_league_table_fits_80_columns():
    bots = [f"/a/long/way/to/a/bot/whose_number_is_{number}.py:Bot" for number in range(9)]
    figures = {"win_rate": 1.0, "ci95": [1.0, 1.0], "mean_score": 100.04, "mean_place": 3.55}
    rest = {"rating": {"mu": 45.55, "sigma": 12.3}, "seat_games": 1_000_000, "forfeits": 0}
    found = {
        "game": "mindup",
        "league": True,
        "players": 4,
        "objectives": 3,
        "games": 4_000_000,
        "deals": 1_000_000,
        "seed": 1,
        "fair": 0.25,
        "answers": [],
        "stopped": "",
        "timed": [],
        "wall": {"ms_a_card": dict.fromkeys(bots, 12345.678)},
        "bots": [{"name": name} | figures | rest for name in bots],
    }
    console = Console(width=200, file=StringIO())
    console.print(table(found))
    (rows,) = [part for part in console.file.getvalue().split("\n\n") if "rating" in part]
    assert max(len(row.rstrip()) for row in rows.splitlines()) <= 80
    assert "…" in rows
    assert "45.5 ±24.6" in rows


def test_the_sample_league_has_five_different_bots():
    text = (Path(__file__).parents[2] / "docs" / "bots.md").read_text()
    (line,) = [one for one in text.splitlines() if "--plot league.svg" in one]
    names = line.partition("mindup ")[2].partition(" --")[0].split()
    assert len(names) == 5
    assert len({name.partition("@")[0].partition("#")[0] for name in names}) == 5


def test_one_against_many_says_whether_it_is_better(tacit):
    ran = tacit(*ARENA, "greedy", "random", "--games", "1000", "--seed", "1")
    assert "greedy is above the fair share by" in ran.out
    assert "Stopped when that was clear" in ran.out
    fixed = tacit(*ARENA, "greedy", "random", "--games", "300", "--seed", "1", "--fixed")
    assert "300 games" in fixed.out
    assert "Stopped" not in fixed.out


def test_forfeits_are_told_with_their_first_reason(tacit, tmp_path):
    file = tmp_path / "cheat.py"
    file.write_text(
        "class Cheat:\n"
        "    timed = True\n"
        "    def __init__(self, *_): pass\n"
        "    def choose(self, view, budget): return 61\n"
    )
    words = (*ARENA, f"{file}:Cheat", "random", "--games", "4", "--seed", "1")
    found = json.loads(tacit(*words, "--json").out)
    assert found["bots"][0]["forfeits"] == 4
    assert found["bots"][0]["first_forfeit"] == "chose the card 61, which its view does not allow"
    assert found["timed"] == [f"{file}:Cheat"]
    told = " ".join(tacit(*words).out.split())
    assert "forfeited 4 games. The first: chose the card 61" in told
    assert "results vary from run to run" in told


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (["extreme", "random", "greedy"], "greedy does not play extreme"),
        (["extreme", "random,random,random,random,random"], "2 to 4 players, not 5"),
        (["extreme", "random", "metronome", "--games", "0"], "--games has to be 1 or more"),
        (["mindup", "greedy"], "two different bots"),
        (["mindup", "greedy", "nobody"], "There is no bot 'nobody'"),
        (["mindup", "greedy", "metronome"], "metronome does not play mindup"),
        (["mindup", "greedy@soon", "random"], "after @ comes a number of milliseconds"),
        (["mindup", "greedy#9", "random"], "greedy cannot count playouts"),
        (["mindup", "greedy", "random", "--players", "7"], "3 to 6 players"),
        (["mindup", "greedy", "random", "--objectives", "6"], "0 to 5 objectives"),
        (["mindup", "greedy", "random", "--games", "0"], "--games has to be 1 or more"),
        (["mindup", "greedy", "random", "--jobs", "0"], "--jobs has to be 1 or more"),
        (["mindup", "greedy", "random", "--budget", "0"], "--budget is a number"),
        (["mindup", "greedy", "random", "--plot", "x.png"], "say a name like x.svg"),
        (["mindup", "greedy", "random", "--plot", "no/such/x.svg"], "there is no folder"),
        (
            ["mindup", *["greedy", "random", "greedy@1", "random@1", "greedy@2"], "--games", "4"],
            "not all",
        ),
    ],
)
def test_bad_input_is_one_clear_line(tacit, words, said):
    assert said in tacit("arena", *words).one_clear_line


def test_a_file_that_exits_when_it_is_loaded_is_bad_input(tacit, tmp_path):
    file = tmp_path / "exits.py"
    file.write_text("raise SystemExit(4)")
    for words in ((*ARENA, "greedy", f"{file}:Bot"), ("check-bot", f"{file}:Bot")):
        assert "cannot be loaded: it exits with 4" in tacit(*words).one_clear_line


@pytest.mark.parametrize(
    ("does", "said"),
    [
        ("while True: pass", "cannot be loaded: that did not end within 3 s"),
        ("import os; os._exit(7)", "cannot be loaded: it ended its process with code 7"),
    ],
)
def test_a_file_that_never_comes_back_is_bad_input(tacit, tmp_path, monkeypatch, does, said):
    if "3 s" in said:
        monkeypatch.setattr(trial, "LOADING_S", 3.0)
    bot = f"{tmp_path / 'stuck.py'}:Bot"
    (tmp_path / "stuck.py").write_text(does)
    commands = [
        (*ARENA, "greedy", bot),
        ("arena", "extreme", bot, "metronome", "--games", "1"),
        ("check-bot", bot),
        ("simulate", "mindup", "--players", "3", "--bots", bot, "--out", str(tmp_path)),
        ("join", "http://127.0.0.1:9/t/none", "--bot", bot),
    ]
    for words in commands:
        assert said in tacit(*words).one_clear_line


def test_a_game_adds_options_of_its_own_to_the_arena(tacit, monkeypatch):
    told = tacit("arena", "--help").out
    assert "The Mind Extreme:" in told
    assert "--drill" in told
    assert told.count("tacit arena extreme") == 3

    def add_options(parser):
        parser.add_argument("--upside-down", action="store_true", help="play it upside down")

    arena = SimpleNamespace(add_options=add_options)
    monkeypatch.setattr(
        "tacit.cli.bots.options.part", lambda game, _: arena if game == "mindup" else None
    )
    told = tacit("arena", "--help").out
    assert "play it upside down" in told
    assert "--drill" not in told
