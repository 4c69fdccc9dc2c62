"""The page checks the shuffle against its commitment; a site that cheats is caught."""

from __future__ import annotations

import json
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import msgspec
import pytest

from tests.browser.conftest import PACE, Hosted
from tests.server.sites import ROOT, quick

PLAY_ON = """async () => {
    // Another connection of the same player, which picks any legal card until the game is over.
    const socket = new WebSocket(`ws://${location.host}/ws/${location.pathname.split('/')[2]}`)
    let legal = {}, house = {}, next = 0
    await new Promise((over) => {
        const go = () => {
            if (house.stage === 'over') return over()
            if (legal.pick && !legal['take-back'] && house.stage === 'playing')
                socket.send(JSON.stringify({type: 'do', id: `auto${next++}`, request:
                    {do: 'act', action: {kind: 'pick', card: legal.pick[0]}}}))
        }
        socket.onopen = () => socket.send(JSON.stringify({type: 'hello', protocol: 1, version: 0}))
        socket.onmessage = (event) => {
            const said = JSON.parse(event.data)
            if (said.type === 'ping') socket.send(JSON.stringify({type: 'pong', n: said.n}))
            if (said.house) house = {...house, ...said.house}
            if (said.legal) legal = said.legal
            if (said.type === 'sync' || said.legal || said.house) go()
        }
    })
    socket.close()
}"""


@pytest.fixture
def cheat(tmp_path: Path) -> Iterator[Hosted]:
    """Run a site that cheats."""
    db = tmp_path / "cheat.db"
    command = [sys.executable, "-m", "tests.browser.dishonest_site"]
    config = msgspec.json.encode(quick(db, bot_pace_ms=PACE)).decode()
    with subprocess.Popen([*command, config], cwd=ROOT, stdout=subprocess.PIPE) as process:
        try:
            yield Hosted(f"http://127.0.0.1:{json.loads(process.stdout.readline())['port']}", db)
        finally:
            process.kill()


def _verify(replay: str, *options: str) -> int:
    command = [sys.executable, "-m", "tacit", "verify", "-", *options]
    return subprocess.run(command, input=replay, text=True, check=False, cwd=ROOT).returncode


def _plays_through(anna, table: str) -> tuple[str, str]:
    """Play a whole game, and return its replay and the commitment that the page kept."""
    kept = anna.page.evaluate("JSON.parse(localStorage.getItem('tacit-shuffles'))[0].commitment")
    anna.page.evaluate(PLAY_ON)
    name = table.rpartition("/")[2]
    reply = anna.context.request.get(f"/api/tables/{name}/games/1")
    return reply.text(), kept


def test_an_honest_shuffle_is_shown_as_checked(come):
    anna = come("Anna")
    table = anna.opens("Mind Up!", now=True)
    replay, kept = _plays_through(anna, table)
    anna.page.reload()
    anna.sees("Shuffle checked ✓")
    assert _verify(replay, "--commitment", kept) == 0


def test_a_site_that_exchanges_its_seed_is_caught_by_the_page_and_by_verify(cheat, come):
    anna = come("Anna", base_url=cheat.url)
    table = anna.opens("Mind Up!", now=True)
    replay, kept = _plays_through(anna, table)
    anna.page.reload()
    anna.sees("Warning: the shuffle is not what was promised")
    assert _verify(replay) == 0, "in itself the game is true"
    assert _verify(replay, "--commitment", kept) == 1
