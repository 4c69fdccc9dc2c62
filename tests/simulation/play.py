"""How people play: what to do next, and when. They want the game to go on, and make mistakes."""

from __future__ import annotations

import random
from typing import Any, NamedTuple

import msgspec

from tacit.games import extreme
from tacit.games.extreme.bots.metronome import clock
from tests.simulation.client import Copy


class Skill(NamedTuple):
    """How a player plays."""

    pace: float
    """Milliseconds they count from one number to the next."""
    wobble: float
    """How far off their feeling for time is."""
    fickle: float
    """How often they change their mind."""


class Move(NamedTuple):
    """Something to do in the game, this many milliseconds from now."""

    wait: float
    action: dict[str, Any]


def skill(rng: random.Random) -> Skill:
    """Draw how a player plays."""
    return Skill(
        pace=300 * rng.uniform(0.9, 1.1),
        wobble=rng.choice((0.02, 0.05, 0.1, 0.3)),
        fickle=rng.choice((0.0, 0.03, 0.1)),
    )


def next_move(copy: Copy, rng: random.Random, mine: Skill, now: int) -> Move | None:
    """Return what a player does next as things stand, or None if they wait for others."""
    if not copy.legal:
        return None
    if copy.house["game"] == "mindup":
        return _mindup(copy, rng, mine)
    return _extreme(copy, rng, mine, now)


def _soon(kind: str, rng: random.Random, **more: Any) -> Move:
    return Move(rng.randrange(150, 1500), {"kind": kind, **more})


def _mindup(copy: Copy, rng: random.Random, mine: Skill) -> Move | None:
    legal, seat = copy.legal, copy.house["seat"]
    if seat in copy.waiting:
        pick = _soon("pick", rng, card=rng.choice(legal["pick"]))
        return pick._replace(wait=120_000) if rng.random() < mine.fickle / 5 else pick
    if rng.random() < mine.fickle:
        if rng.random() < 0.5 or not legal.get("pick"):
            return _soon("take-back", rng)
        return _soon("pick", rng, card=rng.choice(legal["pick"]))
    return None


def _extreme(copy: Copy, rng: random.Random, mine: Skill, now: int) -> Move | None:
    legal = copy.legal
    assert copy.view is not None
    if "propose-star" in legal and rng.random() < mine.fickle / 3:
        return _soon("propose-star", rng)
    if "play" in legal:
        return _next_card(copy, rng, mine, now)
    if "stop" in legal:
        return _soon("stop", rng) if rng.random() < mine.fickle / 5 else None
    if "vote" in legal:
        return _soon("vote", rng, agree=rng.random() < 0.75)
    if "discard" in legal:
        return _soon("discard", rng, card=rng.choice(legal["discard"]))
    for kind in ("ready", "lay-hand"):
        if kind in legal:
            return _soon(kind, rng)
    if "lift-hand" in legal and (copy.view["phase"] == "lifting" or rng.random() < mine.fickle / 5):
        return _soon("lift-hand", rng)
    return None


def _next_card(copy: Copy, rng: random.Random, mine: Skill, now: int) -> Move:
    """Count like a metronome, but not as well."""
    view = msgspec.convert(copy.view, extreme.View)
    moves = []
    for card in copy.legal["play"]:
        ahead = extreme.POSITION[card] - clock(view, extreme.COLOUR[card], now, mine.pace)
        wait = max(0.0, ahead * mine.pace) * rng.lognormvariate(0, mine.wobble)
        moves.append(Move(wait, {"kind": "play", "card": card}))
    move = min(moves, key=lambda one: one.wait)
    if rng.random() < mine.fickle / 5:
        return Move(rng.random() * move.wait, {"kind": "stop"})
    return move
