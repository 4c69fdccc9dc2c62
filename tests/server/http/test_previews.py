"""What messengers show of an invitation: the game and the host's name, and nothing of the table."""

from __future__ import annotations

import re
import struct
from html import unescape
from pathlib import Path

import pytest

from tacit.core.plug import own_games
from tacit.server.http.pages import STATIC
from tacit.server.http.previews import INVITATIONS, PICTURES
from tests.server.answers import call, of
from tests.server.client import people
from tests.server.sites import ROOT, inside, quick

pytestmark = pytest.mark.skipif(
    not (STATIC / "index.html").exists(), reason="The app is not built: run `npm run build`."
)
LARGEST_BYTES = 300_000
"""Some messengers show no larger picture."""


def tags(body: bytes) -> dict[str, str]:
    """Return the tags of a preview."""
    found = re.findall(
        r'<meta (?:name|property)="((?:og|twitter):\w+)" content="([^"]*)">', body.decode()
    )
    return {name: unescape(value) for name, value in found}


@pytest.mark.parametrize("base", ["", "/club"])
async def test_an_invitation_has_a_title_a_sentence_and_a_picture(tmp_path, base):
    config = quick(tmp_path / "a.db", base_path=base, host_names=("play.example",))
    async with inside(config) as site, people(site.url + base, "Ann") as (ann,):
        table = await ann.open("mindup")
        page = await call(site, "GET", f"{base}/t/{table}", headers={"Host": "play.example"})
        assert tags(page.body) == {
            "og:type": "website",
            "og:site_name": "Tacit",
            "og:title": "Ann invites you to Mind Up!",
            "og:description": INVITATIONS["en"].about,
            "og:image": f"http://play.example{base}/static/invite/mindup.png",
            "twitter:card": "summary_large_image",
        }
        picture = await call(site, "GET", f"{base}/static/invite/mindup.png")
        assert picture.headers["Content-Type"] == "image/png"


async def test_a_link_asks_for_the_language_of_its_sender(tmp_path):
    async with inside(quick(tmp_path / "a.db")) as site, people(site.url, "Ann") as (ann,):
        path = f"/t/{await ann.open('extreme')}"
        french = await call(site, "GET", f"{path}?lang=fr", headers={"Accept-Language": "de"})
        german = await call(site, "GET", f"{path}?lang=xx", headers={"Accept-Language": "de-CH"})
        assert tags(french.body)["og:title"] == "Ann t’invite à jouer à The Mind Extreme"
        assert tags(german.body)["og:title"] == "Ann lädt dich zu The Mind Extreme ein"


async def test_a_name_cannot_write_into_the_page(tmp_path):
    name = '"><b>{0}&amp;'
    async with inside(quick(tmp_path / "a.db")) as site, people(site.url, name) as (ann,):
        page = await call(site, "GET", f"/t/{await ann.open('mindup')}")
        assert b"<b>" not in page.body
        assert tags(page.body)["og:title"] == f"{name} invites you to Mind Up!"


async def test_unknown_ended_and_evicted_tables_look_the_same(tmp_path):
    """So a link tells no stranger that a table has been there; the app's own index is all."""
    index = (STATIC / "index.html").read_bytes()
    async with inside(quick(tmp_path / "a.db")) as site, people(site.url, "Ann") as (ann,):
        names = [await ann.open("mindup") for _ in range(2)]
        gone = site.site.tables
        for live in list(gone):
            gone._evict(live, closed=live.name == names[0])
        told = [await call(site, "GET", f"/t/{name}") for name in ("unknown", *names)]
        assert [page.body for page in told] == [index] * 3
        hints = [" ".join(page.headers.getall("Link")).count("/api/tables/") for page in told]
        assert hints == [1, 1, 1]
        assert {frozenset(page.headers) for page in told} == {frozenset(told[0].headers)}
        assert len(gone) == 0, "a preview loads no table"


async def test_the_preview_is_the_same_whatever_happens_at_the_table(tmp_path):
    """It tells no stage, no seat, no player but the host: nothing that changes while they play."""
    async with (
        inside(quick(tmp_path / "a.db")) as site,
        people(site.url, "Ann", "Ben") as (ann, ben),
    ):
        table = await ann.open("mindup")
        before = (await call(site, "GET", f"/t/{table}")).body
        await ben.join(table)
        line = await ann.line(table)
        for seat in (2, 3):
            await line.do("add-bot", seat=seat, bot="random")
        await line.do("start")
        assert (await call(site, "GET", f"/t/{table}")).body == before


async def test_a_guest_who_was_removed_is_told_nothing(tmp_path):
    async with (
        inside(quick(tmp_path / "a.db")) as site,
        people(site.url, "Ann", "Ben") as (ann, ben),
    ):
        table = await ann.open("mindup")
        await ben.join(table)
        line = await ann.line(table)
        await line.do("remove", guest=1)
        assert tags((await of(ben, "GET", f"/t/{table}")).body) == {}


def test_every_language_of_the_app_has_an_invitation():
    folders = (ROOT / "web" / "src" / "app" / "words").iterdir()
    assert {folder.name for folder in folders if folder.is_dir()} == set(INVITATIONS)


@pytest.mark.parametrize("game", own_games())
def test_every_game_has_a_picture_that_messengers_show(game):
    picture = Path(PICTURES / f"{game}.png").read_bytes()
    assert picture.startswith(b"\x89PNG")
    assert struct.unpack(">II", picture[16:24]) == (1200, 630)
    assert len(picture) <= LARGEST_BYTES
