"""The walks in docs/ lead through files and functions that exist."""

from __future__ import annotations

import ast
import re
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]
HOP = re.compile(r"^\| (\d+) \| `([^`]+)` \| `([^`]+)` \|", re.MULTILINE)
WALKS = {path.name: HOP.findall(path.read_text()) for path in (ROOT / "docs").glob("walk*.md")}
FEWEST = 5
"""Hops; a table that the pattern does not understand has none."""


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


@pytest.mark.parametrize(
    ("file", "name"),
    [pytest.param(*hop[1:], id=f"{walk} {hop[0]}") for walk in WALKS for hop in WALKS[walk]],
)
def test_every_hop_is_there(file, name):
    assert (ROOT / file).is_file(), file
    assert defined(ROOT / file, name), f"{file} has no {name}"


@pytest.mark.parametrize("walk", sorted(WALKS))
def test_the_hops_are_counted(walk):
    hops = WALKS[walk]
    assert [int(number) for number, _, _ in hops] == list(range(1, len(hops) + 1))
    assert len(hops) >= FEWEST


def test_what_is_missing_would_be_noticed():
    assert {"walk.md", "walk-card.md"} <= set(WALKS)
    assert len(WALKS["walk.md"]) >= 20
    assert not defined(ROOT / "src/tacit/table/table.py", "Table.teleport")
    table = ROOT / "web/src/table/table.svelte.ts"
    assert defined(table, "Table.update")
    assert not defined(table, "Table.teleport")
