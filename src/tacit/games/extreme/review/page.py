"""The review of The Mind Extreme as charts, and its result as a picture."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from tacit.bots.names import shown
from tacit.games.extreme import LEVELS, LevelBegun, LevelPassed, Started
from tacit.games.extreme.review.sentences import in_step, moment, summary
from tacit.log.replay import Replay
from tacit.review.page import Poster, Row, Section
from tacit.review.reviewing import setup_of
from tacit.review.scene import Scene
from tacit.review.show import letter
from tacit.review.svg import Chart, Span, table

NIGHT = Scene(
    paper="#171b26",
    panel="#232939",
    ink="#f3f0e9",
    soft="#b8b4ab",
    crown="#e9b949",
    cards=("#fdfbf6", "#a92227"),
)
"""The night in which the team goes on, and both piles."""
NEAR_MS = 500
"""Milliseconds that are called a near miss."""


def sections(replay: Replay, found: dict[str, Any]) -> Iterator[Section]:
    """Yield the game in sentences, synchrony, everybody's pace, and every level."""
    yield Section("In a sentence", summary(found["counts"]))
    for one in found["moments"]:
        lost = "a mistake" if found["counts"].get("practice") else "a life"
        title = f"Level {one['level']}: {lost if one['cost'] else 'close'}"
        yield Section(title, " ".join(moment(found, one)))
    yield _synchrony(found)
    yield _paces(found)
    neglected = {
        event.level
        for event in replay.events
        if isinstance(event, LevelPassed) and event.one_pile_first
    }
    begun, practice = _begun(replay), setup_of(replay).practice
    for level in found["levels"]:
        number = level["level"]
        blind = LEVELS[number].blind if practice is None else practice.blind
        yield _level(
            found, level | {"blind": blind}, begun.get(number, 0), neglected=number in neglected
        )


def _begun(replay: Replay) -> dict[int, int]:
    """Return by level when play began."""
    level, found = 0, dict[int, int]()
    for event in replay.events:
        if isinstance(event, LevelBegun):
            level = event.level
        elif isinstance(event, Started):
            found.setdefault(level, event.at)
    return found


def _synchrony(found: dict[str, Any]) -> Section:
    levels, number = found["levels"], found["synchrony"]
    chart = Chart(Span(0.5, max(len(levels), 2) + 0.5), Span(0, 1), 200)
    chart.grid()
    for level in levels:
        chart.bar(level["level"], 0, level["synchrony"], "guess", 26)
        chart.below(level["level"], str(level["level"]))
    chart.add(f'<path class="whisker" d="M56 {chart.y(number):.1f}H704"/>')
    text = in_step(number)
    rows = [(level["level"], f"{level['synchrony']:.2f}", len(level["plays"])) for level in levels]
    title = "Synchrony"
    return Section(title, text, chart.drawn(title), table(("level", "synchrony", "cards"), rows))


def _paces(found: dict[str, Any]) -> Section:
    heard = [(seat, line) for seat, line in enumerate(found["seats"]) if line["spread"] is not None]
    fastest = max((max(line["pace"].values()) for _, line in heard), default=1.0)
    chart = Chart(Span(-0.5, len(found["seats"]) - 0.5), Span(0, fastest * 1.3), 200)
    chart.grid(" s")
    for seat, line in enumerate(found["seats"]):
        chart.below(seat, f"{letter(seat)} {line['name']}"[:18])
    for seat, line in heard:
        for at, colour in ((seat - 0.12, "white"), (seat + 0.12, "red")):
            pace, spread = line["pace"][colour], line["spread"]
            x = chart.x(at)
            low, high = chart.y(pace * (1 - min(spread, 1))), chart.y(pace * (1 + min(spread, 0.3)))
            chart.add(f'<path class="whisker" d="M{x:.1f} {low:.1f}V{high:.1f}"/>')
            chart.dot(at, pace, colour, 7)
    rows = [
        (line["name"], _two(line["pace"]["white"]), _two(line["pace"]["red"]), _two(line["spread"]))
        for line in found["seats"]
    ]
    text = (
        "Seconds a number on each pile, as a listener at the table came to believe, and how "
        "unsteady that was: what Echo would have known of everybody."
    )
    title = "Everybody's pace"
    headings = ("player", "white", "red", "unsteady by")
    return Section(title, text, chart.drawn(title), table(headings, rows))


def _two(number: float | None) -> str:
    return "–" if number is None else f"{number:.2f}"


def _level(found: dict[str, Any], level: dict[str, Any], begin: int, *, neglected: bool) -> Section:
    plays = level["plays"]
    end = max((play["t"] for play in plays), default=1)
    chart = Chart(Span(0, max(end - begin, 1000) / 1000), Span(0, 51))
    chart.grid()
    for mark in chart.across.marks():
        chart.below(mark, f"{mark:g} s")
    for colour in ("white", "red"):
        mine = [play for play in plays if play["card"][0] == colour[0].upper()]
        points = [((play["t"] - begin) / 1000, int(play["card"][1:])) for play in mine]
        if len(points) > 1:
            chart.line(points, "grid")
        for play, (at, number) in zip(mine, points, strict=True):
            chart.dot(at, number, colour, 8)
            chart.text(chart.x(at), chart.y(number) - 12, letter(play["seat"]), "middle")
            if play["margin"] is not None and play["margin"] < 0:
                chart.dot(at, number, "mistake", 13)
    rows = [
        (
            f"{(play['t'] - begin) / 1000:.1f}",
            play["card"],
            found["seats"][play["seat"]]["name"],
            "" if play["margin"] is None else f"{play['margin'] / 1000:+.2f}".replace("-", "−"),
        )
        for play in plays
    ]
    title = f"Level {level['level']}: synchrony {level['synchrony']:.2f}"
    return Section(
        title,
        _said(level, neglected),
        chart.drawn(title),
        table(("second", "card", "player", "margin"), rows),
    )


def _said(level: dict[str, Any], neglected: bool) -> str:
    margins = [play["margin"] for play in level["plays"] if play["margin"] is not None]
    mistakes = sum(margin < 0 for margin in margins)
    near = sum(0 <= margin < NEAR_MS for margin in margins)
    blind = level["blind"]
    said = ["Every card at its time against its number."]
    if blind:
        said.append(f"Face down: {' and '.join(blind)}.")
    said.append(f"{mistakes} mistake{'' if mistakes == 1 else 's'}, ringed." if mistakes else "")
    said.append(f"{near} within half a second of another player's card." if near else "")
    said.append("One pile was finished before the other began." if neglected else "")
    return " ".join(sentence for sentence in said if sentence)


def poster(replay: Replay) -> Poster:
    """Return how far the team came."""
    won, level = replay.result["outcome"] == "won", replay.result["level"]
    said = f"Won: all {level} levels" if won else f"Reached level {level}"
    if replay.settings.practice:
        said = f"Practised level {level}"
    return Poster(
        title=replay.rules.TITLE,
        night=True,
        scene=NIGHT,
        said=said,
        rows=tuple(
            Row(name, letter(seat), "", 0.0, first=won)
            for seat, name in enumerate(shown(replay.names, replay.rules.NAME))
        ),
    )
