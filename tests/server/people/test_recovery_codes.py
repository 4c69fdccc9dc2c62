"""A recovery code opens its owner's identity, is told once, and cannot be guessed."""

from __future__ import annotations

import asyncio
import sqlite3
from contextlib import closing

from tacit.server.people import recovery_codes as codes
from tacit.server.people.sign_ins import CHECKED_AT_ONCE
from tests.server.answers import of
from tests.server.people.test_passkeys import here, moved, tried
from tests.server.sites import roomy

NO = (403, "code-unknown")


async def test_a_code_finds_its_owner_on_another_device_however_it_is_typed(tmp_path):
    async with here(tmp_path, "Ann", "Phone", "Tablet") as (_, ann, phone, tablet):
        table = await ann.open("mindup")
        code = (await ann.post("/api/me/code", name="Ann"))["code"]
        assert (await ann.get("/api/me/kept"))["code"] is not None
        for person, typed in ((phone, code), (tablet, f" {code.lower().replace('-', ' ')}\n")):
            me = await moved(person, await person.post("/api/sign-in/code", code=typed))
            assert (me["name"], [one["table"] for one in me["tables"]]) == ("Ann", [table])


async def test_a_new_code_voids_the_one_before(tmp_path):
    async with here(tmp_path, "Ann") as (_, ann):
        old, new = [(await ann.post("/api/me/code"))["code"] for _ in range(2)]
        assert await tried(ann, "/api/sign-in/code", {"code": old}) == NO
        assert "url" in await tried(ann, "/api/sign-in/code", {"code": new})


async def test_whatever_is_no_code_is_the_same_answer(tmp_path):
    async with here(tmp_path, "Ann") as (_, ann):
        await ann.post("/api/me/code")
        bodies = [
            (await of(ann, "POST", "/api/sign-in/code", json={"code": code})).body
            for code in ("", "short", codes.new_code(), "é" * 20, "0" * 5000)
        ]
        assert len(set(bodies)) == 1


async def test_the_code_itself_is_nowhere_in_the_database(tmp_path):
    async with here(tmp_path, "Ann") as (_, ann):
        code = (await ann.post("/api/me/code"))["code"]
    with closing(sqlite3.connect(tmp_path / "a.db")) as connection:
        dump = "\n".join(connection.iterdump())
    bare = code.replace("-", "")
    for spelt in (code, bare, bare.encode().hex(), bare.lower()):
        assert spelt.lower() not in dump.lower()


async def test_wrong_tries_are_limited_by_address_and_a_right_code_never_is(tmp_path):
    async with here(tmp_path, "Ann", "Eve", limits=roomy(sign_ins=4)) as (site, ann, eve):
        code = (await ann.post("/api/me/code"))["code"]
        for _ in range(3):
            assert await tried(eve, "/api/sign-in/code", {"code": codes.new_code()}) == NO
        for _ in range(3):
            wrong = await tried(eve, "/api/sign-in/code", {"code": codes.new_code()})
            assert wrong == (429, "too-many-tries")
        assert "url" in await tried(ann, "/api/sign-in/code", {"code": code})
        site.later(31)
        assert await tried(eve, "/api/sign-in/code", {"code": codes.new_code()}) == NO


async def test_a_few_tries_are_checked_at_once_and_the_others_wait(tmp_path, monkeypatch):
    async with here(tmp_path, "Eve") as (site, eve):
        now, most = 0, 0
        find = site.site.store.person_of_code

        def counted(code):
            nonlocal now, most
            now += 1
            most = max(most, now)
            found = find(code)
            now -= 1
            return found

        monkeypatch.setattr(site.site.store, "person_of_code", counted)
        wrong = [tried(eve, "/api/sign-in/code", {"code": codes.new_code()}) for _ in range(40)]
        assert set(await asyncio.gather(*wrong)) == {NO}
        assert 1 <= most <= CHECKED_AT_ONCE


def test_codes_are_drawn_from_a_hundred_bits():
    assert len(codes.ALPHABET) == 32 == len(set(codes.ALPHABET))
    drawn = {codes.new_code() for _ in range(1000)}
    assert len(drawn) == 1000
    assert {letter for code in drawn for letter in code} == {*codes.ALPHABET, "-"}
