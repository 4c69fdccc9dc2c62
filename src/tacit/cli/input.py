"""Reads files of one JSON object a line; `-` is standard input."""

from __future__ import annotations

import sys
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import NamedTuple

import msgspec

from tacit.log.replay import Replay, ReplayError, load
from tacit.log.verify import verify


class InputError(ValueError):
    """The input cannot be used; the text says where and why."""


class Line(NamedTuple):
    """A line of input, and its name in messages."""

    where: str
    text: bytes


def read_lines(file: str) -> Iterator[Line]:
    """Yield the lines that are not blank; one object over several lines counts as one."""
    data = sys.stdin.buffer.read() if file == "-" else Path(file).read_bytes()
    name = "standard input" if file == "-" else file
    lines = data.removesuffix(b"\n").split(b"\n")
    if len(lines) > 1 and _is_one_object(data):
        lines = [data]
    filled = [(number, line) for number, line in enumerate(lines, start=1) if line.strip()]
    if not filled:
        raise InputError(f"{name} is empty")
    for number, line in filled:
        yield Line(name if len(lines) == 1 else f"{name}, line {number}", line)


def read_replays(files: Iterable[str]) -> Iterator[Replay]:
    """Yield the games of replay files; one that does not verify is bad input."""
    for file in files:
        for line in read_lines(file):
            try:
                replay = load(line.text)
            except ReplayError as error:
                raise InputError(f"{line.where}: {error}") from None
            problem = verify(replay).problem
            if problem is not None:
                raise InputError(f"{line.where}: a replay that does not verify: {problem}")
            yield replay


def _is_one_object(data: bytes) -> bool:
    try:
        msgspec.json.decode(data)
    except (msgspec.DecodeError, UnicodeDecodeError):
        return False
    return True
