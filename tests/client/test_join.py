"""Programs at a live table: the client, bots and other people's programs."""

from __future__ import annotations

import asyncio
import json
import shutil
import sys
from contextlib import nullcontext
from pathlib import Path

import pytest

from tacit.bots.process import ProcessBots
from tacit.cli import main
from tacit.client import ClientError, NotAllowed, join, open_table, sit_down
from tacit.client.http import split_link
from tacit.client.player import Player, bot_maker
from tacit.games.mindup.bots.search import Search
from tacit.log.replay import load
from tacit.server.bots.strong_bots import StrongBot
from tests.server.sites import inside, quick

ROOT = Path(__file__).parents[2]
NODE = shutil.which("node") or str(Path(sys.executable).parent / "node")


async def together(host, *others):
    """Start a game, and let everybody play it to its end."""
    playing = [asyncio.create_task(player.play()) for player in others]
    await host.ask("start")
    await asyncio.wait_for(asyncio.gather(*playing), 60)


async def test_bots_from_outside_play_a_whole_game_of_mind_up(tmp_path):
    async with inside(quick(tmp_path / "db")) as site:
        host = await open_table(site.url, "mindup", "Ana", bots=("random",))
        async with host, await join(host.url, "Bo") as other:
            assert (host.seat, other.seat) == (0, 2)
            players = [
                Player(host, bot_maker("greedy", "mindup")),
                Player(other, bot_maker("linnet", "mindup")),
            ]
            await together(host, *players)
            assert host.stage == other.stage == "over"
            assert min(host.view.places) == 1
            assert [len(player.done) for player in players] == [21, 21]


async def test_bots_from_outside_play_a_whole_game_of_the_mind_extreme(tmp_path):
    async with inside(quick(tmp_path / "db")) as site:
        host = await open_table(site.url, "extreme", "Ana", bots=("metronome",))
        async with host:
            await together(host, Player(host, bot_maker("metronome", "extreme")))
            assert host.view.outcome in ("won", "lost")


BOTS = ("greedy", "linnet", "pebble")
PLAYOUTS = 50


@pytest.mark.parametrize("deal", [1, 2, 3])
async def test_a_bot_from_outside_picks_what_it_picks_seated_by_the_site(
    tmp_path, deal, monkeypatch
):
    """The same deal and the same luck: the same cards, seated by the site or from outside."""
    monkeypatch.setattr("tacit.server.site.new_seed", lambda: bytes([deal]) * 32)
    monkeypatch.setattr("tacit.server.bots.seated.bot_luck", lambda _seed, _game, seat: 100 + seat)
    seated = []
    for outside in (False, True):
        async with inside(quick(tmp_path / f"{outside}.db")) as site:
            host = await open_table(site.url, "mindup", "Ana", bots=() if outside else BOTS)
            async with host:
                others = [await join(host.url, name) for name in BOTS] if outside else []
                players = [
                    Player(seat, bot_maker(name, "mindup"), seed=100 + seat.seat)
                    for seat, name in zip(others, BOTS, strict=False)
                ]
                await together(host, Player(host, bot_maker("greedy", "mindup")), *players)
                seated.append(load((await host.replay()).strip()))
                for seat in others:
                    await seat.close()
    here, there = seated
    assert here.seed == there.seed
    assert plays(here) == plays(there)


def plays(replay):
    return [event.plays for event in replay.events if type(event).__name__ == "Revealed"]


class Here:
    """A worker in the thread that asks it."""

    def ask(self, line, _timeout_s):
        return ProcessBots().answer(line)


async def test_search_by_playouts_from_outside_picks_what_it_picks_seated_by_the_site(
    tmp_path, monkeypatch
):
    """The site has no word for a number of playouts, so its own search is made to count."""
    monkeypatch.setattr(Search.__init__, "__defaults__", (PLAYOUTS,))
    monkeypatch.setattr(StrongBot, "worker", lambda _: nullcontext(Here()))
    monkeypatch.setattr("tacit.server.site.new_seed", lambda: bytes([9]) * 32)
    monkeypatch.setattr("tacit.server.bots.seated.bot_luck", lambda _seed, _game, seat: 100 + seat)
    seated = []
    for outside in (False, True):
        bots = ("pebble",) if outside else ("pebble", "search")
        async with inside(quick(tmp_path / f"{outside}.db")) as site:
            host = await open_table(site.url, "mindup", "Ana", bots=bots)
            async with host:
                others = [await join(host.url, "search")] if outside else []
                players = [
                    Player(seat, bot_maker(f"search#{PLAYOUTS}", "mindup"), seed=100 + seat.seat)
                    for seat in others
                ]
                await together(host, Player(host, bot_maker("greedy", "mindup")), *players)
                seated.append(load((await host.replay()).strip()))
                for seat in others:
                    await seat.close()
    here, there = seated
    assert here.seed == there.seed
    assert plays(here) == plays(there)


async def test_a_program_in_javascript_plays_both_games(tmp_path, monkeypatch):
    monkeypatch.setenv("PACE", "4")
    command = f"{NODE} {ROOT / 'examples' / 'agent.mjs'}"
    async with inside(quick(tmp_path / "db")) as site:
        for game, bots in (("mindup", ("greedy", "random")), ("extreme", ("metronome",))):
            host = await open_table(site.url, game, "Ana", bots=bots)
            async with host:
                await together(host, Player(host, bot_maker(command, game)))
                assert host.stage == "over"


async def test_tacit_join_sits_down_plays_and_tells_how_it_ended(tmp_path, capsys):
    async with inside(quick(tmp_path / "db")) as site:
        host = await open_table(site.url, "mindup", "Ana", bots=("random",))
        async with host:
            here = asyncio.to_thread(main, ["join", host.url, "--bot", "greedy", "--json"])
            joined = asyncio.create_task(here)
            while len([seat for seat in host.house["seats"] if seat.get("name")]) < 3:
                await host.change()
            await together(host, Player(host, bot_maker("random", "mindup")))
            assert await asyncio.wait_for(joined, 20) == 0
    found = json.loads(capsys.readouterr().out)
    assert found["stage"] == "over"
    assert min(found["places"]) == 1


async def test_the_same_seat_without_asyncio(tmp_path):
    async with inside(quick(tmp_path / "db")) as site:
        host = await open_table(site.url, "mindup", "Ana", bots=("random",))

        def play():
            with sit_down(host.url, "Bo") as seat:
                while seat.stage == "lobby":
                    seat.change()
                while seat.until_asked():
                    seat.act("pick", card=seat.view.hand[0])
                return seat.view.places

        async with host:
            other = asyncio.create_task(asyncio.to_thread(play))
            while len([seat for seat in host.house["seats"] if seat.get("name")]) < 3:
                await host.change()
            await together(host, Player(host, bot_maker("greedy", "mindup")))
            assert await asyncio.wait_for(other, 20) == host.view.places


async def test_what_the_table_refuses_is_told_and_changes_nothing(tmp_path):
    async with inside(quick(tmp_path / "db")) as site:
        host = await open_table(site.url, "mindup", "Ana", bots=("random", "random"))
        async with host:
            await host.ask("start")
            await host.until_asked()
            held = host.view.hand
            strange = next(card for card in range(1, 61) if card not in held)
            with pytest.raises(NotAllowed) as refused:
                await host.act("pick", card=strange)
            assert refused.value.key == "not-in-hand"
            assert host.view.hand == held


async def test_a_line_that_breaks_is_taken_up_again(tmp_path):
    async with inside(quick(tmp_path / "db")) as site:
        host = await open_table(site.url, "mindup", "Ana", bots=("random", "random"))
        async with host:
            player = Player(host, bot_maker("greedy", "mindup"))
            playing = asyncio.create_task(player.play())
            await host.ask("start")
            for _ in range(3):
                await host.change()
                await host._socket.close()
            await asyncio.wait_for(playing, 60)
            assert host.stage == "over"


@pytest.mark.parametrize(
    ("url", "said"),
    [
        ("http://127.0.0.1:9/t/none", "cannot be reached"),
        ("http://127.0.0.1:9/", "not the link of a table"),
        ("calm-otter", "not the link of a table"),
    ],
)
def test_one_line_says_what_is_wrong(url, said, capsys):
    assert main(["join", url, "--bot", "greedy"]) == 2
    told = capsys.readouterr().err
    assert said in told
    assert told.count("\n") == 1


async def test_a_bot_that_does_not_exist_is_told(tmp_path, capsys):
    async with inside(quick(tmp_path / "db")) as site:
        host = await open_table(site.url, "mindup", "Ana")
        async with host:
            code = await asyncio.to_thread(main, ["join", host.url, "--bot", "nobody-of-that-name"])
            assert code == 2
    assert "nobody-of-that-name" in capsys.readouterr().err


def test_links_are_read():
    assert split_link("http://h:8000/t/x") == ("http://h:8000", "x")
    with pytest.raises(ClientError):
        split_link("ftp://h/t/x")
