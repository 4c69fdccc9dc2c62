"""The command line itself."""

import os
import subprocess
import sys

import pytest

from tacit.cli import main


def test_help_names_every_command_and_an_example(tacit):
    shown = tacit("--help").out
    for command in ("score", "simulate", "replay", "verify", "arena", "check-bot", "bench"):
        assert command in shown
    assert "example: tacit simulate" in shown


@pytest.mark.parametrize(
    "command", ["score", "simulate", "replay", "verify", "arena", "check-bot", "bench"]
)
def test_every_command_has_help_with_an_example_and_json(tacit, command):
    ran = tacit(command, "--help")
    assert ran.code == 0
    assert f"tacit {command}" in ran.out.split("example:")[1]
    assert "--json" in ran.out


def test_the_version_is_told(tacit):
    assert tacit("--version").out == "tacit 0.1.0\n"


@pytest.mark.parametrize("words", [[], ["dance"], ["score", "mindup"], ["verify"]])
def test_a_wrong_command_line_is_one_clear_line(tacit, words):
    assert "--help" in tacit(*words).one_clear_line


def test_an_unknown_benchmark_is_named(tacit):
    said = tacit("bench", "x").one_clear_line
    assert "there is no benchmark 'x'; there are blind, bots, bound, ceiling, disk" in said


def test_a_benchmark_runs_from_the_checkout(tacit, monkeypatch, tmp_path):
    (tmp_path / "hello.py").write_text("import sys; print(sys.argv[1:])")
    monkeypatch.setattr("tacit.cli.bots.bench.BENCH", tmp_path)
    monkeypatch.setattr(sys, "argv", ["tacit"])
    assert tacit("bench", "hello", "--json").out == "['--json']\n"


def test_without_a_checkout_there_are_no_benchmarks(tacit, monkeypatch, tmp_path):
    monkeypatch.setattr("tacit.cli.bots.bench.BENCH", tmp_path)
    assert "bench/ of the source checkout" in tacit("bench", "engine").one_clear_line


def test_an_interrupted_command_says_so_by_its_exit_code(monkeypatch):
    def interrupted(_):
        raise KeyboardInterrupt

    monkeypatch.setattr("tacit.cli.games.score.run", interrupted)
    assert main(["score", "mindup", "-"]) == 130


def test_a_reader_that_goes_away_is_no_error(tmp_path):
    code = f"exec {sys.executable} -m tacit simulate extreme --games 3 --seed 1 --out {tmp_path}"
    subprocess.run(code, shell=True, check=True, capture_output=True)
    files = " ".join(str(path) for path in tmp_path.iterdir())
    replay = f"{sys.executable} -m tacit replay {files} {files} {files}"
    piped = replay + " | head -n 1; echo ${PIPESTATUS[0]}"
    ran = subprocess.run(
        ["bash", "-c", piped], check=True, capture_output=True, text=True, env=os.environ
    )
    assert ran.stderr == ""
    assert ran.stdout.endswith("\n0\n")


def test_heavy_parts_are_imported_when_used():
    heavy = "('rich', 'asyncio', 'numpy')"
    code = f"import sys, tacit.cli; print([m for m in {heavy} if m in sys.modules])"
    ran = subprocess.run([sys.executable, "-c", code], check=True, capture_output=True, text=True)
    assert ran.stdout == "[]\n"
