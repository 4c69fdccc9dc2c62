"""What the calls of a finished game of Dibs were worth."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from dibs import Dibs, points
from tacit.bots.names import shown
from tacit.log.replay import Replay
from tacit.review import svg
from tacit.review.page import Poster, Row, Section
from tacit.review.reviewing import Depth, Progress, nothing, states
from tacit.review.show import letter


def review(replay: Replay, depth: Depth, progress: Progress) -> dict[str, Any]:
    """Return what each call scored, and how much more the best card in hand would have scored."""
    calls = []
    for done, (before, event, _) in enumerate(states(replay)):
        if isinstance(event, Dibs):
            scored = points(event.using, before.open)
            best = max(points(card, before.open) for card in before.hands[event.seat])
            call = {"number": before.open, "seat": event.seat, "card": event.using}
            calls.append(call | {"points": scored, "lost": best - scored})
        progress(done + 1, len(replay.events), nothing)
    seats = [
        {"name": name, "lost": sum(call["lost"] for call in calls if call["seat"] == seat)}
        for seat, name in enumerate(replay.names)
    ]
    return {"game": "dibs", "seed": depth.seed, "calls": calls, "seats": seats}


def sections(_replay: Replay, found: dict[str, Any]) -> Iterable[Section]:
    """Return the charts of a review."""
    lost = [seat["lost"] for seat in found["seats"]]
    chart = svg.Chart(svg.Span(-0.5, len(lost) - 0.5), svg.Span(0, max(*lost, 1)))
    chart.grid()
    for seat, points_lost in enumerate(lost):
        chart.bar(seat, 0, points_lost, "lost")
        chart.below(seat, found["seats"][seat]["name"])
    table = svg.table(("player", "lost"), [(seat["name"], seat["lost"]) for seat in found["seats"]])
    yield Section("Points lost", "By calling with another card.", chart.drawn("Points lost"), table)


def poster(replay: Replay) -> Poster:
    """Return the result, for a picture to show to others."""
    totals, places = replay.result["totals"], replay.result["places"]
    best = max(*totals, 1)
    names = shown(replay.names, replay.rules.NAME)
    rows = [
        Row(name, letter(seat), str(total), total / best, first=place == 1)
        for seat, (name, total, place) in enumerate(zip(names, totals, places, strict=True))
    ]
    return Poster(replay.rules.TITLE, night=False, rows=tuple(rows))
