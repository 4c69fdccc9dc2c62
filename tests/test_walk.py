"""docs/walk.md leads through files and functions that exist."""

from __future__ import annotations

import ast
import re
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]
HOP = re.compile(r"^\| (\d+) \| `([^`]+)` \| `([^`]+)` \|", re.MULTILINE)
HOPS = HOP.findall((ROOT / "docs/walk.md").read_text())


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


@pytest.mark.parametrize(("number", "file", "name"), HOPS, ids=[f"{hop[0]}" for hop in HOPS])
def test_every_hop_is_there(number, file, name):
    assert (ROOT / file).is_file(), file
    assert defined(ROOT / file, name), f"{file} has no {name}"


def test_the_hops_are_counted_and_it_would_be_noticed():
    assert [int(number) for number, _, _ in HOPS] == list(range(1, len(HOPS) + 1))
    assert len(HOPS) >= 20
    assert not defined(ROOT / "src/tacit/table/table.py", "Table.teleport")
    assert not defined(ROOT / "web/src/line.ts", "Line.teleport")
