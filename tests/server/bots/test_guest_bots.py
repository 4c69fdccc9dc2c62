"""Installed bots at live tables: only if the host allows it, and on the clock."""

from __future__ import annotations

import asyncio
import os

import pytest

from tacit.bots import registry
from tacit.bots.bot import BotError
from tacit.bots.process import BotSeat
from tacit.cli import main
from tacit.client import NotAllowed, open_table
from tacit.client.player import Player, bot_maker
from tacit.log.game import new
from tacit.log.replay import load
from tacit.server.bots import guest_bots, seat_bot
from tacit.server.bots.guest_bots import GuestBot
from tacit.table.outputs import Ask
from tests.server.sites import inside, quick

MODULE = """
import time

class Highest:
    def __init__(self, seat, players, seed):
        print("what a bot prints is no answer")
    def choose(self, view, budget):
        return max(view.hand)

class Sleeper(Highest):
    def choose(self, view, budget):
        time.sleep(60)

class Crasher(Highest):
    def choose(self, view, budget):
        raise SystemExit(3)

class Cheat(Highest):
    def choose(self, view, budget):
        return 99
"""
NAMES = ("highest", "sleeper", "crasher", "cheat")


@pytest.fixture(autouse=True)
def _installed(tmp_path, monkeypatch):
    """Install a package with bots, for this process and those it starts."""
    folder = tmp_path / "site"
    info = folder / "guests-1.0.dist-info"
    info.mkdir(parents=True)
    (folder / "guest_bots.py").write_text(MODULE)
    (info / "METADATA").write_text("Metadata-Version: 2.1\nName: guests\nVersion: 1.0\n")
    points = [f"{name} = guest_bots:{name.capitalize()}" for name in NAMES]
    (info / "entry_points.txt").write_text("[tacit.bots]\n" + "\n".join(points) + "\n")
    monkeypatch.syspath_prepend(folder)
    monkeypatch.setenv(
        "PYTHONPATH", os.pathsep.join([str(folder), os.environ.get("PYTHONPATH", "")])
    )
    monkeypatch.setattr(registry, "INVITED", {})
    monkeypatch.setattr("tacit.server.bots.seated.INVITED", registry.INVITED)
    monkeypatch.setattr(guest_bots, "SPARE_S", 0.2)
    monkeypatch.setattr(seat_bot, "BUDGET_S", 0.1)


def seated(name):
    bot = GuestBot(BotSeat(name, "mindup", 0, 3, 1))
    bot.start()
    return bot


def choose(bot):
    return bot.answer(Ask((), 1, 0, bot.seat.bot, 3, "choose", view(), 0))


def view():
    return new("mindup", players=3, seed=1).view(0)


async def test_an_installed_bot_sits_only_where_the_host_allows_it(tmp_path):
    async with inside(quick(tmp_path / "db")) as site:
        with pytest.raises(NotAllowed) as refused:
            await open_table(site.url, "mindup", "Ana", bots=("highest", "random"))
        assert refused.value.key == "no-such-bot"
        registry.invite(["highest"])
        host = await open_table(site.url, "mindup", "Ana", bots=("highest", "random"))
        async with host:
            playing = asyncio.create_task(Player(host, bot_maker("greedy", "mindup")).play())
            await host.ask("start")
            await asyncio.wait_for(playing, 90)
            replay = load((await host.replay()).strip())
    revealed = [event for event in replay.events if type(event).__name__ == "Revealed"]
    began = next(event for event in replay.events if type(event).__name__ == "RoundBegun")
    assert revealed[0].plays[1] == max(began.drawn[1])


def test_a_bot_is_asked_in_a_process_of_its_own():
    bot = seated("highest")
    assert choose(bot) == max(view().hand)
    assert bot.behaves


def test_only_the_first_answer_has_time_to_load_code():
    bot = seated("highest")
    assert bot.spare_s == guest_bots.FIRST_ANSWER_S
    choose(bot)
    assert bot.behaves
    assert bot.spare_s == guest_bots.SPARE_S < guest_bots.FIRST_ANSWER_S


@pytest.mark.parametrize("name", ["sleeper", "crasher", "cheat"])
def test_one_that_is_late_crashes_or_cheats_is_ended_and_the_stand_in_plays_on(name, monkeypatch):
    monkeypatch.setattr(guest_bots, "FIRST_ANSWER_S", 5.0 if name == "sleeper" else 30.0)
    bot = seated(name)
    assert choose(bot) in view().hand
    assert not bot.behaves
    assert choose(bot) in view().hand


def test_there_are_only_so_many_processes(monkeypatch):
    monkeypatch.setattr(guest_bots, "_free", guest_bots.threading.BoundedSemaphore(1))
    first, second = seated("highest"), seated("highest")
    assert (first.behaves, second.behaves) == (True, False)
    assert choose(second) in view().hand
    first._end()
    assert seated("highest").behaves


def test_a_process_that_cannot_start_takes_no_place(monkeypatch):
    monkeypatch.setattr(guest_bots, "_free", guest_bots.threading.BoundedSemaphore(1))

    def full(*_):
        raise BlockingIOError("no more processes")

    with monkeypatch.context() as patch:
        patch.setattr(guest_bots.WorkerProcess, "of_module", full)
        bot = seated("highest")
        assert not bot.behaves
        assert choose(bot) in view().hand
    assert seated("highest").behaves


def test_invitations_are_checked(capsys):
    with pytest.raises(BotError, match="needs no invitation"):
        registry.invite(["greedy"])
    assert main(["serve", "--bots", "nobody-of-that-name"]) == 2
    assert capsys.readouterr().err.count("\n") == 1
    registry.invite(["highest"])
    assert "highest" in registry.offered("mindup")
    assert "highest" not in registry.offered("extreme")
