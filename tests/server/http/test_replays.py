"""After a game: its tape, its review, its picture, and files in requests."""

from __future__ import annotations

import asyncio
import json
import random
import threading
from functools import partial
from io import BytesIO
from pathlib import Path

import aiohttp
import msgspec
import pytest

from tacit.server.history import reviews
from tacit.server.history.reviews import Bounds, Reviews, Unmade, key_of
from tacit.server.http.api import replays
from tacit.server.limits.fair_queue import QueueFull, ShareFull
from tests.server.answers import made, of
from tests.server.client import people, play
from tests.server.ledgers import Charged
from tests.server.sites import inside, quick, roomy

KEPT = Path("tests/replays/v1-extreme.tacit.json").read_bytes()


async def _played(ann):
    """Play a game to its end, and return where its replay is."""
    table = await ann.open("mindup", bots=["random", "random"], start=True)
    await play(await ann.line(table), random.Random(1))
    return f"/api/tables/{table}/games/1"


async def _until_made(ann, path):
    """Ask until a review is there; return it, and what was told while it was being made."""
    told = []
    while (answer := await of(ann, "GET", path)).status == 202:
        told.append(answer.json)
        await asyncio.sleep(0.1)
    return answer, told


def _without_luck(review):
    """Return the picks as far as they can be judged before what followed them is."""
    return [{key: pick[key] for key in pick if key != "luck"} for pick in review["picks"]]


async def test_my_seat_is_the_one_i_had_and_others_are_spectators(tmp_path, monkeypatch):
    async with (
        inside(quick(tmp_path / "a.db")) as site,
        people(site.url, "Ann", "Bob", "Eve") as three,
        aiohttp.ClientSession() as stranger,
    ):
        ann, bob, eve = three
        table = await ann.open("mindup", bots=["greedy"])
        await bob.join(table)
        await eve.join(table, watch=True)
        lines = [await one.line(table) for one in (ann, bob)]
        await lines[0].do("start")
        await asyncio.gather(*(play(line, random.Random(1)) for line in lines))
        game = f"/api/tables/{table}/games/1/tape"
        seats = {}
        for one in (ann, bob, eve):
            seat = (await one.get("/api/me/games"))["games"]
            mine = seat[0]["seat"] if seat else None
            told = await one.get(f"{game}?seat=mine")
            assert told == await one.get(game if mine is None else f"{game}?seat={mine}")
            seats[told["begin"]["house"]["seat"]] = told
            assert one.id not in json.dumps(told)
        assert len(seats) == 3
        async with stranger.get(f"{site.url}{game}?seat=mine") as response:
            assert await response.json() == seats[None]
        first = []
        monkeypatch.setattr(
            site.site.reviews, "begin", lambda _from, _key, _body, seat: first.append(seat)
        )
        review = game.replace("tape", "review")
        for one in (ann, bob, eve):
            assert (await of(one, "GET", f"{review}?seat=mine")).status == 202
        assert {*first} == {*seats}, "their own part is made first"
        for seat in ("", "?seat=1", "?seat=99", "?seat=%7B"):
            assert (await of(ann, "GET", f"{review}{seat}")).status == 202
        assert first[3:] == [None] * 4, "nobody names another player's"


async def test_a_game_is_told_to_every_seat_and_to_spectators(tmp_path):
    async with inside(quick(tmp_path / "a.db")) as site, people(site.url, "Ann") as (ann,):
        game = await _played(ann)
        lengths = set()
        for seat in ("", "?seat=0", "?seat=2"):
            told = json.loads((await of(ann, "GET", f"{game}/tape{seat}")).body)
            assert told["names"][0] == "Ann"
            lengths.add(len(told["steps"]))
        assert len(lengths) == 1
        assert (await of(ann, "GET", f"{game}/tape?seat=3")).problem == (400, "bad-request")
        missing = game.replace("/games/1", "/games/2")
        for what in ("tape", "review", "picture.png"):
            assert (await of(ann, "GET", f"{missing}/{what}")).problem == (404, "no-replay")


async def test_a_game_going_on_is_told_to_nobody(tmp_path):
    async with inside(quick(tmp_path / "a.db")) as site, people(site.url, "Ann") as (ann,):
        table = await ann.open("mindup", bots=["random", "random"], start=True)
        for what in ("", "/tape", "/review", "/picture.png"):
            answer = await of(ann, "GET", f"/api/tables/{table}/games/1{what}")
            assert answer.problem == (404, "no-replay")


async def test_a_review_is_made_beside_the_site_and_kept_without_names(tmp_path):
    config = quick(tmp_path / "a.db")
    async with inside(config) as site, people(site.url, "Anneliese") as (ann,):
        game = await _played(ann)
        answer, told = await _until_made(ann, f"{game}/review")
        found = json.loads(answer.body)
        assert told[0] == {"done": 0, "of": 0, "part": None}
        parts = [one["part"] for one in told if one["part"] is not None]
        assert parts, "the first answers are shown while the others are worked out"
        for part in parts:
            assert part["seats"] == []
            assert _without_luck(part) == _without_luck(found)[: len(part["picks"])]
            assert b"Anneliese" not in json.dumps(part).encode()
        assert found["game"] == "mindup"
        assert found["deals"] == 400
        assert len(found["seats"]) == 3
        kept = list(Path(f"{tmp_path / 'a.db'}.reviews").iterdir())
        assert len(kept) == 1
        assert b"Anneliese" not in kept[0].read_bytes()
    async with inside(config) as site, people(site.url, "Ann") as (ann,):
        again, told = await _until_made(ann, f"{game}/review")
        assert again.body == answer.body
        assert not told


async def test_a_result_is_a_picture_too(tmp_path):
    async with inside(quick(tmp_path / "a.db")) as site, people(site.url, "Ann") as (ann,):
        game = await _played(ann)
        for _ in range(2):
            answer = await made(ann, f"{game}/picture.png")
            assert answer.body.startswith(b"\x89PNG")
        await made(ann, f"{game}/picture.png?seat=2")
        for seat in ("7", "-1", "x", "9" * 99):  # as if no seat had been asked for
            again = await of(ann, "GET", f"{game}/picture.png?seat={seat}")
            assert again.body == answer.body
        _, _, _, table, _, number = game.split("/")
        page = await of(ann, "GET", f"/replay/{table}/{number}")
        assert f'{site.url}{game}/picture.png"'.encode() in page.body
        assert b"picture.png" not in (await of(ann, "GET", f"/t/{table}")).body


async def test_a_file_that_is_brought_is_judged_and_told(tmp_path):
    async with inside(quick(tmp_path / "a.db")) as site, people(site.url, "Ann") as (ann,):
        told = await of(ann, "POST", "/api/replays/tape?seat=1", data=KEPT)
        assert json.loads(told.body)["game"] == "extreme"
        verdict = json.loads((await of(ann, "POST", "/api/replays/verify", data=KEPT)).body)
        assert verdict["ok"]
        changed = KEPT.replace(b'"outcome":"lost"', b'"outcome":"won"')
        verdict = json.loads((await of(ann, "POST", "/api/replays/verify", data=changed)).body)
        assert not verdict["ok"]
        for wrong in (changed, b"no", b"{}", b""):
            answer = await of(ann, "POST", "/api/replays/tape", data=wrong)
            assert answer.problem == (400, "bad-request")
        large = await of(ann, "POST", "/api/replays/tape", data=BytesIO(b" " * (2**20 + 1)))
        assert large.status == 413


async def test_a_game_too_long_to_be_told_is_refused_in_words(tmp_path, monkeypatch):
    monkeypatch.setattr(replays, "tape", partial(replays.tape, most=20_000))
    async with inside(quick(tmp_path / "a.db")) as site, people(site.url, "Ann") as (ann,):
        brought = await of(ann, "POST", "/api/replays/tape", data=KEPT)
        assert brought.problem == (413, "too-long")
        game = await _played(ann)
        assert (await of(ann, "GET", f"{game}/tape")).problem == (413, "too-long")


async def test_asking_for_many_replays_is_refused(tmp_path):
    config = quick(tmp_path / "a.db", limits=roomy(replays=0.001))
    async with inside(config) as site, people(site.url, "Ann") as (ann,):
        asked = [await of(ann, "POST", "/api/replays/verify", data=KEPT) for _ in range(11)]
        assert [one.status for one in asked] == [200] * 10 + [429]
        assert (await of(ann, "GET", "/api/tables/none/games/1/tape")).problem == (429, "too-fast")


HERE = "192.0.2.1"
THERE = "198.51.100.1"


async def test_only_so_many_wait_and_what_failed_is_not_tried_again(tmp_path, monkeypatch):
    monkeypatch.setitem(reviews.BOUNDS, "review", Bounds(most=2, share=1, timeout_s=300.0))
    works = Reviews(tmp_path)
    try:
        broken = works.begin(HERE, key_of("review", b"no replay"), b"no replay")
        assert works.far(key_of("review", b"no replay")) == reviews.Far()
        with pytest.raises(ShareFull):
            works.begin(HERE, key_of("review", b"another"), b"another")
        works.begin(THERE, key_of("review", b"another"), b"another")
        with pytest.raises(QueueFull):
            works.begin("203.0.113.1", key_of("review", b"a third"), b"a third")
        with pytest.raises(Unmade):
            await broken
        with pytest.raises(Unmade):
            works.begin(HERE, key_of("review", b"no replay"), b"no replay")
        assert works.kept(key_of("review", b"no replay")) is None
    finally:
        await works.close()


async def test_what_takes_too_long_is_given_up(tmp_path, monkeypatch):
    monkeypatch.setitem(reviews.BOUNDS, "picture", Bounds(most=1, share=1, timeout_s=0.0))
    works = Reviews(tmp_path)
    with pytest.raises(Unmade, match="too long"):
        await works.begin(HERE, key_of("picture", KEPT), KEPT)
    await works.close()


async def test_without_a_folder_things_are_kept_while_the_site_runs(monkeypatch):
    monkeypatch.setattr(reviews, "MOST_KEPT", 1)
    works = Reviews(None)
    first, second = key_of("picture", KEPT), key_of("review", KEPT)
    made = await works.begin(HERE, first, KEPT)
    assert works.kept(first) == made
    await works.begin(HERE, second, KEPT)
    assert works.kept(second) is not None
    assert works.kept(first) is None, "the one made first has gone"
    await works.close()
    assert works.kept(second) is None


class Makers:
    """Instead of the processes: makes what a test lets it make."""

    def __init__(self, works):
        self.begun = []
        self._go = {}
        works._ask = self.make

    async def make(self, key, _body):
        self.begun.append(key)
        await self._go.setdefault(key, asyncio.Event()).wait()
        return msgspec.Raw(b'""')

    async def finish(self, *keys):
        for key in keys:
            self._go.setdefault(key, asyncio.Event()).set()


async def test_a_picture_never_waits_for_a_review(tmp_path):
    works = Reviews(tmp_path)
    makers = Makers(works)
    works.begin(HERE, key_of("review", b"a long game"), b"a long game")
    picture = key_of("picture", b"another")
    await makers.finish(picture)
    assert await works.begin(HERE, picture, b"another") == b""
    assert works.far(key_of("review", b"a long game")) is not None
    await works.close()


@pytest.mark.parametrize("what", ["review", "picture"])
async def test_one_address_asks_for_many_and_another_comes_soon(tmp_path, what):
    charged = []
    works = Reviews(tmp_path, ledger=Charged(charged))
    makers = Makers(works)
    mine = [key_of(what, b"mine %d" % number) for number in range(reviews.BOUNDS[what].share)]
    making = [works.begin(HERE, key, b"") for key in mine]
    with pytest.raises(ShareFull):
        works.begin(HERE, key_of(what, b"one more"), b"")
    theirs = key_of(what, b"theirs")
    making.append(works.begin(THERE, theirs, b""))
    assert works.begin(HERE, theirs, b"") is making[-1], "one work for all who ask"
    await makers.finish(*mine, theirs)
    await asyncio.gather(*making)
    assert makers.begun == [*mine[:2], theirs, *mine[2:]]
    assert [address for address, _ in charged] == [HERE, HERE, THERE, *[HERE] * (len(mine) - 2)]
    await works.close()


async def test_who_comes_when_much_is_to_be_made_is_asked_to_come_back(tmp_path, monkeypatch):
    async with inside(quick(tmp_path / "a.db")) as site, people(site.url, "Ann") as (ann,):
        game = await _played(ann)
        troubles = {
            QueueFull: (503, "too-fast"),
            ShareFull: (429, "too-fast"),
            Unmade: (404, "no-review"),
        }
        for trouble, expected in troubles.items():
            monkeypatch.setattr(site.site.reviews, "begin", _raising(trouble))
            for what in ("review", "picture.png"):
                assert (await of(ann, "GET", f"{game}/{what}")).problem == expected


async def test_no_answer_waits_longer_for_a_worker_than_a_proxy_does(tmp_path, monkeypatch):
    async with inside(quick(tmp_path / "a.db")) as site, people(site.url, "Ann") as (ann,):
        game = await _played(ann)
        assert (await of(ann, "GET", game)).status == 200
        monkeypatch.setattr(replays, "WORKER_TIMEOUT_S", 0.01)
        go = threading.Event()
        Makers(site.site.reviews)
        busy = asyncio.ensure_future(site.site.replay_cache.think(HERE, partial(go.wait, 10)))
        try:
            answers = [
                await of(ann, "GET", f"{game}/picture.png"),
                await of(ann, "GET", f"{game}/tape"),
                await of(ann, "POST", "/api/replays/tape", data=KEPT),
                await of(ann, "POST", "/api/replays/verify", data=KEPT),
            ]
        finally:
            go.set()
            await busy
        assert {answer.problem for answer in answers} == {(503, "too-fast")}
        assert {answer.headers["Retry-After"] for answer in answers} == {"2"}


async def test_a_file_of_more_events_than_any_game_has_is_not_judged(tmp_path, monkeypatch):
    monkeypatch.setattr(replays, "MOST_EVENTS", 10)
    monkeypatch.setattr(replays, "verify", _raising(AssertionError))
    monkeypatch.setattr(replays, "tape", _raising(AssertionError))
    async with inside(quick(tmp_path / "a.db")) as site, people(site.url, "Ann") as (ann,):
        verdict = (await of(ann, "POST", "/api/replays/verify", data=KEPT)).json
        assert "more than the 10 taken here" in verdict["problem"]
        told = await of(ann, "POST", "/api/replays/tape", data=KEPT)
        assert told.problem == (400, "bad-request")


def _raising(trouble):
    def begin(*_):
        raise trouble

    return begin


async def test_a_replay_of_another_kind_is_no_true_one(tmp_path):
    async with inside(quick(tmp_path / "a.db")) as site, people(site.url, "Ann") as (ann,):
        for text in (b"no", b'{"format":"tacit-replay","version":99}'):
            verdict = (await of(ann, "POST", "/api/replays/verify", data=text)).json
            assert not verdict["ok"]
            assert verdict["problem"]
