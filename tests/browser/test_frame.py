"""The site in a frame of a club's own page: played there as anywhere, and in no other page's frame.

Browsers take loopback for secure, so cookies of a frame work here without a certificate; the site
is told, as by a proxy, that its clients come over https.
"""

from __future__ import annotations

from collections.abc import Iterator
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from threading import Thread

import pytest
from playwright.sync_api import FrameLocator, expect

from tacit.server.people.identity import COOKIE
from tests.browser.conftest import Hosted, hosted
from tests.browser.person import SOON, Person

HTTPS = {"X-Forwarded-Proto": "https"}


class _Page(BaseHTTPRequestHandler):
    """A page with nothing but a frame: the site whose port the path names."""

    def do_GET(self) -> None:
        site = f"http://127.0.0.1:{self.path.strip('/')}/"
        frame = f'<iframe src="{site}" title="Tacit" width="1000" height="800"></iframe>'
        body = f"<!doctype html><title>Our club</title>{frame}".encode()
        self.send_response(200)
        self.send_header("Content-Type", "text/html")
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)

    def log_message(self, *_: object) -> None:
        """Say nothing."""


@pytest.fixture(scope="module")
def port() -> Iterator[int]:
    """Run the server of the club's page; by another name it is another origin."""
    with ThreadingHTTPServer(("127.0.0.1", 0), _Page) as server:
        Thread(target=server.serve_forever, daemon=True).start()
        yield server.server_address[1]
        server.shutdown()


@pytest.fixture(scope="module")
def framed(tmp_path_factory: pytest.TempPathFactory, port: int) -> Iterator[Hosted]:
    """Run a site that the club's page may show in a frame."""
    db = tmp_path_factory.mktemp("framed") / "tacit.db"
    with hosted(db, embed=f"http://club.localhost:{port}", behind_proxy=True) as framed:
        yield framed


def opens(person: Person, name: str, port: int, site: Hosted) -> FrameLocator:
    """Open a page that has the site in a frame; return the frame."""
    person.page.goto(f"http://{name}.localhost:{port}/{site.url.rpartition(':')[2]}")
    return person.page.frame_locator("iframe")


def test_a_game_is_opened_and_played_in_the_frame_of_the_club(come, framed, port):
    anna = come("Anna", extra_http_headers=HTTPS)
    frame = opens(anna, "club", port, framed)
    frame.get_by_label("Your name").fill("Anna")
    article = frame.get_by_role("article").filter(has_text="Mind Up!")
    article.get_by_role("button", name="Play now with bots").click()
    anna.until(lambda: anna.view.get("hand") and anna.view["turn"] == 1)
    (cookie,) = (one for one in anna.context.cookies() if one["name"] == COOKIE)
    assert (cookie["sameSite"], cookie["secure"]) == ("None", True)
    assert cookie["partitionKey"] == "http://club.localhost", "it is kept to pages of the club"
    card = frame.get_by_role("toolbar").get_by_role("button").first
    anna.insist(lambda: card.click(timeout=SOON * 1000), lambda: anna.view["turn"] == 2)
    # On the next visit of the club's page, the guest and the table are still there.
    frame = opens(anna, "club", port, framed)
    expect(frame.get_by_role("heading", name="Pick up where you left off")).to_be_visible()


def test_no_other_page_shows_the_site(come, framed, port):
    anna = come("Anna", extra_http_headers=HTTPS)
    opens(anna, "other", port, framed)
    anna.until(lambda: anna.troubles)
    assert all("frame-ancestors" in trouble for trouble in anna.troubles), anna.troubles
    assert anna.page.frames[1].url.startswith("chrome-error:")
    anna.troubles.clear()  # the refusal
