"""The moments of a game of Mind Up! worth looking at again, from its review."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any, NamedTuple

import msgspec

from tacit.games.mindup import Card, View
from tacit.games.mindup.review.reasons import explain
from tacit.review.reviewing import Depth

COSTLIEST = 3
DECIDED = 0.05
"""A game is lost to a player whose best card wins it less often than this, and won likewise."""


class Find(NamedTuple):
    """A pick that was the one best card of the hand, and by how many points."""

    pick: dict[str, Any]
    by: float


def that_mattered(picks: Iterable[dict[str, Any]]) -> list[dict[str, Any]]:
    """Return the picks that cost most of these, while the game was neither lost nor won."""
    costly = [
        pick
        for pick in picks
        if pick["lost"] > 0 and pick["card"] not in pick["equal"] and not _decided(pick)
    ]
    return sorted(costly, key=lambda pick: -pick["lost"])[:COSTLIEST]


def _decided(pick: dict[str, Any]) -> bool:
    wins = pick["values"]
    best: float = max(value["win"] for value in wins.values())
    picked: float = wins[str(pick["card"])]["win"]
    return best < DECIDED or picked > 1 - DECIDED


def told(pick: dict[str, Any], seen: View, depth: Depth) -> dict[str, Any]:
    """Return a moment: a pick, the card that would have been better, and why."""
    values = pick["values"]
    better = int(max(values, key=lambda card: values[card]["lead"]))
    reasons = explain(seen, Card(pick["card"]), Card(better), pick["lost"], depth)
    return {
        "seat": pick["seat"],
        "round": pick["round"],
        "turn": pick["turn"],
        "card": pick["card"],
        "better": better,
        "lost": pick["lost"],
        "reasons": [msgspec.to_builtins(reason) for reason in reasons],
    }


def costliest(found: dict[str, Any], seat: int) -> list[dict[str, Any]]:
    """Return the picks that lost a player most, of those that were not as good as the best."""
    mine = [
        pick
        for pick in found["picks"]
        if pick["seat"] == seat and pick["lost"] > 0 and pick["card"] not in pick["equal"]
    ]
    return sorted(mine, key=lambda pick: -pick["lost"])[:COSTLIEST]


def best_find(found: dict[str, Any], seat: int) -> Find | None:
    """Return a player's pick that was furthest ahead of every other card they held."""
    finds = [
        Find(pick, _ahead(pick))
        for pick in found["picks"]
        if pick["seat"] == seat and pick["equal"] == [pick["card"]]
    ]
    return max(finds, key=lambda find: find.by, default=None)


def _ahead(pick: dict[str, Any]) -> float:
    """Return how far a pick is ahead of the next best card."""
    leads: dict[int, float] = {int(card): value["lead"] for card, value in pick["values"].items()}
    return leads.pop(pick["card"]) - max(leads.values())


def luckiest(found: dict[str, Any], seat: int) -> dict[str, Any] | None:
    """Return the turn whose guess turned out best for a player, if any did them good."""
    return _extreme(found, seat, 1)


def unluckiest(found: dict[str, Any], seat: int) -> dict[str, Any] | None:
    """Return the turn whose guess turned out worst for a player, if any did them harm."""
    return _extreme(found, seat, -1)


def _extreme(found: dict[str, Any], seat: int, sign: int) -> dict[str, Any] | None:
    mine = [pick for pick in found["picks"] if pick["seat"] == seat and sign * pick["luck"] > 0]
    return max(mine, key=lambda pick: sign * pick["luck"], default=None)


def unsure(line: dict[str, Any]) -> float:
    """Return half of the interval that holds what a seat lost, 95 times of 100."""
    low, high = line["lost_ci95"]
    return float(high - low) / 2
