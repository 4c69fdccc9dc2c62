"""What deploy/ offers is run as far as this machine allows, not only read."""

from __future__ import annotations

import configparser
import os
import re
import shutil
import subprocess
from pathlib import Path

import pytest

from tacit.commands.settings import DEFAULTS, variable
from tacit.server.workers import caddy_program

DEPLOY = Path(__file__).parents[1] / "deploy"
OURS = {"TACIT_SITE", "TACIT_NODES", "TACIT_TRUSTED", "TACIT_CADDY_ADMIN", "TACIT_PASSWORD"}
"""Variables of the recipes themselves."""


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


def test_every_variable_in_a_recipe_is_known():
    known = OURS | {variable(name) for name in DEFAULTS} | {"TACIT_CONFIG"}
    for file in DEPLOY.iterdir():
        named = set(re.findall(r"\bTACIT_[A-Z_]+", file.read_text()))
        assert named <= known, (file.name, named - known)


def test_the_image_is_built_and_answers(tmp_path):
    """Where there is a container engine and a base image it may use; nothing is fetched."""
    base = os.environ.get("TACIT_TEST_BASE")
    engine = next((name for name in ("podman", "docker") if shutil.which(name)), None)
    if engine is None or base is None:
        pytest.skip("no container engine here, or no base image named by TACIT_TEST_BASE")
    built = ["build", "-t", "tacit-test", "--build-arg", f"BASE={base}"]
    subprocess.run([engine, *built, "-f", DEPLOY / "Containerfile", DEPLOY.parent], check=True)
    subprocess.run([engine, "run", "--rm", "tacit-test", "--version"], check=True)
