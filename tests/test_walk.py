"""The walks in docs/ lead through files and functions that exist, and leave out none in between."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from functools import cache
from itertools import pairwise
from pathlib import Path
from typing import NamedTuple, TypeAlias

import pytest

ROOT = Path(__file__).parents[1]
HOP = re.compile(r"^\| (\d+) \| `([^`]+)` \| `([^`]+)` \|", re.MULTILINE)
WALKS = {path.name: HOP.findall(path.read_text()) for path in (ROOT / "docs").glob("walk*.md")}
FEWEST = 5
"""Hops; a table that the pattern does not understand has none."""
MOST_TO_A_BOT = 5
"""Hops between a table and a strong bot."""

Function: TypeAlias = ast.FunctionDef | ast.AsyncFunctionDef


class Boundary(NamedTuple):
    """Why a hop does not call the next one itself."""

    via: str
    """What it mentions instead."""
    why: str


BOUNDARIES = {
    ("Saving.save", "Writer._run"): Boundary("append", "the store's thread takes it from a queue"),
    ("LoopBridge.report", "LiveTable._saved"): Boundary(
        "call_soon_threadsafe", "the loop calls what was reported: the outcome of the table"
    ),
    ("FairQueue.add", "Table.wake"): Boundary("release", "the alarm goes off at this time"),
    ("TableBots.questions", "LiveTable._carry_out"): Boundary("Ask", "a table leaves it in `out`"),
    ("FairPool.work_out", "ProcessBot.answer"): Boundary("run_in_executor", "a thread takes it"),
    ("WorkerProcess.ask", "ProcessBots.answer"): Boundary("send", "a pipe leads to the worker"),
    ("TableBots.answered", "Table.wake"): Boundary("_due", "the alarm goes off at this time"),
}
"""Threads, processes and timers, where a hop hands over instead of calling. What enters from a
browser or leaves for one needs no entry: a hop in TypeScript stands before it or after it."""

AS_IN_A_PICK = {
    ("Referee.play", "decide"),
    ("Referee.commit", "Table.saved"),
    ("Table.saved", "witness"),
    ("witness", "Outbox.post"),
}
"""Stretches that walk.md tells hop by hop; another walk need not tell them again."""


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


@cache
def tree(file: Path) -> ast.Module:
    """Return a module as its statements."""
    return ast.parse(file.read_text())


def functions(file: Path, name: str) -> Iterator[Function]:
    """Yield a function, and after a method the private ones of its class that it uses."""
    *owner, last = name.split(".")
    body = tree(file).body
    for one in owner:
        body = next(
            node.body for node in body if isinstance(node, ast.ClassDef) and node.name == one
        )
    there = {node.name: node for node in body if isinstance(node, Function)}
    waiting, seen = [last], {last}
    while waiting:
        function = there[waiting.pop()]
        yield function
        if owner:
            private = {one for one in names_in(function) if one in there and one.startswith("_")}
            waiting += private - seen
            seen |= private


def names_in(function: Function) -> set[str]:
    """Return every name that a function mentions."""
    nodes = list(ast.walk(function))
    return {node.id for node in nodes if isinstance(node, ast.Name)} | {
        node.attr for node in nodes if isinstance(node, ast.Attribute)
    }


@cache
def mentioned(file: str, name: str) -> frozenset[str]:
    """Return what a hop mentions, by the names that things have where they are defined."""
    path = ROOT / file
    found = {one for function in functions(path, name) for one in names_in(function)}
    imports = [node for node in ast.walk(tree(path)) if isinstance(node, ast.ImportFrom)]
    renamed = {alias.name for node in imports for alias in node.names if alias.asname in found}
    return frozenset(found | renamed)


def gaps(walk: str, hops: list[tuple[str, str, str]]) -> Iterator[tuple[str, str]]:
    """Yield hops that nothing leads to, each with the one before it.

    A hop is called by the one before it, or by an earlier one that is still under way: then those
    in between have returned. Or it is called back by one of those, which handed it on.
    """
    under_way: list[tuple[str, str]] = []
    for _, file, name in hops:
        if not file.endswith(".py"):
            under_way.clear()
            continue
        if under_way:
            before = under_way[-1]
            boundary = BOUNDARIES.get((before[1], name))
            if boundary is not None:
                if boundary.via not in mentioned(*before):
                    yield before[1], name
            elif walk == "walk.md" or (before[1], name) not in AS_IN_A_PICK:
                last = name.split(".")[-1]
                while under_way and last not in mentioned(*under_way[-1]):
                    under_way.pop()
                if not under_way:
                    yield before[1], name
        under_way.append((file, name))


@pytest.mark.parametrize("walk", sorted(WALKS))
def test_each_hop_leads_to_the_next(walk):
    assert list(gaps(walk, WALKS[walk])) == []


def test_a_hop_that_is_left_out_is_noticed():
    for walk, name in (
        ("walk.md", "Referee.play"),
        ("walk.md", "Dispatcher.process"),
        ("walk.md", "act"),
        ("walk-card.md", "Referee.press"),
        ("walk-bot.md", "SeatedBots.ask"),
    ):
        rest = [hop for hop in WALKS[walk] if hop[2] != name]
        assert len(rest) == len(WALKS[walk]) - 1
        assert list(gaps(walk, rest)) != [], name


def test_every_exception_is_needed():
    """So the hops on both sides of a boundary cannot be left out either."""
    pairs = {(one[2], other[2]) for hops in WALKS.values() for one, other in pairwise(hops)}
    assert BOUNDARIES.keys() <= pairs
    assert pairs >= AS_IN_A_PICK
    told = [name for _, _, name in WALKS["walk.md"]]
    assert all(told.index(begin) < told.index(end) for begin, end in AS_IN_A_PICK)


def test_a_question_to_a_strong_bot_takes_no_more_than_five_hops():
    """From the function that takes it out of the table to the one that every bot is asked by."""
    hops = WALKS["walk-bot.md"]
    names = [name for _, _, name in hops]
    table, bot = names.index("LiveTable._carry_out"), names.index("Asking.ask")
    way = hops[table : bot + 1]
    assert len(way) - 2 <= MOST_TO_A_BOT
    for (_, file, one), (_, _, other) in pairwise(way):
        said = names_in(next(functions(ROOT / file, one)))  # without private methods
        boundary = BOUNDARIES.get((one, other))
        assert (other.split(".")[-1] if boundary is None else boundary.via) in said, one


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
