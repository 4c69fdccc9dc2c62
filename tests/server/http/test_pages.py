"""The app's pages and files: which headers they come with, and that every address sends the app."""

from __future__ import annotations

import json
import re

import aiohttp
import pytest

from tacit.server.http.pages import HEADERS, STATIC
from tests.server.sites import inside, quick

PAGES = ("/", "/t/x", "/rules/mindup", "/learn/extreme", "/pad/mindup", "/device/x")
INDEX = STATIC / "index.html"

pytestmark = pytest.mark.skipif(not INDEX.exists(), reason="The app is not built.")


def asset() -> str:
    """Return the address of a file that is named after what is in it."""
    found = re.search(r'src="(/static/assets/[^"]+\.js)"', INDEX.read_text())
    assert found is not None
    return found[1]


class Got:
    def __init__(self, response: aiohttp.ClientResponse, body: bytes) -> None:
        self.status = response.status
        self.headers = response.headers
        self.type = response.content_type
        self.body = body


@pytest.fixture
def get(tmp_path):
    """Return what fetches one address from a site of its own."""

    async def get(path: str, **headers: str) -> Got:
        async with (
            inside(quick(tmp_path / "a.db")) as site,
            aiohttp.ClientSession(auto_decompress=False) as http,
            http.get(site.url + path, headers=headers) as response,
        ):
            return Got(response, await response.read())

    return get


PLAIN = {"Accept-Encoding": "identity"}


@pytest.mark.parametrize("path", PAGES)
async def test_every_address_of_the_app_sends_the_app_safely(get, path):
    got = await get(path, **PLAIN)
    assert got.status == 200
    assert got.type == "text/html"
    assert got.body == INDEX.read_bytes()
    assert got.headers["Cache-Control"] == "no-cache"
    assert {name: got.headers[name] for name in HEADERS} == HEADERS


ANSWER = "; rel=preload; as=fetch; crossorigin"


async def test_the_home_page_asks_at_once_for_what_it_shows(get):
    hints = (await get("/", **PLAIN)).headers.getall("Link")
    assert hints == [
        f"<{answer}>{ANSWER}" for answer in ("/api/tables", "/api/me", "/api/me/turns")
    ]


@pytest.mark.parametrize("base", ["", "/club"])
@pytest.mark.parametrize(
    ("path", "part", "answers"),
    [
        ("/games", "GamesPage", ["/api/me/games?", "/api/me/records?"]),
        ("/replay", "ReplayPage", []),
        ("/replay/a%3Eb/2", "ReplayPage", ["/api/tables/a%3Eb/games/2/tape?seat=mine"]),
        ("/rules/mindup", "Rules", []),
        ("/rules/mindup", "Drawings", []),
        ("/rules/no-such-game", "Rules", []),
        ("/daily/mindup", "DailyPage", []),
        ("/puzzles/mindup", "Puzzle", []),
        ("/train/extreme", "TrainingPage", []),
        ("/t/x.js", "TablePage", ["/api/tables/x.js"]),
    ],
)
async def test_other_pages_ask_for_their_part_of_the_app_as_well(
    tmp_path, path, part, answers, base
):
    async with (
        inside(quick(tmp_path / "a.db", base_path=base)) as site,
        aiohttp.ClientSession() as http,
    ):
        async with http.get(site.url + base + path) as response:
            hints = response.headers.getall("Link")
        rest = [one for one in hints if not one.endswith(ANSWER)]
        assert hints == rest + [f"<{base}{answer}>{ANSWER}" for answer in answers]
        assert len(set(hints)) == len(hints)
        ways = {}
        for one in rest:
            file, way = re.fullmatch("<([^>]+)>; (.+); crossorigin", one).groups()
            ways[file] = way
            assert file not in INDEX.read_text(), "every page asks for that"
            async with http.get(site.url + file) as response:
                assert response.status == 200
        if part is None:
            assert ways == {}
        else:
            start = re.escape(f"{base}/static/assets/{part}-")
            own = {file: way for file, way in ways.items() if re.match(start, file)}
            assert set(own.values()) == {"rel=modulepreload", "rel=preload; as=style"}


async def test_the_worker_may_look_after_every_page_and_is_always_asked_for_anew(get):
    got = await get("/worker.js", **PLAIN)
    assert got.status == 200
    assert got.type in ("text/javascript", "application/javascript")
    assert got.headers["Cache-Control"] == "no-cache"
    assert {name: got.headers[name] for name in HEADERS} == HEADERS


async def test_the_worker_knows_every_file_of_this_version_and_no_other(get):
    code = (await get("/worker.js", **PLAIN)).body.decode()
    version = re.search(r"const VERSION = '(\w*)'", code)
    files = re.search(r"const FILES = (\[.*\])", code)
    assert version is not None
    assert files is not None
    assert re.fullmatch(r"[0-9a-f]{16}", version[1])
    built = {f"static/assets/{file.name}" for file in (STATIC / "assets").glob("*[!z]")}
    assert set(json.loads(files[1])) == built | {"static/index.html", "static/icon.svg"}


async def test_files_named_after_what_is_in_them_are_kept_for_good(get):
    got = await get(asset())
    assert got.headers["Cache-Control"] == "public, max-age=31536000, immutable"


async def test_that_a_file_is_missing_is_not_kept(get):
    got = await get("/static/assets/gone-00000000.js")
    assert got.status == 404
    assert got.headers["Cache-Control"] == "no-store"


async def test_files_come_compressed_to_clients_that_accept_it(get):
    got = await get(asset(), **{"Accept-Encoding": "gzip"})
    plain = (STATIC / asset().removeprefix("/static/")).read_bytes()
    assert got.headers["Content-Encoding"] == "gzip"
    assert got.headers["Vary"] == "Accept-Encoding"
    assert len(got.body) < len(plain) / 2


async def test_the_app_can_be_installed(get):
    got = await get("/static/manifest.webmanifest", **PLAIN)
    assert got.type == "application/manifest+json"
    manifest = json.loads(got.body)
    assert manifest["start_url"] == "../", "relative to where the manifest is"
    assert manifest["display"] == "standalone"
    icons = [icon["src"] for icon in manifest["icons"]]
    assert {icon.get("purpose", "any") for icon in manifest["icons"]} == {"any", "maskable"}
    assert all((STATIC / icon).is_file() for icon in icons)
