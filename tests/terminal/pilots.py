"""A player at the keyboard of a headless terminal, and what its screen shows."""

from __future__ import annotations

import tacit
from tacit.core.plug import part
from tacit.games.extreme import Colour, first_of
from tacit.terminal.app import TableApp
from tacit.terminal.clock import Clock
from tacit.terminal.match import Match

FAST = 50.0
"""How many times faster than a real one the clock runs."""
MOST_KEYS = 20_000


def seated(game, bots, *, names=None, speed=FAST, seed=3, **settings):
    """Return the screen of a new game against bots."""
    names = names or ("Ann", *bots)
    began = tacit.new(game, len(bots) + 1, seed=seed, names=names, **settings)
    return TableApp(Match(began, bots, Clock(speed), seed), part(game, "terminal"))


def screen(app) -> list[str]:
    """Return what the screen shows, line by line."""
    strips = app.screen._compositor.render_strips()
    return ["".join(segment.text for segment in strip) for strip in strips]


def a_card(app) -> str:
    """Return the key of a player of Mind Up! who always plays the first card."""
    can = any(key.key == "1" for key in app.keys)
    return "1" if can and app.match.view.pick is None and not app.is_telling else "f12"


def a_lucky_guess(app) -> str:
    """Return the key of a player of The Mind Extreme who lays a card when it is the next."""
    keys = {key.key: key for key in app.keys}
    for key in ("space", "y"):
        if key in keys:
            return key
    if any(key.label.startswith("give") for key in keys.values()):
        return "w" if "w" in keys else "r"
    everyone = [card for hand in app.match.game.state.hands for card in hand]
    for colour, key in ((Colour.WHITE, "w"), (Colour.RED, "r")):
        if first_of(colour, everyone) in app.match.view.hand and key in keys:
            return key
    return "f12"


async def play(app, pilot, choose, seen=lambda: None) -> None:
    """Play a whole game, to the sheet with the result."""
    await pilot.pause()
    for _ in range(MOST_KEYS):
        seen()
        if app.match.game.over and not app._moments and app._sheet is not None:
            return
        await pilot.press("enter" if app._sheet is not None else choose(app))
    raise AssertionError("\n".join(screen(app)))
