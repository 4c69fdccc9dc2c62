"""An evening over HTTP: the same deal at every table, closed until all are done, then compared."""

from __future__ import annotations

import asyncio
import csv
import io
import json
import logging
import random
import threading
from contextlib import asynccontextmanager

import pytest

from tacit.club.evening import KIND, EveningEvent, fold
from tacit.club.evening_requests import come
from tacit.club.evening_tables import RoundOf, seed_of
from tacit.club.seating import draw_tables
from tacit.core.rulebook import Refused
from tacit.log.replay import load
from tacit.server.bots import seated
from tacit.server.club import evening_results as results_module
from tacit.server.club import evenings as evenings_module
from tacit.server.club import shared_log
from tacit.server.club.evenings import COLLECT_AFTER_MS, GRACE_MS, STUCK_MS
from tacit.server.club.shared_log import SharedLog
from tacit.server.tables.refusals import TablesError
from tacit.table import table as table_module
from tests.server.answers import of
from tests.server.client import people, play
from tests.server.http.test_groups import problem
from tests.server.people.test_erasure import goes, rows
from tests.server.sites import inside, quick, roomy
from tests.store.postgres_server import new_place

NAMES = ("Ann", "Bob", "Cy", "Dee", "Eve", "Fay")


@pytest.fixture(params=["sqlite", "postgres"])
def db(request, tmp_path):
    return str(tmp_path / "a.db") if request.param == "sqlite" else new_place()


async def opened(host, *others, **more):
    """Open an evening, and let others come in; return its path."""
    wanted = {"title": "Club night", "game": "mindup", "size": 3, "minutes": 20} | more
    made = await host.post("/api/evenings", name=host.name, **wanted)
    path = f"/api/evenings/{made['evening']}"
    for one in others:
        await one.post(f"{path}/join", name=one.name)
    return path


@asynccontextmanager
async def begun(db, *names, **more):
    """Open an evening, begin its first round; yield the site, the evening's path, the people."""
    async with inside(quick(db)) as site, people(site.url, *names) as crowd:
        path = await opened(*crowd, **more)
        await crowd[0].post(f"{path}/rounds")
        yield site, path, crowd


async def tables_of(path, crowd):
    """Return the people by their table."""
    found: dict[str, list] = {}
    for one in crowd:
        found.setdefault((await one.get(path))["round"]["table"], []).append(one)
    return found


async def finish(site, table, sitting, seed=1):
    lines = [await one.line(table) for one in sitting]
    await asyncio.gather(*(play(one, random.Random(seed)) for one in lines))
    await site.site.projection.settled(10)
    site.later(1)  # what was read before is not good any more


async def test_a_round_has_the_same_deal_at_every_table_and_compares_them(db):
    async with begun(db, *NAMES) as (site, path, crowd):
        tables = await tables_of(path, crowd)
        assert sorted(map(len, tables.values())) == [3, 3]
        for seed, (table, sitting) in enumerate(tables.items()):
            before = await crowd[0].get(path)
            assert (before["round"]["over"], before["finished"]) == (False, 0)
            assert {row["points"] for row in before["board"]} == {0}
            await finish(site, table, sitting, seed)
        after = await crowd[0].get(path)
        assert (after["round"]["over"], after["finished"]) == (True, 1)
        told = await crowd[0].get(f"{path}/rounds/1")
        scores = [[seat["score"] for seat in one["seats"]] for one in told["tables"]]
        means = [sum(seat) / 2 for seat in zip(*scores, strict=True)]
        assert told["means"] == means
        points = {row["guest"]: row["points"] for row in after["board"]}
        replays = []
        for one in told["tables"]:
            for seat, mean in zip(one["seats"], means, strict=True):
                assert seat["points"] == seat["score"] - mean == points[seat["guest"]]
            async with crowd[0].http.get(f"{site.url}/api/tables/{one['table']}/games/1") as answer:
                replays.append(load((await answer.read()).rstrip(b"\n")))
        assert replays[0].seed == replays[1].seed
        assert [tuple(one.result["totals"]) for one in replays] == [*map(tuple, scores)]


async def test_nothing_of_a_table_is_told_before_all_are_done(db):
    async with begun(db, *NAMES) as (site, path, crowd):
        tables = await tables_of(path, crowd)
        (done, first), (other, second) = tables.items()
        was = [await one.get(path) for one in second]
        await finish(site, done, first)
        name = path.rpartition("/")[2]
        seed = seed_of(site.site.evenings._secret, RoundOf(name, 1)).hex()
        game = f"/api/tables/{done}/games/1"
        paths = [game, f"{game}/tape", f"{game}/review", f"{game}/picture.png", f"{path}/rounds/1"]
        for one in crowd:
            for closed in paths:
                assert await problem(one, closed) == (403, "evening-open"), closed
            assert await problem(one, f"{game}/together", x=1) == (403, "evening-open")
            going_on = {"table": done, "number": 1, "place": [1, 1]}
            wanted = {"game": "mindup", "name": "A", "bots": ["random"] * 2, "what_if": going_on}
            assert (await problem(one, "/api/tables", **wanted))[0] == 403
        for one, before in zip(second, was, strict=True):
            now = await one.get(path)
            assert {**now, "now": 0} == {**before, "now": 0}, "nothing changes for the others"
            assert await problem(one, f"/api/tables/{done}/join", name="X", watch=True) == (
                409, "given-deal",
            )  # fmt: skip
            door = await one.get(f"/api/tables/{done}")
            assert door["stage"] == "playing", "not even that it is over"
            line = await one.line(done)
            assert line.copy.view is None
        for one in crowd:
            assert seed not in json.dumps(await one.get(path))
        await finish(site, other, second)
        for closed in paths[:2] + paths[-1:]:
            async with second[0].http.get(site.url + closed) as answer:
                assert answer.status == 200


async def test_bots_fill_seats_and_late_comers_sit_in_the_next_round(db):
    async with begun(db, "Ann", "Bob") as (site, path, crowd):
        tables = await tables_of(path, crowd)
        assert len(tables) == 2
        async with people(site.url, "Late") as (late,):
            await late.post(f"{path}/join", name="Late")
            assert (await late.get(path))["round"]["table"] is None
            assert await problem(crowd[0], f"{path}/rounds", x=1) == (409, "round-goes-on")
            for table, sitting in tables.items():
                await finish(site, table, sitting)
            await crowd[0].post(f"{path}/rounds")
            again = await late.get(path)
            assert again["round"]["number"] == 2
            assert again["round"]["table"] is not None
            board = {row["guest"]: row["rounds"] for row in again["board"]}
            assert board == {0: 1, 1: 1, 2: 0}


async def test_a_round_ends_when_its_time_is_up_though_no_one_plays(db):
    async with begun(db, "Ann", "Bob", game="extreme", size=2) as (site, path, crowd):
        ann = crowd[0]
        table = (await ann.get(path))["round"]["table"]
        line = await ann.line(table)
        site.later(20 * 60 + 5)
        await ann.get(path)  # a look has tables loaded that no node holds
        await line.until(lambda: line.copy.stage == "over")
        async with asyncio.timeout(20):
            while not (await ann.get(path))["round"]["over"]:
                await site.site.projection.settled(10)
                site.later(1)
        assert (await ann.get(path))["finished"] == 1
        assert len((await ann.get(f"{path}/rounds/1"))["tables"]) == 2


@pytest.mark.parametrize("db", ["postgres"], indirect=True)
async def test_an_evening_is_the_same_on_every_node(db):
    async with (
        inside(quick(db)) as here,
        inside(quick(db)) as there,
        people(here.url, "Ann") as (ann,),
        people(there.url, "Bob", "Cy") as (bob, cy),
    ):
        path = await opened(ann, bob, cy)
        await ann.post(f"{path}/rounds")
        tables = await tables_of(path, (ann, bob, cy))
        assert len(tables) == 2
        mine = (await bob.get(path))["round"]["table"]
        sitting = [one for one in tables[mine] if one is not ann]
        lines = [await one.line(mine) for one in sitting]  # this table is on the other node
        assert all(line.copy.stage == "playing" for line in lines)
        await ann.post(f"{path}/close")  # the node that is asked calls time, wherever they are
        async with asyncio.timeout(30):
            while not (await bob.get(path))["round"]["over"]:
                for site in (here, there):
                    await site.site.projection.settled(10)
                    site.later(1)
        here.later(1)
        boards = [(await one.get(path))["board"] for one in (ann, bob)]
        assert boards[0] == boards[1]
        assert [row["rounds"] for row in boards[0]] == [1, 1, 1]


@pytest.mark.parametrize("db", ["postgres"], indirect=True)
async def test_a_table_whose_time_is_up_is_left_to_the_node_that_plays_it(db):
    async with (
        inside(quick(db)) as here,
        inside(quick(db)) as there,
        people(here.url, "Ann") as (ann,),
        people(there.url, "Bob") as (bob,),
    ):
        path = await opened(ann, bob)
        await ann.post(f"{path}/rounds")
        mine = (await bob.get(path))["round"]["table"]
        await bob.line(mine)
        assert [live.name for live in there.site.tables] == [mine]
        await there.site.peers.beat()
        here.later(20 * 60 + COLLECT_AFTER_MS / 1000 + 1)
        await here.site.evenings.read_anew(path.rpartition("/")[2])
        await asyncio.gather(*here.site.evenings.tables._tasks)
        assert not here.site.tables.is_in_memory(mine)
        assert len(here.site.tables) == 1, "Ann's, which no node had"
        assert [live.name for live in there.site.tables] == [mine]


async def test_the_host_may_end_the_time_of_a_round_and_the_evening(tmp_path):
    async with begun(tmp_path / "a.db", "Ann", "Bob") as (site, path, crowd):
        ann, bob = crowd
        assert await problem(bob, f"{path}/close", x=1) == (409, "evening-host-only")
        assert await problem(ann, f"{path}/end", x=1) == (409, "round-goes-on")
        line = await bob.line((await bob.get(path))["round"]["table"])
        await ann.post(f"{path}/close")
        await line.until(lambda: line.copy.stage == "over")
        async with asyncio.timeout(20):
            while not (await ann.get(path))["round"]["over"]:
                await site.site.projection.settled(10)
                site.later(1)
        assert (await ann.post(f"{path}/end"))["ended"]
        assert await problem(ann, f"{path}/rounds", x=1) == (409, "evening-over")
        assert await problem(bob, f"{path}/join", name="B") == (409, "evening-over")


async def test_a_table_that_was_lost_does_not_keep_a_round_from_ending(tmp_path):
    async with begun(tmp_path / "a.db", "Ann", "Bob") as (site, path, crowd):
        tables = await tables_of(path, crowd)
        (lost, _), (kept, sitting) = tables.items()
        await finish(site, kept, sitting)
        await site.site.tables.end(lost)
        site.later(20 * 60 + GRACE_MS / 1000 + 1)
        after = await crowd[0].get(path)
        assert after["round"]["over"]
        assert {row["points"] for row in after["board"]} == {0}, "there was no other table"


async def test_a_table_for_which_the_site_has_no_room_now_is_not_lost(tmp_path, monkeypatch):
    """It ends without it only when that takes too long."""
    async with begun(tmp_path / "a.db", *NAMES) as (site, path, crowd):

        async def full(_name: str) -> None:
            raise TablesError(Refused("house-full", "All tables of this site are taken."))

        for way in ("find", "summary"):
            monkeypatch.setattr(site.site.tables, way, full)
        name = path.rpartition("/")[2]
        site.later(20 * 60 + GRACE_MS / 1000 + 1)
        assert not (await site.site.evenings.read_anew(name)).is_over
        assert not (await crowd[0].get(path))["round"]["over"], "a player may look"
        site.later(STUCK_MS / 1000)
        assert (await crowd[0].get(path))["round"]["over"]


async def test_a_table_that_is_still_played_keeps_a_round_going_whatever_the_clock_says(tmp_path):
    async with begun(tmp_path / "a.db", "Ann", "Bob") as (site, path, crowd):
        site.later(20 * 60 + GRACE_MS / 1000 + 60)  # the tables have not noticed yet
        assert not (await crowd[0].get(path))["round"]["over"]
        async with asyncio.timeout(20):
            while not (await crowd[0].get(path))["round"]["over"]:
                await site.site.projection.settled(10)
                site.later(1)
        assert len((await crowd[0].get(f"{path}/rounds/1"))["tables"]) == 2


async def until_over(site, path, one):
    """Look until the round is over."""
    async with asyncio.timeout(20):
        while not (await one.get(path))["round"]["over"]:
            await site.site.projection.settled(10)
            site.later(1)


async def test_a_table_that_cannot_be_played_out_ends_without_a_result(db, monkeypatch, caplog):
    def broken(*_):
        raise RuntimeError("The bots did not finish the game.")

    async with begun(db, "Ann", "Bob") as (site, path, crowd):
        ann, bob = crowd
        tables = await tables_of(path, crowd)
        (kept, sitting), (lost, _) = tables.items()
        await finish(site, kept, sitting)
        monkeypatch.setattr(seated, "play_out", broken)
        monkeypatch.setattr(table_module, "RETRY_AFTER_MS", 50)
        line = await tables[lost][0].line(lost)
        await ann.post(f"{path}/close")
        assert not (await bob.get(path))["round"]["over"], "it is tried again"
        async with asyncio.timeout(20):
            while (await of(bob, "GET", f"/api/tables/{lost}")).status != 410:
                await asyncio.sleep(0.05)
        await line.until_closed()
        site.later(GRACE_MS / 1000 + 1)
        await until_over(site, path, bob)
        assert any("table_without_result" in one.message for one in caplog.records)
        assert lost not in caplog.text, "a table's name is its invitation"
        caplog.clear()
        door = await of(bob, "GET", f"/api/tables/{lost}")
        assert door.json["details"]["by"] == "time"
        told = await bob.get(f"{path}/rounds/1")
        assert [one["table"] for one in told["tables"]] == [kept]
        (nothing,) = told["lost"]
        assert nothing["guests"] == [(await tables[lost][0].get(path))["you"], None, None]
        board = {
            row["guest"]: (row["rounds"], row["last"]) for row in (await ann.get(path))["board"]
        }
        assert board[nothing["guests"][0]] == (0, None)
        monkeypatch.undo()
        await ann.post(f"{path}/rounds")
        assert (await bob.get(path))["round"]["number"] == 2


async def test_a_table_at_which_nothing_moves_any_more_does_not_keep_a_round_from_ending(
    tmp_path, monkeypatch
):
    may_end = threading.Event()
    monkeypatch.setattr(seated, "play_out", lambda *_: may_end.wait(60))
    try:
        async with begun(tmp_path / "a.db", "Ann", "Bob") as (site, path, crowd):
            await crowd[0].post(f"{path}/close")
            site.later(GRACE_MS / 1000 + 1)
            assert not (await crowd[0].get(path))["round"]["over"]
            site.later(STUCK_MS / 1000)
            await until_over(site, path, crowd[0])
            assert len((await crowd[0].get(f"{path}/rounds/1"))["lost"]) == 2
    finally:
        may_end.set()


async def test_a_table_that_cannot_be_loaded_keeps_no_other_from_ending(tmp_path, caplog):
    async with begun(tmp_path / "a.db", "Ann", "Bob") as (site, path, crowd):
        tables = site.site.tables
        broken, find = (await crowd[0].get(path))["round"]["table"], tables.find
        other = (await crowd[1].get(path))["round"]["table"]

        async def failing(name):
            if name == broken:
                raise ValueError("The log cannot be read.")
            return await find(name)

        tables.find = failing
        for name in (broken, other):
            tables._evict(tables._tables[name])
        await crowd[0].post(f"{path}/close")
        site.later(GRACE_MS / 1000 + 1)
        await until_over(site, path, crowd[1])
        told = await crowd[1].get(f"{path}/rounds/1")
        assert [one["table"] for one in told["tables"]] == [other]
        assert len(told["lost"]) == 1
        assert "time_not_called" in caplog.text
        caplog.clear()


async def test_a_person_who_was_removed_stays_outside_and_strangers_only_look(tmp_path):
    async with inside(quick(tmp_path / "a.db")) as site, people(site.url, *NAMES[:3]) as three:
        ann, bob, cy = three
        path = await opened(ann, bob)
        seen = await cy.get(path)
        assert (seen["you"], seen["host"]) == (None, 0)
        assert await problem(cy, f"{path}/rounds", x=1) == (409, "not-in-evening")
        await ann.post(f"{path}/remove", guest=1)
        assert await problem(bob, path) == (403, "removed-from-evening")
        assert await problem(bob, f"{path}/join", name="Bob") == (409, "removed-from-evening")
        assert await problem(ann, f"{path}/rounds", x=1) == (409, "too-few")
        for gone in ("/api/evenings/nothing", "/api/evenings/nothing/rounds/1", f"{path}/rounds/7"):
            assert (await problem(ann, gone))[0] == 404
        for nothing in ("join", "leave", "close", "end", "rounds"):
            assert (await problem(ann, f"/api/evenings/nothing/{nothing}", name="A"))[0] == 404
        mine = await ann.get("/api/me/evenings")
        assert [one["title"] for one in mine] == ["Club night"]
        assert await cy.get("/api/me/evenings") == []
        await ann.post(f"{path}/leave")
        assert (await cy.get(path))["host"] is None


async def test_delete_my_data_takes_a_person_out_of_an_evening(db):
    async with begun(db, "Ann", "Zacharias") as (site, path, crowd):
        ann, gone = crowd
        for table, sitting in (await tables_of(path, crowd)).items():
            await finish(site, table, sitting)
        who = gone.id
        await goes(gone, site)
        text = await rows(site)
        assert "Zacharias" not in text
        assert who not in text
        site.later(1)
        left = await ann.get(path)
        assert [one["name"] for one in left["guests"] if one["here"]] == ["Ann"]
        assert len(left["board"]) == 2, "what the others did is still compared with it"


async def test_the_second_of_two_clicks_costs_no_tables(tmp_path):
    config = quick(tmp_path / "a.db", limits=roomy(evening_tables=6))
    async with inside(config) as site, people(site.url, "Ann", "Bob") as (ann, bob):
        path = await opened(ann, bob)
        both = await asyncio.gather(*(of(ann, "POST", f"{path}/rounds") for _ in range(2)))
        assert sorted(one.status for one in both) == [200, 409]
        for _ in range(2):
            for table, sitting in (await tables_of(path, (ann, bob))).items():
                await finish(site, table, sitting)
            assert (await of(ann, "POST", f"{path}/rounds")).status == 200


async def test_seats_are_drawn_in_a_thread_and_once_though_others_come_meanwhile(
    tmp_path, monkeypatch
):
    """Else a stranger who comes again and again could keep a round from beginning."""
    draws = []
    async with inside(quick(tmp_path / "a.db")) as site, people(site.url, *NAMES) as crowd:
        path = await opened(*crowd[:4])
        name, loop = path.rpartition("/")[2], asyncio.get_running_loop()

        def draw(*told):
            draws.append(threading.current_thread())
            coming = other_node.change(name, lambda one: come(one, "late", "Late", None, 1))
            asyncio.run_coroutine_threadsafe(coming, loop).result(20)
            return draw_tables(*told)

        other_node = SharedLog(site.site.store, KIND, EveningEvent, fold)
        monkeypatch.setattr(evenings_module, "draw_tables", draw)
        begun = await crowd[0].post(f"{path}/rounds")
        assert begun["round"]["tables"] == 2
        assert len(draws) == 1
        assert draws[0] is not threading.main_thread()
        known = await site.site.evenings.read_anew(name)
        assert "late" in [one.person for one in known.evening.players]
        assert known.evening.rounds[0].table_of("late") is None, "they sit in the next round"


async def test_rounds_cost_the_address_that_begins_them(tmp_path):
    config = quick(tmp_path / "a.db", limits=roomy(evening_tables=3))
    async with inside(config) as site, people(site.url, "Ann", "Bob") as (ann, bob):
        path = await opened(ann, bob)
        await ann.post(f"{path}/rounds")
        for table, sitting in (await tables_of(path, (ann, bob))).items():
            await finish(site, table, sitting)
        assert await problem(ann, f"{path}/rounds", x=1) == (429, "too-many")


async def test_hundreds_who_look_wait_for_one_reading_however_long_it_takes(tmp_path):
    async with inside(quick(tmp_path / "a.db")) as site, people(site.url, "Ann") as (ann,):
        name = (await opened(ann)).rpartition("/")[2]
        evenings, readings, may_end = site.site.evenings, [], asyncio.Event()
        read = evenings._log.read

        async def slow(one):
            readings.append(one)
            await may_end.wait()
            return await read(one)

        evenings._log.read = slow
        looks = []
        for _ in range(5):
            site.later(1)
            looks.append(asyncio.create_task(evenings.read(name)))
            await asyncio.sleep(0)
        may_end.set()
        assert all(one.evening.title == "Club night" for one in await asyncio.gather(*looks))
        assert readings == [name]


async def test_a_board_is_worked_out_once_for_each_change(tmp_path, monkeypatch):
    made = []

    def board(*told):
        made.append(told)
        return real(*told)

    real = results_module.board
    monkeypatch.setattr(results_module, "board", board)
    async with begun(tmp_path / "a.db", "Ann", "Bob") as (site, path, crowd):
        for table, sitting in (await tables_of(path, crowd)).items():
            await finish(site, table, sitting)
        for _ in range(5):
            site.later(1)
            shown = (await crowd[0].get(path))["board"]
        count = len(made)
        site.later(1)
        assert (await crowd[1].get(path))["board"] == shown
        assert len(made) == count <= 3
        async with people(site.url, "Cy") as (cy,):
            await cy.post(f"{path}/join", name="Cy")
            site.later(1)
            assert len((await cy.get(path))["board"]) == len(shown) + 1


async def test_names_of_no_evening_push_no_evening_out_of_memory(tmp_path):
    async with inside(quick(tmp_path / "a.db")) as site, people(site.url, "Ann") as (ann,):
        evenings = site.site.evenings
        name = (await opened(ann)).rpartition("/")[2]
        await evenings.read(name)
        for number in range(evenings_module.MOST_KEPT + 10):
            assert await evenings.read(f"none-{number}") is None
        assert set(evenings._kept) == {name}


async def look(one, path, tag=None):
    """Return status, tag and bytes of an answer."""
    headers = {} if tag is None else {"If-None-Match": tag}
    async with one.http.get(one.url + path, headers=headers) as answer:
        return answer.status, answer.headers.get("ETag"), await answer.read()


async def test_a_look_at_what_has_not_changed_has_no_body(tmp_path):
    async with begun(tmp_path / "a.db", *NAMES) as (site, path, crowd):
        ann = crowd[0]
        (done, first), (other, second) = (await tables_of(path, crowd)).items()
        before = {one: (await look(one, path))[1] for one in second}
        await finish(site, done, first)
        for one, tag in before.items():  # the tag tells nothing of a table that is done
            assert await look(one, path, tag) == (304, tag, b"")
        assert len(set(before.values())) == len(second), "each sees an answer of their own"
        assert (await look(ann, path, f'W/"x", {before[second[0]]}'))[0] == 200
        await finish(site, other, second)
        for one, tag in before.items():
            status, now, _ = await look(one, path, tag)
            assert (status, now != tag) == (200, True)
        _, tag, told = await look(ann, f"{path}/rounds/1")
        assert told
        assert await look(ann, f"{path}/rounds/1", f'"y", W/{tag}') == (304, tag, b"")
        assert (await look(ann, f"{path}/rounds/1", "*" * 99))[0] == 200, "no tag at all"


async def test_the_list_is_saved_as_a_table_that_no_spreadsheet_runs(db):
    async with begun(db, "Ann", "=1+1", "Cy", title="Clubübend") as (site, path, crowd):
        ann, evil, cy = crowd
        for table, sitting in (await tables_of(path, crowd)).items():
            assert (await saved(ann, path))[1:] == [], "nothing while a round is on"
            await finish(site, table, sitting)
        _, *rows = await saved(ann, path)
        board = (await ann.get(path))["board"]
        names = {0: "Ann", 1: "'=1+1", 2: "Cy"}
        assert rows == [
            [str(row["place"]), names[row["guest"]], str(row["points"]), str(row["points"])]
            for row in board
        ]
        async with ann.http.get(f"{site.url}{path}/list.csv") as answer:
            assert answer.headers["Content-Type"] == "text/csv; charset=utf-8"
            told = answer.headers["Content-Disposition"]
            assert told.startswith('attachment; filename="evening.csv"')
            assert told.endswith("Club%C3%BCbend.csv")
            assert path.rpartition("/")[2] not in told + await answer.text(), "no way in"
        await ann.post(f"{path}/remove", guest=2)
        assert await problem(cy, f"{path}/list.csv") == (403, "removed-from-evening")
        assert (await problem(evil, "/api/evenings/none/list.csv"))[0] == 404


async def saved(person, path):
    """Return the rows of the list, its head first, without rows of a board that has no rounds."""
    async with person.http.get(f"{person.url}{path}/list.csv") as answer:
        text = (await answer.read()).decode("utf-8-sig")
    head, *rows = csv.reader(io.StringIO(text))
    assert head[:3] == ["place", "name", "points"]
    return [head, *rows] if head[3:] == ["round 1"] else [head]


async def test_an_evening_that_has_ended_is_among_the_guests_own_for_a_week(db):
    async with inside(quick(db)) as site, people(site.url, "Ann", "Bob", "Cy") as (ann, bob, cy):
        path = await opened(ann, bob, cy)
        await ann.post(f"{path}/end")
        (mine,) = await bob.get("/api/me/evenings")
        assert (mine["title"], mine["ended"]) == ("Club night", True)
        site.later(6 * 86_400)
        assert len(await bob.get("/api/me/evenings")) == 1
        await cy.post(f"{path}/leave")  # which holds it no longer than a week
        site.later(86_400 + 1)
        assert await bob.get("/api/me/evenings") == []


async def test_a_hundred_come_in_at_once(tmp_path):
    """All of them, as when a code is shown on a screen."""
    crowd = [f"Guest {number}" for number in range(100)]
    async with (
        inside(quick(tmp_path / "a.db")) as site,
        people(site.url, "Ann", *crowd) as (ann, *others),
    ):
        path = await opened(ann)
        joins = (of(one, "POST", f"{path}/join", json={"name": one.name}) for one in others)
        assert {answer.status for answer in await asyncio.gather(*joins)} == {200}
        assert len((await ann.get(path))["guests"]) == 101


async def test_who_is_refused_for_too_many_at_once_learns_when_to_try_again(tmp_path, monkeypatch):
    monkeypatch.setattr(shared_log, "MOST_WAITING", 0)
    async with inside(quick(tmp_path / "a.db")) as site, people(site.url, "Ann", "Bob") as two:
        path = await opened(two[0])
        refused = await of(two[1], "POST", f"{path}/join", json={"name": "Bob"})
        assert (refused.status, refused.headers["Retry-After"]) == (429, "2")


async def test_a_finished_game_that_the_projection_has_not_does_not_keep_a_round_going(
    tmp_path, monkeypatch
):
    async with begun(tmp_path / "a.db", "Ann", "Bob") as (site, path, crowd):
        monkeypatch.setattr(site.site.evenings._results, "_read_scores", lambda *_: {})
        for table, sitting in (await tables_of(path, crowd)).items():
            await finish(site, table, sitting)
        site.later(20 * 60 + GRACE_MS / 1000 + 1)
        assert not (await crowd[0].get(path))["round"]["over"], "it may still come"
        site.later(STUCK_MS / 1000)
        assert (await crowd[0].get(path))["round"]["over"]


async def test_who_sits_at_a_table_that_cannot_be_read_still_sees_the_evening(tmp_path, caplog):
    caplog.set_level(logging.INFO, "tacit.server")
    async with begun(tmp_path / "a.db", "Ann", "Bob") as (site, path, (ann, bob)):
        tables = site.site.tables
        broken, summary = (await ann.get(path))["round"]["table"], tables.summary

        async def failing(name):
            if name == broken:
                raise ValueError("The log cannot be read.")
            return await summary(name)

        tables.summary = failing
        for one in (ann, bob):
            assert (await one.get(path))["round"]["number"] == 1
        assert "evening_table_not_read" in caplog.text
        assert broken not in caplog.text, "a table's name is its invitation"
        caplog.clear()
