"""A site below a base path, in a browser: start a game from the home page and lay a card."""

from __future__ import annotations

import json
import subprocess
import sys

import msgspec
import pytest

from tests.browser import mindup
from tests.browser.conftest import PACE, STATIC, Hosted
from tests.browser.person import OFFLINE
from tests.server.sites import ROOT, quick

BASE = "/club/tacit"


@pytest.fixture
def site(tmp_path):
    """Run a site below a path, instead of everybody's."""
    if not (STATIC / "index.html").exists():
        pytest.skip("The app is not built: run `npm run build` in web/.")
    config = msgspec.json.encode(
        quick(tmp_path / "a.db", bot_pace_ms=PACE, base_path=BASE)
    ).decode()
    command = [sys.executable, "-m", "tests.server.launcher", config]
    with subprocess.Popen(command, cwd=ROOT, stdout=subprocess.PIPE) as process:
        try:
            yield Hosted(
                f"http://127.0.0.1:{json.loads(process.stdout.readline())['port']}", tmp_path
            )
        finally:
            process.kill()


def test_a_game_is_begun_and_a_card_laid_below_a_path(come, site):
    anna = come("Anna", **OFFLINE)
    asked: list[str] = []
    anna.context.on("request", lambda request: asked.append(request.url))
    anna.page.on("websocket", lambda socket: asked.append(socket.url.replace("ws:", "http:")))
    anna.page.goto(f"{BASE}/")
    anna.page.get_by_label("Your name").fill("Anna")
    article = anna.page.get_by_role("article").filter(has_text=mindup.GAME)
    article.get_by_role("button", name="Play now with bots").click()
    anna.page.wait_for_url(f"**{BASE}/t/*")
    anna.until(lambda: anna.copy.stage == "playing")
    before = len(anna.view["hand"])
    mindup.picks(anna)
    anna.until(lambda: len(anna.view["hand"]) < before)
    anna.page.reload()  # the page of a table finds its way back by itself
    anna.until(lambda: anna.copy.stage == "playing")

    ours = anna.page.evaluate("navigator.serviceWorker.ready.then((one) => one.scope)")
    assert ours == f"{site.url}{BASE}/"
    anna.page.goto(f"{BASE}/")
    anna.offline = True
    anna.context.set_offline(True)
    anna.page.get_by_role("link", name="Rules").first.click()
    anna.page.wait_for_url(f"**{BASE}/rules/*")
    anna.page.reload()  # from what is kept on the device
    anna.page.get_by_role("link", name="Back").first.click()
    anna.page.wait_for_url(f"**{BASE}/")
    assert {url for url in asked if not url.startswith(f"{site.url}{BASE}/")} == set()
