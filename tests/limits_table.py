"""Writes the table of limits in docs/hosting.md from the struct: `python -m tests.limits_table`."""

from __future__ import annotations

from pathlib import Path

from tacit.server.settings import SETTINGS

PAGE = Path(__file__).parents[1] / "docs" / "hosting.md"
BEGIN, END = "<!-- limits: python -m tests.limits_table -->", "<!-- end of limits -->"


def table() -> str:
    """Return the table of all limits."""
    rows = ["| limit | default | unit | meaning |", "|---|---|---|---|"]
    for setting in SETTINGS:
        if setting.path[0] == "limits":
            key, unit = setting.key.removeprefix("limits."), setting.detail("unit")
            meaning = setting.meta.description
            rows.append(f"| `{key}` | {setting.default:,} | {unit} | {meaning} |")
    return "\n".join(rows)


def with_table(page: str) -> str:
    """Return the page with today's table in it."""
    before, _, rest = page.partition(BEGIN)
    return f"{before}{BEGIN}\n\n{table()}\n\n{END}{rest.partition(END)[2]}"


if __name__ == "__main__":
    PAGE.write_text(with_table(PAGE.read_text()))
