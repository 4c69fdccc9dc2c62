"""A third game: nothing in src/ knows it, and everything plays it.

Dibs lives in `tests/others` as a package that is installed, by its entry point. `docs/own-game.md`
takes a newcomer through it, and shows these very files.
"""

from __future__ import annotations

import asyncio
import json
import os
import random
import re
import shlex
import subprocess
import sys
import tomllib
from configparser import ConfigParser
from pathlib import Path

import pytest

import tacit
from tacit.arena.tournament.report import table
from tacit.bots.names import reserved, shown
from tacit.bots.process import BotSeat
from tacit.bots.registry import find_bot
from tacit.core.chance import Chance
from tacit.core.mark import art, bot_face
from tacit.core.plug import look_again, own_games, rulebook
from tacit.review.page import poster_of
from tacit.server.bots import strong_bots
from tacit.server.bots.quota import HardBotQuota
from tacit.server.bots.strong_bots import StrongBot, WorkerPool
from tacit.table.actions import by_kind, choices_of_games, read_action
from tacit.table.actions import said as told
from tacit.table.decide.context import SILENCE
from tacit.table.decide.requests import AddBot, Pause, Resume, Say, Start
from tacit.table.log.records import Settings
from tacit.table.outputs import Ask
from tests.server.client import Line, people, seated
from tests.server.sites import Outside
from tests.table.tables import Desk, act

ROOT = Path(__file__).parents[1]
OTHERS = ROOT / "tests" / "others"
DOC = ROOT / "docs" / "own-game.md"


@pytest.fixture(autouse=True)
def _installed(monkeypatch):
    """Install the game, for this process and those it starts; afterwards nobody knows it."""
    monkeypatch.syspath_prepend(str(OTHERS))
    path = os.pathsep.join(
        [str(OTHERS), str(Path(tacit.__file__).parents[1]), os.environ.get("PYTHONPATH", "")]
    )
    monkeypatch.setenv("PYTHONPATH", path)
    look_again()
    yield
    look_again()


def tacit_command(*words: str) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, "-m", "tacit", *words]
    return subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False)


def python(program: str) -> None:
    """Run a program in a process that has just found the game."""
    command = [sys.executable, "-W", "ignore", "-c", program]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr


def test_it_is_found_by_its_entry_point():
    assert "dibs" not in own_games()
    assert rulebook("dibs").TITLE == "Dibs"


@pytest.mark.parametrize("seed", range(20))
def test_it_is_played_by_the_library(seed):
    game = tacit.new("dibs", players=3, seed=seed, rounds=4)
    rng = random.Random(seed)
    while not game.over:
        seat = rng.choice(game.waiting)
        game.play(seat, rng.choice(game.legal(seat)))
    assert min(game.result["places"]) == 1
    assert game.scoresheet()["result"] == game.result


@pytest.mark.parametrize("seed", range(10))
def test_what_a_seat_cannot_know_changes_nothing_it_sees(seed):
    rules = rulebook("dibs")
    rng = random.Random(seed)
    setup = rules.draw(rules.Settings(players=3), Chance(rng.randbytes(32)))
    mine, left, right = setup.hands
    pool = rng.sample([*left, *right], 6)
    other = tuple(tuple(sorted(half)) for half in (pool[:3], pool[3:]))
    states = [
        rules.evolve(rules.initial(one), rules.follows(rules.initial(one)))
        for one in (setup, type(setup)((mine, *other), setup.numbers))
    ]
    assert rules.view(states[0], 0) == rules.view(states[1], 0)


def sit(*people_, **rest) -> Desk:
    return Desk("dibs", **rest).seat(*people_)


def test_a_call_is_a_race_and_the_press_of_the_finger_decides():
    desk = sit("ann").seat("bob", rtt=200)
    desk.must("ann", Start())
    desk.wait(9000)
    desk.press("bob", act("dibs", using=desk.hand("bob")[0]))
    desk.wait(30)
    desk.press("ann", act("dibs", using=desk.hand("ann")[0]))
    desk.wait(400)
    assert desk.game.called.seat == 1, "Bob's press took longer to come, but he was first"
    assert (desk.state.close.seat, desk.state.close.behind) == (0, 30)


def test_an_action_says_with_what_it_is_done_in_a_field_of_any_name():
    assert choices_of_games()["using"] is int
    for said in ({"kind": "dibs", "using": 7}, {"kind": "pass"}):
        action = read_action("dibs", 1, said, 5)
        assert (action.seat, action.at) == (1, 5)
        assert told(action) == said
    wrong = read_action("dibs", 1, {"kind": "dibs", "card": 7}, 5)
    assert str(wrong) == "That is not an action: its using is missing or of the wrong type."
    state = tacit.new("dibs", players=2, seed=1).state
    legal = by_kind(rulebook("dibs").legal(state, 0))
    assert legal == {"dibs": list(state.hands[0]), "pass": []}


def test_nobody_talks_while_a_number_is_open():
    desk = sit("ann", "bob")
    desk.must("ann", Say(text="hello"))
    desk.must("ann", Start())
    assert desk.refused("ann", Say(text="mine!")) == "silence"
    assert "level" not in SILENCE.text, "that is a word of another game"
    desk.must("ann", Pause())
    assert desk.refused("bob", act("pass")) == "paused"
    desk.must("bob", Resume())
    for person in ("ann", "bob"):
        desk.must(person, act("pass"))
    desk.must("ann", Say(text="too far away"))


def test_the_host_chooses_its_settings_and_no_others():
    desk = sit("ann", "bob", settings=Settings(own={"rounds": 1}))
    desk.must("ann", Start())
    for person in ("ann", "bob"):
        desk.must(person, act("pass"))
    for person in ("ann", "bob"):
        desk.must(person, act("ready"))
    assert desk.state.stage == "over"


def test_bots_play_it_at_a_table():
    desk = sit("ann", thinking=True)
    for seat in (1, 2):
        desk.must("ann", AddBot(seat=seat, bot="eager"))
    desk.must("ann", Start())
    while desk.state.stage == "playing":
        kind = "pass" if desk.game.open is not None else "ready"
        desk.do("ann", act(kind))
        desk.wait(500)
    assert sum(desk.game.totals) > 0


async def _play(line: Line, rng: random.Random) -> None:
    """Do anything that is allowed, until the game is over."""
    copy = line.copy
    while copy.stage != "over":
        version = copy.version
        if copy.seat in copy.waiting and copy.legal:
            kind = rng.choice(sorted(copy.legal))
            choice = {"using": rng.choice(copy.legal[kind])} if copy.legal[kind] else {}
            answer = await line.ask({"do": "act", "action": {"kind": kind, **choice}})
            if answer["type"] == "ack":
                continue  # else another player was faster: to ask again at once would be too often
        await line.until(lambda version=version: copy.version > version or copy.stage == "over")


async def _play_on_a_site(folder: Path) -> bytes:
    """Two people and a bot play on a real site that is killed in the middle."""
    async with Outside(folder / "a.db") as site, people(site.url, "Ann", "Bob") as crowd:
        table = await crowd[0].open("dibs", settings={"own": {"rounds": 4}})
        lines = await seated(table, *crowd)
        await lines[0].do("add-bot", seat=2, bot="random")
        await lines[0].do("start")
        bob = await lines[1].ask({"do": "act", "action": {"kind": "pass"}})
        if bob["type"] != "ack":  # the bot called first
            bob = await lines[1].do("act", action={"kind": "ready"})
        await site.kill()
        await site.start()
        for person in crowd:
            person.url = site.url
        back = [await person.line(table) for person in crowd]
        assert back[1].copy.view["passed"][1] or back[1].copy.view["ready"][1]
        assert back[1].copy.version >= bob["version"]
        assert back[0].copy.view["hand"] == lines[0].copy.view["hand"]
        await asyncio.gather(*(_play(line, random.Random(1)) for line in back))
        async with crowd[0].http.get(f"{site.url}/api/tables/{table}/games/1") as response:
            replay = await response.read()
        assert await site.stop() == 0
    return replay


def test_it_is_played_on_a_real_site_and_its_replay_is_true(tmp_path):
    replay = asyncio.run(_play_on_a_site(tmp_path))
    (tmp_path / "one.tacit.json").write_bytes(replay)
    verified = tacit_command("verify", str(tmp_path / "one.tacit.json"), "--json")
    assert json.loads(verified.stdout) == {
        "ok": True,
        "game": "dibs",
        "events": len(json.loads(replay)["events"]),
        "problem": None,
    }


def test_it_is_simulated_replayed_and_verified(tmp_path):
    words = ("--players", "3", "--bots", "eager,random,eager", "--games", "3", "--seed", "1")
    done = tacit_command("simulate", "dibs", *words, "--out", str(tmp_path))
    assert done.returncode == 0, done.stderr
    files = sorted(map(str, tmp_path.glob("*.tacit.json")))
    assert len(files) == 3
    assert tacit_command("verify", *files).returncode == 0
    told = tacit_command("replay", files[0])
    assert "Dibs · 3 players" in told.stdout
    sheets = tacit_command("replay", "--json", *files).stdout.splitlines()
    assert {json.loads(sheet)["game"] for sheet in sheets} == {"dibs"}


def test_the_arena_holds_a_league_of_it():
    words = ("eager", "random", "--players", "2", "--games", "40", "--seed", "1", "--json")
    done = tacit_command("arena", "dibs", *words, "--jobs", "1")
    assert done.returncode == 0, done.stderr
    found = json.loads(done.stdout)
    assert found["game"] == "dibs"
    assert {bot["name"] for bot in found["bots"]} == {"eager", "random"}
    assert all(bot["forfeits"] == 0 for bot in found["bots"])
    assert "objectives" not in found
    told = table(found)
    assert str(told.renderables[0]).startswith(
        "Dibs, 2 players, 3 rounds: eager/random. 40 games, "
    )


@pytest.mark.parametrize("order", [("dibs", "--rounds", "5"), ("--rounds", "5", "dibs")])
def test_its_settings_are_options_of_the_commands(tmp_path, order):
    words = ("--players", "2", "--seed", "1", "--out", str(tmp_path), "--json")
    done = tacit_command("simulate", *order, *words)
    assert json.loads(done.stdout)["settings"] == {"players": 2, "rounds": 5}, done.stderr
    assert "--rounds K" in tacit_command("arena", "dibs", "--help").stdout
    assert "--rounds" not in tacit_command("arena", "--help").stdout
    wrong = tacit_command("simulate", "dibs", "--objectives", "2", *words)
    assert wrong.returncode == 2, "a setting of another game, or of none if that is not there"
    assert "--objectives" in wrong.stderr


def test_a_league_is_held_with_its_settings():
    words = ("eager", "random", "--players", "2", "--games", "4", "--seed", "1", "--json")
    done = tacit_command("arena", "dibs", *words, "--jobs", "1", "--rounds", "1")
    assert json.loads(done.stdout)["rounds"] == 1, done.stderr


def test_it_is_reviewed(tmp_path):
    words = ("--players", "2", "--bots", "eager,random", "--games", "1", "--seed", "1")
    assert tacit_command("simulate", "dibs", *words, "--out", str(tmp_path)).returncode == 0
    (file,) = map(str, tmp_path.glob("*.tacit.json"))
    found = json.loads(tacit_command("review", file, "--json").stdout)
    assert found["game"] == "dibs"
    assert len(found["calls"]) == 3
    assert [seat["name"] for seat in found["seats"]] == ["eager", "random"]
    assert sum(seat["lost"] for seat in found["seats"]) == 0, "bots call with their best card"
    told = tacit_command("review", file)
    assert "eager" in told.stdout, told.stderr
    out = tmp_path / "out"
    assert tacit_command("review", file, "--out", str(out)).returncode == 0
    assert "Points lost" in (out / "dibs-1.html").read_text()
    assert (out / "dibs-1.png").read_bytes().startswith(b"\x89PNG")


LEARN = """
import gymnasium, pettingzoo
from gymnasium.utils.env_checker import check_env
from pettingzoo.test import api_test, parallel_api_test
import tacit.envs

env = gymnasium.make("tacit/Dibs-v0", players=3, rounds=5)
check_env(env.unwrapped, skip_render_check=True)
seen, _ = env.reset(seed=1)
rewards, over = 0.0, False
while not over:
    seen, reward, over, *_ = env.step(1 if seen["action_mask"][1] else 0)
    rewards += reward
assert env.unwrapped.table.view(0).totals[0] == rewards > 0
parallel_api_test(pettingzoo.make("parallel", "tacit/dibs-v0"))
api_test(pettingzoo.make("aec", "tacit/dibs-v0"))
assert pettingzoo.make("parallel", "tacit/dibs-v0", render_mode="ansi").reset(seed=1)
"""


def test_agents_learn_it():
    python(LEARN)


def test_its_strong_bot_thinks_in_a_worker_process(monkeypatch):
    look = tacit.new("dibs", players=2, seed=3).view(0)
    mine = find_bot("deep", "dibs")(0, 2, 1).plan(look, 0)
    assert mine is not None
    pool = WorkerPool()
    try:
        monkeypatch.setattr(strong_bots, "START_TIMEOUT_S", 240.0)
        monkeypatch.setattr(StrongBot, "failed", lambda _, why: pytest.fail(why))
        bot = StrongBot(BotSeat("deep", "dibs", 0, 2, 1), pool)
        assert bot.answer(Ask((), 1, 0, "deep", 2, "plan", look, 0)) == mine
    finally:
        pool.close()
    quota = HardBotQuota(1)
    quota.play("t", "dibs", "here", ["deep"])
    assert "deep" in quota.busy


def test_its_bots_go_by_the_names_it_gives_them_and_people_by_no_such_name():
    assert shown(("Ann", "deep", "deep", "eager"), "dibs") == (
        "Ann",
        "Digger 1",
        "Digger 2",
        "Eager",
    )
    assert {"deep", "Digger", "Digger 2", "eager"} <= {*reserved()}
    assert shown(("Ann", "search"), "dibs") == ("Ann", "search"), "that is a bot of another game"


def test_its_bots_have_the_faces_it_gives_them():
    assert bot_face("deep", "dibs").fill == art().faces["bear"].fill
    assert bot_face("eager", "dibs").eyes == art().guest_bot.eyes
    assert bot_face("greedy", "dibs").eyes == art().guest_bot.eyes, "that is a bot of another game"
    replay = tacit.new("dibs", players=2, seed=1, names=("Ann", "deep"))
    while not replay.over:
        replay.play(replay.waiting[0], replay.legal(replay.waiting[0])[0])
    row = poster_of(replay.replay()).rows[1]
    assert (row.look.shape, row.look.colour, row.name) == (4, 1, "Digger")


def test_its_bots_can_be_checked():
    done = tacit_command("check-bot", "eager", "--game", "dibs", "--json")
    assert json.loads(done.stdout)["ok"], done.stdout


BLOCK = re.compile(r'^```(\w+)(?: title="([^"]+)")?\n(.*?)^```$', re.MULTILINE | re.DOTALL)


def blocks(language: str) -> list[tuple[str, str]]:
    """Return the titles and texts of the page's examples in a language."""
    return [found[1:] for found in BLOCK.findall(DOC.read_text()) if found[0] == language]


def test_the_page_quotes_the_files_as_they_are():
    quoted = [(file, text) for file, text in blocks("python") if file]
    assert {file for file, _ in quoted} == {f"dibs/{one.name}" for one in OTHERS.glob("dibs/*.py")}
    for file, text in quoted:
        whole = (OTHERS / file).read_text()
        for part in re.split(r"^\.\.\.\n", text, flags=re.MULTILINE):
            assert part.strip("\n") in whole, f"{file} does not say:\n{part}"


def test_what_the_page_does_in_python_works():
    examples = [text for file, text in blocks("python") if not file]
    assert len(examples) == 2
    for text in examples:
        python(text)


def test_the_page_plugs_it_in_as_the_tests_do():
    ((_, text),) = blocks("toml")
    entries = ConfigParser()
    entries.read(OTHERS / "dibs-1.0.dist-info" / "entry_points.txt")
    told = tomllib.loads(text)["project"]["entry-points"]["tacit.games"]
    assert told == dict(entries["tacit.games"])


def test_the_commands_of_the_page_work(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    ((_, text),) = blocks("sh")
    lines = text.splitlines()
    assert len(lines) >= 5
    for line in lines:
        words = [
            one
            for word in shlex.split(line)
            for one in (sorted(map(str, Path().glob(word))) if "*" in word else [word])
        ]
        assert words[0] == "tacit"
        command = [sys.executable, "-m", *words]
        done = subprocess.run(command, capture_output=True, text=True, check=False)
        assert done.returncode == 0, f"{line}\n{done.stderr}"


def test_the_files_the_page_names_are_there():
    folders = (ROOT, OTHERS, ROOT / "src" / "tacit")
    for name in re.findall(r"`([\w./-]+/[\w.-]+\.(?:py|ts|md))`", DOC.read_text()):
        if name != "web/src/dibs":
            assert any((folder / name).exists() for folder in folders), name
