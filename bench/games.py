"""Does the projection of finished games keep up, and what does it cost moves?

First a site in this process, with moves at a steady pace: alone, beside 130 logs a second that are
only written, and beside 130 games a second that end, are projected and rated. A lag is the time
from the end of a game to its rating. Then how fast a player's games, records and ratings are read,
and how fast all are rebuilt.

A database with 10,000 finished games among 200 people and two bots, three in four of Mind Up!. The
games are copies of some dozens that were really played, at other times and by other people. The
player with the most games asks for theirs. The rebuild reads every log and rates every game;
hearing the timing of The Mind Extreme comes after it, on a site in a process of its own, and its
speed has a row of its own. On a busy machine, look at the games for each second of CPU time.
"""

from __future__ import annotations

import argparse
import json
import random
import re
import statistics
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Callable
from concurrent.futures import Future
from pathlib import Path

import msgspec
import uvloop

sys.path.insert(0, str(Path(__file__).parents[1]))
sys.path.insert(0, str(Path(__file__).parent))

from peers.finishing import Movers, Phase, phase
from peers.inside import a_site

from tacit.cli.host.rebuild import AT_ONCE
from tacit.review.reviewing import heard
from tacit.server.history.my_games import GameFilter, played_by, tell_games, tell_records
from tacit.server.history.projection import Projection
from tacit.store import Store, StoreError, open_store

GAMES = 10_000
PACE = 130
"""Games that end in a second: somewhat more than 100,000 people play."""
SECONDS = 20.0
LONGEST_LAG_S = 10.0
PEOPLE = 200
SHAPES = 24
ASKED = 30
HEARD = 50


def logs(games: int) -> tuple[dict[str, list[bytes]], str]:
    """Return the logs of this many tables, and who played the most there."""
    from tests.table.logged import log_of  # noqa: PLC0415

    chance = random.Random(7)
    seats = [(f"<{seat}>", f"Player {seat}") for seat in range(3)]
    shapes = [
        log_of("extreme", seats, ["metronome"], seed=number)
        if number % 4 == 0
        else log_of("mindup", seats, ["greedy", "random"][: number % 3], seed=number)
        for number in range(SHAPES)
    ]
    crowd = [f"person-{number:016}" for number in range(PEOPLE)]
    played: Counter[str] = Counter()
    made = {}
    for number in range(games):
        # Some play far more than others.
        who = chance.sample(crowd[: 20 if chance.random() < 0.5 else None], 3)
        played.update(who)
        text = b"\n".join(chance.choice(shapes))
        for seat, person in enumerate(who):
            text = text.replace(b"<%d>" % seat, person.encode())
        at = 1_600_000_000_000 + 3_600_000 * number
        made[f"table-{number:06}"] = re.sub(rb'"at":1700000000000', b'"at":%d' % at, text).split(
            b"\n"
        )
    return made, played.most_common(1)[0][0]


def fill(store: Store, made: dict[str, list[bytes]]) -> None:
    """Write them all."""
    answers: list[Future[StoreError | None]] = []
    for table, log in made.items():
        answers.append(Future())
        store.append(table, 0, log, answers[-1].set_result, closed=True)
    for answer in answers:
        refused = answer.result()
        if refused is not None:
            raise refused


def milliseconds(work: Callable[[], object]) -> float:
    """Return the median of some."""
    times = []
    for _ in range(ASKED):
        begun = time.perf_counter()
        msgspec.json.encode(work())
        times.append(1000 * (time.perf_counter() - begun))
    return round(statistics.median(times), 1)


def measure(url: str, games: int) -> dict[str, float]:
    """Fill a database and measure."""
    made, who = logs(games)
    store = open_store(url)
    try:
        fill(store, made)
        projection = Projection(store.games)
        begun, worked = time.perf_counter(), time.process_time()
        while projection.read_new(AT_ONCE):
            pass
        read = time.perf_counter()
        while projection.rate_new():
            pass
        rated, worked = time.perf_counter(), time.process_time() - worked
        waiting = projection.unheard(HEARD)
        begun_hearing = time.perf_counter()
        for game, replay in waiting:
            assert replay is not None
            projection.hear(game, msgspec.json.encode(heard(replay)))
        hearing = time.perf_counter() - begun_hearing
        kept = store.games
        return {
            "games": games,
            "rebuilt_per_second": round(games / (rated - begun)),
            "rebuilt_per_cpu_second": round(games / worked),
            "read_per_second": round(games / (read - begun)),
            "rated_per_second": round(games / (rated - read)),
            "heard_per_second": round(len(waiting) / hearing),
            "games_of_the_busiest": len(played_by(kept, who)),
            "games_ms": milliseconds(lambda: tell_games(played_by(kept, who), GameFilter(), 0)),
            "records_ms": milliseconds(
                lambda: tell_records(kept, who, played_by(kept, who), GameFilter())
            ),
        }
    finally:
        store.close()


async def beside_moves(seconds: float, pace: float) -> dict[str, Phase]:
    """Measure moves alone, beside logs that are written, and beside games that are rated."""
    count = int(seconds * pace)
    made = list(logs(2 * count)[0].items())
    with tempfile.TemporaryDirectory() as folder:
        async with a_site(folder) as site:
            movers = await Movers.seated(site)
            await movers.move(2.0)
            return {
                "alone": await phase(site, movers, seconds, [], pace, told=False),
                "written": await phase(site, movers, seconds, made[:count], pace, told=False),
                "rated": await phase(site, movers, seconds, made[count:], pace, told=True),
            }


def tell_moves(found: dict[str, Phase]) -> None:
    """Print how moves went."""
    titles = {
        "alone": "moves alone",
        "written": "beside logs that are written",
        "rated": "beside games that are written and rated",
    }
    print(f"{'':42}{'p50':>8}{'p99':>8}{'worst':>8}   (ms)")
    for name, title in titles.items():
        one = found[name]
        print(f"{title:42}{one.p50_ms:8.2f}{one.p99_ms:8.2f}{one.worst_ms:8.2f}")
    rated = found["rated"]
    print(
        f"finished: {rated.games:,} games, {rated.games_per_second:g} a second written and rated;"
        f" lag at most {rated.lag_s:.2f} s"
    )


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--json", action="store_true")
    parser.add_argument("--games", type=int, default=GAMES, help="to rebuild; 0: none")
    parser.add_argument("--seconds", type=float, default=SECONDS, help="of each phase of moves")
    parser.add_argument("--pace", type=float, default=PACE, help="games that end in a second")
    args = parser.parse_args()
    beside = uvloop.run(beside_moves(args.seconds, args.pace))
    report: dict[str, float] = {}
    if args.games:
        with tempfile.TemporaryDirectory() as folder:
            report = measure(f"{folder}/games.db", args.games)
    if args.json:
        print(json.dumps(report | {name: one._asdict() for name, one in beside.items()}))
    else:
        tell_moves(beside)
        if args.games:
            tell(report)
    if beside["rated"].lag_s > LONGEST_LAG_S:
        sys.exit(f"Finished games do not keep up: they wait {beside['rated'].lag_s:.1f} s.")


def tell(report: dict[str, float]) -> None:
    """Print how fast games are rebuilt and read."""
    print(f"{report['games']:,} games; the busiest played {report['games_of_the_busiest']:,}")
    print(f"rebuilt: {report['rebuilt_per_second']:,} games/s", end="")
    print(f" (read {report['read_per_second']:,}, rated {report['rated_per_second']:,});", end="")
    print(f" {report['rebuilt_per_cpu_second']:,} in a second of CPU time")
    print(f"heard: {report['heard_per_second']:,} games/s")
    print(f"told: my games {report['games_ms']} ms, records and ratings {report['records_ms']} ms")


if __name__ == "__main__":
    main()
