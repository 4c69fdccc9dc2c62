"""An assistant at the table, driven with the SDK's own client through whole games."""

from __future__ import annotations

import asyncio
import json
import os
import sys

import pytest
from mcp.client.client import Client
from mcp.client.stdio import StdioServerParameters, stdio_client

from tacit.cli import main
from tacit.client import open_table
from tacit.client.assistant import LiveAssistantSeat, make_server
from tacit.client.fresh import FreshAssistantSeat
from tests.judge import extreme as judge_extreme
from tests.judge import mindup as judge_mindup
from tests.server.sites import inside, quick

pytestmark = pytest.mark.filterwarnings("ignore::DeprecationWarning")
HIDDEN = {"deck", "seed", "hands", "setup"}


async def call(client, tool, **arguments):
    """Call a tool and return what it says, or the text of its error."""
    result = await client.call_tool(tool, arguments)
    text = "".join(part.text for part in result.content)
    return text if result.is_error else json.loads(text)


async def play(client):
    """Play as an assistant might: look, then do what is allowed and brings the game on."""
    seen = await call(client, "look", wait_seconds=5)
    while seen["stage"] != "over":
        kinds = [kind for kind in ORDER if kind in seen["legal"]]
        if not kinds or (not seen["your_turn"] and kinds[0] != "play"):
            seen = await call(client, "look", wait_seconds=5)
            continue
        found = await call(client, "act", **wish(kinds[0], seen))
        seen = found if isinstance(found, dict) else await call(client, "look", wait_seconds=1)
    return seen


ORDER = ("pick", "vote", "discard", "play", "lay-hand", "lift-hand", "ready")


def wish(kind, seen):
    choices = seen["legal"][kind]
    if kind == "vote":
        return {"kind": kind, "agree": True}
    if kind == "play":
        view = seen["view"]
        waits = {}
        for card in choices:
            place = int(card[1:]) if card[0] == "W" else 51 - int(card[1:])
            top = view["piles"]["white" if card[0] == "W" else "red"]["top"]
            done = 0 if top is None else int(top[1:]) if top[0] == "W" else 51 - int(top[1:])
            waits[card] = max(0, place - done)
        card = min(waits, key=waits.get)
        return {"kind": kind, "card": card, "after_ms": 6 * waits[card]}
    return {"kind": kind} | ({"card": choices[0]} if choices else {})


@pytest.mark.parametrize(
    ("game", "bots", "judge"),
    [
        ("mindup", ["greedy", "random"], judge_mindup),
        ("extreme", ["metronome", "random"], judge_extreme),
    ],
)
async def test_a_whole_game_at_a_fresh_table(game, bots, judge):
    place = FreshAssistantSeat(game, bots, seed=5)
    async with Client(make_server(place)) as client:
        tools = await client.list_tools()
        assert sorted(tool.name for tool in tools.tools) == ["act", "look"]
        seen = await play(client)
    assert seen["stage"] == "over"
    sheet = json.loads(json.dumps(place.game.scoresheet()))
    assert judge.disagreements(sheet) == []


@pytest.mark.parametrize(
    ("game", "bots"), [("mindup", ("greedy", "random")), ("extreme", ("metronome",))]
)
async def test_a_whole_game_at_a_live_table(tmp_path, game, bots):
    async with inside(quick(tmp_path / "db")) as site:
        host = await open_table(site.url, game, "Ana", bots=bots)
        async with host:
            await host.ask("start")
            async with Client(make_server(LiveAssistantSeat(host))) as client:
                seen = await asyncio.wait_for(play(client), 60)
            assert seen["stage"] == host.stage == "over"


async def test_a_refusal_is_told_and_changes_nothing():
    async with Client(make_server(FreshAssistantSeat("mindup", ["random"] * 2, seed=1))) as client:
        before = await call(client, "look")
        said = await call(client, "act", kind="pick", card=99)
        assert "There is no card 99" in said
        assert "not an action" in await call(client, "act", kind="dance")
        assert await call(client, "look") == before


async def test_an_assistant_is_told_with_what_the_actions_of_the_games_are_done():
    async with Client(make_server(FreshAssistantSeat("mindup", ["random"] * 2, seed=1))) as client:
        _, act = (await client.list_tools()).tools
    told = act.input_schema["properties"]
    assert list(told) == ["kind", "card", "agree", "after_ms"]
    assert [one["type"] for one in told["card"]["anyOf"]] == ["integer", "string", "null"]
    assert act.input_schema["required"] == ["kind"]


async def test_an_assistant_sees_what_its_seat_sees():
    place = FreshAssistantSeat("extreme", ["metronome"], seed=1)
    async with Client(make_server(place)) as client:
        seen = await call(client, "look")
    assert not HIDDEN & seen["view"].keys()
    assert seen["view"]["hand"] == list(place.game.view(0).hand)
    assert not any(card in json.dumps(seen) for card in place.game.state.hands[1])


async def test_the_command_speaks_on_standard_streams():
    command = StdioServerParameters(
        command=sys.executable,
        args=["-m", "tacit", "mcp", "--game", "mindup", "--bots", "random,random", "--seed", "3"],
        env=dict(os.environ),
    )
    async with Client(stdio_client(command)) as client:
        seen = await call(client, "look")
    assert len(seen["view"]["hand"]) == 7


def test_bad_input_is_one_line(capsys):
    assert main(["mcp", "--url", "http://127.0.0.1:9/t/x", "--bots", "random"]) == 2
    assert main(["mcp", "--url", "http://127.0.0.1:9/t/x"]) == 2
    assert main(["mcp", "--bots", "nobody-of-that-name,random"]) == 2
    assert capsys.readouterr().err.count("\n") == 3
