"""What teams of The Mind Extreme reached, as a table and as a map of colours."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any
from xml.sax.saxutils import escape

from rich.console import Group, RenderableType
from rich.table import Table
from rich.text import Text

from tacit.arena.labels import full_paths, short_labels
from tacit.arena.tournament.plot import INK, PAPER, SOFT

MIN_TEAM = 20
"""Columns of a terminal that a team's names have at least."""
CELL_WIDTH, CELL_HEIGHT = 96, 44
LEFT, TOP = 150, 116
COLD, WARM = (0xF3, 0xE3, 0xC3), (0x18, 0x5B, 0x37)


def table(found: dict[str, Any]) -> RenderableType:
    """Return a line for each team, and the matrix if every bot met every other."""
    lines = Table(box=None, pad_edge=False, header_style="dim")
    shown = short_labels(name for team in found["teams"] for name in team["bots"])
    lines.add_column("team", overflow="fold", min_width=MIN_TEAM)
    for title in ("won", "95 %", "level", "lives lost", "stars used"):
        lines.add_column(title, justify="right", no_wrap=True)
    for team in found["teams"]:
        low, high = team["ci95"]
        spread = team["lives_lost_ci95"][1] - team["mean_lives_lost"]
        lines.add_row(
            Text(" + ".join(shown[name] for name in team["bots"]), style="bold"),
            f"{100 * team['win_rate']:.1f} %",
            f"{100 * low:.1f} – {100 * high:.1f}",
            f"{team['mean_level']:.2f}",
            f"{team['mean_lives_lost']:.2f} ± {spread:.2f}",
            f"{team['mean_stars_used']:.2f}",
        )
    parts: list[RenderableType] = [Text(_headline(found)), "", lines]
    if found["matrix"]:
        parts += ["", _matrix(found, shown)]
    beliefs = [_belief(team) for team in found["teams"] if team["beliefs"]]
    if beliefs:
        parts += ["", Text("What the bots believed after the first game:", style="dim"), *beliefs]
    told = [_forfeits(team, shown) for team in found["teams"] if team["forfeits"]]
    names = [Text(line, style="dim") for line in full_paths(shown)]
    return Group(*parts, *([""] if told or names else []), *told, *names)


def _forfeits(team: dict[str, Any], shown: dict[str, str]) -> Text:
    games = "1 game" if team["forfeits"] == 1 else f"{team['forfeits']} games"
    who = " + ".join(shown[name] for name in team["bots"])
    return Text(f"{who} forfeited {games}. The first: {team['first_forfeit']}", style="red")


def _headline(found: dict[str, Any]) -> str:
    kind = "drills of all levels" if found["drill"] else "whole games"
    return f"The Mind Extreme: {found['games']} {kind} a team, seed {found['seed']}."


def _belief(team: dict[str, Any]) -> Text:
    told = []
    for seat, words in team["beliefs"].items():
        partners = [
            f"{name}: {word}"
            for place, (name, word) in enumerate(zip(team["bots"], words, strict=True))
            if place != int(seat)
        ]
        told.append(f"{team['bots'][int(seat)]} – {'; '.join(partners)}")
        break  # bots of one kind at a table believe the same
    return Text("\n".join(told))


def _matrix(found: dict[str, Any], shown: dict[str, str]) -> Table:
    """Return wins of one bot (lines) with the rest of the team from another (columns)."""
    rates = _rates(found)
    lines = Table(box=None, pad_edge=False, header_style="dim", title="won, one with others, in %")
    lines.add_column("")
    for name in found["matrix"]:
        lines.add_column(shown[name], justify="right", overflow="fold")
    for row in found["matrix"]:
        cells = (f"{100 * rates[row, column]:.0f}" for column in found["matrix"])
        lines.add_row(Text(shown[row], style="bold"), *cells)
    return lines


def _rates(found: dict[str, Any]) -> dict[tuple[str, str], float]:
    return {(team["bots"][0], team["bots"][1]): team["win_rate"] for team in found["teams"]}


def heat_map(found: dict[str, Any]) -> str:
    """Return the share of games won as a map: darker is better."""
    if found["matrix"]:
        rates = _rates(found)
        names = found["matrix"]
        columns = names
        rows = [(row, [rates[row, column] for column in names]) for row in names]
    else:
        columns = ["won"]
        rows = [(" + ".join(team["bots"]), [team["win_rate"]]) for team in found["teams"]]
    left = max(LEFT, 30 + 8 * max(len(name) for name, _ in rows))
    width = max(420, left + CELL_WIDTH * len(columns) + 24)
    height = TOP + CELL_HEIGHT * len(rows) + 24
    paper = (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}" '
        f'width="{width}" height="{height}" font-family="Figtree, system-ui, sans-serif" '
        f'font-size="14" fill="{INK}">'
    )
    parts = [
        paper,
        f'<rect width="{width}" height="{height}" fill="{PAPER}"/>',
        '<text x="24" y="34" font-size="20" font-weight="600">Games won</text>',
        f'<text x="24" y="54" font-size="12" fill="{SOFT}">{escape(_headline(found))}</text>',
        *_cells(columns, rows, left),
        "</svg>",
        "",
    ]
    return "\n".join(parts)


def _cells(columns: list[str], rows: list[tuple[str, list[float]]], left: int) -> Iterator[str]:
    for place, name in enumerate(columns):
        x = left + CELL_WIDTH * (place + 0.5)
        yield f'<text x="{x}" y="{TOP - 12}" text-anchor="middle">{escape(name)}</text>'
    for line, (name, rates) in enumerate(rows):
        y = TOP + CELL_HEIGHT * line
        middle = y + CELL_HEIGHT / 2 + 5
        yield f'<text x="{left - 12}" y="{middle}" text-anchor="end">{escape(name)}</text>'
        for place, rate in enumerate(rates):
            x = left + CELL_WIDTH * place
            yield (
                f'<rect x="{x + 1}" y="{y + 1}" width="{CELL_WIDTH - 2}" '
                f'height="{CELL_HEIGHT - 2}" rx="4" fill="{_shade(rate)}"/>'
            )
            ink = PAPER if rate > 0.45 else INK
            yield (
                f'<text x="{x + CELL_WIDTH / 2}" y="{middle}" text-anchor="middle" '
                f'fill="{ink}" font-weight="600">{rate:.0%}</text>'
            )


def _shade(rate: float) -> str:
    mixed = (round(cold + rate * (warm - cold)) for cold, warm in zip(COLD, WARM, strict=True))
    return "#" + "".join(f"{part:02x}" for part in mixed)
