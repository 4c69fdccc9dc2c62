"""Bots that do not behave, each in its own way."""

import os
import sys
import time

from msgspec.structs import force_setattr


class First:
    """Plays its first card, always; the others only spoil that."""

    def __init__(self, seat, players, seed):
        self.seat = seat

    def choose(self, view, budget):
        return view.hand[0]


class Crashes(First):
    def choose(self, view, budget):
        if view.turn == 3:
            raise ZeroDivisionError("one over nothing")
        return view.hand[0]


class CannotSit(First):
    def __init__(self, seat, players, seed):
        raise ValueError("this chair is taken")


class Cheats(First):
    def choose(self, view, budget):
        return 61


class Babbles(First):
    def choose(self, view, budget):
        return "seven"


class Unspeakable(First):
    def choose(self, view, budget):
        class Sulks(Exception):
            def __str__(self):
                raise RuntimeError

        raise Sulks


class Leaves(First):
    def choose(self, view, budget):
        sys.exit(3)


class Vanishes(First):
    def choose(self, view, budget):
        os._exit(7)


class Hangs(First):
    def choose(self, view, budget):
        while True:
            time.sleep(1)


class Forgets(First):
    """Chooses otherwise every time, whatever its seed."""

    count = 0

    def choose(self, view, budget):
        Forgets.count += 1
        return view.hand[Forgets.count % len(view.hand)]


class Peeks(First):
    """Looks for the table's state in whatever code called it."""

    def choose(self, view, budget):
        frame = sys._getframe()
        while frame is not None:
            state = frame.f_locals.get("state") or getattr(
                frame.f_locals.get("game"), "state", None
            )
            if state is not None:
                secret = sum(state.hands[(self.seat + 1) % view.players])
                return view.hand[secret % len(view.hand)]
            frame = frame.f_back
        return view.hand[0]


class Scribbles(First):
    def choose(self, view, budget):
        force_setattr(view, "round", 9)
        return view.hand[0]


class Talks(First):
    def choose(self, view, budget):
        print("hm")
        return view.hand[0]


class Dawdles(First):
    """Goes by the clock and far over it."""

    timed = True
    nap = 0.03

    def choose(self, view, budget):
        time.sleep(self.nap)
        return view.hand[0]


class Nods(Dawdles):
    """Not quite as slow."""

    nap = 0.003
