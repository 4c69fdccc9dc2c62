"""A replay is watched together: one leads, the others hear where; hostile guests gain nothing."""

from __future__ import annotations

import random
from contextlib import asynccontextmanager

import aiohttp
import pytest

from tacit.server.watch import rooms
from tests.server.answers import of
from tests.server.client import Line, eventually, people, play
from tests.server.sites import inside, quick, roomy

START = {"step": 0, "playing": False, "speed": 1, "seen": "watch"}


class Watcher(Line):
    """One device in a room."""

    def __init__(self, socket):
        super().__init__(socket)
        self.room = {}

    async def _take(self, data):
        await super()._take(data)
        if self.messages[-1]["type"] == "together":
            self.room = self.messages[-1]

    @property
    def you(self):
        return self.of("welcome")[-1]["you"]

    async def shows(self, **changes):
        await self.send({"type": "at", "at": START | changes})

    async def sees(self, **wanted):
        """Wait until the room is so."""
        await self.until(lambda: {name: self.room.get(name) for name in wanted} == wanted)

    async def sees_at(self, **wanted):
        await self.until(lambda: self.room.get("at") == START | wanted)


async def comes(person, path, name=None, hello=True):
    socket = await person.http.ws_connect(f"{person.url}/ws/{path}", max_msg_size=0)
    watcher = Watcher(socket)
    person.lines.append(watcher)
    if hello:
        await watcher.send({"type": "hello", "protocol": 1, "name": name or person.name})
        await watcher.until(lambda: watcher.room)
    return watcher


def path_of(site, table="some", number=1):
    room = site.site.rooms.new_name(table, number)
    return f"{table}/games/{number}/together/{room}"


@asynccontextmanager
async def watching(tmp_path, *names, **limits):
    """Let people come who have a cookie, to a site with a room."""
    config = quick(tmp_path / "a.db", limits=roomy(**limits))
    async with inside(config) as site, people(site.url, *names) as crowd:
        for one in crowd:
            await of(one, "GET", "/")
        yield site, path_of(site), crowd


async def test_one_leads_and_the_others_hear_where(tmp_path):
    async with watching(tmp_path, "Ann", "Bob", "Cy") as (site, path, (ann, bob, cy)):
        a, b = await comes(ann, path), await comes(bob, path)
        await a.sees(people=[{"number": 1, "name": "Ann"}, {"number": 2, "name": "Bob"}], leader=1)
        assert (a.you, b.you) == (1, 2)
        assert a.room["at"] is None
        await a.shows(step=12, seen="1")
        await b.sees_at(step=12, seen="1")
        c = await comes(cy, path)
        assert c.room["at"] == START | {"step": 12, "seen": "1"}, "who comes late is told, too"
        assert len(site.site.rooms) == 1


async def test_only_the_leader_is_listened_to(tmp_path):
    async with watching(tmp_path, "Ann", "Bob") as (_, path, (ann, bob)):
        a, b = await comes(ann, path), await comes(bob, path)
        await a.shows(step=3)
        await b.sees_at(step=3)
        await b.shows(step=99)
        await b.send({"type": "lead", "to": b.you})
        await a.shows(step=4)
        await b.sees_at(step=4)
        assert b.room["leader"] == a.you
        assert {one["at"]["step"] for one in b.of("together") if one["at"]} == {3, 4}


async def test_the_lead_is_handed_on(tmp_path):
    async with watching(tmp_path, "Ann", "Bob") as (_, path, (ann, bob)):
        a, b = await comes(ann, path), await comes(bob, path)
        await a.send({"type": "lead", "to": 77})
        await a.send({"type": "lead", "to": b.you})
        await a.sees(leader=b.you)
        await b.shows(step=5)
        await a.sees_at(step=5)


async def test_when_the_leader_is_gone_anybody_takes_the_lead_and_only_for_themselves(tmp_path):
    async with watching(tmp_path, "Ann", "Bob", "Cy") as (_, path, (ann, bob, cy)):
        a, b, c = [await comes(one, path) for one in (ann, bob, cy)]
        await a.shows(step=8)
        await b.sees_at(step=8)
        await a.close()
        await b.sees(leader=None)
        assert b.room["at"] == START | {"step": 8}, "where they were stays"
        await c.send({"type": "lead", "to": b.you})
        await c.send({"type": "lead", "to": c.you})
        await b.sees(leader=c.you)
        again = await comes(ann, path)
        assert again.room["leader"] == c.you, "it was taken"


async def test_a_leader_whose_line_broke_leads_again(tmp_path):
    async with watching(tmp_path, "Ann", "Bob") as (_, path, (ann, bob)):
        a, b = await comes(ann, path), await comes(bob, path)
        await a.close()
        await b.sees(leader=None)
        again = await comes(ann, path)
        await b.sees(leader=again.you)


async def test_an_empty_room_is_forgotten(tmp_path):
    async with watching(tmp_path, "Ann", "Bob") as (site, path, (ann, bob)):
        a = await comes(ann, path)
        await a.shows(step=8)
        await a.sees_at(step=8)
        await a.close()
        await eventually(lambda: len(site.site.rooms) == 0)
        b = await comes(bob, path)
        assert (b.room["leader"], b.room["at"]) == (b.you, None)


async def test_a_room_is_of_a_game_that_is_over(tmp_path):
    async with inside(quick(tmp_path / "a.db")) as site, people(site.url, "Ann") as (ann,):
        table = await ann.open("mindup", bots=["random", "random"], start=True)
        where = f"/api/tables/{table}/games/1/together"
        never = f"/api/tables/{table}/games/2/together"
        assert (await of(ann, "POST", where)).problem == (404, "no-replay")
        assert (await of(ann, "POST", where)).body == (await of(ann, "POST", never)).body
        await play(await ann.line(table), random.Random(1))
        answer = await of(ann, "POST", where)
        assert answer.status == 201
        room = answer.json["room"]
        assert (await of(ann, "GET", f"{where}/{room}")).status == 200
        a = await comes(ann, f"{table}/games/1/together/{room}")
        assert a.room["leader"] == a.you


async def test_a_made_up_room_and_one_of_another_game_are_none(tmp_path):
    async with watching(tmp_path, "Ann") as (site, path, (ann,)):
        room = path.rpartition("/")[2]
        swapped = room[:-1] + ("A" if room[-1] != "A" else "B")
        wrong = [f"some/games/1/together/{one}" for one in ("x", "x" * 32, swapped, "%00", "é" * 9)]
        wrong += [f"other/games/1/together/{room}", f"some/games/2/together/{room}"]
        for one in wrong:
            assert (await of(ann, "GET", f"/api/tables/{one}")).problem == (404, "no-room")
            with pytest.raises(aiohttp.WSServerHandshakeError) as refused:
                await comes(ann, one)
            assert refused.value.status == 404
        assert len(site.site.rooms) == 0


async def test_there_are_only_so_many_rooms_and_fewer_from_one_address(tmp_path):
    for limits in ({"rooms": 2}, {"rooms_per_address": 2}):
        async with watching(tmp_path, "Ann", **limits) as (site, path, (ann,)):
            await comes(ann, path)
            await comes(ann, path_of(site))
            third = path_of(site)
            assert (await of(ann, "GET", f"/api/tables/{third}")).problem == (503, "rooms-taken")
            with pytest.raises(aiohttp.WSServerHandshakeError) as refused:
                await comes(ann, third)
            assert refused.value.status == 503
            await comes(ann, path)  # to one that is there anybody comes


async def test_a_room_holds_so_many_and_one_person_so_many_lines(tmp_path):
    async with watching(tmp_path, "Ann", "Bob", room_people=3) as (_, path, (ann, bob)):
        a = await comes(ann, path)
        await comes(ann, path)
        await comes(ann, path)
        late = await comes(bob, path, hello=False)
        await late.until(lambda: late.of("bye"))
        assert late.of("bye")[0]["reason"] == "full"
        await late.until_closed()
        assert len(a.room["people"]) == 3
    async with watching(tmp_path, "Ann", lines_per_person=2) as (_, path, (ann,)):
        a = await comes(ann, path)
        await comes(ann, path)
        await comes(ann, path)
        await a.until(lambda: a.of("bye"))
        assert a.of("bye")[0]["reason"] == "elsewhere"


HOSTILE = (
    {"type": "at"},
    {"type": "at", "at": START | {"step": -1}},
    {"type": "at", "at": START | {"step": 10**9}},
    {"type": "at", "at": START | {"speed": 1e9}},
    {"type": "at", "at": START | {"seen": "<b>"}},
    {"type": "at", "at": START | {"playing": "yes"}},
    {"type": "lead", "to": "me"},
    {"type": "do", "id": "a", "request": {"do": "start"}},
    {"type": "hello"},
    [],
    "no",
)


@pytest.mark.parametrize("said", HOSTILE, ids=repr)
async def test_nonsense_changes_nothing_and_enough_of_it_ends_the_line(tmp_path, said):
    async with watching(tmp_path, "Ann", "Bob") as (_, path, (ann, bob)):
        a, b = await comes(ann, path), await comes(bob, path)
        for _ in range(4):
            await a.send(said)
        await a.shows(step=1)
        await b.sees_at(step=1)
        await a.send(said)
        assert await a.until_closed() == 1003
        await b.sees(leader=None)
        assert all(one["at"] in (None, START | {"step": 1}) for one in b.of("together"))


async def test_what_is_said_before_hello_is_not_heard(tmp_path):
    async with watching(tmp_path, "Ann", "Bob") as (_, path, (ann, bob)):
        silent = await comes(ann, path, hello=False)
        await silent.shows(step=9)
        await silent.send({"type": "lead", "to": 1})
        b = await comes(bob, path)
        assert (b.room["leader"], b.room["at"], len(b.room["people"])) == (b.you, None, 1)
        assert silent.messages == []


async def test_many_moves_are_told_in_few_words(tmp_path):
    async with watching(tmp_path, "Ann", "Bob") as (_, path, (ann, bob)):
        a, b = await comes(ann, path), await comes(bob, path)
        before = len(b.messages)
        for step in range(500):
            await a.shows(step=step)
        await b.sees_at(step=499)
        assert len(b.messages) - before < 100


async def test_a_client_that_sends_too_much_is_hung_up(tmp_path):
    async with watching(tmp_path, "Ann", "Bob", messages=5.0) as (_, path, (ann, bob)):
        a, b = await comes(ann, path), await comes(bob, path)
        for step in range(40):
            await a.shows(step=step)
        assert await a.until_closed() in (1006, 1008)
        await b.sees(leader=None)


async def test_names_are_made_fit_to_be_shown(tmp_path):
    async with watching(tmp_path, "Ann", "Bob", "Cy") as (_, path, (ann, bob, cy)):
        a, _, c = await comes(ann, path), await comes(bob, path, "Аnn"), await comes(cy, path)
        await c.send({"type": "hello", "protocol": 1, "name": "\u202e \x07" + "z" * 3000})
        wanted = [{"number": 1, "name": "Ann"}, {"number": 2, "name": "Аnn 2"}]
        await a.sees(people=[*wanted, {"number": 3, "name": "z" * 20}])
        await c.send({"type": "hello", "protocol": 1})
        await a.sees(people=[*wanted, {"number": 3, "name": ""}])


async def test_a_page_of_another_version_is_told_so(tmp_path):
    async with watching(tmp_path, "Ann") as (_, path, (ann,)):
        a = await comes(ann, path, hello=False)
        await a.send({"type": "hello", "protocol": 99})
        await a.until_closed()
        assert [one["reason"] for one in a.of("bye")] == ["protocol"]


async def test_who_answers_no_ping_is_disconnected(tmp_path, monkeypatch):
    monkeypatch.setattr(rooms, "BEAT_S", 0.05)
    async with watching(tmp_path, "Ann", "Bob") as (site, path, (ann, bob)):
        a, b = await comes(ann, path), await comes(bob, path)
        a.pongs = False
        await a.until(lambda: a.of("ping"))
        site.later(9)
        await b.send({"type": "hello", "protocol": 1, "name": "Bob"})
        await b.until(lambda: len(b.of("welcome")) == 2)
        site.later(9)
        await a.until_closed()
        assert a.of("bye")[-1]["reason"] == "silent"
        await b.sees(leader=None)
        assert not b.of("bye")


async def test_a_restart_sends_everybody_on_and_the_room_is_there_again(tmp_path):
    async with watching(tmp_path, "Ann") as (site, path, (ann,)):
        a = await comes(ann, path)
        site.site.rooms.say_goodbye()
        await a.until_closed()
        assert a.of("bye")[-1]["reason"] == "restart"
        assert len(site.site.rooms) == 0
    config = quick(tmp_path / "a.db")
    async with inside(config) as site, people(site.url, "Ann") as (ann,):
        await of(ann, "GET", "/")
        assert (await comes(ann, path)).room["leader"] == 1


async def test_a_room_that_has_begun_elsewhere_later_is_met_there(tmp_path):
    async with watching(tmp_path, "Ann") as (site, path, (ann,)):
        a = await comes(ann, path)
        mine = site.site.rooms.begun
        (known,) = mine
        assert len(known) == rooms.MARK_CHARS
        assert known in path
        site.site.rooms.meet({known: mine[known] - 1, "another": 2**60})
        site.site.rooms.meet(mine)
        assert len(site.site.rooms) == 1
        site.site.rooms.meet({known: mine[known] + 1})
        await a.until_closed()
        assert a.of("bye")[-1]["reason"] == "restart"


async def test_strangers_and_other_sites_pages_do_not_come_in(tmp_path):
    async with watching(tmp_path, "Ann") as (site, path, (ann,)):
        for headers, status in (({"Origin": "https://evil.example"}, 403), ({}, 401)):
            async with aiohttp.ClientSession() as nobody:
                session = ann.http if status == 403 else nobody
                with pytest.raises(aiohttp.WSServerHandshakeError) as refused:
                    await session.ws_connect(f"{site.url}/ws/{path}", headers=headers)
                assert refused.value.status == status
        posted = await of(
            ann,
            "POST",
            "/api/tables/some/games/1/together",
            headers={"Origin": "https://evil.example"},
        )
        assert posted.status == 403
