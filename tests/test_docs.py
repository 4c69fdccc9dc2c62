"""The docs lead where they say, and every page can be found."""

import os
import re
import subprocess
import sys
from pathlib import Path

import pytest
from bench.extras import extra_sizes

ROOT = Path(__file__).parents[1]
HOSTING = ROOT / "docs" / "hosting.md"
PAGES = [*sorted(ROOT.glob("*.md")), *sorted(ROOT.glob("docs/**/*.md"))]
LINK = re.compile(r"\]\(([^)\s#]+)(?:#([^)\s]*))?\)")
CODE = re.compile(r"```.*?```|`[^`]*`", re.DOTALL)


def name(page):
    return page.relative_to(ROOT).as_posix()


def anchors(page):
    heads = re.findall(r"^#+ (.+)$", CODE.sub("", page.read_text()), re.MULTILINE)
    return {re.sub(r"[^\w -]", "", head).strip().lower().replace(" ", "-") for head in heads}


@pytest.mark.parametrize("page", PAGES, ids=name)
def test_every_link_leads_somewhere(page):
    for target, anchor in LINK.findall(CODE.sub("", page.read_text())):
        if re.match(r"[a-z]+:", target):
            continue
        there = (page.parent / target).resolve()
        assert there.exists(), target
        if anchor and there.suffix == ".md":
            assert anchor in anchors(there), f"{target}#{anchor}"


def test_every_page_is_in_the_menu_of_the_site():
    menu = (ROOT / "mkdocs.yml").read_text()
    missing = [
        name(page)
        for page in ROOT.glob("docs/**/*.md")
        if "decisions/0" not in name(page) and name(page).removeprefix("docs/") not in menu
    ]
    assert missing == []


def test_the_readme_names_every_page():
    """Directly, or by the folder it is in."""
    readme = (ROOT / "README.md").read_text().partition("## Read on")[2]
    folders = {"docs/rules", "docs/decisions", "docs/envs"}
    missing = [
        name(page)
        for page in ROOT.glob("docs/**/*.md")
        if f"({name(page)})" not in readme
        and not any(name(page).startswith(folder) and f"({folder}" in readme for folder in folders)
    ]
    assert missing == []


def test_the_map_is_enough_to_find_any_file():
    """CONTRIBUTING.md has a line for every room of the source, the app and the project."""
    found = (ROOT / "CONTRIBUTING.md").read_text()
    rooms = [path.parent for path in ROOT.glob("src/tacit/*/__init__.py")]
    rooms += [path for path in ROOT.glob("web/src/*") if path.is_dir()]
    tracked = ("src", "web", "tests", "bench", "docs", "examples")
    missing = [name(room) for room in rooms if f"{room.name}/" not in found]
    assert missing + [room for room in tracked if f"{room}/" not in found] == []


def test_the_decisions_are_listed():
    listed = (ROOT / "docs/decisions/README.md").read_text()
    assert [one.name for one in ROOT.glob("docs/decisions/0*.md") if one.name not in listed] == []


@pytest.mark.parametrize(
    "page",
    ["README.md", "docs/hosting.md", "docs/bots.md", "docs/python.md", "deploy/tacit.service"],
)
def test_the_first_installation_a_page_tells_works_before_a_release(page):
    text = (ROOT / page).read_text()
    installs = re.findall(r"(?:pip install|uvx --from|run --spec) '?([^\s`']+)", text)
    assert installs[0].startswith("."), "from the clone: tacit-games is not on PyPI yet"
    assert "PyPI" in text, "it says from when on the other line works"


def test_the_commands_of_the_readme_run_in_an_empty_folder(tmp_path):
    """As they stand there; those that think for long think for less long."""
    blocks = re.findall(
        r"^```sh\n(.*?)^```", (ROOT / "README.md").read_text(), re.MULTILINE | re.DOTALL
    )
    lines = [line.split("  #")[0].strip() for block in blocks for line in block.splitlines()]
    commands = [line for line in lines if line.startswith("tacit ")]
    assert [line.split()[1] for line in commands] == [
        "simulate",
        "replay",
        "verify",
        "review",
        "arena",
    ]
    shorter = {"review": " --deals 10", "arena": " --games 8"}
    env = os.environ | {"PYTHONPATH": str(ROOT / "src")}
    for line in commands:
        text = line + shorter.get(line.split()[1], "")
        ran = subprocess.run(
            ["sh", "-c", text.replace("tacit", f"{sys.executable} -m tacit", 1)],
            cwd=tmp_path,
            env=env,
            capture_output=True,
            text=True,
            check=False,
        )
        assert ran.returncode == 0, f"{line}: {ran.stderr}"
        assert ran.stdout, line


def test_the_page_for_hosts_says_what_each_extra_takes():
    rows = re.findall(r"^\| (`[^|]*`) \| ([\d, ]+) MB \|", HOSTING.read_text(), re.MULTILINE)
    told = {}
    for names, sizes in rows:
        told |= dict(zip(re.findall(r"`(\w+)`", names), sizes.split(", "), strict=True))
    found = {row["extra"]: row for row in extra_sizes()[1:]}
    assert told.keys() == found.keys()
    for extra, row in found.items():
        if not row["missing"]:
            assert float(told[extra]) == pytest.approx(row["mb"], rel=0.25), extra


TERMS = re.findall(
    r"^\| ([^|]+) \| [^|]+ \| `([^`|]+)` \|$",
    (ROOT / "docs/glossary.md").read_text(),
    re.MULTILINE,
)


@pytest.mark.parametrize(("term", "path"), TERMS, ids=[term for term, _ in TERMS])
def test_what_the_glossary_names_lives_where_it_says(term, path):
    assert (ROOT / path).exists(), f"{term}: there is no {path}"


def test_every_row_of_the_glossary_is_checked_and_has_a_name_of_its_own():
    rows = [row for row in (ROOT / "docs/glossary.md").read_text().splitlines() if row[:2] == "| "]
    names = [name.strip() for term, _ in TERMS for name in term.split(",")]
    assert len(rows) - sum(row.startswith("| name |") for row in rows) == len(TERMS) >= 30
    assert sorted(set(names)) == sorted(names)
