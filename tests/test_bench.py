"""What benchmarks stand on: a made-up past that a site takes for its own, and their sums."""

import re
import sqlite3
from contextlib import closing
from pathlib import Path
from statistics import fmean

import pytest
from bench.bots import DOCS, QUESTIONS, ROW, ask, figures, stale
from bench.ceiling import HANDS, PICKS, interval, play
from bench.growth import growth
from bench.peers.clairvoyant import Clairvoyant
from bench.peers.past import SHAPES, fill
from bench.soak import verdict

import tacit
from tacit.bots.asking import asking_of
from tacit.bots.bot import BotError
from tacit.bots.registry import find_bot
from tacit.server.history.projection import Projection
from tacit.store import open_store


@pytest.mark.parametrize("games", [SHAPES, 3 * SHAPES])
def test_a_past_that_was_copied_is_whole(tmp_path, games):
    fill(tmp_path / "tacit.db", games)
    with closing(sqlite3.connect(tmp_path / "tacit.db")) as connection:
        for table in ("tables", "games"):
            assert connection.execute(f"SELECT count(*) FROM {table}").fetchone() == (games,)
        for table in ("entries", "people", "played", "rated"):
            ((first, last),) = connection.execute(
                f"SELECT count(*) FILTER (WHERE table_key <= {SHAPES}),"
                f" count(*) FILTER (WHERE table_key > {games - SHAPES}) FROM {table}"
            )
            assert first == last > 0
    with closing(open_store(str(tmp_path / "tacit.db"))) as store:
        assert store.open_tables(10) == []
        copied = f"past-3-{games // SHAPES - 1}" if games > SHAPES else "past-3"
        assert store.load(copied) == store.load("past-3") != []
        projection = Projection(store.games)
        assert not projection.read_new(10)
        assert not projection.rate_new()


@pytest.mark.parametrize(
    ("costs", "grows"), [((1.0, 1.1, 1.0), 1.1), ((3.0, 2.0, 1.0), 1.0), ((2.0, 1.0, 1.5), 1.5)]
)
def test_growth_is_to_what_was_cheapest_before(costs, grows):
    rows = [{"tables": 10**step, "times": cost} for step, cost in enumerate(costs)]
    assert growth("tables", rows) == grows


def test_a_soak_compares_its_last_quarter_with_the_first_after_the_warm_up():
    sizes = [50, 60, *([100] * 10)]
    rows = [{"memory_mb": size, "p50_ms": 2.0, "p99_ms": 4.0} for size in sizes]
    assert verdict(rows) == {"memory": 1.0, "p50": 1.0, "p99": 1.0}
    rows = [{"memory_mb": 100 + number, "p50_ms": 2.0, "p99_ms": 4.0} for number in range(24)]
    assert verdict(rows)["memory"] > 1.1


def test_every_figure_of_the_bots_is_asked_for_and_every_question_has_one():
    text = DOCS.read_text()
    assert figures(text).keys() == {question.key for question in QUESTIONS}
    prose = [line.replace("95 %", "") for line in text.splitlines() if not ROW.match(line)]
    assert [line for line in prose if re.search(r"\d %", line)] == []


def test_nobody_can_seat_a_clairvoyant():
    """They see all hands: they are for `tacit bench ceiling` alone, and no bot by any name."""
    asking = asking_of("mindup")
    named = [find_bot(name, "mindup") for name in asking.bots]
    assert not any(issubclass(bot, Clairvoyant) for bot in named)
    assert not any("clairvoyant" in place.lower() for place in asking.bots.values())
    with pytest.raises(BotError, match="There is no bot"):
        find_bot("clairvoyant", "mindup")
    package = Path(tacit.__file__).parent
    assert [
        file for file in package.rglob("*.py") if "clairvoyant" in file.read_text().lower()
    ] == []


def test_to_know_more_leads_further():
    # Seeds are fixed, so these leads are numbers and not luck.
    leads = {who: fmean(play(who, 0, 3, deal) for deal in range(4)) for who in (HANDS, PICKS)}
    assert leads[PICKS] > leads[HANDS] > 0


def test_a_share_of_the_way_has_an_interval():
    leads = {"one": [4.0, 6.0, 5.0, 5.0], "top": [8.0, 12.0, 10.0, 10.0]}
    assert interval(leads, "one", None)[0] == 5.0
    assert interval(leads, "one", "top") == [0.5, 0.5, 0.5]


def test_a_stale_figure_of_the_bots_is_named():
    (question,) = [one for one in QUESTIONS if one.key[:2] == ("heron", "linnet")]
    told = {question.key: (0.283, 0.467)}
    assert "heron against linnet" in stale(question, [0.55, 0.65], told)
    assert "no figure" in stale(question, [0.55, 0.65], {})
    assert stale(question, [0.45, 0.65], told) is None


@pytest.mark.parametrize("pair", [("greedy", "random"), ("linnet", "pebble"), ("heron", "linnet")])
def test_the_figures_of_the_bots_hold(pair):
    (question,) = [one for one in QUESTIONS if one.key[:2] == pair]
    measured = ask(question, 25 / question.deals)
    assert stale(question, measured["ci95"], figures(DOCS.read_text())) is None
