"""A round of a thousand tables: how long after the last card the board is there, and is it right?

The site is a real one, with its store, its live tables and its projection. Everyone's time is up at
once, so bots play all games out and all tables end together, which is the worst case. The board is
there when a client that waits for news of the evening, as its page does, has got it. What it says
is compared with a second sum, made from the tables' logs.

    tacit bench evening
    tacit bench evening --tables 100 --game extreme --json
    tacit bench evening --check    exit 1 unless the board is right and there within a second
"""

from __future__ import annotations

import argparse
import asyncio
import json
import sys
import tempfile
import time
from concurrent.futures import Future
from fractions import Fraction
from pathlib import Path
from typing import Any

import msgspec
from aiohttp import ClientSession, web

from tacit.club.evening import KIND, Came, EveningOpened, RoundBegun
from tacit.club.evening_game import evening_game
from tacit.club.evening_tables import RoundOf, seed_of, table_name
from tacit.server.config import Config, Limits
from tacit.server.http.api.club.evening_records import EveningAnswer, shown_points
from tacit.server.http.app import make_app
from tacit.server.site import SITE, Site
from tacit.server.transport.http_server import Runner
from tacit.store.store import log_id
from tacit.table.decide.moderation import CallTime
from tacit.table.log.records import decode
from tacit.table.past.replays import replay_of

NAME = "AThousandTables0"
HOUR_MS = 3_600_000
AT_ONCE = 50
"""Tables whose time is called before others have their turn."""
MOST_AFTER_S = 1.0
"""With --check: how long after the last card the board may be there."""
WAIT_S = 25
"""How long one request waits for news."""


def write_evening(site: Site, game: str, tables: int) -> None:
    """Write the log of an evening with one round: far more people than a host may invite."""
    plays = evening_game(game)
    assert plays is not None
    size, now = plays.sizes[0], site.clock()
    people = [[f"p{table}-{seat}" for seat in range(size)] for table in range(tables)]
    everyone = [one for seats in people for one in seats]
    host, *others = everyone
    events: list[Any] = [EveningOpened(host, "Host", "A thousand tables", game, size, 60, now)]
    events += [Came(one, one, now) for one in others]
    events.append(RoundBegun(tuple(map(tuple, people)), now, now + HOUR_MS))
    lines = [msgspec.json.encode(one) for one in events]
    done: Future[object] = Future()
    site.store.append(log_id(KIND, NAME), 0, lines, done.set_result)
    assert done.result(60) is None


async def wait_for_board(url: str) -> tuple[float, EveningAnswer]:
    """Wait for the end of the round as a page does; return when its answer came, and the answer."""
    path, tag = f"{url}/api/evenings/{NAME}", ""
    async with ClientSession() as http:
        while True:
            asks = f"{path}/wait?seconds={WAIT_S}" if tag else path
            async with http.get(asks, headers={"If-None-Match": tag}) as response:
                body, came = await response.read(), time.perf_counter()
            if response.status == 304:
                continue
            response.raise_for_status()
            tag = response.headers["ETag"]
            told = msgspec.json.decode(body, type=EveningAnswer)
            if told.round is not None and told.round.over:
                return came, told


async def play_round(site: Site, url: str, tables: int) -> tuple[dict[str, float], EveningAnswer]:
    """Open all tables, let their time be up at once, and wait for the board."""
    ends: list[float] = []
    tell = site.projection.ended

    def ended(name: str) -> None:
        ends.append(time.perf_counter())
        tell(name)

    known = await site.evenings.read(NAME)
    assert known is not None
    site.tables._tools = site.tables._tools._replace(ended=ended)  # noqa: SLF001
    begun = time.perf_counter()
    for at in range(tables):
        await site.evenings.tables._open_table(NAME, known.evening, at, "127.0.0.1")  # noqa: SLF001
    opened = time.perf_counter()
    lives = list(site.tables)
    assert len(lives) == tables
    board = asyncio.create_task(wait_for_board(url))
    for first in range(0, tables, AT_ONCE):
        await asyncio.gather(*(one.moderate(CallTime()) for one in lives[first : first + AT_ONCE]))
    while len(ends) < tables:
        await asyncio.sleep(0.01)
    last = ends[-1]
    came, told = await board
    figures = {
        "open_s": opened - begun,
        "play_s": last - opened,
        "board_after_last_card_s": came - last,
    }
    return figures, told


def check_board(site: Site, game: str, known: Any, told: EveningAnswer) -> dict[str, Any]:
    """Sum everything a second time from the logs; count the people whose line is not right.

    Their line is exact on the site, and what the client was told is that line as it is shown.
    """
    plays, last = evening_game(game), known.evening.rounds[0]
    assert plays is not None
    secret, of = site.evenings._secret, RoundOf(NAME, 1)  # noqa: SLF001
    scores, dealt = [], set()
    for at, seats in enumerate(last.tables):
        replay = replay_of(decode(site.store.load(table_name(secret, of, at))), 1)
        assert replay is not None
        scores.append([plays.score(replay.result, seat) for seat in range(len(seats))])
        dealt.add((replay.seed, *replay.contributions))
    assert dealt == {(seed_of(secret, of), *(b"" for _ in last.tables[0]))}
    means = [Fraction(sum(column), len(scores)) for column in zip(*scores, strict=True)]
    expected = {
        person: Fraction(scores[at][seat]) - means[seat]
        for at, seats in enumerate(last.tables)
        for seat, person in enumerate(seats)
    }
    exact = {row.person: row.points for row in known.board}
    names = [one.person for one in known.evening.guests]
    shown = {names[row.guest]: row.points for row in told.board}
    wrong = sum(
        exact.get(person) != points or shown.get(person) != shown_points(points)
        for person, points in expected.items()
    )
    return {"people": len(expected), "deals": len(dealt), "wrong": wrong}


def problems(found: dict[str, Any]) -> list[str]:
    """Return what --check fails for."""
    after = found["board_after_last_card_s"]
    said = [
        (found["deals"] == 1, f"there were {found['deals']} different deals"),
        (found["wrong"] == 0, f"{found['wrong']} lines of the board are wrong"),
        (after <= MOST_AFTER_S, f"the board came {after:.2f} s after the last card"),
    ]
    return [text for is_good, text in said if not is_good]


async def run(game: str, tables: int) -> dict[str, Any]:
    """Run a site for one round."""
    with tempfile.TemporaryDirectory() as folder:
        limits = Limits(tables=max(5000, 2 * tables), unvisited_minutes=60.0)
        config = Config(db=str(Path(folder) / "tacit.db"), port=0, limits=limits)
        app = make_app(config)
        runner = Runner(app, access_log=None, shutdown_timeout=1.0)
        await runner.setup()
        await web.TCPSite(runner, "127.0.0.1", 0).start()
        url = f"http://127.0.0.1:{runner.addresses[0][1]}"
        site = app[SITE]
        try:
            write_evening(site, game, tables)
            figures, told = await play_round(site, url, tables)
            known = await site.evenings.read_anew(NAME)
            checked = check_board(site, game, known, told)
            return {"game": game, "tables": tables, **figures, **checked}
        finally:
            await runner.cleanup()


def main() -> None:
    parser = argparse.ArgumentParser(prog="tacit bench evening")
    parser.add_argument("--tables", type=int, default=1000)
    parser.add_argument("--game", default="mindup")
    parser.add_argument("--json", action="store_true")
    parser.add_argument("--check", action="store_true", help="exit 1 if the board is wrong or late")
    args = parser.parse_args()
    found = asyncio.run(run(args.game, args.tables))
    tell(found, as_json=args.json)
    if args.check and (wrong := problems(found)):
        sys.exit("; ".join(wrong))


def tell(found: dict[str, Any], *, as_json: bool) -> None:
    """Print the figures."""
    if as_json:
        print(json.dumps(found))
        return
    print(f"{found['tables']} tables of one round of {found['game']}, {found['people']} people")
    print(f"opened in {found['open_s']:.1f} s, played out in {found['play_s']:.1f} s")
    print(f"the board was there {found['board_after_last_card_s']:.2f} s after the last card")
    print(f"different deals: {found['deals']}; lines of the board that are wrong: {found['wrong']}")


if __name__ == "__main__":
    main()
