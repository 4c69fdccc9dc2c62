"""`tacit verify`: checks a replay's bytes, shuffle, moves and result."""

from __future__ import annotations

import argparse
import re

from tacit.cli.input import InputError, read_lines
from tacit.core.safe_text import json_line, safe_text
from tacit.log.replay import MAX_PROBLEM_CHARS, ReplayError, load
from tacit.log.verify import verify


def run(args: argparse.Namespace) -> int:
    """Print a verdict for each replay; 1 if one does not verify."""
    honest = True
    kept = [_commitment(text) for text in args.commitment]
    for file in args.files:
        for line in read_lines(file):
            try:
                verdict = verify(load(line.text), line.text, kept)
            except ReplayError as error:
                raise InputError(f"{line.where}: {error}") from None
            honest = honest and verdict.ok
            where = safe_text(line.where)
            if args.json:
                print(json_line(verdict))
            elif verdict.ok:
                print(f"{where}: true. {verdict.game}, {verdict.events} events.")
            else:
                print(f"{where}: NOT TRUE. {safe_text(verdict.problem, MAX_PROBLEM_CHARS)}")
    return 0 if honest else 1


def _commitment(text: str) -> str:
    """Return a commitment as the site shows it, in lower case and stripped."""
    plain = text.strip().lower()
    if not re.fullmatch(r"[0-9a-f]{64}", plain):
        raise InputError(f"--commitment is 64 hexadecimal digits, not {text!r}")
    return plain
