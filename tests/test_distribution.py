"""What is uploaded for a release: the source with all `make test` needs, and a wheel that works."""

import json
import os
import re
import shutil
import subprocess
import sys
import tomllib
import urllib.request
import venv
from importlib.metadata import PackageNotFoundError, distribution
from pathlib import Path

import pytest
from hatchling.builders.sdist import SdistBuilder
from hatchling.builders.wheel import WheelBuilder
from packaging.requirements import Requirement
from packaging.utils import canonicalize_name

from tacit.core.extras import DISTRIBUTION

ROOT = Path(__file__).parents[1]
NOT_UPLOADED = (".ci", ".github", ".gitignore")
"""What only a clone needs."""
BARE = ("msgspec", "rich", "markdown-it-py", "mdurl", "Pygments")
"""What the package needs without extras."""


def test_the_source_distribution_has_every_file_of_the_project():
    asked = subprocess.run(
        ["git", "ls-files"], cwd=ROOT, capture_output=True, text=True, check=False
    )
    if asked.returncode:
        pytest.skip("This is no clone: what the project has is not known.")
    tracked = {name for name in asked.stdout.splitlines() if (ROOT / name).exists()}
    packed = {file.distribution_path for file in SdistBuilder(str(ROOT)).recurse_included_files()}
    packed.add("pyproject.toml")  # always there, and not asked for
    assert [name for name in tracked - packed if not name.startswith(NOT_UPLOADED)] == []


@pytest.mark.parametrize(
    ("lock", "extra"),
    [
        ("requirements.lock", "server"),
        ("requirements.lock", "bots"),
        ("requirements.lock", "pictures"),
        ("requirements-dev.lock", "dev"),
        ("requirements-docs.lock", "docs"),
        ("requirements-ray.lock", "ray"),
    ],
)
def test_the_locks_have_what_the_package_asks_for(lock, extra):
    """`make play` installs what is locked, and nothing else: what is missing, a site would miss."""
    project = tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]
    extras = project["optional-dependencies"]
    asked = [Requirement(text) for text in (*project["dependencies"], *extras[extra])]
    lines = (ROOT / lock).read_text().splitlines()
    found = [Requirement(line.rstrip("\\ ")) for line in lines if re.match(r"[a-z]", line)]
    locked = {
        canonicalize_name(one.name): str(one.specifier)[2:]
        for one in found
        if one.marker is None or one.marker.evaluate()
    }
    seen = set()
    while asked:
        one = asked.pop()
        if one.name == DISTRIBUTION:
            asked += [Requirement(text) for more in one.extras for text in extras[more]]
            continue
        name = canonicalize_name(one.name)
        assert name in locked, f"{lock} lacks {name}: make lock"
        assert one.specifier.contains(locked[name]), f"{lock} is older than {name} is asked for"
        for more in ("", *one.extras):
            if (name, more) not in seen:
                seen.add((name, more))
                asked += asked_by(name, more)


def asked_by(name, extra):
    """What an installed package needs here, with one of its extras; of others nothing is known."""
    try:
        texts = distribution(name).requires or []
    except PackageNotFoundError:
        return []
    needed = map(Requirement, texts)
    return [one for one in needed if not one.marker or one.marker.evaluate({"extra": extra})]


def test_a_lock_is_installed_as_it_is_written():
    """An older pip looks up what another package asks of a locked one with an extra, finds the
    newest release, and refuses it for want of a hash: the same commit fails a day later."""
    lines = (ROOT / "Makefile").read_text().splitlines()
    installs = [line for line in lines if re.search(r"install .*-r requirements", line)]
    assert len(installs) == len(list(ROOT.glob("requirements*.lock")))
    assert [line for line in installs if "install $(LOCKED) -r" not in line] == []
    assert "LOCKED := --no-deps --require-hashes" in lines


def build_wheel(folder):
    """Build the wheel; the app is built already."""
    assert (ROOT / "src/tacit/server/static/index.html").exists(), "the app is not built: make play"
    os.environ["HATCH_BUILD_NO_HOOKS"] = "true"
    try:
        (wheel,) = WheelBuilder(str(ROOT)).build(directory=str(folder), versions=["standard"])
    finally:
        del os.environ["HATCH_BUILD_NO_HOOKS"]
    return wheel


@pytest.fixture(scope="module")
def clean(tmp_path_factory):
    """Install the wheel where there is nothing but what it asks for, without any extra."""
    folder = tmp_path_factory.mktemp("clean")
    wheel = build_wheel(folder)
    venv.create(folder / "venv")
    python = folder / "venv" / "bin" / "python"
    subprocess.run(
        [sys.executable, "-m", "pip", "--python", str(python), "--disable-pip-version-check",
         "install", "--quiet", "--no-deps", "--no-index", "--no-compile", wheel],
        check=True,
    )  # fmt: skip
    lend(folder / "venv", BARE)
    return folder / "venv" / "bin"


def lend(environment, names):
    """Let an environment have packages of this one."""
    (site,) = (environment / "lib").glob("python*/site-packages")
    for name in names:
        for file in distribution(name).files:
            there = site / file.parts[0]
            if file.parts[0] != ".." and not there.exists():
                there.symlink_to(Path(distribution(name).locate_file(file.parts[0])).resolve())


def needs(extra):
    """Return the packages that come with an extra, and those that they need."""
    found, asked = (
        set(),
        [
            Requirement(text)
            for text in distribution(DISTRIBUTION).requires
            if f'extra == "{extra}"' in text.replace("'", '"')
        ],
    )
    while asked:
        one = asked.pop()
        name = one.name.lower()
        if name in found or (one.marker and not one.marker.evaluate({"extra": extra})):
            continue
        found.add(name)
        for text in distribution(name).requires or ():
            more = Requirement(text)
            if more.marker is None or more.marker.evaluate({"extra": ""}):
                asked.append(more)
    return found


def said(*command, check, **more):
    env = {name: value for name, value in os.environ.items() if name != "PYTHONPATH"}
    return subprocess.run(
        [str(word) for word in command],
        env=env,
        capture_output=True,
        text=True,
        check=check,
        **more,
    )


def test_the_wheel_plays_without_any_extra(clean, tmp_path):
    words = ("simulate", "extreme", "--bots", "adaptive", "--games", "1", "--seed", "1")
    said(clean / "tacit", *words, "--out", tmp_path, check=True)
    (replay,) = tmp_path.glob("*.tacit.json")
    said(clean / "tacit", "verify", replay, check=True)
    assert said(clean / "tacit", "--version", check=True).stdout.startswith("tacit ")


@pytest.mark.parametrize(
    ("words", "extra"),
    [
        (["serve"], "server"),
        (["arena", "mindup", "greedy", "random"], "bots"),
        (["simulate", "mindup", "--bots", "raven", "--out", "x"], "bots"),
        (["join", "http://localhost/t/x", "--bot", "greedy"], "client"),
        (["mcp"], "mcp"),
    ],
)
def test_the_wheel_says_which_extra_a_command_needs(clean, words, extra, tmp_path):
    ran = said(clean / "tacit", *words, cwd=tmp_path, check=False)
    assert ran.returncode == 2, ran.stderr
    assert ran.stderr.count("\n") == 1
    assert f"pip install '{DISTRIBUTION}[{extra}]'" in ran.stderr


def as_nobody():
    """Return the words that run a command as a user who may read all, and write nothing."""
    if os.geteuid() or shutil.which("setpriv") is None:
        return []
    # Python may be in root's own folder, so reading is let through.
    may = ["--inh-caps", "+dac_read_search", "--ambient-caps", "+dac_read_search"]
    return ["setpriv", "--reuid", "65534", "--regid", "65534", "--clear-groups", *may]


@pytest.fixture
def unwritable(clean, tmp_path):
    """Return what runs the wheel with its server and bots, and a folder that it may write to."""
    full, games = tmp_path / "venv", tmp_path / "games"
    shutil.copytree(clean.parent, full, symlinks=True)
    lend(full, needs("server") | needs("bots"))
    (site,) = (full / "lib").glob("python*/site-packages")
    for folder in [one for one in (site / "tacit").rglob("*") if one.is_dir()]:
        if folder.name != "__pycache__" and not (folder / "__pycache__").exists():
            (folder / "__pycache__").touch()  # so that not even root could make one
    games.mkdir()
    if as_nobody():
        os.chown(games, 65534, 65534)
    return [*as_nobody(), str(full / "bin" / "python"), "-m", "tacit", "serve"], games


NO_HOME = {"PATH": os.environ["PATH"], "HOME": "/dev/null/none"}


def test_the_wheel_serves_where_nothing_can_be_written_but_the_games(unwritable):
    """As `uvx --from tacit-games[server,bots] tacit serve` does, as a user without a home."""
    command, games = unwritable
    command = [*command, "--port", "0", "--json"]
    with subprocess.Popen(command, cwd=games, env=NO_HOME, stdout=subprocess.PIPE) as process:
        try:
            url = json.loads(process.stdout.readline())["url"]
            with urllib.request.urlopen(f"{url}/healthz", timeout=30) as answer:
                assert json.load(answer) == {"ok": True}
            new = b'{"game":"mindup","name":"Ann","bots":["heron","raven"],"start":true}'
            asked = urllib.request.Request(f"{url}/api/tables", new)
            with urllib.request.urlopen(asked, timeout=30) as answer:
                assert answer.status == 201
        finally:
            process.terminate()
    assert process.returncode == 0
    # What the strong bots are compiled to is kept for the next start: `make wheel-test` waits.
    assert (games / "tacit.db.compiled").is_dir()


@pytest.mark.skipif(not as_nobody(), reason="only root can be another user, and only with setpriv")
def test_a_folder_that_cannot_be_written_is_told_in_one_line(unwritable):
    command, _ = unwritable
    ran = said(*command, check=False, cwd="/")
    assert ran.returncode == 2
    assert ran.stderr == (
        "tacit: tacit.db cannot be locked: Permission denied. The site writes to the folder /; "
        "say with --db where else games may be kept.\n"
    )


def test_the_wheel_carries_the_app(clean):
    code = "import tacit, pathlib; print(pathlib.Path(tacit.__file__).parent)"
    package = Path(said(clean / "python", "-c", code, check=True).stdout.strip())
    assert clean.parent in package.parents
    assert (package / "server/static/index.html").exists()
    assert (package / "py.typed").exists()
