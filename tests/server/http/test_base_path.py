"""A site below a path: everything it sends leads to addresses below it, and people play there."""

from __future__ import annotations

import json
import re
from urllib.parse import urljoin

import pytest

from tacit.server.http.admin.session import COOKIE
from tacit.server.http.pages import STATIC
from tests.server.answers import call
from tests.server.client import people, seated
from tests.server.http.test_admin import HOST, TOKEN
from tests.server.sites import inside, quick

BASE = "/club/tacit"
PAGES = ("/", "/t/x", "/replay", "/replay/x/1", "/rules/mindup", "/learn/extreme", "/device/x")
LINK = re.compile(r"""(?:href|src|action)=["']?([^"'\s>]+)""")
built = pytest.mark.skipif(
    not (STATIC / "index.html").exists(), reason="The app is not built: run `npm run build`."
)


@pytest.fixture
def config(tmp_path):
    return quick(tmp_path / "a.db", base_path=BASE, admin_token=TOKEN, invite_only=True)


async def leads_below(site, page: str, links) -> None:
    """See that links from a page lead below the path, and to something."""
    for link in links:
        found = urljoin(BASE + page, link)
        assert found.startswith(BASE + "/"), (page, link)
        assert (await call(site, "GET", found)).status == 200, (page, link)


@built
@pytest.mark.parametrize("page", PAGES)
async def test_every_link_of_a_page_stays_below(config, page):
    async with inside(config) as site:
        answer = await call(site, "GET", BASE + page)
        assert answer.status == 200
        links = LINK.findall(answer.body.decode())
        assert len(links) > 5
        await leads_below(site, page, links)
        assert f'<meta name="base-path" content="{BASE}">' in answer.body.decode()
        assert answer.cookies["tacit"]["path"] == BASE
        shared = re.findall(r'og:image" content="[^"]*?(/[^/"][^"]*)"', answer.body.decode())
        assert all(BASE in picture for picture in shared)


@built
async def test_what_is_kept_on_a_device_and_its_icons_stay_below(config):
    async with inside(config) as site:
        worker = (await call(site, "GET", f"{BASE}/worker.js")).body.decode()
        files = json.loads(re.search(r"const FILES = (\[.*\])", worker)[1])
        await leads_below(site, "/worker.js", files)
        shell = (await call(site, "GET", f"{BASE}/static/index.html")).body
        assert shell == (await call(site, "GET", f"{BASE}/")).body
        where = "/static/manifest.webmanifest"
        manifest = (await call(site, "GET", BASE + where)).json
        icons = [icon["src"] for icon in manifest["icons"]]
        await leads_below(site, where, [manifest["start_url"], *icons])
        assert urljoin(BASE + where, manifest["scope"]) == BASE + "/"
        for file in (STATIC / "assets").glob("*.[jc]s*"):
            if file.suffix in (".js", ".css"):
                assert "/static/" not in file.read_text(), file.name


async def test_the_hosts_page_and_the_invitation_stay_below(config):
    async with inside(config) as site:
        page = (await call(site, "GET", f"{BASE}/admin")).body.decode()
        links = {urljoin(f"{BASE}/admin", link) for link in LINK.findall(page)}
        assert links
        assert all(link.startswith(f"{BASE}/") for link in links)
        invitation = (await call(site, "GET", f"{BASE}/api/admin", headers=HOST)).json["invitation"]
        assert invitation.startswith(f"{BASE}/invite/")
        taken = await call(site, "GET", invitation, allow_redirects=False)
        assert taken.headers["Location"] == f"{BASE}/"
        assert taken.cookies["tacit-invited"]["path"] == BASE
        signed_in = await call(site, "POST", f"{BASE}/api/admin/sign-in", json={"token": TOKEN})
        assert signed_in.cookies[COOKIE]["path"] == f"{BASE}/api/admin"


async def test_nothing_is_above_but_what_machines_ask(config):
    async with inside(config) as site:
        for path in ("/", "/t/x", "/api/me", "/admin", "/worker.js", f"{BASE}x", "/club", "//x"):
            assert (await call(site, "GET", path)).status == 404, path
        for path in ("/healthz", "/readyz", "/livez", "/metrics"):
            assert (await call(site, "GET", path)).status == 200
            assert (await call(site, "GET", BASE + path)).status == 200
        home = await call(site, "GET", BASE, allow_redirects=False)
        assert (home.status, home.headers["Location"]) == (308, f"{BASE}/")
        described = (await call(site, "GET", f"{BASE}/api/openapi.json")).json
        assert described["servers"] == [{"url": BASE}]
        assert (await call(site, "GET", f"{BASE}/api/openapi.json")).headers[
            "Cache-Control"
        ] == "no-store"


async def test_people_play_below(tmp_path):
    config = quick(tmp_path / "a.db", base_path=BASE)
    async with inside(config) as site, people(site.url + BASE, "Ann", "Bob") as (ann, bob):
        opened = await ann.post("/api/tables", game="extreme", name="Ann")
        assert opened["url"] == f"{BASE}/t/{opened['table']}"
        a, b = await seated(opened["table"], ann, bob)
        await a.do("start")
        await b.until(lambda: b.copy.stage == "playing")
        link = await ann.post("/api/me/link")
        assert link["url"].startswith(f"{BASE}/device/")
        figures = (await call(site, "GET", "/metrics")).body.decode()
        assert 'route="/api/tables/{table}/join"' in figures
        assert BASE not in figures
