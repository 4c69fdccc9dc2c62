"""Bots that do not behave, each in its own way."""

import os
import sys
import time

from msgspec.structs import force_setattr

from tacit.games.extreme import Phase, Play
from tacit.games.extreme.bots.metronome import Metronome


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


class Steady(Metronome):
    """Plays The Mind Extreme as a metronome does; the others only spoil that."""

    def plan(self, view, now_ms):
        if view.phase is Phase.PLAYING:
            self.spoil(view)
        return super().plan(view, now_ms)

    def spoil(self, view):
        """Do what this bot is named for."""


class CrashesInPlay(Steady):
    def spoil(self, view):
        raise ZeroDivisionError("one over nothing")


class LeavesInPlay(Steady):
    def spoil(self, view):
        sys.exit(3)


class VanishesInPlay(Steady):
    def spoil(self, view):
        os._exit(7)


class HangsInPlay(Steady):
    def spoil(self, view):
        while True:
            time.sleep(1)


class VanishesAtTimes(Steady):
    """Only in some games, and late in them."""

    def spoil(self, view):
        if view.level == 2 and view.hand and view.hand[0].startswith("W1"):
            os._exit(7)


class CheatsInPlay(Steady):
    def plan(self, view, now_ms):
        if view.phase is Phase.PLAYING:
            return now_ms, Play(seat=0, card="W99")
        return super().plan(view, now_ms)


class BabblesInPlay(Steady):
    def plan(self, view, now_ms):
        return "soon"


class SitsBadly(Steady):
    def __init__(self, seat, players, seed):
        raise ValueError("this chair is taken")


class DawdlesInPlay(Steady):
    timed = True

    def spoil(self, view):
        time.sleep(0.003)
