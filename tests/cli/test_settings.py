"""A host's configuration is checked as a whole, wherever it stands: one line, exit 2."""

from __future__ import annotations

import json
import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

from tacit.server.config import Config
from tacit.server.settings import SETTINGS, environment_of
from tests.test_distribution import as_nobody

ROOT = Path(__file__).parents[2]

WRONG_FILES = [
    ('keep = "365"', "keep must be a number from 0 to 36500, not '365'"),
    ("keep = true", "keep must be a number from 0 to 36500, not True"),
    ("keep = nan", "keep must be a number from 0 to 36500, not nan"),
    ("host-name = [1, 2]", "host-name must be a list of names such as play.example.org"),
    ('host-name = "a.example"', "host-name must be a list of names such as play.example.org"),
    ('host-name = ["a.example:80"]', "without scheme and port, not ['a.example:80']"),
    ("port = -1", "port must be a whole number from 0 to 65535, not -1"),
    ("port = 80.5", "port must be a whole number from 0 to 65535, not 80.5"),
    ("workers = -1", "workers must be a whole number from 1 to 256, not -1"),
    ("workers = 0", "workers must be a whole number from 1 to 256, not 0"),
    ('origin = ["club.example"]', "origin must be a list of origins such as https://club.example"),
    ('origin = ["https://club.example/x"]', "without a path, not ['https://club.example/x']"),
    ('host-name = ["a..example"]', "without scheme and port, not ['a..example']"),
    ('host = ".."', "host must be an address or a name to listen on, not '..'"),
    ('host = "\\u0000"', "host must be an address or a name to listen on"),
    ('db = "/"', "db must be a file or postgresql://user@host/name"),
    ('db = "a\\u0000b"', "db must be a file or postgresql://user@host/name"),
    ('behind-proxy = "yes"', "behind-proxy must be true or false, not 'yes'"),
    ('base-path = "/a b"', "such as /tacit, not '/a b'"),
    ('db = "carrier-pigeon://coop"', "db must be a file or postgresql://user@host/name"),
    ("prot = 80", "there is no 'prot'; did you mean port?"),
    ("[limits]\nnew-tables = 0", "limits.new-tables must be a whole number above 0, not 0"),
    ("[limits]\nnew-tables = true", "limits.new-tables must be a whole number above 0, not True"),
    ("[limits]\ntalk = inf", "limits.talk must be a number above 0, not inf"),
    ("[limits]\ngame-days = 1e9", "limits.game-days must be a number above 0 to 36500"),
    ("[limits]\nnew-tabels = 9", "no 'limits.new-tabels'; did you mean limits.new-tables?"),
    ("limits = 3", "limits must be a table, [limits], not 3"),
]


@pytest.mark.parametrize(("text", "said"), WRONG_FILES)
def test_a_wrong_value_in_the_file_is_told_with_the_file_and_the_key(
    tacit, tmp_path, monkeypatch, text, said
):
    file = tmp_path / "tacit.toml"
    file.write_text(text)
    monkeypatch.setenv("TACIT_CONFIG", str(file))
    for words in (["serve"], ["doctor"], ["backup", "--to", str(tmp_path / "copy.db")]):
        line = tacit(*words).one_clear_line
        assert f"tacit: {file}: " in line
        assert said in line


@pytest.mark.parametrize(
    ("name", "value", "said"),
    [
        ("TACIT_KEEP", "nan", "TACIT_KEEP must be a number from 0 to 36500, not 'nan'"),
        ("TACIT_PORT", "eighty", "TACIT_PORT must be a whole number from 0 to 65535"),
        ("TACIT_WORKERS", "-1", "TACIT_WORKERS must be a whole number from 1 to 256, not '-1'"),
        ("TACIT_LOG", "perhaps", "TACIT_LOG must be yes or no, not 'perhaps'"),
        ("TACIT_ORIGIN", "https://a.example,b.example", "TACIT_ORIGIN must be origins such as"),
        ("TACIT_HOST_NAME", "[1, 2]", "TACIT_HOST_NAME must be names such as play.example.org"),
        ("TACIT_KEEP", "true", "TACIT_KEEP must be a number from 0 to 36500, not 'true'"),
        ("TACIT_PROT", "80", "There is no setting TACIT_PROT; did you mean TACIT_PORT?"),
        ("TACIT_LIMITS_JOINS", "many", "TACIT_LIMITS_JOINS must be a whole number above 0"),
    ],
)
def test_a_wrong_variable_is_told_by_its_name(tacit, monkeypatch, name, value, said):
    monkeypatch.setenv(name, value)
    assert said in tacit("doctor", "--port", "0").one_clear_line


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (["serve", "--port", "-1"], "--port must be a whole number from 0 to 65535, not '-1'"),
        (["serve", "--workers", "-1"], "--workers must be a whole number from 1 to 256"),
        (["serve", "--origin", "club.example"], "--origin must be a list of origins such as"),
        (["serve", "--keep", "nan"], "--keep must be a number from 0 to 36500, not 'nan'"),
        (["serve", "--host", 64 * "a"], "--host must be an address or a name to listen on"),
        (["serve", "--host", "no.such.invalid"], "no.such.invalid has no address to listen on"),
        (
            ["prune", "--keep", "3", "--db", "/"],
            "--db must be a file or postgresql://user@host/name",
        ),
        (["prune", "--keep", "nan"], "--keep must be a number from 0 to 36500, not 'nan'"),
        (["prune", "--keep", "inf"], "--keep must be a number from 0 to 36500, not 'inf'"),
        (["prune", "--keep", "1e300"], "--keep must be a number from 0 to 36500"),
        (["doctor", "--base-path", "/a b"], "--base-path must be a path of letters"),
    ],
)
def test_a_wrong_option_is_told_by_its_name(tacit, words, said):
    assert said in tacit(*words).one_clear_line


def test_a_secret_is_not_repeated(tacit, monkeypatch, tmp_path):
    (tmp_path / "tacit.toml").write_text("admin-token = 271828")
    monkeypatch.setenv("TACIT_CONFIG", str(tmp_path / "tacit.toml"))
    assert "271828" not in tacit("doctor").one_clear_line
    assert "hunter2" not in tacit("doctor", "--db", "postgre://me:hunter2@host/x").one_clear_line


@pytest.mark.parametrize("command", [("prune", "--keep", "3"), ("rebuild",), ("export",)])
def test_a_misspelt_database_is_not_made(tacit, tmp_path, command):
    typo = tmp_path / "typo.db"
    assert "there is no such database" in tacit(*command, "--db", str(typo)).one_clear_line
    assert list(tmp_path.iterdir()) == []


def test_a_missing_folder_is_not_made(tacit, tmp_path):
    said = tacit("serve", "--port", "0", "--db", str(tmp_path / "typo" / "games.db"))
    assert f"there is no folder {tmp_path / 'typo'}" in said.one_clear_line
    assert list(tmp_path.iterdir()) == []


def bad_findings(out: str) -> list[str]:
    found = [json.loads(line) for line in out.splitlines()]
    return [f"{one['what']} - {one['todo']}" for one in found if one["state"] == "bad"]


def test_the_doctor_tells_of_a_folder_that_is_missing_or_cannot_be_written(tacit, tmp_path):
    typo = tmp_path / "typo" / "games.db"
    ran = tacit("doctor", "--port", "0", "--json", "--db", str(typo))
    assert ran.code == 1
    assert f"there is no folder {typo.parent} - make it" in "".join(bad_findings(ran.out))
    closed = tmp_path / "closed"
    closed.mkdir(mode=0o555)
    command = [*as_nobody(), sys.executable, "-m", "tacit", "doctor", "--json", "--port", "0"]
    ran = subprocess.run(
        [*command, "--db", str(closed / "games.db")],
        env=os.environ | {"PYTHONPATH": str(ROOT / "src")},
        cwd="/",
        capture_output=True,
        text=True,
        check=False,
    )
    assert ran.returncode == 1, ran.stderr
    assert f"the folder {closed} cannot be written" in "".join(bad_findings(ran.stdout))


@pytest.mark.parametrize(
    ("host", "said"),
    [
        ("no.such.invalid", "no.such.invalid has no address"),
        ("192.0.2.1", "the site cannot listen on 192.0.2.1, port 0"),
    ],
)
def test_the_doctor_tells_of_an_address_that_cannot_be_listened_on(tacit, tmp_path, host, said):
    ran = tacit("doctor", "--host", host, "--port", "0", "--json", "--db", str(tmp_path / "a.db"))
    assert ran.code == 1
    assert said in "".join(bad_findings(ran.out))


def test_the_doctor_takes_every_option_of_serve(tacit, tmp_path):
    flags = []
    for setting in SETTINGS:
        if setting.option is not None:
            value = environment_of(Config())[setting.variable]
            flags += [setting.option] if setting.base is bool else [setting.option, value]
    told = {"--port": "0", "--db": str(tmp_path / "a.db"), "--host": "127.0.0.1"}
    told |= {"--origin": "https://club.example", "--host-name": "play.example"}
    told |= {"--proxy": "10.0.0.5", "--push-service": "push.example"}
    for option, value in told.items():
        flags[flags.index(option) + 1] = value
    (tmp_path / "tacit.toml").write_text("[limits]\ntables = 7\n")
    ran = tacit("doctor", *flags, "--config", str(tmp_path / "tacit.toml"))
    assert ran.code == 0, ran.out + ran.err
    one, several = tacit("doctor", "--help").out, tacit("serve", "--help").out
    assert re.findall(r"--[\w-]+", one)[:3] == re.findall(r"--[\w-]+", several)[:3]
    assert "several workers need PostgreSQL" in tacit("doctor", "--workers", "2").out


def test_the_page_for_hosts_names_every_option():
    page = (ROOT / "docs" / "hosting.md").read_text()
    table = {
        word
        for row in re.findall(r"^\| `--.*$", page, re.MULTILINE)
        for word in re.findall(r"`(--[\w-]+)`", row.split("|")[1])
    }
    assert table == {setting.option for setting in SETTINGS if setting.option} | {"--config"}
