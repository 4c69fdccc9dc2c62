"""docs/hosting.md, followed word by word in an empty folder: what it says to type works."""

import json
import os
import re
import shlex
import subprocess
import sys
import urllib.request
from pathlib import Path

from tests.store.postgres_server import new_place

ROOT = Path(__file__).parents[1]
PAGE = (ROOT / "docs" / "hosting.md").read_text()
BLOCKS = re.findall(r"^```sh\n(.*?)^```", PAGE, re.MULTILINE | re.DOTALL)
LINES = [line.split("  #")[0].strip() for block in BLOCKS for line in block.splitlines()]
COMMANDS = [line for line in LINES if line.startswith("tacit ")]
ENV = os.environ | {"PYTHONPATH": str(ROOT / "src")}


def run(words, folder):
    command = [sys.executable, "-m", *words]
    return subprocess.run(command, cwd=folder, env=ENV, capture_output=True, text=True, check=False)


def serve(words, folder):
    """Start a site as it is said, on any port; see that it answers where it is said to be."""
    command = [sys.executable, "-m", *words, "--port", "0", "--json"]
    with subprocess.Popen(command, cwd=folder, env=ENV, stdout=subprocess.PIPE) as process:
        try:
            url = json.loads(process.stdout.readline())["url"]
            with urllib.request.urlopen(f"{url}/healthz", timeout=30) as answer:
                assert json.load(answer) == {"ok": True}
        finally:
            process.terminate()
    return process.returncode


def test_the_page_tells_what_a_host_does():
    told = {command.split()[1] for command in COMMANDS}
    assert told >= {"serve", "doctor", "backup", "restore", "prune", "migrate"}


def test_what_the_page_says_to_type_works_in_an_empty_folder(tmp_path):
    place, state = new_place(), tmp_path / "state"
    (tmp_path / "here").mkdir()
    state.mkdir()
    (tmp_path / "here" / "tacit.toml").write_text(
        re.search(r"^```toml\n(.*?)^```", PAGE, re.MULTILINE | re.DOTALL)[1].replace(
            "/var/lib/tacit", str(state)
        )
    )
    for line in COMMANDS:
        text = line.replace("postgresql://tacit@localhost/tacit", place)
        words = shlex.split(text.replace("/var/lib/tacit", str(state)))
        if "--workers" in words:
            continue  # tests/cluster does that
        if words[1] == "serve":
            assert serve(words, tmp_path / "here") == 0, line
        else:
            ran = run(words, tmp_path / "here")
            assert ran.returncode == 0, f"{line}: {ran.stdout}{ran.stderr}"
            assert not ran.stderr, f"{line}: {ran.stderr}"
