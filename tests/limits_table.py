"""Writes the table of limits in docs/hosting.md from the struct: `python -m tests.limits_table`."""

from __future__ import annotations

import ast
import inspect
import textwrap
from pathlib import Path

import msgspec

from tacit.server.config import Limits

PAGE = Path(__file__).parents[1] / "docs" / "hosting.md"
BEGIN, END = "<!-- limits: python -m tests.limits_table -->", "<!-- end of limits -->"


def meanings() -> dict[str, str]:
    """Return what the text below each field says."""
    (struct,) = ast.parse(textwrap.dedent(inspect.getsource(Limits))).body
    found = {}
    for line, below in zip(struct.body, struct.body[1:], strict=False):
        if isinstance(line, ast.AnnAssign) and isinstance(below, ast.Expr):
            found[line.target.id] = " ".join(below.value.value.split())
    return found


def table() -> str:
    """Return the table of all limits."""
    told = meanings()
    rows = ["| limit | default | meaning |", "|---|---|---|"]
    rows += [
        f"| `{field.encode_name}` | {field.default:,} | {told.get(field.name, '')} |"
        for field in msgspec.structs.fields(Limits)
    ]
    return "\n".join(rows)


def with_table(page: str) -> str:
    """Return the page with today's table in it."""
    before, _, rest = page.partition(BEGIN)
    return f"{before}{BEGIN}\n\n{table()}\n\n{END}{rest.partition(END)[2]}"


if __name__ == "__main__":
    PAGE.write_text(with_table(PAGE.read_text()))
