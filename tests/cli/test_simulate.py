"""`tacit simulate`, `replay` and `verify` together: play, look, check."""

import json
from pathlib import Path

import pytest


@pytest.fixture
def out(tmp_path):
    return tmp_path / "games"


def simulated(tacit, out, *words):
    ran = tacit("simulate", *words, "--out", out, "--json")
    assert ran.code == 0, ran.err
    return json.loads(ran.out)


def test_games_are_written_verified_and_shown(tacit, out):
    summary = simulated(tacit, out, "mindup", "--players", "3", "--games", "2", "--seed", "5")
    files = summary["files"]
    assert summary["bots"] == ["greedy"] * 3
    assert [path.name for path in sorted(out.iterdir())] == [
        "mindup-3p-seed5-1.tacit.json",
        "mindup-3p-seed5-2.tacit.json",
    ]
    assert tacit("verify", *files).out.count(": true. mindup, 91 events.") == 2
    sheets = [json.loads(line) for line in tacit("replay", "--json", *files).out.splitlines()]
    assert [sheet["game"] for sheet in sheets] == ["mindup", "mindup"]
    assert sheets[0]["rounds"] != sheets[1]["rounds"]
    assert "Result" in tacit("replay", files[0]).out


def test_the_same_seed_gives_the_same_bytes(tacit, tmp_path):
    words = ("extreme", "--players", "4", "--bots", "random", "--seed", "9")
    first = simulated(tacit, tmp_path / "a", *words)["files"]
    second = simulated(tacit, tmp_path / "b", *words)["files"]
    assert [Path(path).read_bytes() for path in first] == [
        Path(path).read_bytes() for path in second
    ]


def test_without_a_seed_one_is_chosen_and_told(tacit, out):
    ran = tacit("simulate", "extreme", "--out", out)
    (file,) = out.iterdir()
    seed = ran.out.removeprefix("Played 1 game with seed ").split(".")[0]
    assert file.name == f"extreme-4p-seed{seed}-1.tacit.json"


def test_a_bot_for_each_seat(tacit, out):
    summary = simulated(
        tacit, out, "extreme", "--players", "2", "--bots", "metronome,random", "--seed", "1"
    )
    sheet = json.loads(tacit("replay", "--json", summary["files"][0]).out)
    assert sheet["seats"] == ["metronome", "random"]


def test_objectives_are_laid_out(tacit, out):
    summary = simulated(tacit, out, "mindup", "--objectives", "3", "--seed", "1")
    sheet = json.loads(tacit("replay", "--json", summary["files"][0]).out)
    assert sheet["config"] == {"objectives": 3}
    assert [len(one["objectives"]) for one in sheet["rounds"]] == [3, 3, 3]


def test_many_replays_may_come_through_a_pipe(tacit, out):
    files = simulated(tacit, out, "mindup", "--games", "3", "--seed", "2")["files"]
    piped = b"".join(Path(path).read_bytes() for path in files)
    assert len(tacit("replay", "--json", "-", stdin=piped).out.splitlines()) == 3
    verdicts = tacit("verify", "--json", "-", stdin=piped).out.splitlines()
    assert [json.loads(line)["ok"] for line in verdicts] == [True, True, True]


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (["mindup", "--players", "2"], "Mind Up! is for 3 to 6 players, not 2"),
        (["mindup", "--players", "7"], "Mind Up! is for 3 to 6 players, not 7"),
        (["extreme", "--players", "5"], "The Mind Extreme is for 2 to 4 players, not 5"),
        (["mindup", "--objectives", "6"], "Mind Up! has 0 to 5 objectives, not 6"),
        (["extreme", "--objectives", "1"], "--objectives is no setting of extreme"),
        (["mindup", "--games", "0"], "--games must be 1 or more, not 0"),
        (["mindup", "--bots", "greedy,random"], "--bots names 2 bots for 4 players"),
        (["mindup", "--bots", "clever"], "There is no bot 'clever': choose among pebble, linnet"),
        (["mindup", "--bots", "metronome"], "metronome does not play mindup: it has no choose"),
        (["extreme", "--bots", "greedy"], "greedy does not play extreme: it has no plan and no"),
        (["mindup", "--bots", "none.py:Bot"], "There is no file none.py"),
        (["chess"], "invalid choice: 'chess'"),
        (["mindup", "--seed", "x"], "invalid int value: 'x'"),
    ],
)
def test_what_cannot_be_played_is_named_and_nothing_is_written(tacit, out, words, said):
    assert said in tacit("simulate", *words, "--out", out).one_clear_line
    assert not out.exists()


def test_a_folder_that_cannot_be_made_is_named(tacit, tmp_path):
    (tmp_path / "file").write_text("")
    ran = tacit("simulate", "extreme", "--out", tmp_path / "file" / "games")
    assert "Not a directory" in ran.one_clear_line


def test_a_changed_card_is_not_true(tacit, out):
    file = simulated(tacit, out, "mindup", "--seed", "1")["files"][0]
    text = Path(file).read_text()
    place = text.index('"kind":"pick","seat":1,"card":') + len('"kind":"pick","seat":1,"card":')
    digit = text[place]
    changed = text[:place] + ("2" if digit == "1" else "1") + text[place + 1 :]
    ran = tacit("verify", "-", stdin=changed)
    assert ran.code == 1
    assert "standard input: NOT TRUE. The file was changed" in ran.out
    assert json.loads(tacit("verify", "--json", "-", stdin=changed).out)["ok"] is False
    assert "a replay that does not verify" in tacit("replay", "-", stdin=changed).one_clear_line


@pytest.mark.parametrize("command", ["replay", "verify"])
@pytest.mark.parametrize(
    ("damage", "said"),
    [
        (lambda text: text[: len(text) // 2], "not a replay: Input data was truncated"),
        (lambda text: text.replace('"version":1', '"version":9'), "format version 9, which"),
        (lambda _: "hello", "not a replay: JSON is malformed"),
        (lambda _: "", "is empty"),
    ],
)
def test_what_is_not_a_replay_is_named(tacit, out, command, damage, said):
    file = simulated(tacit, out, "extreme", "--seed", "1")["files"][0]
    assert said in tacit(command, "-", stdin=damage(Path(file).read_text())).one_clear_line
