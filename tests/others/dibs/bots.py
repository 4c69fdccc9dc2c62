"""The bots of Dibs, and what they are asked."""

from __future__ import annotations

import random
from typing import Any, ClassVar

from dibs import HAND, Action, Dibs, Pass, Ready, View
from tacit.bots.asking import Asking, Kind
from tacit.core.mark import with_face
from tacit.core.rulebook import Millis, Seat

DEALS = 5000


class Eager:
    """Calls the sooner the closer its card is, and passes what is far away."""

    def __init__(self, seat: int, players: int, seed: int) -> None:
        self.seat = Seat(seat)
        self.rng = random.Random(seed)

    def plan(self, view: View, now_ms: int) -> tuple[int, Action] | None:
        """Return when to act next unless something happens first, and what; None is to wait."""
        now = Millis(now_ms)
        if view.open is None:
            return None if view.ready[self.seat] else (now + 100, Ready(self.seat, now))
        if view.passed[self.seat]:
            return None
        number = view.open
        card = min(view.hand, key=lambda card: abs(card - number), default=None)
        if card is None or abs(card - number) > 12:
            return now + 400, Pass(self.seat, now)
        return now + self.wait(abs(card - number)), Dibs(self.seat, card, now)

    def wait(self, distance: int) -> int:
        """Return how many milliseconds to think about it."""
        return 100 + 20 * distance


class Random(Eager):
    """Calls at any time."""

    def wait(self, distance: int) -> int:
        return self.rng.randrange(600)


class Deep(Eager):
    """Imagines thousands of deals, and calls the sooner the likelier a closer card is elsewhere."""

    def __init__(self, seat: int, players: int, seed: int) -> None:
        super().__init__(seat, players, seed)
        self.unseen = HAND * (players - 1)

    def wait(self, distance: int) -> int:
        deals = [min(self.rng.choices(range(30), k=self.unseen)) for _ in range(DEALS)]
        risk = sum(closest < distance for closest in deals) / DEALS
        return 100 + round(300 * (1 - risk))


class DibsAsking(Asking):
    """Every bot plans when to act next."""

    timed = True
    kinds: ClassVar = {"plan": Kind("plan", "now", tuple[int, Action] | None)}
    bots: ClassVar = {
        "deep": "dibs.bots:Deep",
        "eager": "dibs.bots:Eager",
        "random": "dibs.bots:Random",
    }
    names: ClassVar = {"deep": ("Digger",)}
    offered = ("eager", "random", "deep")
    compiled = hard = frozenset({"deep"})
    stand_in = "eager"
    any_move = "random"
    company = ("eager", "eager")

    def kind(self, look: Any, *, awaited: bool) -> str | None:
        """Ask the seats that the game waits for."""
        return "plan" if awaited else None


ASKING = DibsAsking()
FACES = {"deep": with_face("bear", shape=4, colour=1)}
