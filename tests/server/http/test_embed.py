"""A host's own page shows the site in a frame: that page, no other, and never the host's page."""

from __future__ import annotations

import pytest

from tacit.server.http.pages import HEADERS
from tacit.server.people.identity import COOKIE
from tests.server.answers import call
from tests.server.sites import inside, quick

CLUB = "https://club.example"
HTTPS = {"X-Forwarded-Proto": "https"}


def framed(path, **changes):
    usual = {"behind_proxy": True, "embed": CLUB, "admin_token": "a secret of the host"}
    return quick(path / "a.db", **usual | changes)


@pytest.mark.parametrize("path", ["/", "/t/x", "/games", "/api/me", "/static/nothing", "/ws/x"])
async def test_the_page_of_the_club_and_no_other_may_show_the_site(tmp_path, path):
    async with inside(framed(tmp_path)) as site:
        headers = (await call(site, "GET", path)).headers
        policy = headers["Content-Security-Policy"]
        assert policy == HEADERS["Content-Security-Policy"].replace("'none'", CLUB).replace(
            f"object-src {CLUB}; base-uri {CLUB}", "object-src 'none'; base-uri 'none'"
        )
        assert policy.endswith(f"; frame-ancestors {CLUB}")
        assert "X-Frame-Options" not in headers
        kept = set(HEADERS) - {"Content-Security-Policy", "X-Frame-Options"}
        assert {name: headers.get(name) for name in kept} == {name: HEADERS[name] for name in kept}


@pytest.mark.parametrize("base", ["", "/tacit"])
@pytest.mark.parametrize("path", ["/admin", "/api/admin", "/api/admin/session"])
async def test_the_hosts_page_is_in_no_frame(tmp_path, path, base):
    async with inside(framed(tmp_path, base_path=base)) as site:
        headers = (await call(site, "GET", base + path)).headers
        assert headers["Content-Security-Policy"].endswith("frame-ancestors 'none'")
        assert headers["X-Frame-Options"] == "DENY"


async def test_cookies_work_in_the_frame_over_https_alone(tmp_path):
    async with inside(framed(tmp_path)) as site:
        answer = await call(site, "GET", "/api/me", headers=HTTPS)
        (line,) = answer.headers.getall("Set-Cookie")
        name, *attributes = line.split("; ")
        assert name.startswith(f"{COOKIE}=")
        age, *rest = attributes
        assert age.startswith("Max-Age=")
        assert rest == ["Path=/", "HttpOnly", "Secure", "SameSite=None", "Partitioned"]
        plain = await call(site, "GET", "/api/me")
        assert plain.cookies[COOKIE]["samesite"] == "Lax"
        assert "Partitioned" not in plain.headers["Set-Cookie"]


async def test_without_a_frame_cookies_are_as_ever(tmp_path):
    async with inside(framed(tmp_path, embed="")) as site:
        answer = await call(site, "GET", "/api/me", headers=HTTPS)
        assert answer.cookies[COOKIE]["samesite"] == "Lax"
        assert "Partitioned" not in answer.headers["Set-Cookie"]
        assert answer.headers["X-Frame-Options"] == "DENY"


async def test_a_cookie_of_the_frame_is_read_and_removed(tmp_path):
    async with inside(framed(tmp_path, erasure_recheck_s=0.0)) as site:
        line = (await call(site, "GET", "/api/me", headers=HTTPS)).headers["Set-Cookie"]
        mine = HTTPS | {"Cookie": line.partition(";")[0]}
        person = site.site.identity.read(line.partition(";")[0].partition("=")[2])
        assert person is not None
        asked = await call(site, "POST", "/api/me/forget/ask", headers=mine)
        body = {"ticket": asked.json["ticket"]}
        gone = await call(site, "POST", "/api/me/forget", json=body, headers=mine)
        removed = gone.headers.getall("Set-Cookie")
        assert len(removed) == 2  # in the frame, and from before the site had one
        assert any("Partitioned" in one for one in removed)
        assert all("Max-Age=0" in one for one in removed)
        await site.site.eraser.settled()


async def test_a_foreign_page_that_has_the_cookie_sent_changes_nothing(tmp_path):
    """SameSite=None lets browsers send the cookie with requests of other pages."""
    async with inside(framed(tmp_path)) as site:
        for origin in ("https://evil.example", CLUB):
            foreign = HTTPS | {"Origin": origin}
            answer = await call(site, "POST", "/api/me/link", headers=foreign)
            assert answer.problem == (403, "other-site")
