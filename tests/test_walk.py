"""docs/walk.md and its sisters lead through files and functions that exist."""

from __future__ import annotations

import ast
import re
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]
HOP = re.compile(r"^\| (\d+) \| `([^`]+)` \| `([^`]+)` \|", re.MULTILINE)
WALKS = {file.stem: HOP.findall(file.read_text()) for file in (ROOT / "docs").glob("walk*.md")}
HOPS = [(f"{walk} {hop[0]}", *hop[1:]) for walk, hops in sorted(WALKS.items()) for hop in hops]


def defined(file: Path, name: str) -> bool:
    """Tell whether a function, a class or `Class.method` is in a file."""
    if file.suffix != ".py":
        *owner, last = name.split(".")
        text = file.read_text()
        method = re.search(rf"(?m)^\s*(?!//).*\b{last}(?:<[^>]*>)?\(", text)
        return bool(method) and all(f"class {one}" in text for one in owner)
    here: list[ast.stmt] = ast.parse(file.read_text()).body
    for part in name.split("."):
        kinds = (ast.ClassDef, ast.FunctionDef, ast.AsyncFunctionDef)
        found = [node for node in here if isinstance(node, kinds) and node.name == part]
        if not found:
            return False
        here = found[0].body
    return True


@pytest.mark.parametrize(("hop", "file", "name"), HOPS, ids=[hop[0] for hop in HOPS])
def test_every_hop_is_there(hop, file, name):
    assert (ROOT / file).is_file(), file
    assert defined(ROOT / file, name), f"{file} has no {name}"


def test_the_hops_are_counted_and_it_would_be_noticed():
    for hops in WALKS.values():
        assert [int(number) for number, _, _ in hops] == list(range(1, len(hops) + 1))
    assert len(WALKS["walk"]) >= 20
    assert len(WALKS["walk-bot"]) >= 5
    assert not defined(ROOT / "src/tacit/table/table.py", "Table.teleport")
    assert not defined(ROOT / "web/src/net/connection.ts", "Connection.teleport")
