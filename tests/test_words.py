"""Retired names and phrases do not come back, and newcomers find the words that they know.

`python -m tests.test_words` lists every retired word that is there.
"""

from __future__ import annotations

import ast
import re
import tomllib
from fnmatch import fnmatch
from functools import cache
from itertools import pairwise
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]
LIST = tomllib.loads((ROOT / "tests/retired_words.toml").read_text(encoding="utf-8"))
KINDS = {".py", ".md", ".ts", ".svelte", ".css", ".mjs", ".cjs", ".yml", ".yaml", ".sh", ".service"}
NAMELESS = {"Caddyfile", "Containerfile", "Makefile", "pyproject.toml"}
HUMP = re.compile(r"(?<=[a-z])(?=[A-Z])")
TRADE = (
    "rate limit",
    "reconnect",
    "GIL",
    "latency",
    "heartbeat",
    "backpressure",
    "failover",
    "event sourcing",
)


def pattern(words: list[str]) -> re.Pattern[str]:
    """Match any of the words, whole; what stands between two of them may begin a comment's line."""
    ways = [r"[\s#*/]+".join(map(re.escape, word.split())) for word in words]
    return re.compile(rf"(?<![a-z])(?:{'|'.join(ways)})(?![a-z])", re.IGNORECASE)


EVERY = pattern([word for one in LIST["retired"] for word in one["words"]])
EACH = [(one, pattern(one["words"])) for one in LIST["retired"]]


def found(text: str, name: str) -> list[str]:
    """Tell which retired words a file of this name has, on which lines, and what to say."""
    split = HUMP.sub(" ", text)
    if EVERY.search(split) is None:
        return []
    told = []
    for one, words in EACH:
        left = split
        for allowed in one.get("but", ()):
            if fnmatch(name, allowed.get("path", "*")):
                left = re.sub(allowed.get("text", ".+"), lambda kept: "·" * len(kept[0]), left)
        for hit in words.finditer(left):
            line = left.count("\n", 0, hit.start())
            told.append(f"{name}:{line}: {hit[0]!r}: say {one['say']}")
    return told


@cache
def files() -> dict[str, Path]:
    """Return the files that are looked at, by their names."""
    there = [path for room in LIST["rooms"] for path in ((ROOT / room).rglob("*"), [ROOT / room])]
    named = {path.relative_to(ROOT).as_posix(): path for some in there for path in some}
    left_out = [one["path"] for one in LIST["skipped"]]
    return {
        name: path
        for name, path in sorted(named.items())
        if (path.suffix in KINDS or path.name in NAMELESS)
        and "node_modules" not in name
        and not any(fnmatch(name, glob) for glob in left_out)
        and path.is_file()
    }


def found_in(name: str) -> list[str]:
    """Look through a file; line 0 is its name."""
    return found(f"{name}\n{files()[name].read_text(encoding='utf-8')}", name)


def test_no_retired_word_comes_back():
    told = [line for name in files() for line in found_in(name)]
    assert not told, "\n".join(["", *told])


def test_files_are_named_after_what_is_in_them():
    retired = set(LIST["file_names"])
    named = [path for path in files() if path.startswith(("src/tacit/", "web/src/"))]
    told = [
        path
        for path in named
        if retired & {part.partition(".")[0].lower() for part in path.split("/")}
    ]
    assert told == []


@pytest.mark.parametrize(
    "text",
    [
        "Tell whoever asks.",
        "WORKSHOP_S = 3",
        "class RemoteWorkshop:",
        "over\n    # the line",
        "def bury_all(): ...",
        '"""See the module\'s text."""',
        "def let_go(): ...",
    ],
)
def test_a_retired_word_would_be_noticed(text):
    assert found(text, "src/tacit/example.py")


@pytest.mark.parametrize(
    "text",
    [
        'name = "Somebody"',
        "unread-bytes = 3",
        "gravel",
        "structs.ResidentKeyRequirement",
        "each one's",
    ],
)
def test_what_is_allowed_is_allowed(text):
    assert not found(text, "src/tacit/example.py")


def test_a_docstring_says_what_the_thing_is_for():
    """And does not only point elsewhere."""
    points = re.compile(r'"""See [`:]')
    modules = [name for name in files() if name.endswith(".py")]
    assert points.search('"""See `Games`."""')
    assert not [name for name in modules if points.search(files()[name].read_text())]


@pytest.mark.parametrize("name", ["CHANGELOG.md", "Makefile", "pyproject.toml"])
def test_files_beside_the_folders_are_looked_at(name):
    assert name in files()


def test_every_exception_says_why():
    exceptions = [allowed for one in LIST["retired"] for allowed in one.get("but", ())]
    assert all(one["why"] for one in (*exceptions, *LIST["skipped"]))
    assert all(one["say"] for one in LIST["retired"])


@pytest.mark.parametrize("word", TRADE)
def test_a_newcomer_finds_the_words_they_know(word):
    """In a page besides the glossary."""
    pages = [path for path in (ROOT / "docs").rglob("*.md") if path.name != "glossary.md"]
    assert any(pattern([word, f"{word}s"]).search(page.read_text()) for page in pages)


UNIT = re.compile(r"_(S|MS|US|NS|CS|BYTES|CHARS|MINUTES|HOURS|DAYS)$")
MEASURED = re.compile(r"(Milliseconds|Seconds|Minutes|Hours|Bytes|Characters) (?!of a block)")


def unitless(text: str) -> list[str]:
    """Return the constants of a module that are told to be a time or a size and carry no unit."""
    body = ast.parse(text).body
    told = []
    for first, then in pairwise(body):
        match first, then:
            case (
                ast.Assign(targets=[ast.Name(id=name)]),
                ast.Expr(value=ast.Constant(value=str(said))),
            ) if MEASURED.match(said) and not UNIT.search(name):
                told.append(name)
            case _:
                pass
    return told


def test_a_constant_of_time_or_size_carries_its_unit():
    modules = [name for name in files() if name.startswith("src/tacit/") and name.endswith(".py")]
    told = {name: unitless(files()[name].read_text()) for name in modules}
    assert not {name: found for name, found in told.items() if found}
    assert unitless('WAIT = 3\n"""Seconds until it ends."""') == ["WAIT"]
    assert unitless('WAIT_S = 3\n"""Seconds until it ends."""') == []


if __name__ == "__main__":
    print(*(line for name in files() for line in found_in(name)), sep="\n")
