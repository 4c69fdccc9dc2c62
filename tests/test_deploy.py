"""What deploy/ offers is run, not only read; `make image-test` builds and starts the image."""

from __future__ import annotations

import configparser
import json
import os
import re
import shlex
import shutil
import subprocess
import sys
import urllib.request
from pathlib import Path

import pytest

from tacit.cli import main
from tacit.server.cluster.workers import caddy_program
from tacit.server.settings import FILE_VARIABLE, FOREIGN, SETTINGS
from tests.test_distribution import as_nobody

DEPLOY = Path(__file__).parents[1] / "deploy"


@pytest.mark.parametrize("site", [":8080", "play.example.org"])
def test_caddy_takes_the_caddyfile(site):
    # That it runs, and spreads tables, tests/cluster shows: the workers use the same file.
    told = {"TACIT_SITE": site, "TACIT_NODES": "one:8000 two:8000", "TACIT_CADDY_ADMIN": "off"}
    ran = subprocess.run(
        [caddy_program(), "validate", "--adapter", "caddyfile", "--config", DEPLOY / "Caddyfile"],
        env=os.environ | told,
        capture_output=True,
        text=True,
        check=False,
    )
    assert ran.returncode == 0, ran.stderr
    assert "not formatted" not in ran.stderr


def test_the_unit_is_one(tmp_path):
    unit = configparser.ConfigParser(strict=False, interpolation=None)
    unit.optionxform = str
    unit.read(DEPLOY / "tacit.service")
    assert unit["Service"]["ExecStart"] == "/opt/tacit/bin/tacit serve --log"
    if shutil.which("systemd-analyze") is None:
        pytest.skip("there is no systemd on this machine to verify the unit with")
    # With a program that is there, since Tacit is not installed in /opt here.
    text = (DEPLOY / "tacit.service").read_text().replace("/opt/tacit/bin/tacit", "/bin/true")
    (tmp_path / "tacit.service").write_text(text)
    ran = subprocess.run(
        ["systemd-analyze", "verify", tmp_path / "tacit.service"],
        capture_output=True,
        text=True,
        check=False,
    )
    assert "tacit.service" not in ran.stderr, ran.stderr


def test_the_units_command_runs_as_nobody_with_two_folders(tmp_path):
    """As systemd runs it: its command, its variables, a user who owns its two folders only."""
    unit = configparser.ConfigParser(strict=False, interpolation=None)
    unit.optionxform = str
    unit.read(DEPLOY / "tacit.service")
    service = unit["Service"]
    env = dict(word.split("=", 1) for word in service["Environment"].split())
    for name, kept in (("StateDirectory", "/var/lib"), ("CacheDirectory", "/var/cache")):
        folder = tmp_path / service[name] / name
        folder.mkdir(parents=True)
        if as_nobody():
            os.chown(folder, 65534, 65534)
        there = f"{kept}/{service[name]}"
        env = {key: value.replace(there, str(folder)) for key, value in env.items()}
    assert not any(value.startswith("/var") for value in env.values()), "it may not write there"
    _, *words = shlex.split(service["ExecStart"])
    command = [*as_nobody(), sys.executable, "-m", "tacit", *words, "--port", "0", "--json"]
    env |= {"PATH": os.environ["PATH"], "PYTHONPATH": str(DEPLOY.parent / "src")}
    with subprocess.Popen(command, cwd="/", env=env, stdout=subprocess.PIPE) as process:
        try:
            url = json.loads(process.stdout.readline())["url"]
            with urllib.request.urlopen(f"{url}/healthz", timeout=30) as answer:
                assert json.load(answer) == {"ok": True}
        finally:
            process.terminate()
        process.wait(int(service["TimeoutStopSec"]))
    assert process.returncode == 0
    assert Path(env["TACIT_DB"]).exists()


def test_every_variable_in_a_recipe_is_known():
    known = FOREIGN | {setting.variable for setting in SETTINGS} | {FILE_VARIABLE}
    for file in DEPLOY.iterdir():
        named = set(re.findall(r"\bTACIT_[A-Z_]+", file.read_text()))
        assert named <= known, (file.name, named - known)


def _said(text: str) -> list[str]:
    """Return the commands in a text that start a node behind a proxy."""
    return [one for one in re.findall(r"tacit serve[^`\n]*", text) if "--behind-proxy" in one]


def test_no_recipe_lets_nodes_behind_a_proxy_listen_on_all_addresses():
    docs = (DEPLOY.parent / "docs" / "hosting.md").read_text()
    commands = _said(docs)
    assert len(commands) >= 4
    for command in commands:
        assert "--host " in command.replace("`", " ") + " ", command
        assert "0.0.0.0" not in command


def test_the_nodes_of_the_cluster_publish_no_port():
    text = (DEPLOY / "compose-cluster.yaml").read_text()
    node = text[text.index("x-node") : text.index("services:")]
    assert "ports:" not in node
    assert text.count("ports:") == 1, "the proxy's"


@pytest.mark.parametrize("how", [["--behind-proxy"], []])
def test_a_site_behind_a_proxy_listens_on_this_machine_only(how, monkeypatch):
    heard = []
    monkeypatch.setattr("tacit.cli.host.serve.run", lambda args: heard.append(args.site.host) or 0)
    for name in ("TACIT_HOST", "TACIT_BEHIND_PROXY"):
        monkeypatch.delenv(name, raising=False)
    assert main(["serve", *how]) == 0
    assert main(["serve", *how, "--host", "10.0.0.7"]) == 0
    assert heard == ["127.0.0.1" if how else "0.0.0.0", "10.0.0.7"]
