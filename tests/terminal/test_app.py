"""The frame of a game in the terminal: whole games by keys, on small screens, without colours."""

from __future__ import annotations

import asyncio
import threading

import pytest

from tacit.bots import registry
from tests.terminal.pilots import a_card, a_lucky_guess, play, screen, seated

EVIL = "Eve\x1b[2J\x1b]0;x\x07[bold]"


async def test_a_whole_game_of_mind_up_by_keys_at_80_by_24():
    app = seated("mindup", ["greedy", "linnet", "greedy"], objectives=2)
    sheets = set()
    async with app.run_test(size=(80, 24)) as pilot:

        def seen():
            lines = screen(app)
            assert len(lines) == 24
            assert all(len(line) == 80 for line in lines)
            sheets.update(line.strip() for line in lines if line.startswith((" Round", " The end")))

        await play(app, pilot, a_card, seen)
        said = "\n".join(screen(app))
        assert "won." in said
        await pilot.press("enter")
    assert {"Round 1 of 3", "Round 2 of 3", "Round 3 of 3", "The end"} <= sheets
    assert app.match.game.result["places"]


async def test_a_whole_game_of_the_mind_extreme_in_real_time_at_80_by_24():
    app = seated("extreme", ["metronome", "metronome"])
    async with app.run_test(size=(80, 24)) as pilot:
        await play(app, pilot, a_lucky_guess)
        said = "\n".join(screen(app))
        assert "The end" in said
        await pilot.press("enter")
    assert app.match.game.result["outcome"] in ("won", "lost")


@pytest.mark.parametrize(("game", "bots"), [("mindup", ["greedy"] * 5), ("extreme", ["metronome"])])
async def test_a_larger_terminal_shows_the_same_table(game, bots):
    app = seated(game, bots)
    async with app.run_test(size=(140, 50)) as pilot:
        await pilot.pause()
        wide = [line.rstrip() for line in screen(app)]
        await pilot.resize_terminal(80, 24)
        await pilot.pause()
        await pilot.pause()
        small = [line.rstrip() for line in screen(app)]
    for word in ("Your hand", "Ann", "leave"):
        assert any(word in line for line in wide)
        assert any(word in line for line in small)


async def test_without_colours_symbols_tell_everything(monkeypatch):
    monkeypatch.setenv("NO_COLOR", "1")
    app = seated("mindup", ["greedy", "greedy"])
    async with app.run_test(size=(80, 24)) as pilot:
        await pilot.pause()
        assert app.no_color
        row = next(line for line in screen(app) if line.startswith(" Row"))
    assert sum(symbol in "☀✿≈♣☾" for symbol in row) == 3


async def test_escape_sequences_and_markup_in_names_are_harmless():
    app = seated("extreme", ["metronome"], names=("Ann", "Bob [bold red]x[/]"))
    app.names = ("Ann", EVIL)  # as if the game had let it in
    async with app.run_test(size=(80, 24)) as pilot:
        await pilot.press("space")
        await pilot.pause()
        said = "\n".join(screen(app))
    assert "\x1b" not in said
    assert "\x07" not in said
    assert "Eve" in said


async def test_leaving_has_to_be_asked_for_twice():
    app = seated("mindup", ["greedy", "greedy"])
    async with app.run_test(size=(80, 24)) as pilot:
        await pilot.press("q")
        assert "q again" in screen(app)[-1]
        await pilot.press("right")
        assert "q again" not in screen(app)[-1]
        await pilot.press("q", "q")
    assert not app.match.game.over
    assert app._exit


class Slow:
    """A bot that thinks until it may stop."""

    thinking, may_stop = threading.Event(), threading.Event()

    def __init__(self, seat, players, seed):
        pass

    def choose(self, view, budget):
        Slow.thinking.set()
        assert Slow.may_stop.wait(60)
        return view.hand[0]


class Failing(Slow):
    def choose(self, view, budget):
        raise RuntimeError("no idea")


def _found(monkeypatch, name, bot):
    real = registry.find_bot

    def find(wanted, game):
        return bot if wanted == name else real(wanted, game)

    monkeypatch.setattr("tacit.terminal.match.find_bot", find)


async def test_while_a_strong_bot_thinks_the_screen_answers(monkeypatch):
    _found(monkeypatch, "slow", Slow)
    app = seated("mindup", ["slow", "greedy"])
    async with app.run_test(size=(80, 24)) as pilot:
        await pilot.pause()
        try:
            assert await asyncio.to_thread(Slow.thinking.wait, 30)
            await pilot.press("3")
            assert app.match.view.pick == app.match.view.hand[2]
            await pilot.press("backspace")
            assert app.match.view.pick is None
        finally:
            Slow.may_stop.set()


async def test_a_bot_that_fails_is_replaced_and_the_game_goes_on(monkeypatch):
    _found(monkeypatch, "failing", Failing)
    app = seated("mindup", ["failing", "greedy"])
    async with app.run_test(size=(80, 24)) as pilot:
        await play(app, pilot, a_card)
    assert app.match.game.over
