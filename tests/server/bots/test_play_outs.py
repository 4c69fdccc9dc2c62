"""Games whose time is up have a thread of their own: no bot at another table waits for them."""

from __future__ import annotations

import threading
from typing import Any

from tacit.core.rulebook import Decided, Millis
from tacit.server.bots import seated
from tacit.server.bots.pools import BotPools
from tacit.server.bots.seated import SeatedBots
from tacit.server.ops.metrics import Metrics
from tacit.table.outputs import PlayOut
from tests.server.client import eventually


async def test_games_that_are_played_out_hold_up_no_bot_and_openers_take_turns(monkeypatch):
    may_end, order = threading.Event(), []

    def play_out(game: str, _now: Millis) -> Decided:
        order.append(game)
        assert may_end.wait(60)
        return Decided((), None, ())

    monkeypatch.setattr(seated, "play_out", play_out)
    pools = BotPools(1, Metrics())
    done: list[Any] = []
    games = [("Ann", f"Ann {number}") for number in range(30)] + [("Bob", "Bob 0")]
    try:
        for opener, game in games:
            bots = SeatedBots(game, None, pools)
            bots.play_out(PlayOut(game, Millis(0)), opener, done.append)
        assert await pools.work_out("K7QF", lambda: "a tempo") == "a tempo"
        assert done == []
        may_end.set()
        await eventually(lambda: len(done) == len(games))
        assert order.index("Bob 0") <= 2, "it waits for no more than one piece of Ann's"
    finally:
        may_end.set()
        pools.close()
