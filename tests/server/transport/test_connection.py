"""The WebSocket: a line between a person's device and a table."""

from __future__ import annotations

import asyncio
import json
import random

import pytest

from tacit.server.transport.websocket import frame
from tacit.table.log.records import decode
from tests.server import leaks
from tests.server.client import people, play, seated
from tests.server.sites import inside, quick

# Hello


async def test_hello_gets_everything_a_guest_may_know(tmp_path):
    async with inside(quick(tmp_path / "a.db")) as site, people(site.url, "Ann") as (ann,):
        table = await ann.open("mindup", bots=["greedy", "greedy"])
        line = await ann.line(table)
        assert line.messages[0]["type"] == "sync"
        assert line.copy.version == 4
        assert line.copy.view is None
        await line.do("start")
        again = await ann.line(table)
        sync = again.messages[0]
        assert sync["view"]["hand"] == sync["legal"]["pick"]
        assert 0 in sync["waiting"]
        await line.until(lambda: line.of("presence")[-1]["seats"][0]["line"] == "good")


async def test_a_stranger_sees_the_door_and_comes_in_over_the_same_line(tmp_path):
    async with inside(quick(tmp_path / "a.db")) as site, people(site.url, "Ann", "Bob") as two:
        ann, bob = two
        table = await ann.open("mindup")
        await bob.get("/api/me")
        line = await bob.line(table)
        assert line.copy.door == {
            "type": "door",
            "game": "mindup",
            "stage": "lobby",
            "free": 5,
            "spectators": True,
            "removed": False,
            "host": "Ann",
            "players": ["Ann"],
        }
        assert await line.refused("say", text="hello?") == "not-here"
        await line.do("join", name="Bob")
        assert line.copy.door is None
        assert line.copy.house["you"] == 1
        await line.do("leave")
        await line.until(lambda: line.copy.door)


async def test_another_protocol_is_sent_away(tmp_path):
    async with inside(quick(tmp_path / "a.db")) as site, people(site.url, "Ann") as (ann,):
        table = await ann.open("mindup")
        line = await ann.line(table, version=None)
        await line.send({"type": "hello", "protocol": 99})
        await line.until(lambda: line.of("bye"))
        assert line.of("bye") == [{"type": "bye", "reason": "protocol"}]
        await line.until_closed()


async def test_nobody_gets_a_word_before_hello(tmp_path):
    async with inside(quick(tmp_path / "a.db")) as site, people(site.url, "Ann", "Bob") as two:
        ann, bob = two
        table = await ann.open("mindup")
        await bob.join(table)
        silent = await bob.line(table, version=None)
        line = await ann.line(table)
        await line.do("say", text="hello")
        await line.do("say", text="again")
        assert {message["type"] for message in silent.messages} <= {"ping"}
        await silent.hello()
        assert [said["text"] for said in silent.copy.house["chat"]] == ["hello", "again"]


async def test_messages_of_every_size_arrive_whole(tmp_path):
    """A frame's length is written in one of three ways."""
    async with inside(quick(tmp_path / "a.db")) as site, people(site.url, "Ann") as (ann,):
        table = await ann.open("mindup")
        line = await ann.line(table)
        (listener,) = site.site.tables._tables[table]._connections.values()
        sizes = [30, 125, 126, 127, 65_535, 65_536, 65_537, 200_000]
        texts = [json.dumps({"type": "test", "x": "x" * (size - 25)}) for size in sizes]
        assert [len(text) for text in texts] == sizes
        listener.to.send(b"".join(frame(text.encode()) for text in texts[:4]))
        for text in texts[4:]:
            listener.to.send(frame(text.encode()))
        await line.until(lambda: len(line.of("test")) == len(sizes))
        assert [text for text in line.raw if '"test"' in text] == texts


# Coming back


async def test_a_client_that_comes_back_gets_what_they_missed(tmp_path):
    async with inside(quick(tmp_path / "a.db")) as site, people(site.url, *"ABC") as crowd:
        table = await crowd[0].open("mindup")
        a, b, c = await seated(table, *crowd)
        await a.do("start")
        await c.until(lambda: c.copy.stage == "playing")
        had = c.copy.version
        await c.close()
        for line in (a, b):
            await line.do("act", action={"kind": "pick", "card": line.copy.legal["pick"][0]})
        back = await crowd[2].line(table, had)
        sync = back.messages[0]
        assert sync["version"] == had + 2
        assert [(one["kind"], one["seat"]) for one in sync["events"]] == [
            ("picked", 0),
            ("picked", 1),
        ]
        same = await crowd[2].line(table, sync["version"])
        assert same.messages[0]["events"] == []
        assert same.messages[0]["view"] == sync["view"]


async def test_a_version_nobody_can_have_is_answered_with_everything(tmp_path):
    async with inside(quick(tmp_path / "a.db")) as site, people(site.url, "Ann") as (ann,):
        table = await ann.open("mindup", bots=["random", "random"], start=True)
        for version in (-1, -(10**30), 10**30):
            line = await ann.line(table, version)
            assert line.copy.stage == "playing"


async def test_a_request_sent_again_on_another_line_is_done_once(tmp_path):
    async with inside(quick(tmp_path / "a.db")) as site, people(site.url, "Ann") as (ann,):
        table = await ann.open("mindup")
        first = await ann.line(table)
        request = {"do": "rename", "name": "once"}
        answer = await first.ask(request, "the-id")
        await first.close()
        second = await ann.line(table, first.copy.version)
        assert await second.ask(request, "the-id") == answer
        assert second.copy.version == first.copy.version


async def test_a_player_who_missed_a_game_and_sits_in_the_next_is_told_nothing_odd(tmp_path):
    """The seat they have now was nobody's, or another's, when the events they missed happened."""
    async with inside(quick(tmp_path / "a.db")) as site, people(site.url, *"ABC") as crowd:
        table = await crowd[0].open("extreme")
        a, b = await seated(table, *crowd[:2])
        await crowd[2].join(table, watch=True)
        c = await crowd[2].line(table)
        had = c.copy.version
        await a.do("start")
        await asyncio.gather(*(play(line, random.Random(7)) for line in (a, b)))
        for line in (a, b):
            await line.do("rematch")
        await c.do("sit", seat=2)
        back = await crowd[2].line(table, had)
        assert back.copy.seat == 2
        assert not [event for event in back.messages[0]["events"] if event["kind"] == "dealt"]


# Several devices


async def test_several_devices_of_one_person_see_the_same(tmp_path):
    async with inside(quick(tmp_path / "a.db")) as site, people(site.url, "Ann", "Bob") as two:
        ann, bob = two
        table = await ann.open("mindup", bots=["random", "random"])
        (b,) = await seated(table, bob)
        laptop, phone = await ann.line(table), await ann.line(table)
        await laptop.do("start")
        card = laptop.copy.legal["pick"][0]
        await phone.until(lambda: phone.copy.stage == "playing")
        await phone.do("act", action={"kind": "pick", "card": card})
        await laptop.until(lambda: laptop.copy.view["pick"] == card)
        assert len(phone.of("ack")) == 1, "only the line that asked is answered"
        await laptop.close()
        here = len(b.of("presence"))
        await phone.do("act", action={"kind": "take-back"})
        await b.until(lambda: b.copy.version == phone.copy.version)
        assert all(one["seats"][0]["here"] for one in b.of("presence")[here:])
        await phone.close()
        await b.until(lambda: not b.of("presence")[-1]["seats"][0]["here"])


async def test_a_player_moves_to_another_device_in_the_middle_of_a_game(tmp_path):
    async with inside(quick(tmp_path / "a.db")) as site, people(site.url, "Ann", "Phone") as two:
        ann, phone = two
        table = await ann.open("mindup", bots=["greedy", "greedy"], start=True)
        laptop = await ann.line(table)
        hand = laptop.copy.view["hand"]
        link = await ann.post("/api/me/link")
        await phone.post("/api/me/device", token=link["url"].removeprefix("/device/"))
        line = await phone.line(table)
        assert line.copy.view["hand"] == hand
        await laptop.close()
        await play(line, random.Random(1))
        assert line.copy.house["seat"] == 0


# Together


@pytest.mark.parametrize("game", ["mindup", "extreme"])
async def test_people_play_together_and_nobody_sees_too_much(tmp_path, game):
    db = tmp_path / "a.db"
    names = ("Ann", "Bob", "Cleo", "Watcher")
    async with inside(quick(db)) as site, people(site.url, *names) as crowd:
        table = await crowd[0].open(game)
        lines = await seated(table, *crowd[:3])
        await crowd[3].join(table, watch=True)
        lines.append(await crowd[3].line(table))
        await lines[0].do("start")
        players = [play(line, random.Random(seat)) for seat, line in enumerate(lines[:3])]
        await asyncio.gather(*players)
        watcher = lines[3]
        await watcher.until(lambda: watcher.copy.stage == "over")
        states = leaks.states_of(decode(site.site.store.load(table)))
        for person, line in zip(crowd, lines, strict=True):
            await line.until(lambda line=line: line.copy.version == len(states))
            assert leaks.check_all(line.raw, states, person.id) > 20
            assert line.copy.house["chat"] == lines[0].copy.house["chat"]
        assert watcher.copy.legal == {}
        assert watcher.copy.view["hand"] == []
        own = {"seat", "hand", "pick", "choice", "events"}
        for line in lines[:3]:
            shared = {name for name in line.copy.view if name not in own}
            assert all(line.copy.view[name] == watcher.copy.view[name] for name in shared)
        assert await watcher.refused("act", action={"kind": "ready"}) == "watching"


async def test_a_gesture_reaches_everybody_and_is_not_kept(tmp_path):
    async with inside(quick(tmp_path / "a.db")) as site, people(site.url, "Ann", "Bob") as two:
        table = await two[0].open("mindup")
        a, b = await seated(table, *two)
        before = a.copy.version
        await a.do("show", emote="clap")
        await b.until(lambda: b.of("gesture"))
        assert b.of("gesture") == [{"type": "gesture", "guest": 0, "emote": "clap"}]
        assert a.copy.version == before
